import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const SERVER = 'packages/server/src'

/** Who may import whom, as docs/house.md shows it; a room may always import from itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  hotel: ['kernel', 'contract'],
  store: ['kernel', 'hotel', 'contract'],
  logbook: ['kernel', 'hotel', 'store'],
  actions: ['kernel', 'hotel', 'store', 'logbook'],
  runners: ['kernel', 'hotel', 'store', 'logbook', 'calls/caller.ts', 'connectors/connector.ts'],
  calls: ['kernel', 'hotel', 'sip'],
  connectors: ['kernel', 'hotel', 'fias'],
  api: ['kernel', 'hotel', 'actions', 'contract'],
  config: ['kernel', 'hotel', 'contract'],
  cli: ['kernel', 'hotel', 'config', 'app.ts', 'actions', 'store', 'contract'],
  app: ['kernel', 'hotel', 'store', 'actions', 'runners', 'calls', 'connectors', 'api', 'config', 'sip'],
}

/** The folders of a room or package, the lowest first: each may import from those before it. `.`: the room itself. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  hotel: [
    'time',
    'accounts',
    'nodes',
    'settings',
    'inventory',
    'rooms',
    'deliveries',
    'site',
    'wakeups',
    'desk',
    'menus',
    'property',
    'log',
  ],
  store: ['engine', 'stores', 'files', 'conformance'],
  actions: [
    '.',
    'accounts',
    'deliveries',
    'inventory',
    'wakeups',
    'rooms',
    'property',
    'site',
    'desk',
    'log',
    'reports',
  ],
  runners: ['nodes', 'wakeups', 'menus', 'deliveries', 'property', 'log', 'desk', 'watch'],
  api: ['answers', 'door', 'requests', 'document', 'console', 'metrics', '.', 'dossier', 'night', 'routes'],
  calls: ['.', 'audio', 'voice', 'lines'],
  connectors: ['.', 'webhook', 'fias', 'mail'],
  config: ['.', 'site'],
  cli: ['checks', '.'],
  sip: ['messages', 'transport', 'transactions', 'lines', 'sdp', 'media', 'dialog', 'call', 'agent', '.'],
  fias: ['wire', 'records', 'link', '.'],
}
const ROOMS = Object.keys(MAY_IMPORT)
const PACKAGES = ['contract', 'sip', 'fias']
const PORTS = ['calls/caller.ts', 'connectors/connector.ts']
const ENTRANCES = ['app.ts', 'main.ts']
const TARGETS = [...ROOMS, ...PACKAGES, ...PORTS, ...ENTRANCES]

/** The file in the server that stands for a target, or the name of a package. */
const placeOf = (target: string) => (ROOMS.includes(target) ? `${target}/leaf.ts` : target)

const specifierOf = (from: string, target: string) =>
  PACKAGES.includes(target)
    ? `@reveille/${target}`
    : path.posix.relative(path.posix.dirname(from), placeOf(target)).replace(/^(?!\.)/, './')

const pairs = ROOMS.flatMap((room) =>
  TARGETS.map((target) => ({ room, target, file: `${room}/to-${target.replaceAll(/[./]/g, '-')}.ts` })),
)

const isAllowed = ({ room, target }: { room: string; target: string }) =>
  [room, ...(MAY_IMPORT[room] ?? [])].some((open) => target === open || target.startsWith(`${open}/`))

/** Every way to write an import of a room that is closed. */
const WAYS: Readonly<Record<string, string>> = {
  'hotel/imports.ts': "import { leaf } from '../store/leaf.ts'\nexport const one = leaf",
  'hotel/imports-type.ts': "import type { leaf } from '../store/leaf.ts'\nexport type One = typeof leaf",
  'hotel/imports-late.ts': "export const one = () => import('../store/leaf.ts')",
  'hotel/imports-late-by-template.ts': 'export const one = () => import(`../store/leaf.ts`)',
  'hotel/imports-type-in-place.ts': "export type One = import('../store/leaf.ts').One",
  'hotel/exports.ts': "export { leaf } from '../store/leaf.ts'",
  'hotel/exports-all.ts': "export * from '../store/leaf.ts'",
  'hotel/deep/inside.ts': "export { leaf } from '../../store/leaf.ts'",
  'hotel/package.ts': "export { anything } from '@reveille/fias/records'",
  'attic/unknown-room.ts': "export { leaf } from '../kernel/leaf.ts'",
}

/** Time and chance that do not come in through the door. */
const TIME_AND_CHANCE: Readonly<Record<string, string>> = {
  'new Date()': 'export const it = () => new Date()',
  'new Date(0)': 'export const it = () => new Date(0)',
  'Date()': 'export const it = () => Date()',
  'Date.now()': 'export const it = () => Date.now()',
  'Date.now': 'export const it = Date.now',
  'performance.now()': 'export const it = () => performance.now()',
  setTimeout: 'export const it = (f: () => void) => setTimeout(f, 1)',
  setInterval: 'export const it = (f: () => void) => setInterval(f, 1)',
  setImmediate: 'export const it = (f: () => void) => setImmediate(f)',
  'node:timers': "import { setTimeout as later } from 'node:timers'\nexport const it = later",
  'node:timers/promises': "import { setTimeout as wait } from 'node:timers/promises'\nexport const it = wait",
  'Math.random': 'export const it = () => Math.random()',
  'globalThis.Date': 'export const it = () => globalThis.Date.now()',
  'setTimeout as a value': 'export const it = setTimeout',
  'export from node:timers': "export { setTimeout as it } from 'node:timers'",
  'crypto.randomUUID()': 'export const it = () => crypto.randomUUID()',
  'import * from crypto': "import * as chance from 'node:crypto'\nexport const it = chance",
  'const { random } = Math': 'const { random } = Math\nexport const it = random',
  "Math['random']": "export const it = () => Math['random']()",
  randomUUID: "import { randomUUID } from 'node:crypto'\nexport const it = randomUUID",
  randomBytes: "import { randomBytes as some } from 'crypto'\nexport const it = some",
  randomInt: "import { randomInt } from 'node:crypto'\nexport const it = randomInt",
}
const fileFor = (room: string, name: string) => `${room}/does-${name.replaceAll(/\W+/g, '-')}.ts`

const PLAIN = {
  'kernel/clock.ts': Object.values(TIME_AND_CHANCE)
    .filter((text) => !text.includes('import'))
    .map((text, n) => text.replace(' it ', ` it${n} `))
    .join('\n'),
  'kernel/ids.ts':
    "import { randomUUID } from 'node:crypto'\nexport const it = () => [randomUUID(), Math.random()]",
  'hotel/pure.ts':
    "import { createHash } from 'node:crypto'\nexport const it = (clock: { now(): number }) => [createHash, Math.max(clock.now(), 1)]",
  'config/environment.ts': 'export const it = () => process.env.REVEILLE_PORT',
  'config.ts': 'export const it = () => process.env.REVEILLE_PORT',
  'hotel/looks-elsewhere.test.ts': "export { leaf } from '../store/leaf.ts'",
  'app.ts': `${ROOMS.map((room) => `export { leaf as ${room} } from './${room}/leaf.ts'`).join('\n')}\nexport const it = process.pid`,
  'main.ts': "export { it } from './app.ts'",
} satisfies Record<string, string>

const ENVIRONMENT: Readonly<Record<string, string>> = {
  'hotel/reads-environment.ts': 'export const it = () => process.env.REVEILLE_PORT',
  'cli/takes-environment.ts': 'export const it = process.env',
  'api/by-brackets.ts': "export const it = () => process['env'].HOME",
  'actions/takes-out.ts': 'const { env } = process\nexport const it = env',
  'store/imports-env.ts': "import { env } from 'node:process'\nexport const it = env",
  'api/imports-process.ts': "import process from 'node:process'\nexport const it = () => process.env.HOME",
}

/** Rows of the log and alarms, written past the logbook. */
const PAST_LOGBOOK: Readonly<Record<string, string>> = {
  'actions/adds-row.ts': 'export const it = (stores: any) => stores.activity.add({})',
  'runners/adds-rows.ts': 'export const it = ({ activity }: any) => activity.addAll([])',
  'actions/raises-alarm.ts': 'export const it = ({ alarms }: any) => alarms.insert({})',
  'runners/ends-alarm.ts': 'export const it = (stores: any) => stores.alarms.update({})',
}
const BY_LOGBOOK = {
  'logbook/adds-row.ts':
    'export const it = ({ activity, alarms }: any) => [activity.add({}), alarms.insert({})]',
  'actions/reads-rows.ts':
    'export const it = ({ activity, alarms }: any) => [activity.page({}), alarms.get(1)]',
  'actions/adds-row.test.ts': 'export const it = ({ activity }: any) => activity.add({})',
}

/** Rounds of imports: of two, of three, and a row that leads nowhere. */
const ROUNDS: Readonly<Record<string, string>> = {
  'actions/two-a.ts': "export { b as a } from './two-b.ts'",
  'actions/two-b.ts': "export { a as b } from './two-a.ts'",
  'store/three-a.ts': "import { b } from './three-b.ts'\nexport const a = () => b",
  'store/three-b.ts': "import { c } from './three-c.ts'\nexport const b = () => c",
  'store/three-c.ts': "import { a } from './three-a.ts'\nexport const c = () => a",
}
const ROW = {
  'store/row-a.ts': "export { b as a } from './row-b.ts'",
  'store/row-b.ts': "export { leaf as b } from './leaf.ts'",
}

/** From every folder into every other of the same room. */
const STAIRS = Object.entries(ORDER).flatMap(([room, folders]) =>
  folders.flatMap((from, at) =>
    folders.flatMap((to, there) => {
      const [here, end] = [`${from}/`, `${to}/`].map((folder) => folder.replace('./', ''))
      const isUp = there > at
      const file = `${here}to-${to === '.' ? 'room' : to}.ts`
      const up = here === '' ? './' : '../'
      return from === to ? [] : [{ room, file, isUp, text: `export { leaf } from '${up}${end}leaf.ts'` }]
    }),
  ),
)

const underOf = (room: string) => (PACKAGES.includes(room) ? `packages/${room}/src` : `${SERVER}/${room}`)

interface Diagnostic {
  readonly code: string
  readonly filename: string
  readonly message: string
}

describe('the house', () => {
  let folder = ''
  let found: readonly Diagnostic[] = []

  const plant = (place: string, text: string, under = SERVER) => {
    const file = path.join(folder, under, place)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${text}\n`)
  }

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'reveille-house-'))
    for (const file of ['.oxlintrc.json', 'scripts/house-rules.mjs'])
      cpSync(path.join(ROOT, file), path.join(folder, file))
    for (const place of [...ROOMS.map((room) => `${room}/leaf.ts`), ...PORTS])
      plant(place, 'export const leaf = 1')
    for (const { file, target } of pairs) plant(file, `export { leaf } from '${specifierOf(file, target)}'`)
    for (const [name, text] of Object.entries(TIME_AND_CHANCE))
      for (const room of ROOMS) plant(fileFor(room, name), text)
    for (const [place, text] of Object.entries({
      ...WAYS,
      ...PLAIN,
      ...ENVIRONMENT,
      ...PAST_LOGBOOK,
      ...BY_LOGBOOK,
      ...ROUNDS,
      ...ROW,
    }))
      plant(place, text)
    for (const { room, file, text } of STAIRS) plant(file, text, underOf(room))
    plant('anywhere.ts', 'export const it = () => [Date.now(), process.env.HOME]', 'packages/sip/src')
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
  const foundBy = (code: string) => [
    ...new Set(
      found
        .filter((one) => one.code === code)
        .map((one) => path.posix.relative(SERVER, one.filename.replaceAll(path.sep, '/'))),
    ),
  ]

  /** The rows of the table under a heading of docs/house.md: the name in the first cell, and the words of the next. */
  const rowsUnder = (heading: string) =>
    (
      readFileSync(path.join(ROOT, 'docs/house.md'), 'utf8')
        .split(/^## /m)
        .find((part) => part.startsWith(heading)) ?? ''
    ).split('\n')

  describe('the folders of a room', () => {
    it('are in the same order in docs/house.md', () => {
      const rows = rowsUnder('The order of folders')
        .map((line) => /^\| `(\w+)` +\| (.*) \|$/.exec(line))
        .flatMap((row) => (row ? [[row[1], (row[2] ?? '').trim().split(', ')] as const] : []))
      expect(Object.fromEntries(rows)).toEqual(ORDER)
    })

    it.each(Object.keys(ORDER))('of %s import downwards only', (room) => {
      const isFound = ({ file }: { file: string }) =>
        found.some(
          (one) => one.code === 'house(folders)' && one.filename.endsWith(`${underOf(room)}/${file}`),
        )
      const stairs = STAIRS.filter((one) => one.room === room)
      expect(stairs.filter(isFound).map(({ file }) => file)).toEqual(
        stairs.filter(({ isUp }) => isUp).map(({ file }) => file),
      )
    })
  })

  describe('who may import whom', () => {
    it('is written in the same words in docs/house.md', () => {
      const rows = rowsUnder('Who may import whom')
        .map((line) => /^\| `(\w+)` +\| (.*) \|$/.exec(line))
        .flatMap((row) => (row ? [[row[1], row[2] ?? ''] as const] : []))
        .filter(([room]) => ROOMS.includes(String(room)))
        .map(([room, words]) => {
          const named = words.match(/[a-z]+(?:\/[a-z]+)?(?:\.ts)?/g) ?? []
          return [room, named.filter((name) => TARGETS.includes(name))]
        })
      expect(Object.fromEntries(rows)).toEqual(MAY_IMPORT)
    })

    it.each(ROOMS)('keeps %s out of every room that is closed to it, and lets it into the others', (room) => {
      const own = pairs.filter((pair) => pair.room === room)
      const refused = new Set(foundBy('house(imports)'))
      expect(own.filter((pair) => refused.has(pair.file)).map((pair) => pair.target)).toEqual(
        own.filter((pair) => !isAllowed(pair)).map((pair) => pair.target),
      )
    })

    it('names the room and what it must not import', () => {
      const one = found.find((diagnostic) => diagnostic.filename.endsWith('hotel/to-store.ts'))
      expect(one?.message).toContain('hotel may not import store/leaf.ts')
    })

    it.each(Object.keys(WAYS))('sees it however it is written: %s', (place) => {
      expect(foundBy('house(imports)')).toContain(place)
    })
  })

  describe('time and chance', () => {
    it.each(Object.keys(TIME_AND_CHANCE))('come in through the door only: %s', (name) => {
      const files = ROOMS.map((room) => fileFor(room, name))
      expect(foundBy('house(clock)')).toEqual(expect.arrayContaining(files))
    })
  })

  describe('the environment', () => {
    it.each(Object.keys(ENVIRONMENT))('is read at the front door only: %s', (place) => {
      expect(foundBy('house(environment)')).toContain(place)
    })

    it('is found where it was planted, and nowhere else', () => {
      expect(foundBy('house(environment)').toSorted()).toEqual(Object.keys(ENVIRONMENT).toSorted())
    })
  })

  it('writes its log and its alarms in one room only', () => {
    expect(foundBy('house(logbook)').toSorted()).toEqual(Object.keys(PAST_LOGBOOK).toSorted())
  })

  it('has no rounds of imports, of two files or of three', () => {
    expect(foundBy('import(no-cycle)').toSorted()).toEqual(Object.keys(ROUNDS).toSorted())
  })

  it.each([...Object.keys(PLAIN), ...Object.keys(ROW), '../../sip/src/anywhere.ts'])(
    'has nothing against what is in its place: %s',
    (place) => {
      const rules = [
        'house(imports)',
        'house(folders)',
        'house(clock)',
        'house(environment)',
        'import(no-cycle)',
      ]
      expect(rules.filter((rule) => foundBy(rule).includes(place))).toEqual([])
    },
  )
})
