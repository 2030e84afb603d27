import { HEARD_ENOUGH_MS } from '../../hotel/wakeups/answered-for-good.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import type { Stores } from '../../store/stores/stores.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { OutageEntry, OutageRecord } from './outage-entry.ts'
import { howFar, type Late, type WakeupEntries } from './wakeup-entries.ts'
import { writeNotes } from './wakeup-notes.ts'

/** A phone was picked up at a node that had lost the house, and whether the call is settled by that. */
export interface LateCall {
  readonly call: ClaimedWakeup
  readonly isSettled: boolean
}

/**
 * What the journal of a node says of calls that others have taken over: it is told, and an answer for good settles the
 * call, wherever it waits or rings by now. Everything else is theirs to decide. `rest`: what comes after it.
 */
export async function replayedLate(
  entries: Pick<WakeupEntries, 'late'>,
  stores: Stores,
  entry: OutageEntry,
  rest: readonly OutageRecord[],
): Promise<LateCall[]> {
  switch (entry.what) {
    case 'begun':
    case 'noted':
      await writeNotes(stores, entry.calls)
      return []
    case 'answered':
      await writeNotes(
        stores,
        entry.answers.map(({ rung }) => rung),
      )
      return []
    case 'heard':
      return eachOf(
        entry.calls.filter((call) => !isEndedIn(rest, call)),
        (call) =>
          entries.late(stores, call, { answered: true, heardMs: HEARD_ENOUGH_MS, keys: '' }, entry.at),
      )
    case 'pressed':
      await writeNotes(stores, [{ call: entry.call, notes: [entry.note] }])
      return eachOf(isEndedIn(rest, entry.call) ? [] : [entry.call], (call) =>
        entries.late(stores, call, { answered: true, heardMs: 0, keys: entry.keys }, entry.at),
      )
    case 'ended':
      return ended(entries, stores, entry)
    case 'clock':
      await record(stores, ITSELF, entry.at, { ...entry.row, tenant: '' })
      return []
    case 'armed':
    case 'disarmed':
    case 'interrupted':
    case 'postponed':
    case 'given up':
    case 'moved':
    case 'alarm over':
      return []
  }
}

async function ended(
  entries: Pick<WakeupEntries, 'late'>,
  stores: Stores,
  { endings, at }: Extract<OutageEntry, { what: 'ended' }>,
): Promise<LateCall[]> {
  await writeNotes(
    stores,
    endings.map(({ rung }) => rung),
  )
  const answered = endings.filter((ending) => howFar(ending).answered)
  const how = new Map(answered.map((ending) => [ending.rung.call, howFar(ending)]))
  return eachOf([...how.keys()], (call) => {
    const facts = how.get(call)
    return facts ? entries.late(stores, call, facts, at) : Promise.resolve('known')
  })
}

async function eachOf(
  calls: readonly ClaimedWakeup[],
  tell: (call: ClaimedWakeup) => Promise<Late>,
): Promise<LateCall[]> {
  const told: LateCall[] = []
  for (const call of calls) {
    const late = await tell(call)
    if (late !== 'known') told.push({ call, isSettled: late === 'settled' })
  }
  return told
}

/** Its end says more than what came before it. */
const isEndedIn = (rest: readonly OutageRecord[], { id, dials }: ClaimedWakeup) =>
  rest.some(
    (one) =>
      one.what === 'ended' &&
      one.endings.some(({ rung: { call } }) => call.id === id && call.dials === dials),
  )
