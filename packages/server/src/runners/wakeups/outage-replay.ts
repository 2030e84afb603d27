import { leadersAmong } from './companions.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import type { Instant } from '../../kernel/clock.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import { withLateRows } from '../../logbook/late-rows.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { Decisions } from './wakeup-decisions.ts'
import { attemptOf, attemptKeyOf, oneMoreDial, type WakeupEntries } from './wakeup-entries.ts'
import { writeNotes } from './wakeup-notes.ts'
import { type LateCall, replayedLate } from './late-calls.ts'
import type { OutageBegin, OutageEntry, OutageRecord } from './outage-entry.ts'
import { partedByClaimer } from './whose-entry.ts'

interface Parts {
  readonly entries: WakeupEntries
  readonly decide: Decisions
}

/**
 * Writes what happened while the database was away, in the caller's transaction, as it would have been written then; what
 * others have gone on with since is only told. Gives the calls that were answered there, whoever rings them now.
 */
export const outageReplay =
  (parts: Parts) =>
  async (
    stores: Stores,
    one: OutageRecord,
    rest: readonly OutageRecord[],
    now: Instant,
  ): Promise<LateCall[]> => {
    if (one.what === 'away') {
      await began(stores, one, now)
      return []
    }
    return withLateRows(stores, now, async (late) => {
      // Held until this is written: nobody takes the houses of that node over before.
      const isLost = one.node !== undefined && !(await stores.nodes.fence(one.node))
      const { ours, theirs } = isLost ? { ours: null, theirs: one } : await partedByClaimer(stores, one)
      if (ours) await replayed(parts, late, ours)
      return theirs ? replayedLate(parts.entries, late, theirs, rest) : []
    })
  }

const began = (stores: Stores, { at, why }: OutageBegin, now: Instant) =>
  record(stores, ITSELF, at, {
    kind: 'outage.began',
    tenant: '',
    text: `The database could not be written: ${why}`,
    detail: { why, written: formatInstant(now, 'UTC') },
  })

async function replayed({ entries, decide }: Parts, stores: Stores, entry: OutageEntry): Promise<unknown> {
  switch (entry.what) {
    case 'armed':
      return armed(entries, stores, entry)
    case 'postponed':
      await stores.wakeups.takeUp(entry.call)
      return stores.wakeups.updateHeld({ ...entry.call, nextAt: entry.nextAt }, entry.call)
    case 'disarmed':
      for (const call of entry.calls) await stores.attempts.forget(attemptKeyOf(call))
      return stores.wakeups.free(entry.calls)
    case 'begun':
      return entries.begun(stores, entry.calls)
    case 'noted':
      return writeNotes(stores, entry.calls)
    case 'answered':
      return entries.answered(stores, entry.answers, entry.at)
    case 'heard':
      return entries.heard(stores, entry.calls, entry.at)
    case 'pressed':
      return entries.pressed(stores, entry.call, entry.keys, entry.note)
    case 'ended':
      return entries.ended(stores, entry.endings, entry.at)
    case 'interrupted':
      return entries.interrupted(
        stores,
        entry.interruptions.map(({ attempt }) => attempt),
        entry.at,
      )
    case 'given up':
      await stores.wakeups.takeUp(entry.call)
      return decide.settle(stores, entry.call, entry.verdict, entry.at, [], (next) =>
        stores.wakeups.updateHeld(next, entry.call),
      )
    case 'clock':
      return record(stores, ITSELF, entry.at, { ...entry.row, tenant: '' })
    case 'moved':
      return stores.waits.move(entry.by, entry.before)
    case 'alarm over':
      return mendAlarms(stores, [entry.kind], entry.subject, entry.text, entry.at)
  }
}

/** A call that was changed before this could be written was rung all the same. */
async function armed(
  entries: WakeupEntries,
  stores: Stores,
  { armings, at }: Extract<OutageEntry, { what: 'armed' }>,
) {
  for (const { call } of armings) await stores.wakeups.takeUp(call)
  // Calls of the same room and minute rang with them, which was to be written when they were claimed.
  await leadersAmong(
    stores,
    armings.map(({ call }) => call),
    at,
  )
  const held = new Set((await entries.arm(stores, armings, at)).map(({ id }) => id))
  const changed = armings.filter(({ call }) => !held.has(call.id))
  const attempts = changed.map((arming) => attemptOf(oneMoreDial(arming.call), arming, at))
  const made = await stores.attempts.ofWakeups(attempts.map(({ wakeup }) => wakeup))
  // Another process has rung it under that number.
  const isMade = ({ wakeup, number }: Attempt) =>
    made.some((one) => one.wakeup === wakeup && one.number === number)
  await stores.attempts.insert(await stores.attempts.possible(attempts.filter((one) => !isMade(one))))
}

/** Everything is written: from here on rows are written as things happen. */
export const outageOver = (stores: Stores, since: Instant, now: Instant): Promise<void> =>
  record(stores, ITSELF, now, {
    kind: 'outage.over',
    tenant: '',
    text: `The database is written again, after ${Math.round((now - since) / 1_000)} s`,
    detail: { since: formatInstant(since, 'UTC'), seconds: Math.round((now - since) / 1_000) },
  })
