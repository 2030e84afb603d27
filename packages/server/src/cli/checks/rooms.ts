import { longNumbers } from '../../hotel/property/long-numbers.ts'
import { createStores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { ok, type CheckVerdict, warning } from './verdict.ts'

/** Whether the property system can know every room by its number. */
export function roomsVerdict(check: DatabaseCheck): Promise<CheckVerdict> {
  return lookInside(check, async ({ handle, dialect }) => {
    const { rooms, mailboxes, destinations } = createStores(handle, dialect)
    const numbers = [...(await rooms.listCustom(null)), ...(await mailboxes.list(null))]
    const doubts = longNumbers(numbers, await destinations.list('charge', null))
    return doubts.length > 0
      ? warning(doubts.join('; '))
      : ok('every destination can know them by their number')
  })
}
