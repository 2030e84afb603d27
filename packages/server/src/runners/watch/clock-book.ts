import type { Fact } from '../../hotel/log/details.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { untilWritten } from '../../kernel/until-written.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { OutageAlarms } from '../wakeups/outage-alarms.ts'
import type { OutageEntry } from '../wakeups/outage-entry.ts'
import type { Outage } from '../wakeups/outage-journal.ts'
import type { Patience } from '../wakeups/patience.ts'
import { JUMPED } from './clock-notes.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly outage: Pick<Outage, 'isOn' | 'begins' | 'keep'>
  readonly alarms: Pick<OutageAlarms, 'end'>
  readonly patience: Patience
  readonly clock: Clock
  readonly log: Log
}

const PATIENCE = seconds(2)
/** A write that fails although the database is there. */
const MOST_TRIES = 5

export type ClockBook = ReturnType<typeof clockBook>

/**
 * What is written of the clock. While nothing can be written it goes into the journal, in its place among what happens
 * to calls: what was written there before the time was another is of the old time, and what comes after it of the new.
 */
export function clockBook({ database, outage, alarms, patience, clock, log }: Parts) {
  const once = async (
    wanted: (stores: Stores) => Promise<unknown>,
    entry: OutageEntry,
    done: (isKept: boolean) => void,
  ) => {
    let unanswered: Promise<unknown> | undefined
    if (!(await outage.isOn()))
      try {
        const work = () => database.transaction(wanted)
        await patience.direct(work, PATIENCE, (left) => void (unanswered = left))
        done(false)
        return true
      } catch (error) {
        if (!outage.begins(error)) throw error
      }
    const kept = outage.keep(entry, unanswered)
    done(true)
    await kept
    return true
  }

  const write = async (
    wanted: (stores: Stores) => Promise<unknown>,
    entry: OutageEntry,
    done: (isKept: boolean) => void = () => {},
  ): Promise<void> => {
    const isDone = await untilWritten(
      clock,
      () => once(wanted, entry, done),
      (error, tries) => {
        log.error({ event: 'clock.not-written', error: messageOf(error) }, 'Not written; tried again')
        return tries < MOST_TRIES ? 'again' : 'give up'
      },
    )
    if (isDone === null) done(false)
  }

  return {
    note(row: Fact<'clock.jumped' | 'clock.decided'> & { readonly text: string }): Promise<void> {
      const at = clock.now()
      return write((stores) => record(stores, ITSELF, at, { ...row, tenant: '' }), { what: 'clock', at, row })
    },

    /** The time that was `before` is `by` later; `follow`: from then on the house goes by it. */
    move: (by: number, before: Instant, follow: () => void): Promise<void> =>
      write((stores) => stores.waits.move(by, before), { what: 'moved', at: before, by, before }, follow),

    /** The clock is not in doubt any more. */
    alarmOver(text: string): Promise<void> {
      const at = clock.now()
      return write(
        (stores) => mendAlarms(stores, [JUMPED.kind], JUMPED.subject, text, at),
        { what: 'alarm over', at, ...JUMPED, text },
        (isKept) => (isKept ? alarms.end(JUMPED, text) : undefined),
      )
    },
  }
}
