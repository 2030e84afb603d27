import { formatInstant } from '../../hotel/time/local-time.ts'
import type { PassedCall } from '../../hotel/site/restored-copy.ts'
import { isAnsweredForGood } from '../../hotel/wakeups/answered-for-good.ts'
import { settleWakeup, toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { cutOffOf } from './cut-off.ts'
import { endCutOff, type wakeupEntries } from './wakeup-entries.ts'
import { settledNote, writeNotes } from './wakeup-notes.ts'

interface Parts {
  readonly ids: Ids
  readonly entries: Pick<ReturnType<typeof wakeupEntries>, 'interrupted'>
}

const PAGE = 500
const PASSED_OVER =
  'Not rung here: it was due after the backup that this house was restored from. Whether the house before rang it is not known'
const MISSED = { outcome: 'missed', proof: null } as const

/**
 * Calls whose hour came while another house was the one that rings are settled as missed, and of a series each day: they
 * are not rung, and the property system that asked for one is told nothing, as the other house may have told it the truth.
 */
export const passOver =
  ({ ids, entries }: Parts) =>
  async (stores: Stores, now: Instant): Promise<PassedCall[]> => {
    // The phones that rang when the backup was made are not hung up: by now those calls are over.
    const open = await stores.attempts.open()
    const isForGood = (attempt: Attempt) => isAnsweredForGood(cutOffOf(attempt))
    await entries.interrupted(stores, open.filter(isForGood), now)
    await endCutOff(
      stores,
      open.filter((attempt) => !isForGood(attempt)),
      now,
    )
    const passed: PassedCall[] = []
    for (;;) {
      const due = await stores.wakeups.page({ scope: null, list: 'pending', before: now + 1, limit: PAGE })
      if (due.length === 0) return passed
      for (const call of due) passed.push(await passOne(stores, ids, call, now))
    }
  }

async function passOne(stores: Stores, ids: Ids, call: Wakeup, now: Instant): Promise<PassedCall> {
  const by = { ...MISSED, actor: 'system', byOperator: false }
  const { record, series } = settleWakeup({ ...call, follows: null }, by, now, ids.uuid())
  await stores.wakeups.update(series ?? record)
  if (series) await stores.wakeups.insert(record)
  await stores.property.letGo(call)
  await writeNotes(stores, [{ call, notes: [{ ...settledNote(MISSED, now), text: PASSED_OVER }] }])
  await mendAlarms(stores, ['wakeup.by-hand', 'wakeup.no-line'], toldAs(call), PASSED_OVER, now)
  const { tenant, room, scheduledAt, zone } = call
  return { id: toldAs(call), tenant, room, scheduled: formatInstant(scheduledAt, zone) }
}
