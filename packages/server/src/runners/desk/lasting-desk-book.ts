import type { Alarm, AlarmNews } from '../../hotel/desk/alarm.ts'
import { raise } from '../../hotel/desk/alarm.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { heardWithin } from '../../kernel/within.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { type LateAlarm, writeLateAlarm } from '../../logbook/late-alarm.ts'
import type { Outage } from '../wakeups/outage-journal.ts'
import { HORIZON } from '../wakeups/calls-ahead.ts'
import type { DeskBook } from './desk-book.ts'

interface Parts {
  readonly book: DeskBook
  readonly outage: Pick<Outage, 'since' | 'why' | 'begins' | 'onOver' | 'onWriteBack'>
  readonly clock: Clock
  readonly ids: Ids
  zone(): Zone
}

/** An outage that is over sooner is not told. */
const TOLD_AFTER = seconds(10)
const PATIENCE = seconds(2)
const DATABASE = 'database'

export type LastingDeskBook = DeskBook & {
  /** While the database is away: the desk must know of this too. */
  raise(news: AlarmNews): void
}

/**
 * The desk's book of a process that has lost its database: what the desk must know meanwhile is kept in memory, told all
 * the same, and written down once that is possible.
 */
export function lastingDeskBook({ book, outage, clock, ids, zone }: Parts): LastingDeskBook {
  let remembered: LateAlarm[] = []
  const add = (news: AlarmNews) =>
    remembered.push({ alarm: raise({ id: ids.uuid(), ...news }, clock.now()), notes: [], acknowledged: null })
  const ours = (ids: readonly string[]) => remembered.filter(({ alarm }) => ids.includes(alarm.id))
  const isAway = () => outage.since !== null

  const noneIfAway = (error: unknown): Alarm[] => {
    if (!outage.begins(error)) throw error
    return []
  }

  /** The first thing to know is that nothing can be written. */
  const tellOfOutage = (since: Instant) => {
    if (remembered.some(({ alarm }) => alarm.kind === 'database.away')) return
    const until = formatInstant(since + HORIZON, zone())
    const text = `I cannot write: calls until ${until.slice(11, 16)} will ring, nothing new can be taken (${outage.why})`
    const detail = { why: outage.why, until }
    add({ kind: 'database.away', subject: DATABASE, tenant: '', room: '', text, detail })
  }

  outage.onWriteBack(async (stores) => {
    for (const one of remembered) await writeLateAlarm(stores, one)
    await mendAlarms(stores, ['database.away'], DATABASE, 'The database is written again', clock.now())
  })
  // Only now: the transaction may have been tried more than once.
  outage.onOver(() => (remembered = []))

  return {
    raise: (news) => void add(news),

    async due(by, limit) {
      if (!isAway()) {
        const due = await heardWithin(clock, PATIENCE, book.due(by, limit)).catch(noneIfAway)
        if (!isAway()) return due ?? []
      }
      const since = outage.since ?? clock.now()
      if (clock.now() - since >= TOLD_AFTER) tellOfOutage(since)
      const open = remembered.map(({ alarm }) => alarm).filter(({ state }) => state === 'open')
      return open.filter(({ nextAt }) => nextAt <= by).slice(0, limit)
    },

    async open(wanted) {
      const known = ours(wanted).map(({ alarm }) => alarm)
      const others = isAway()
        ? []
        : await book.open(wanted.filter((id) => !known.some((one) => one.id === id)))
      return [...known.filter(({ state }) => state === 'open'), ...others]
    },

    async change(alarms, change, told) {
      for (const one of ours(alarms.map(({ id }) => id))) {
        one.alarm = { ...one.alarm, ...change(one.alarm) }
        if (told) one.notes.push({ note: told, at: clock.now() })
      }
      const others = alarms.filter(({ id }) => ours([id]).length === 0)
      if (!isAway()) await book.change(others, change, told)
    },

    async acknowledged(alarms, how) {
      for (const one of ours(alarms.map(({ id }) => id))) {
        one.alarm = { ...one.alarm, state: 'acknowledged', calls: one.alarm.calls + 1 }
        one.acknowledged = { how, at: clock.now() }
      }
      const others = alarms.filter(({ id }) => ours([id]).length === 0)
      if (!isAway()) return book.acknowledged(others, how)
      for (const alarm of others)
        remembered.push({ alarm, notes: [], acknowledged: { how, at: clock.now() } })
    },
  }
}
