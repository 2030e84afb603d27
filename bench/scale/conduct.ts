// Calls that are all due at once in the houses of one node, among those of many others, conducted by the real runner on a
// real database with a telephone that rings nobody. Prints what each step took for a call, and how many were conducted in
// a second.
import { Client } from 'pg'
import { patience } from '../../packages/server/src/runners/wakeups/patience.ts'
import { ALONE, NO_OUTAGE } from '../../packages/server/testing/no-outage.ts'
import { policyOf } from '../../packages/server/src/hotel/wakeups/wakeup-policy.ts'
import { DEFAULTS } from '../../packages/server/src/hotel/settings/defaults.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { systemIds } from '../../packages/server/src/kernel/ids.ts'
import { silentLog } from '../../packages/server/src/kernel/log.ts'
import { wakeupBook } from '../../packages/server/src/runners/wakeups/wakeup-book.ts'
import { aloneAtHome } from '../../packages/server/src/runners/nodes/at-home.ts'
import { WakeupRunner } from '../../packages/server/src/runners/wakeups/wakeup-runner.ts'
import { openDatabase } from '../../packages/server/src/store/engine/database.ts'
import { createStores } from '../../packages/server/src/store/stores/stores.ts'
import { nullTelephone } from '../null-telephone.ts'

const [url = '', housesText = '', callsText = '', roundText = ''] = process.argv.slice(2)
const [houses, calls, round] = [Number(housesText), Number(callsText), Number(roundText)]

const clock = systemClock()
const ids = systemIds()
const database = await openDatabase({
  url,
  createStores,
  clock,
  log: silentLog,
})
const policy = () => policyOf({ ...DEFAULTS.wakeup }, null)
const tenants = Array.from({ length: houses }, (_, n) => `h${n}`)

const dueAt = clock.now()
/** In each of the houses as many, one for a room. */
const client = new Client({ connectionString: url })
await client.connect()
await client.query(`insert into wakeup (id, tenant, room, list, state, scheduled_at, zone, days, skipped, confirm, prompt,
    attempts, snoozes, asked_by, actor, source, created_at, due_at, next_at)
  select gen_random_uuid()::text, 'h' || n % ${houses}, (1000 + n / ${houses})::text, 'pending', 'pending',
    ${dueAt}, 'Europe/Zurich', '', '', 0, 0, 0, 0, 'bench', 'round ${round}', 'rest', ${dueAt}, ${dueAt}, ${dueAt}
  from generate_series(0, ${calls - 1}) n`)
await client.end()

let rung = 0
let finish: () => void = () => {}
const finished = new Promise<void>((resolve) => (finish = resolve))
const { caller, voice } = nullTelephone(() => {
  rung += 1
  if (rung === calls) finish()
})
const took = { claim: 0, arm: 0, look: 0 }
const timed =
  <A extends unknown[], R>(step: keyof typeof took, work: (...words: A) => Promise<R>) =>
  async (...words: A): Promise<R> => {
    const begun = clock.elapsed()
    const done = await work(...words)
    took[step] += clock.elapsed() - begun
    return done
  }
const book = wakeupBook({ database, unfenced: database, onLate: () => {}, ids, policy, whose: () => tenants })
let ended = 0
let settle: () => void = () => {}
const settled = new Promise<void>((resolve) => (settle = resolve))
const home = aloneAtHome()
const runner = new WakeupRunner({
  home,
  book: {
    ...book,
    claim: timed('claim', book.claim),
    arm: timed('arm', book.arm),
    unchanged: timed('look', book.unchanged),
    begun: timed('look', book.begun),
    async ended(endings, now) {
      const done = await book.ended(endings, now)
      ended += endings.length
      if (ended === calls) settle()
      return done
    },
  },
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
const start = clock.elapsed()
runner.start()
await home.start()
await finished
await settled
const ms = clock.elapsed() - start
await runner.stop()
await database.close()
const each = { claim: took.claim / calls, arm: took.arm / calls, look: took.look / calls }
process.stdout.write(`${JSON.stringify({ ...each, conductedPerSecond: (calls / ms) * 1_000 })}\n`)
process.exit(0)
