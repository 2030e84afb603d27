import { type Alarm, tellingOf } from '../../hotel/desk/alarm.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { livesAmong, type Whose } from '../../hotel/nodes/houses.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { heardWithin } from '../../kernel/within.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import type { LateAlarm } from '../../logbook/late-alarm.ts'
import type { OutageAlarms } from '../wakeups/outage-alarms.ts'
import type { Outage } from '../wakeups/outage-journal.ts'
import type { Patience } from '../wakeups/patience.ts'
import type { DeskBook } from './desk-book.ts'

interface Parts {
  readonly book: DeskBook
  readonly outage: Pick<Outage, 'since' | 'why' | 'begins' | 'onOver' | 'onWriteBack'>
  readonly patience: Patience
  /** What the desk must know meanwhile. */
  readonly alarms: OutageAlarms
  readonly clock: Clock
  zone(): Zone
  /** What is due by then is known, and rings. */
  knownUntil(): Instant
  /** Whose desks are ours to tell. */
  whose(): Whose
}

/** An outage that is over sooner is not told. */
const TOLD_AFTER = seconds(10)
const PATIENCE = seconds(2)
const DATABASE = 'database'

export type LastingDeskBook = DeskBook & {
  /** The time is another by so much: what is only remembered waits as long as it would have. */
  moved(by: number): void
}

/**
 * The desk's book of a process that has lost its database: what the desk must know meanwhile is kept in memory, told all
 * the same, and written down once that is possible.
 */
export function lastingDeskBook(parts: Parts): LastingDeskBook {
  const { book, outage, patience, alarms, clock, zone, knownUntil, whose } = parts
  const ours = alarms.of
  const isAway = () => outage.since !== null

  /** What was in the database before is told on from memory, and written with the rest. */
  const remember = (told: readonly Alarm[]): LateAlarm[] => {
    for (const alarm of told.filter(({ id }) => ours([id]).length === 0))
      alarms.add({ alarm, notes: [], acknowledged: null, over: null })
    return ours(told.map(({ id }) => id))
  }

  const noneIfAway = (error: unknown): Alarm[] => {
    if (!outage.begins(error)) throw error
    return []
  }

  /** The first thing to know is that nothing can be written. */
  const tellOfOutage = (since: Instant) => {
    const until = formatInstant(Math.max(since, knownUntil()), zone())
    const text = `I cannot write: calls until ${until.slice(11, 16)} will ring, nothing new can be taken (${outage.why})`
    const detail = { why: outage.why, until }
    alarms.raise({ kind: 'database.away', subject: DATABASE, tenant: '', room: '', text, detail })
  }

  let isMended = false
  outage.onWriteBack({
    hasNews: () => !isMended,
    write: (stores) =>
      mendAlarms(stores, ['database.away'], DATABASE, 'The database is written again', clock.now()),
    written: () => (isMended = true),
  })
  outage.onOver(() => (isMended = false))

  return {
    async raised(news) {
      if (isAway()) return alarms.raise(news)
      // A server that is only slow is waited for: what is kept in memory is for an outage.
      await patience
        .direct(() => book.raised(news), PATIENCE)
        .catch((error: unknown) => {
          if (!outage.begins(error)) throw error
          alarms.raise(news)
        })
    },

    moved: alarms.moved,

    async due(by, limit) {
      if (!isAway()) {
        const due = await heardWithin(clock, PATIENCE, book.due(by, limit)).catch(noneIfAway)
        if (!isAway()) return due ?? []
      }
      const since = outage.since ?? clock.now()
      // One of all nodes tells what belongs to no tenant.
      if (clock.now() - since >= TOLD_AFTER && livesAmong(NO_TENANT, whose())) tellOfOutage(since)
      return alarms
        .open()
        .filter(({ nextAt, tenant }) => nextAt <= by && livesAmong(tenant, whose()))
        .slice(0, limit)
    },

    async open(wanted) {
      const known = ours(wanted).map(({ alarm }) => alarm)
      const others = isAway()
        ? []
        : await book.open(wanted.filter((id) => !known.some((one) => one.id === id)))
      return [...known.filter(({ state }) => state === 'open'), ...others]
    },

    async change(told, change, note) {
      const kept = isAway() ? remember(told) : ours(told.map(({ id }) => id))
      for (const one of kept) {
        if (one.alarm.state !== 'open') continue
        one.alarm = { ...one.alarm, ...tellingOf(change(one.alarm)) }
        if (note) one.notes.push({ note, at: clock.now() })
      }
      const others = told.filter(({ id }) => ours([id]).length === 0)
      if (!isAway()) await book.change(others, change, note)
    },

    async acknowledged(told, how) {
      const kept = isAway() ? remember(told) : ours(told.map(({ id }) => id))
      for (const one of kept) {
        if (one.alarm.state !== 'open') continue
        one.alarm = { ...one.alarm, state: 'acknowledged', calls: one.alarm.calls + 1 }
        one.acknowledged = { how, at: clock.now() }
      }
      const others = told.filter(({ id }) => ours([id]).length === 0)
      if (!isAway()) await book.acknowledged(others, how)
    },
  }
}
