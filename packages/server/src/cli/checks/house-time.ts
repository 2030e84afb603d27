import { LARGE_JUMP_MS } from '../../hotel/time/clock-doubt.ts'
import { rowOf } from '../../hotel/log/row.ts'
import { createStores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { isInUse } from './server.ts'
import { type CheckVerdict, warning } from './verdict.ts'

const isJumped = rowOf('clock.jumped')
const isDecided = rowOf('clock.decided')

/** Whether a running server goes by another time than the machine's clock shows; null if not. */
export async function houseTimeWarning(check: DatabaseCheck): Promise<CheckVerdict | null> {
  if (!isInUse(check.data)) return null
  const last = await lookInside(check, ({ handle, dialect }) =>
    createStores(handle, dialect).activity.last(['clock.jumped', 'clock.decided']),
  )
  if (!last) return null
  const isInDoubt = isJumped(last) && Math.abs(last.detail.seconds) * 1_000 > LARGE_JUMP_MS
  const isKept = isDecided(last) && last.detail.is === 'wrong'
  return isInDoubt || isKept ? warning(last.text) : null
}
