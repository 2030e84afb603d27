import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judgeAnswer } from '../src/records/posting-answer.ts'
import { CONFORMING } from '../testing/pms-behaviour.ts'
import { LINK_STATES, linkRows } from './state-tables.ts'

/** What is written about the code is held against the code. */

const page = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
const readme = page('packages/fias/README.md')
const guide = page('docs/fias.md')

/** What stands under a heading, up to the next one. */
const sectionOf = (text: string, heading: string) =>
  text.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

/** The cells of each row of a table, without its head. */
const rowsOf = (section: string) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const codesIn = (text = '') => text.match(/(?<=`)[A-Z]{2}(?=`)/g) ?? []

describe('docs/states.md', () => {
  const section = sectionOf(page('docs/states.md'), 'A link')

  it('shows the table of the link as it is in the code', () => {
    expect(rowsOf(section).map((cells) => cells.join(' | ').trimEnd())).toEqual(linkRows())
  })

  it('draws every state', () => {
    const drawing = /```\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
    expect(LINK_STATES.filter((state) => !drawing.includes(state))).toEqual([])
  })
})

describe('the front page of the package', () => {
  it('names every folder, and no other', () => {
    const folders = readdirSync(new URL('../src/', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    const named = rowsOf(sectionOf(readme, 'The layers')).map(([name = '']) => name.replaceAll('`', ''))
    expect(named.toSorted()).toEqual(folders.toSorted())
  })

  it('knows every way to misbehave', () => {
    const named = rowsOf(sectionOf(readme, 'Test with a scripted property system')).flatMap(
      ([names = '']) => names.match(/\w+/g) ?? [],
    )
    expect(named.toSorted()).toEqual(Object.keys(CONFORMING).toSorted())
  })
})

describe.each([
  ['the front page of the package', sectionOf(readme, 'How a posting ends')],
  ['docs/fias.md', sectionOf(guide, 'What the answers mean')],
])('%s', (_, section) => {
  it('tells what each answer means', () => {
    const told = rowsOf(section).flatMap(([kind = '', when]) =>
      [...codesIn(kind), ...codesIn(when)].map((code) => ({ code, row: `${kind} ${when}` })),
    )
    expect(told.length).toBeGreaterThan(8)
    for (const { code, row } of told) {
      const { kind } = judgeAnswer({ id: 'PA', fields: [['AS', code]] })
      expect([code, row]).toEqual([code, expect.stringContaining(kind)])
    }
  })
})
