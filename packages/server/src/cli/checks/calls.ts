import { createStores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { type CheckVerdict, ok, warning } from './verdict.ts'

/** Whether a guest waits whose hour has passed. */
export const callsVerdict = (check: DatabaseCheck): Promise<CheckVerdict> =>
  lookInside(check, async ({ handle, dialect }) => {
    const { wakeups } = createStores(handle, dialect)
    const { pending, overdue } = await wakeups.countPending(check.clock.now())
    const words = `${pending} pending wake-up calls`
    return overdue > 0
      ? warning(`${words}, of which the hour of ${overdue} has passed: see server and lines`)
      : ok(`${words}, none overdue`)
  })
