import type { Kysely, Selectable } from 'kysely'
import type { Category, Item } from '../../hotel/inventory/charge.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Schema } from '../engine/schema.ts'
import { keyed } from './keyed-store.ts'

export function inventoryStore(db: Kysely<Schema>) {
  return {
    items: keyed<Item>(db, 'item', toItem, itemRow),
    categories: keyed<Category>(
      db,
      'category',
      (row) => ({ ...row }),
      (category) => ({ ...category }),
    ),

    async isCategoryUsed(tenant: TenantId, id: string): Promise<boolean> {
      // A shared category may be used by the items of any tenant.
      const query = db.selectFrom('item').select('id').where('category', '=', id).limit(1)
      const row = await (tenant === '' ? query : query.where('tenant', '=', tenant)).executeTakeFirst()
      return row !== undefined
    },
  }
}

const toItem = (row: Selectable<Schema['item']>): Item => ({
  tenant: row.tenant,
  id: row.id,
  description: row.description,
  category: row.category,
  max: row.max,
  price: { minor: row.price_minor, scale: row.price_scale },
  currency: row.currency,
  taxRate: row.tax_rate,
})

const itemRow = (item: Item) => ({
  tenant: item.tenant,
  id: item.id,
  description: item.description,
  category: item.category,
  max: item.max,
  price_minor: item.price.minor,
  price_scale: item.price.scale,
  currency: item.currency,
  tax_rate: item.taxRate,
})
