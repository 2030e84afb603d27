import { unpostableItems } from '../../hotel/deliveries/postable.ts'
import { createStores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { type CheckVerdict, ok, warning } from './verdict.ts'

/** Whether every item could be posted to the property systems that would have to be told of it. */
export function itemsVerdict(check: DatabaseCheck): Promise<CheckVerdict> {
  return lookInside(check, async ({ handle, dialect }) => {
    const { inventory, destinations } = createStores(handle, dialect)
    const items = await inventory.items.list(null)
    const found = unpostableItems(items, await destinations.list('charge', null))
    return found.length > 0 ? warning(found.join('; ')) : ok('every connector can be told of them')
  })
}
