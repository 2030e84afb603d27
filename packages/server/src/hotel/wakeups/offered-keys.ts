import { minutes } from '../../kernel/clock.ts'
import { type CallSoFar, isFinalCall, maySnooze, needsKey, SNOOZE_KEY } from './after-call.ts'
import type { Announced } from './announcement.ts'
import type { WakeupPolicy } from './wakeup-policy.ts'

/** What the guest is told of keys, and whether another call follows, by how far the call has come. */
export const offeredKeys = (
  call: Pick<CallSoFar, 'snoozes' | 'confirm'>,
  policy: WakeupPolicy,
): Pick<Announced, 'snooze' | 'confirm' | 'final'> => ({
  snooze: maySnooze(call, policy) ? { key: SNOOZE_KEY, minutes: policy.snooze.delayMs / minutes(1) } : null,
  confirm: needsKey(call, policy),
  final: isFinalCall(call, policy),
})
