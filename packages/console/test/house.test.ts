import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const CONSOLE = 'packages/console/src'

/** Who may import whom, as docs/house.md shows it; a room may always import from itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  hotel: ['kernel', 'contract'],
  api: ['kernel', 'contract'],
  texts: ['kernel'],
  look: [],
  live: ['kernel', 'hotel', 'api', 'contract'],
  parts: ['kernel', 'look', 'texts'],
  shell: ['kernel', 'hotel', 'api', 'live', 'parts', 'look', 'texts', 'contract'],
  pages: ['kernel', 'hotel', 'api', 'live', 'parts', 'look', 'texts', 'contract'],
}
const ROOMS = Object.keys(MAY_IMPORT)
const TARGETS = [...ROOMS, 'contract']

const importOf = (target: string) =>
  target === 'contract'
    ? "import type { Problem } from '@reveille/contract'\nexport type It = Problem"
    : `export { leaf } from '../${target}/leaf.ts'`

/** A page and another one are a matter of their own. */
const pairs = ROOMS.flatMap((room) =>
  TARGETS.filter((target) => room !== 'pages' || target !== 'pages').map((target) => ({
    room,
    target,
    file: `${room}/to-${target}.ts`,
  })),
)

const ALSO_CLOSED: Readonly<Record<string, string>> = {
  'pages/today/other.ts': "export { leaf } from '../rooms/leaf.ts'",
  'api/contract-at-run-time.ts': "export { ERROR } from '@reveille/contract'",
  'attic/unknown.ts': "export { leaf } from '../kernel/leaf.ts'",
}

/** What comes in through one door, planted where there is none. */
const DOORS: Readonly<Record<string, string>> = {
  'live/fetches.ts': "export const it = () => fetch('/rest')",
  'live/follows.ts': "export const it = () => new EventSource('/rest/events')",
  'shell/looks-at-clock.ts': 'export const it = () => Date.now()',
  'shell/waits.ts': 'export const it = (act: () => void) => setTimeout(act, 1)',
  'parts/paints.ts': 'export const it = (act: () => void) => requestAnimationFrame(act)',
  'api/throws-dice.ts': 'export const it = () => Math.random()',
  'api/draws.ts': 'export const it = () => crypto.randomUUID()',
  'shell/keeps.ts': "export const it = () => localStorage.getItem('x')",
  'live/keeps-much.ts': "export const it = () => indexedDB.open('x')",
  'live/fetches-of-window.ts': "export const it = () => window.fetch('/rest')",
  'live/fetches-of-all.ts': "export const it = () => globalThis.window?.['fetch']('/rest')",
  'shell/keeps-of-all.ts': "export const it = () => globalThis.localStorage.getItem('x')",
  'live/keeps-of-self.ts': "export const it = () => self.indexedDB.open('x')",
  'parts/takes-out.ts': 'const { setTimeout: later } = window\nexport const it = later',
  'parts/takes-dice.ts': 'const { random: dice } = Math\nexport const it = dice',
}

/** What people read, past the tables. */
const WORDS: Readonly<Record<string, string>> = {
  'parts/says.tsx': 'export const It = () => <p>Rooms</p>',
  'parts/says-in-braces.tsx': "export const It = () => <p>{'Rooms'}</p>",
  'parts/says-by-template.tsx': 'export const It = () => <p>{`Rooms`}</p>',
  'parts/is-heard.tsx': 'export const It = () => <p aria-label="Rooms" />',
  'parts/says-either.tsx': "export const It = ({ a }: { a: number }) => <p>{a ? 'Rooms' : 'x'}</p>",
  'parts/says-else.tsx': "export const It = ({ a }: { a?: string }) => <p>{a ?? 'None'}</p>",
  'parts/says-if.tsx': "export const It = ({ a }: { a: boolean }) => <p>{a && (a ? 2 : 'Rooms')}</p>",
  'parts/says-how-many.tsx': 'export const It = ({ a }: { a: number }) => <p>{`${a} rooms`}</p>',
  'parts/says-together.tsx': "export const It = ({ a }: { a: string }) => <p>{'Room ' + a}</p>",
  'parts/is-heard-else.tsx': "export const It = ({ a }: { a?: string }) => <p title={a ?? 'Rooms'} />",
  ...Object.fromEntries(
    ['hint', 'words', 'deed', 'lead', 'heading'].map((name) => [
      `pages/rooms/has-${name}.tsx`,
      `import { Row } from '../../parts/leaf.ts'\nexport const It = () => <Row ${name}="Rooms" />`,
    ]),
  ),
  'parts/hints.tsx': "export const It = () => <input placeholder={'Room'} />",
}

const FINE: Readonly<Record<string, string>> = {
  'api/request.ts': 'export const it = fetch',
  'kernel/clock.ts': 'export const it = () => [Date.now(), setTimeout, requestAnimationFrame]',
  'kernel/ids.ts': 'export const it = () => crypto.getRandomValues(new Uint8Array(1))',
  'kernel/storage.ts': 'export const it = () => [localStorage, indexedDB]',
  'parts/listens.ts': "export const it = () => window.addEventListener('load', () => {})",
  'parts/chooses.tsx':
    "export const It = ({ a }: { a: string }) => <p className={a === 'dnd' ? 'red' : a}>{a || '–'}</p>",
  'parts/draws.tsx': 'export const It = () => <p className="small">{2} · <b>{`${3}:00`}</b></p>',
  'start.ts': "export { leaf } from './pages/rooms/leaf.ts'",
  'live/tested.test.ts': 'export const it = () => Date.now()',
}

interface Diagnostic {
  readonly code: string
  readonly filename: string
}

describe('the house of the console', () => {
  let folder = ''
  let found: readonly Diagnostic[] = []

  const plant = ([place, text]: readonly [string, string]) => {
    const file = path.join(folder, CONSOLE, place)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${text}\n`)
  }

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'reveille-console-house-'))
    for (const file of ['.oxlintrc.json', 'scripts/house-rules.mjs'])
      cpSync(path.join(ROOT, file), path.join(folder, file))
    for (const room of [...ROOMS, 'pages/rooms']) plant([`${room}/leaf.ts`, 'export const leaf = 1'])
    for (const { file, target } of pairs) plant([file, importOf(target)])
    for (const planted of [ALSO_CLOSED, DOORS, WORDS, FINE]) Object.entries(planted).forEach(plant)
    const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint')
    const { stdout } = spawnSync(oxlint, ['--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    found = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The planted files that a rule has found. */
  const foundBy = (code: string) =>
    [...new Set(found.filter((one) => one.code === code).map(({ filename }) => filename))]
      .map((name) => path.posix.relative(CONSOLE, name.replaceAll(path.sep, '/')))
      .toSorted()

  it('is written in the same words in docs/house.md', () => {
    const part =
      readFileSync(path.join(ROOT, 'docs/house.md'), 'utf8')
        .split(/^## /m)
        .find((one) => one.startsWith('The rooms of the console')) ?? ''
    const rows = Array.from(part.matchAll(/^\| `(\w+)` +\| (.*) \|$/gm), ([, room = '', words = '']) => {
      const named = words.match(/[a-z]+/g) ?? []
      return [room, named.filter((name) => TARGETS.includes(name))] as const
    })
    expect(Object.fromEntries(rows)).toEqual(MAY_IMPORT)
  })

  it('keeps every room out of those that are closed to it, and lets it into the others', () => {
    const closed = pairs.filter(({ room, target }) => room !== target && !MAY_IMPORT[room]?.includes(target))
    const wanted = [...closed.map(({ file }) => file), ...Object.keys(ALSO_CLOSED)]
    expect(foundBy('house(console-imports)')).toEqual(wanted.toSorted())
  })

  it('takes clock, chance, network and stores through one door each', () => {
    expect(foundBy('house(console-doors)')).toEqual(Object.keys(DOORS).toSorted())
  })

  it('says nothing that does not stand in a table of texts', () => {
    expect(foundBy('house(console-words)')).toEqual(Object.keys(WORDS).toSorted())
  })
})
