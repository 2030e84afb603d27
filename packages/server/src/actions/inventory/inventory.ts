import type { Category, Item } from '../../hotel/inventory/charge.ts'
import { mustBePostable } from '../../hotel/deliveries/postable.ts'
import type { Room } from '../../hotel/rooms/room.ts'
import { pickShared } from '../../hotel/accounts/tenancy.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Stores } from '../../store/stores/stores.ts'
import { type Actor, unknown } from '../actor.ts'
import { numbered } from '../numbered.ts'
import type { ResourceParts } from '../resource.ts'

export type InventoryActions = ReturnType<typeof inventoryActions>

export function inventoryActions(parts: ResourceParts) {
  return {
    items: numbered<Omit<Item, 'id' | 'tenant'>>(parts, {
      noun: 'item',
      of: (stores) => stores.inventory.items,
      check: async (stores, item, before) => {
        await categoryExists(stores, item)
        mustBePostable(item, before, await stores.destinations.list('charge', null))
      },
    }),
    categories: numbered<Omit<Category, 'id' | 'tenant'>>(parts, {
      noun: 'category',
      of: (stores) => stores.inventory.categories,
      mayRemove: categoryUnused,
    }),

    /** The room list in force. */
    rooms: (actor: Actor): Promise<Room[]> => parts.database.read.rooms.listInForce(actor.scope),
  }
}

async function categoryExists(stores: Stores, item: Item) {
  const found = await stores.inventory.categories.find(item.category, item.tenant)
  if (!pickShared(found, item.tenant)) throw unknown('Category', item.category)
}

async function categoryUnused(stores: Stores, category: Category) {
  if (await stores.inventory.isCategoryUsed(category.tenant, category.id))
    throw new Failure('thing.in-use', `Category ${category.id} still has items; move or delete them first`)
}
