// Calls that are all due before anybody looks, carried out by the real runner on a real database, with a telephone that
// only notes when it is told to dial: what is measured is the work alone. Prints what it found as JSON.
import { patience } from '../../packages/server/src/runners/wakeups/patience.ts'
import { ALONE, NO_OUTAGE } from '../../packages/server/testing/no-outage.ts'
import { policyOf } from '../../packages/server/src/hotel/wakeups/wakeup-policy.ts'
import { DEFAULTS } from '../../packages/server/src/hotel/settings/defaults.ts'
import { unrung, type Wakeup } from '../../packages/server/src/hotel/wakeups/wakeup.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { systemIds } from '../../packages/server/src/kernel/ids.ts'
import { silentLog } from '../../packages/server/src/kernel/log.ts'
import { wakeupBook } from '../../packages/server/src/runners/wakeups/wakeup-book.ts'
import { aloneAtHome } from '../../packages/server/src/runners/nodes/at-home.ts'
import { WakeupRunner } from '../../packages/server/src/runners/wakeups/wakeup-runner.ts'
import { openDatabase } from '../../packages/server/src/store/engine/database.ts'
import { createStores } from '../../packages/server/src/store/stores/stores.ts'
import { nullTelephone } from '../null-telephone.ts'

const [place = '', callsText = ''] = process.argv.slice(2)
const calls = Number(callsText)

const clock = systemClock()
const ids = systemIds()
const url = place.startsWith('postgres:') ? place : undefined
const database = await openDatabase({
  url,
  folder: url ? undefined : place,
  // With a door to the table itself, for what only a benchmark does.
  createStores: (db, dialect) => ({ ...createStores(db, dialect), db }),
  clock,
  log: silentLog,
})
const policy = () => policyOf({ ...DEFAULTS.wakeup }, null)

const callOf = (room: number, at: number): Wakeup => ({
  id: ids.uuid(),
  tenant: '',
  room: String(room),
  list: 'pending',
  state: 'pending',
  outcome: null,
  machineOutcome: null,
  proof: null,
  scheduledAt: at,
  wall: null,
  zone: 'Europe/Zurich',
  days: [],
  until: null,
  skipped: [],
  series: null,
  confirm: false,
  prompt: 0,
  attempts: 0,
  snoozes: 0,
  askedBy: 'due',
  actor: 'due',
  source: 'rest',
  createdAt: at,
  settledAt: null,
  ...unrung(at),
  occurrence: null,
})

const FAR = 86_400_000

/** In one transaction for each thousand, for a day far away. */
async function store() {
  for (let from = 0; from < calls; from += 1_000)
    await database.transaction(async (stores) => {
      for (let room = from; room < Math.min(calls, from + 1_000); room++)
        await stores.wakeups.insert(callOf(room, clock.now() + FAR))
    })
}

async function fill() {
  const known = new Set((await database.read.mailboxes.list(null)).map(({ number }) => number))
  await database.transaction(async (stores) => {
    for (let room = 0; room < calls; room++) {
      const number = String(room)
      const place = { floor: '', section: '' }
      const mailbox = {
        tenant: '',
        number,
        extension: number,
        name: '',
        language: null,
        vip: false,
        ...place,
      }
      if (!known.has(number)) await stores.mailboxes.insert(mailbox)
    }
  })
}

await fill()
await store()
const dueAt = clock.now()
await database.transaction(({ db }) =>
  db
    .updateTable('wakeup')
    .set({ scheduled_at: dueAt, due_at: dueAt, next_at: dueAt })
    .where('actor', '=', 'due')
    .where('list', '=', 'pending')
    .execute(),
)
const start = clock.now()

const lateness: number[] = []
let finish: () => void = () => {}
const finished = new Promise<void>((resolve) => (finish = resolve))
const { caller, voice } = nullTelephone(() => {
  lateness.push(clock.now() - start)
  if (lateness.length === calls) finish()
})
const home = aloneAtHome()
const runner = new WakeupRunner({
  home,
  book: wakeupBook({ database, unfenced: database, ids, policy, whose: () => null, onLate: () => {} }),
  outage: NO_OUTAGE,
  patience: patience({ clock, isThere: () => Promise.resolve(false) }),
  alive: ALONE,
  outageDesk: { raise: () => {}, end: () => {} },
  caller,
  voice,
  clock,
  log: silentLog,
  policy,
  site: () => ({ name: 'Bench', language: 'en', spoken: ['en'] }),
  callsPerSecond: () => Infinity,
  prompt: () => Promise.resolve(undefined),
})
runner.start()
await home.start()
await finished
await runner.stop()
await database.close()
process.stdout.write(`${JSON.stringify(lateness)}\n`)
process.exit(0)
