import type { Clock, Instant } from '../../kernel/clock.ts'
import { createStores } from '../stores/stores.ts'
import type { Side } from './copy.ts'

/**
 * Rows that arrive are those of a copy: the house of the backup may go on, so that nothing that was on its way there is
 * sent from here as well.
 */
export const arriveQuietly =
  (clock: Clock) =>
  async ({ handle, dialect }: Side, backupAt: Instant): Promise<void> => {
    const { restored } = createStores(handle, dialect)
    const before = await restored.copy()
    await restored.hold()
    // A copy of a copy is as old as the first backup.
    await restored.mark({ backupAt: before?.backupAt ?? backupAt, restoredAt: clock.now(), isTold: false })
  }
