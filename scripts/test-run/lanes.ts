// Which test runs where. `npm run test:fast` runs FAST, `npm test` the default lane as well, `npm run test:all` everything
// under WHOLE. A test of the default lane is one proof of its kind: what repeats, doubles or widens one runs in
// `test:all` only.

/** Beside their source: nothing but Node, no seconds of waiting, no network. */
export const FAST = 'packages/*/src/**/*.test.ts'
export const WHOLE = 'packages/*/test/**/*.test.ts'
/** They put something of their own in the place of a module, so each runs in a process of its own. */
export const ALONE: readonly string[] = ['packages/server/test/faults.test.ts']

/** Seconds of processor time that one file of the default lane may take, on a machine half as fast as a quiet one of 2026. */
export const LIMIT_SECONDS = 45

const inServer = (...names: string[]) => names.map((name) => `packages/server/test/${name}.test.ts`)
const inSip = (...names: string[]) => names.map((name) => `packages/sip/test/${name}.test.ts`)
const inFias = (...names: string[]) => names.map((name) => `packages/fias/test/${name}.test.ts`)

const inConsole = (...names: string[]) => names.map((name) => `packages/console/test/${name}.test.ts`)
const pages = (...names: string[]) => inConsole(...names.map((name) => `pages/${name}`))

export const DEFAULT_LANE: readonly string[] = [
  // The REST interface and who may use it.
  ...inServer('access', 'answers', 'to-the-letter', 'door', 'sign-in', 'sessions', 'session-attacks'),
  ...inServer('idempotency', 'openapi', 'examples', 'events', 'console', 'tenant-names'),
  // Wake-up calls, from the request to the proof.
  ...inServer('wakeup', 'wakeup-wishes', 'wakeup-series', 'wakeup-companions', 'wakeup-restore'),
  ...inServer('ringing', 'wakeup-keys', 'wakeup-lines', 'wakeup-machines', 'wakeup-desk', 'wakeup-truth'),
  ...inServer('wakeup-clock', 'wakeup-method', 'wakeup-ahead'),
  ...inServer('wakeup-record', 'dossier', 'night-list', 'report', 'review', 'retention'),
  // The desk is alarmed.
  ...inServer('wakeup-alarm', 'desk-keys', 'desk-chain', 'mail', 'heartbeat'),
  // Charges, rooms and guests.
  ...inServer('inventory', 'postable', 'take-back', 'take-back-corners', 'take-back-guests'),
  ...inServer('charge-report', 'board', 'room-marks', 'status-changes'),
  ...inServer('guests', 'stay', 'departures'),
  // Deliveries, by webhook and to a property system.
  ...inServer('deliveries', 'deliveries-queue', 'deliveries-doubt', 'deliveries-hand', 'webhook'),
  ...inServer('webhook-hotel', 'webhook-events', 'fias', 'fias-answers', 'fias-link'),
  ...inServer('fias-doubts', 'fias-late', 'fias-waits', 'fias-faults', 'deliveries-gone'),
  ...inServer('property-guests', 'property-announced', 'property-link'),
  // Menus and phrases.
  ...inServer('menu-guest', 'menu-staff', 'languages', 'recordings'),
  // Lines and the audio thread, up to programs of others: one call each with sipp and baresip, one PBX.
  ...inServer('telephony', 'line-test', 'dead-lines', 'exchange-outage'),
  ...inSip('whole-call', 'inbound', 'call-handle', 'rfc3665-alice', 'rfc3665-bob', 'rfc3665-registration'),
  ...inSip('sipp-calls', 'sipp-fail-over', 'baresip-call', 'kamailio-call'),
  ...inFias('link', 'posting', 'records', 'mistakes', 'docs'),
  // Faults: kill -9, a database that goes away, a full disk, a clock that jumps, another node that vanishes.
  ...inServer('crash', 'wakeup-recovery', 'wakeup-database', 'wakeup-outage', 'outage-answers'),
  ...inServer('two-nodes', 'tampering'),
  ...inServer('flood', 'nodes-journal', 'nodes-houses', 'databases/nodes', 'write-races', 'settle-races'),
  // Databases, backup and restore, commands.
  ...inServer('databases/stores', 'databases/migrations', 'databases/backup', 'databases/restore'),
  ...inServer('databases/doctor', 'databases/log-check', 'databases/sealer', 'both-databases', 'quiet-house'),
  ...inServer('first-start', 'setup', 'configuration-forms', 'upkeep'),
  // Each page of the console, in a browser.
  ...pages('alarms', 'deliveries', 'delivery', 'guests', 'guide', 'log', 'me', 'minibar'),
  ...pages('reports', 'room', 'rooms', 'settings', 'setup', 'system', 'today', 'wakeup', 'welcome'),
  ...inConsole('words', 'documentation', 'house'),
  // What is written about it, and how the code is laid out.
  ...inServer(
    'docs',
    'docs-pages',
    'claims',
    'house',
    'names',
    'lanes',
    'skipped-tests',
    'sbom',
    'client-table',
    'site-words',
  ),
]

/** The command that a test file is first part of; none where no command runs it. */
export function laneOf(file: string): 'test:fast' | 'test' | 'test:all' | undefined {
  if (DEFAULT_LANE.includes(file)) return 'test'
  const [, folder] = /^packages\/\w+\/(src|test)\/.*\.test\.ts$/.exec(file) ?? []
  if (folder === 'src') return 'test:fast'
  return folder === 'test' ? 'test:all' : undefined
}
