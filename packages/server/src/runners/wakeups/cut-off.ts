import type { Interrupted } from '../../hotel/wakeups/after-call.ts'
import { HEARD_ENOUGH_MS } from '../../hotel/wakeups/answered-for-good.ts'
import type { Attempt } from '../../store/stores/attempt-store.ts'

/** How far an attempt had come when its process died. */
export const cutOffOf = ({ answeredAt, heardAt, keys }: Attempt): Interrupted => ({
  answered: answeredAt !== null,
  heardMs: heardAt === null ? 0 : HEARD_ENOUGH_MS,
  keys,
})
