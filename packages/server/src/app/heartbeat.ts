import type { Settings } from '../actions/settings.ts'
import type { Telephony } from '../calls/lines/telephony.ts'
import type { Guard } from '../connectors/webhook/guard.ts'
import { httpHeartbeat } from '../connectors/webhook/heartbeat.ts'
import { type Clock, seconds } from '../kernel/clock.ts'
import { within } from '../kernel/within.ts'
import { HeartbeatRunner } from '../runners/watch/heartbeat.ts'
import type { OutageJournal } from '../runners/wakeups/outage-journal.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import type { AppConfig, Outside } from './config.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly telephony: Telephony
  readonly outage: OutageJournal
  readonly guard: Guard
  isTurning(): boolean
}

const PATIENCE = seconds(5)

/** Who tells a monitor elsewhere that the house is well. */
export const assembleHeartbeat = ({ product }: AppConfig, { clock, log }: Outside, ground: Ground) =>
  new HeartbeatRunner({
    clock,
    log,
    heartbeat: httpHeartbeat({
      guard: ground.guard,
      version: product.version,
      siteProxy: () => ground.settings.current().network,
    }),
    address: () => ground.settings.current().network.heartbeat,
    trouble: () => troubleOf(ground, clock),
  })

/** Well is a house whose loops turn, whose database takes what is written, and that has a line to ring by. */
async function troubleOf({ database, telephony, outage, isTurning }: Ground, clock: Clock) {
  if (!isTurning()) return 'the loops that ring the rooms stand still'
  if (outage.since !== null) return `nothing can be written: ${outage.why}`
  if (!telephony.caller.describe().some(({ working }) => working)) return 'no telephone line works'
  const written = database.transaction(({ site }) => site.remember('well', String(clock.now())))
  const inTime = await within(
    clock,
    PATIENCE,
    written.then(() => 'written'),
  )
  return inTime === null ? 'the database does not answer' : null
}
