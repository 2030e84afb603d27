import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type ClaimedWakeup, claimerOf } from '../../store/stores/wakeup-claims.ts'
import type { OutageEntry } from './outage-entry.ts'
import { attemptKeyOf } from './wakeup-entries.ts'

/** What is to be written as it would have been written then, and what others have gone on with since. */
interface Parted {
  readonly ours: OutageEntry | null
  readonly theirs: OutageEntry | null
}

/** An attempt that another process has made under the same number is not written over. */
export async function partedByClaimer(stores: Stores, entry: OutageEntry): Promise<Parted> {
  const claimed = attemptsIn(entry)
  const rows = await stores.attempts.ofWakeups([...new Set(claimed.map(({ wakeup }) => wakeup))])
  const claimers = new Map(rows.map((row) => [nameOf(row), row.claimer]))
  const theirs = new Set(
    claimed
      .filter((one) => (claimers.get(nameOf(one)) ?? one.claimer) !== one.claimer)
      .map(({ call }) => call),
  )
  if (theirs.size === 0) return { ours: entry, theirs: null }
  return { ours: only(entry, (id) => !theirs.has(id)), theirs: only(entry, (id) => theirs.has(id)) }
}

type Claimed = Pick<Attempt, 'wakeup' | 'number' | 'call' | 'claimer'>

const nameOf = ({ wakeup, number }: Pick<Attempt, 'wakeup' | 'number'>) => `${wakeup}/${number}`

const claimedOf = (call: ClaimedWakeup): Claimed => ({
  ...attemptKeyOf(call),
  call: call.id,
  claimer: claimerOf(call),
})

/** The attempts that are there already when this is written. */
function attemptsIn(entry: OutageEntry): Claimed[] {
  switch (entry.what) {
    case 'disarmed':
    case 'heard':
      return entry.calls.map(claimedOf)
    case 'begun':
      return entry.calls.map(({ call }) => claimedOf(call))
    case 'answered':
      return entry.answers.map(({ rung }) => claimedOf(rung.call))
    case 'ended':
      return entry.endings.map(({ rung }) => claimedOf(rung.call))
    case 'pressed':
      return [claimedOf(entry.call)]
    case 'interrupted':
      return entry.interruptions.map(({ attempt }) => attempt)
    case 'armed':
    case 'noted':
    case 'postponed':
    case 'given up':
    case 'clock':
    case 'moved':
    case 'alarm over':
      return []
  }
}

/** What it says of some of its calls; null where that is nothing. */
function only(entry: OutageEntry, isMeant: (call: string) => boolean): OutageEntry | null {
  switch (entry.what) {
    case 'disarmed':
    case 'heard':
      return orNull({ ...entry, calls: entry.calls.filter(({ id }) => isMeant(id)) }, 'calls')
    case 'begun':
      return orNull({ ...entry, calls: entry.calls.filter(({ call }) => isMeant(call.id)) }, 'calls')
    case 'answered':
      return orNull(
        { ...entry, answers: entry.answers.filter(({ rung }) => isMeant(rung.call.id)) },
        'answers',
      )
    case 'ended':
      return orNull(
        { ...entry, endings: entry.endings.filter(({ rung }) => isMeant(rung.call.id)) },
        'endings',
      )
    case 'pressed':
      return isMeant(entry.call.id) ? entry : null
    case 'interrupted':
      return orNull(
        { ...entry, interruptions: entry.interruptions.filter(({ attempt }) => isMeant(attempt.call)) },
        'interruptions',
      )
    case 'armed':
    case 'noted':
    case 'postponed':
    case 'given up':
    case 'clock':
    case 'moved':
    case 'alarm over':
      return entry
  }
}

const orNull = <K extends string, E extends OutageEntry & Readonly<Record<K, readonly unknown[]>>>(
  entry: E,
  list: K,
): E | null => (entry[list].length > 0 ? entry : null)
