import { readdirSync, readFileSync } from 'node:fs'
import { SiteFile } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { parseSiteFile } from '../src/config/site/parse-site-file.ts'
import { SESSION_STATES } from '../src/hotel/accounts/session.ts'
import { DELIVERY_STATES } from '../src/hotel/deliveries/delivery.ts'
import { QUEUE_STATES } from '../src/hotel/deliveries/queue.ts'
import { DEFAULTS } from '../src/hotel/settings/defaults.ts'
import { CLOCK_STATES } from '../src/hotel/time/clock-doubt.ts'
import {
  DESK_ROWS,
  DESK_STATES,
  GUEST_ROWS,
  GUEST_STATES,
  HOUSEKEEPING_ROWS,
  HOUSEKEEPING_STATES,
  MAIN_ROWS,
  MAIN_STATES,
  MINIBAR_ROWS,
  MINIBAR_STATES,
  SIGN_IN_ROWS,
  SIGN_IN_STATES,
} from './menu-tables.ts'
import { CALL_ROWS, CALL_STATES, CLOCK_ROWS } from './state-tables.ts'

const page = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

/** What stands under a heading, up to the next one. */
const sectionOf = (text: string, heading: string) =>
  text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

/** The names in the first column of the first table. */
const namesIn = (section: string) => {
  const [table = ''] = section.split('\n\n').filter((part) => part.startsWith('|'))
  return Array.from(table.matchAll(/^\| `([\w-]+)`/gm), ([, name = '']) => name)
}

const drawingOf = (section: string) => /```\n([\s\S]*?)```/.exec(section)?.[1] ?? ''

/** The names of all properties in a schema, however deep. */
const namesOfSettings = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(namesOfSettings)]
}

/** Every line that the server's own log may get: its event, and the level at which it is written. */
const logLines = () => {
  const folder = new URL('../src/', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const calls = sources.flatMap((name) =>
    Array.from(
      readFileSync(new URL(name, folder), 'utf8').matchAll(
        /\blog\.(debug|info|warn|error)\(\s*(?:\{\s*event: '([\w.-]+)')?/g,
      ),
      ([, level = '', event = 'none']) => `${event} ${level}`,
    ),
  )
  return [...new Set(calls)].toSorted()
}

describe('the documentation', () => {
  it('explains every event of the server’s own log, with its level', () => {
    const rows = page('docs/operations.md').matchAll(/^\| `([\w.-]+)` +\| ([\w, ]+?) +\|/gm)
    const explained = Array.from(rows, ([, event = '', levels = '']) =>
      levels.split(', ').map((level) => `${event} ${level}`),
    )
    expect(explained.flat().toSorted()).toEqual(logLines())
  })

  it.each([
    ['A delivery', DELIVERY_STATES],
    ['A queue', QUEUE_STATES],
    ['A session', SESSION_STATES],
  ])('explains and draws every state of "%s" by its name in the code', (heading, states) => {
    const section = sectionOf(page('docs/states.md'), heading)
    expect(namesIn(section).toSorted()).toEqual(states.toSorted())
    expect(states.filter((state) => !drawingOf(section).includes(state))).toEqual([])
  })

  it.each([
    ['A call on a line', CALL_ROWS, CALL_STATES],
    ["The house's time", CLOCK_ROWS, CLOCK_STATES],
    ["A guest's menu", GUEST_ROWS, Object.keys(GUEST_STATES)],
    ['Who works here signs in', SIGN_IN_ROWS, Object.keys(SIGN_IN_STATES)],
    ["Housekeeping's menu", HOUSEKEEPING_ROWS, Object.keys(HOUSEKEEPING_STATES)],
    ["The mini-bar's menu", MINIBAR_ROWS, Object.keys(MINIBAR_STATES)],
    ["The desk's menu", DESK_ROWS, Object.keys(DESK_STATES)],
    ['One number for all menus', MAIN_ROWS, Object.keys(MAIN_STATES)],
  ])('shows the table of "%s" as it is in the code, and draws every state', (heading, inCode, states) => {
    const section = sectionOf(page('docs/states.md'), heading)
    const table = section.split('\n').filter((line) => line.startsWith('|'))
    const cellsOf = (line: string) => line.split('|').slice(1, -1)
    const rows = table.slice(2).map((line) =>
      cellsOf(line)
        .map((cell) => cell.trim())
        .join(' | ')
        .trimEnd(),
    )
    expect(rows).toEqual(inCode)
    expect(states.filter((state: string) => !drawingOf(section).includes(state))).toEqual([])
  })

  it('names the waits between attempts as they are', () => {
    const waits = DEFAULTS.http.retry.map((wait) =>
      wait.replace(/(\d+)(s|m|h)/, (_, n, unit) => `${n} ${unit === 'm' ? 'min' : unit}`),
    )
    expect(page('docs/deliveries.md')).toContain(
      `${waits.slice(0, -1).join(', ')}, then every ${waits.at(-1)}`,
    )
  })

  it('shows a site file that is accepted as it stands', () => {
    const sample = /```yaml\n([\s\S]*?)```/.exec(page('docs/site-file.md'))?.[1] ?? ''
    expect(parseSiteFile(sample)).toMatchObject({ site: { site: { name: 'Grand Hotel' } } })
  })

  it('names every setting of a site', () => {
    const words = new Set(page('docs/site-file.md').match(/\w+/g))
    expect(namesOfSettings(SiteFile).filter((name) => !words.has(name))).toEqual([])
  })

  it('gives the two commands', () => {
    expect(page('README.md')).toMatch(/npm install && npm start[\s\S]*npm install && npm test/)
  })
})
