import { useState } from 'react'
import { type AlarmGroup, mayBeReached, mayRingAgain, guestStanding } from '../hotel/alarm.ts'
import { useDesk } from './desk.ts'
import { useCallDeeds } from './use-call-deeds.ts'

/** The interface's number for "complete". */
const COMPLETE = 1
const RINGS_FOR_MS = 10_000

/** What a person does about the guest of an alarm; null: nothing. None of it is shown before the server has stored it. */
export interface AlarmDeeds {
  readonly room: string
  readonly ringAgain: (() => Promise<unknown>) | null
  readonly reachedByHand: (() => Promise<unknown>) | null
  /** The guest has answered since, when: whoever has seen it says so, and it is settled. */
  readonly answered: { readonly at: string; readonly settle: (reason: string) => Promise<unknown> } | null
  readonly isRinging: boolean
}

export function useAlarmDeeds(group: AlarmGroup): AlarmDeeds {
  const { clock } = useDesk().house
  const ofCalls = useCallDeeds()
  const [isRinging, setRinging] = useState(false)
  const [first] = group.alarms
  const ringAgain = () => {
    setRinging(true)
    // A second click would ring the room twice.
    return ofCalls.ringNow(first).finally(() => clock.after(RINGS_FOR_MS, () => setRinging(false)))
  }
  const reached = (reason: string) => ofCalls.mark([first.wakeup ?? ''], COMPLETE, reason)
  const at = guestStanding(first) === 'answered' ? first.again?.scheduled : undefined
  const mayReach = mayBeReached(group)
  return {
    room: first.room,
    ringAgain: mayRingAgain(group) ? ringAgain : null,
    reachedByHand: mayReach && at === undefined ? () => reached('') : null,
    answered: mayReach && at !== undefined ? { at, settle: reached } : null,
    isRinging,
  }
}
