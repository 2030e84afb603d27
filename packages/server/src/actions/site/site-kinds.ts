import type { Account } from '../../hotel/accounts/account.ts'
import type { Category, Item } from '../../hotel/inventory/charge.ts'
import { queueOf } from '../../hotel/deliveries/delivery.ts'
import type { Purpose, WrittenDestination } from '../../hotel/deliveries/destination.ts'
import type { CustomRoom, Mailbox } from '../../hotel/rooms/room.ts'
import type { StatusType } from '../../hotel/rooms/room-status.ts'
import type { WrittenLine } from '../../hotel/settings/line.ts'
import type { Prompt, Tenant } from '../../hotel/site/site.ts'
import { SECTIONS, sectionsInForce, type WrittenSections } from '../../hotel/settings/sections.ts'
import type { PlanFields } from '../../hotel/site/site-plan.ts'
import { NO_TENANT, ownName, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { withoutPrevious, withPrevious, withRotation } from '../../hotel/deliveries/webhook-secret.ts'
import { type Kind, kindOf } from './place-and-prune.ts'

const keyIn = (tenant: TenantId, id: string) => (tenant === NO_TENANT ? id : `${id} of tenant ${tenant}`)

interface Section {
  readonly name: keyof WrittenSections
  readonly all: WrittenSections
}

/** With the defaults filled in: writing out a default is no change. */
const inForce = ({ name, all }: Section): PlanFields => ({ ...sectionsInForce(all)[name] })

/** Sections always exist; removing one means going back to its defaults. */
const sections = kindOf<Section>({
  noun: 'section',
  key: (section) => section.name,
  fields: inForce,
  planned: ({ how, plan: { sections: all } }) =>
    SECTIONS.filter((name) => how.prune || all[name] !== undefined).map((name) => ({ name, all })),
  stored: async ({ stores }) => {
    const all = await stores.site.written()
    return SECTIONS.map((name) => ({ name, all }))
  },
  insert: (stores, { name, all }) => stores.site.saveSection(name, all[name]),
  update: (stores, { name, all }) => stores.site.saveSection(name, all[name]),
  remove: () => Promise.resolve(),
  mayPrune: () => false,
  initial: (_, { name }) => inForce({ name, all: {} }),
})

const tenants = kindOf<Tenant>({
  noun: 'tenant',
  key: (tenant) => tenant.id,
  fields: ({ name, timezone, wakeup }) => ({ name, timezone, wakeup }),
  planned: ({ plan }) => plan.tenants,
  stored: ({ stores }) => stores.site.tenants(),
  insert: (stores, tenant) => stores.site.insertTenant(tenant),
  update: (stores, tenant) => stores.site.updateTenant(tenant),
  remove: (stores, tenant) => stores.site.removeTenant(tenant.id),
  neededFor: async (stores, tenant) =>
    (await stores.site.isTenantUsed(tenant.id)) ? 'things still belong to it' : null,
})

const users = kindOf<Account>({
  noun: 'user',
  key: (account) => account.username,
  fields: ({ passwordHash, permissions, tenant, disabled }) => ({
    password: passwordHash,
    permissions,
    tenant,
    disabled,
  }),
  planned: ({ plan }) => plan.accounts,
  stored: async ({ stores, how }) =>
    (await stores.accounts.list(null)).filter((account) => account.username !== how.adminAccount),
  insert: (stores, account) => stores.accounts.insert(account),
  update: (stores, account) => stores.accounts.update(account),
  remove: (stores, account) => stores.accounts.remove(account.username),
})

const mailboxes = kindOf<Mailbox>({
  noun: 'mailbox',
  key: ({ tenant, number }) => keyIn(tenant, number),
  fields: ({ tenant: _, number: _number, ...fields }) => fields,
  planned: ({ plan }) => plan.mailboxes,
  stored: ({ stores }) => stores.mailboxes.list(null),
  insert: (stores, mailbox) => stores.mailboxes.insert(mailbox),
  update: (stores, mailbox) => stores.mailboxes.update(mailbox),
  remove: (stores, mailbox) => stores.mailboxes.remove(mailbox),
  neededFor: async (stores, { tenant, number }) => {
    if ((await stores.wakeups.pendingOfRoom(tenant, number)).length > 0) return 'it has pending wake-up calls'
    return (await stores.guests.ofRoom(tenant, number)).length > 0 ? 'it is occupied' : null
  },
})

const rooms = kindOf<CustomRoom>({
  noun: 'room',
  key: ({ tenant, number }) => keyIn(tenant, number),
  fields: ({ floor, section }) => ({ floor, section }),
  planned: ({ plan }) => (plan.rooms === 'mailboxes' ? [] : (plan.rooms ?? [])),
  stored: ({ stores }) => stores.rooms.listCustom(null),
  insert: (stores, room) => stores.rooms.insertCustom(room),
  update: (stores, room) => stores.rooms.updateCustom(room),
  remove: (stores, room) => stores.rooms.removeCustom(room),
  // `rooms: mailboxes` says outright that there shall be no list.
  mayPrune: ({ plan, how }) => how.prune || plan.rooms === 'mailboxes',
})

const categories = kindOf<Category>({
  noun: 'category',
  key: ({ tenant, id }) => keyIn(tenant, id),
  fields: ({ description, color }) => ({ description, color }),
  planned: ({ plan }) => plan.categories,
  stored: ({ stores }) => stores.inventory.categories.list(null),
  insert: (stores, category) => stores.inventory.categories.insert(category),
  update: (stores, category) => stores.inventory.categories.update(category),
  remove: (stores, category) => stores.inventory.categories.remove(category),
  neededFor: async (stores, { tenant, id }) =>
    (await stores.inventory.isCategoryUsed(tenant, id)) ? 'items still belong to it' : null,
})

const items = kindOf<Item>({
  noun: 'item',
  key: ({ tenant, id }) => keyIn(tenant, id),
  fields: ({ description, category, max, price }) => ({ description, category, max, price }),
  planned: ({ plan }) => plan.items,
  stored: ({ stores }) => stores.inventory.items.list(null),
  insert: (stores, item) => stores.inventory.items.insert(item),
  update: (stores, item) => stores.inventory.items.update(item),
  remove: (stores, item) => stores.inventory.items.remove(item),
})

const statusTypes = kindOf<StatusType>({
  noun: 'status',
  key: ({ tenant, id }) => keyIn(tenant, id),
  fields: ({ description, condition }) => ({ description, condition }),
  planned: ({ plan }) => plan.statusTypes,
  stored: ({ stores }) => stores.roomStatus.types.list(null),
  insert: (stores, type) => stores.roomStatus.types.insert(type),
  update: (stores, type) => stores.roomStatus.types.update(type),
  remove: (stores, type) => stores.roomStatus.types.remove(type),
})

const destinations = (purpose: Purpose, noun: string) =>
  kindOf<WrittenDestination>({
    noun,
    key: ({ tenant, name }) => keyIn(tenant, name),
    fields: ({ config }) => config,
    planned: ({ plan }) => plan.destinations.filter((destination) => destination.purpose === purpose),
    stored: async ({ stores, plan }) => {
      const named = new Set(
        plan.destinations
          .filter(({ config }) => 'previousSecret' in config)
          .map(({ tenant, name }) => ownName(tenant, name)),
      )
      const all = await stores.destinations.list(purpose, null)
      // A previous secret that the file does not name was kept by the product: it is no operator's change.
      return all.map((one) =>
        named.has(ownName(one.tenant, one.name)) ? one : { ...one, config: withoutPrevious(one.config) },
      )
    },
    insert: (stores, destination) => stores.destinations.insert({ ...destination, sequence: 0 }),
    // The store leaves the sequence alone: receivers go by it.
    update: async (stores, destination, now) => {
      const before = await stores.destinations.get(destination)
      const was = before?.config ?? destination.config
      const config = withRotation(was, withPrevious(was, destination.config), now)
      await stores.destinations.update({ ...destination, config })
    },
    remove: (stores, destination) => stores.destinations.remove(destination),
    neededFor: async (stores, destination) =>
      (await stores.deliveries.isWaitingFor(queueOf(destination))) ? 'messages still wait for it' : null,
  })

const lines = kindOf<WrittenLine>({
  noun: 'line',
  key: ({ tenant, name }) => keyIn(tenant, name),
  fields: ({ config }) => config,
  planned: ({ plan }) => plan.lines,
  stored: ({ stores }) => stores.lines.list(null),
  insert: (stores, line) => stores.lines.insert(line),
  update: (stores, line) => stores.lines.update(line),
  remove: (stores, line) => stores.lines.remove(line),
})

const prompts = kindOf<Prompt>({
  noun: 'prompt',
  key: ({ tenant, id }) => keyIn(tenant, String(id)),
  fields: ({ description, text, language }) => ({ description, text, language }),
  planned: ({ plan }) => plan.prompts,
  stored: ({ stores }) => stores.prompts.list(null),
  insert: (stores, prompt) => stores.prompts.insert(prompt),
  update: (stores, prompt) => stores.prompts.update(prompt),
  remove: (stores, prompt) => stores.prompts.remove(prompt),
  neededFor: async (stores, prompt) =>
    (await stores.wakeups.isPromptUsed(prompt)) ? 'pending wake-up calls use it' : null,
})

/** In the order in which they are added; what others build on is removed last. */
export const KINDS: readonly Kind[] = [
  sections,
  tenants,
  users,
  mailboxes,
  rooms,
  categories,
  items,
  statusTypes,
  destinations('charge', 'connector'),
  destinations('room-status', 'server'),
  lines,
  prompts,
]
