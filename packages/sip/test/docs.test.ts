import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classify } from '../src/call/call-end.ts'
import { Headers } from '../src/messages/headers.ts'
import type { IncomingState } from '../src/call/incoming-call.ts'
import { NO_BODY } from '../src/messages/message.ts'
import { all, MACHINES } from './state-tables.ts'

/** What is written about the code is held against the code. */

const page = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
const readme = page('packages/sip/README.md')
const states = page('docs/states.md')

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

const drawingOf = (section: string) => /```\n([\s\S]*?)```/.exec(section)?.[1] ?? ''

describe('docs/states.md', () => {
  it.each(Object.entries(MACHINES))('shows the table of "%s" as it is in the code', (heading, machine) => {
    const rows = rowsOf(sectionOf(states, heading)).map((cells) => cells.join(' | ').trimEnd())
    expect(rows).toEqual(machine.rows)
  })

  it.each(Object.entries(MACHINES))('draws every state of "%s"', (heading, machine) => {
    const drawing = drawingOf(sectionOf(states, heading))
    expect(machine.states.filter((state) => !drawing.includes(state))).toEqual([])
  })

  it('draws and explains every state of an incoming call', () => {
    const known = all<IncomingState>({ offered: true, ringing: true, answering: true, up: true, over: true })
    const section = sectionOf(states, 'An incoming call')
    expect(rowsOf(section).map(([name = '']) => name.replaceAll('`', ''))).toEqual(known)
    expect(known.filter((state) => !drawingOf(section).includes(state))).toEqual([])
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

  it.each(['src/index.ts', 'testing/index.ts'])('names everything that %s gives away', (door) => {
    const exported = Array.from(
      page(`packages/sip/${door}`).matchAll(/^export (?:type )?\{([^}]*)\}/gm),
      ([, names = '']) => names.split(',').map((name) => name.replace(/.* as |^\s*type /, '').trim()),
    )
    const names = exported.flat().filter((name) => name !== '')
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(readme))).toEqual([])
  })

  const ends = rowsOf(sectionOf(readme, 'How a call ends')).map(([name = '', when = '']) => ({
    outcome: name.replaceAll('`', ''),
    statuses: numbersIn(/^[^;A-Z]*/.exec(when)?.[0]),
    causes: numbersIn(/Q\.850 (.*)$/.exec(when)?.[1]),
  }))

  it('tells what each status means', () => {
    const told = ends.filter(({ outcome }) => ['busy', 'rejected', 'unreachable'].includes(outcome))
    expect(told.flatMap(({ statuses }) => statuses).length).toBeGreaterThan(8)
    for (const { outcome, statuses } of told)
      for (const status of statuses) expect([status, outcomeOf(status)]).toEqual([status, outcome])
  })

  it('tells what each Q.850 cause means', () => {
    expect(ends.flatMap(({ causes }) => causes).length).toBeGreaterThan(10)
    for (const { outcome, causes } of ends)
      for (const cause of causes) expect([cause, outcomeOf(500, cause)]).toEqual([cause, outcome])
  })
})

function numbersIn(text = ''): number[] {
  return Array.from(text.matchAll(/\d+/g), ([digits]) => Number(digits))
}

function outcomeOf(status: number, cause?: number): string {
  const headers = Headers.of(cause === undefined ? [] : [['Reason', `Q.850;cause=${cause}`]])
  const response = { kind: 'response', status, reason: '', headers, body: NO_BODY } as const
  return classify({ kind: 'refused', response, rang: false, heard: true }).outcome
}
