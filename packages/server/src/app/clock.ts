import type { AlarmNews } from '../hotel/desk/alarm.ts'
import { clockInStep } from '../kernel/machine.ts'
import type { DeliveryRunner } from '../runners/deliveries/delivery-runner.ts'
import type { DeskRunner } from '../runners/desk/desk-runner.ts'
import type { OutageAlarms } from '../runners/wakeups/outage-alarms.ts'
import type { OutageJournal } from '../runners/wakeups/outage-journal.ts'
import type { Patience } from '../runners/wakeups/patience.ts'
import type { SignOfLife } from '../runners/wakeups/sign-of-life.ts'
import type { WakeupRunner } from '../runners/wakeups/wakeup-runner.ts'
import type { AbsenceWatch } from '../runners/watch/absence-watch.ts'
import { clockBook } from '../runners/watch/clock-book.ts'
import { ClockWatch } from '../runners/watch/clock-watch.ts'
import { DatabaseClock } from '../runners/watch/database-clock.ts'
import type { Settings } from '../actions/settings.ts'
import type { HotelDatabase } from '../store/stores/stores.ts'
import type { Inside } from './config.ts'

interface Ground {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly runner: WakeupRunner
  readonly desk: DeskRunner
  readonly deliveryRunner: DeliveryRunner
  readonly lineWatch: AbsenceWatch
  readonly outage: OutageJournal
  readonly outageAlarms: OutageAlarms
  readonly alive: SignOfLife
  readonly patience: Patience
  readonly clockListeners: ClockWatch['deskSays'][]
  tellDesk(news: AlarmNews): Promise<void>
}

/** Who watches the machine's clock, and who is told when the house's time is another. */
export function assembleClock(inside: Inside, ground: Ground) {
  const { clock, ids, log } = inside
  const { database, settings, runner, desk, deliveryRunner, lineWatch, outage, alive } = ground
  const databaseClock = new DatabaseClock({ database, clock, ids })
  const clockWatch = new ClockWatch({
    database,
    book: clockBook({ ...ground, alarms: ground.outageAlarms, clock, log }),
    clock,
    log,
    zone: () => settings.current().site.timezone,
    elsewhere: databaseClock,
    synchronised: () => (inside.clockInStep ?? clockInStep)(),
    raise: (news) => ground.tellDesk(news),
    notes: inside.clockNotes,
  })
  clockWatch.onMoved((by, before) => runner.moved(by, before))
  for (const one of [outage, alive, desk, deliveryRunner, lineWatch])
    clockWatch.onMoved((by) => one.moved(by))
  ground.clockListeners.push((isRight, shows) => clockWatch.deskSays(isRight, shows))
  return { clockWatch, databaseClock }
}
