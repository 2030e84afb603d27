import type {
  Category,
  Connector,
  Item,
  Line,
  Prompt,
  Server,
  SiteFile,
  StatusType,
  Telephony,
  Tenant,
  User,
} from '@reveille/contract'
import { PERMISSIONS } from '../../hotel/accounts/account.ts'
import type { Category as HotelCategory, Item as HotelItem } from '../../hotel/inventory/charge.ts'
import type { Purpose, WrittenDestination } from '../../hotel/deliveries/destination.ts'
import { parseMoney, priceWords } from '../../hotel/inventory/money.ts'
import type { CustomRoom, Mailbox } from '../../hotel/rooms/room.ts'
import type { StatusType as HotelStatusType } from '../../hotel/rooms/room-status.ts'
import { defaultLineName, type WrittenLine } from '../../hotel/settings/line.ts'
import type { Prompt as HotelPrompt, Tenant as HotelTenant } from '../../hotel/site/site.ts'
import type { PlannedUser, SitePlan } from '../../hotel/site/site-plan.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { Failure } from '../../kernel/failure.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { type CompleteMailbox, expandMailboxes } from './parse-site-file.ts'

/** A site file in hotel words: ranges unfolded, what was left out put in. */
export function sitePlanOf(site: SiteFile): SitePlan {
  const { inventory = {}, roomStatus = {} } = site
  return {
    sections: sectionsOf(site),
    tenants: (site.tenants ?? []).map(tenantOf),
    users: (site.users ?? []).map(userOf),
    mailboxes: expandMailboxes(site).map(mailboxOf),
    rooms: roomsOf(inventory.rooms),
    categories: (inventory.categories ?? []).map(categoryOf),
    items: (inventory.items ?? []).map(itemOf),
    statusTypes: (roomStatus.types ?? []).map(statusTypeOf),
    destinations: [
      ...(inventory.connectors ?? []).map((one) => destinationOf('charge', one)),
      ...(roomStatus.servers ?? []).map((one) => destinationOf('room-status', one)),
    ],
    lines: (site.telephony?.lines ?? []).map(lineOf),
    prompts: (site.prompts ?? []).map(promptOf),
  }
}

/** The settings are all that is not a list of objects. */
function sectionsOf(site: SiteFile): SitePlan['sections'] {
  const {
    tenants: _t,
    users: _u,
    mailboxes: _m,
    inventory = {},
    roomStatus: _r,
    prompts: _p,
    telephony,
    ...sections
  } = site
  const { rooms: _rooms, categories: _c, items: _i, connectors: _d, ...charging } = inventory
  return {
    ...sections,
    ...(Object.keys(charging).length === 0 ? {} : { inventory: charging }),
    ...(telephony === undefined ? {} : { telephony: withoutLines(telephony) }),
  }
}

const withoutLines = ({ lines: _, ...telephony }: Telephony) => telephony

const tenantOf = (tenant: Tenant): HotelTenant => {
  const { id, name, timezone = null, wakeup = null } = tenant
  return { id, name, timezone, wakeup }
}

const userOf = ({
  username,
  password,
  permissions = [],
  tenant = NO_TENANT,
  disabled = false,
}: User): PlannedUser => ({
  username,
  password,
  // Always in the same order: the order in which they are written means nothing.
  permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
  tenant,
  disabled,
})

const mailboxOf = (mailbox: CompleteMailbox): Mailbox => {
  const { number, extension, name, language = null, vip = false, tenant = NO_TENANT } = mailbox
  const { floor = '', section = '' } = mailbox
  return { number, extension, name, language, vip, floor, section, tenant }
}

function roomsOf(written: NonNullable<SiteFile['inventory']>['rooms']): SitePlan['rooms'] {
  if (written === undefined || written === 'mailboxes') return written
  return written.map((room): CustomRoom => {
    if (typeof room === 'string') return { number: room, floor: '', section: '', tenant: NO_TENANT }
    const { number, floor = '', section = '', tenant = NO_TENANT } = room
    return { number, floor, section, tenant }
  })
}

const categoryOf = ({ id, description, color = '', tenant = NO_TENANT }: Category): HotelCategory => ({
  id,
  description,
  color,
  tenant,
})

function itemOf({ tenant = NO_TENANT, id, description, category, ...written }: Item): HotelItem {
  const { max, price, currency, taxRate } = { ...DEFAULTS.item, ...written }
  const exact = parseMoney(price)
  if (!exact) throw new Failure('config.invalid', `The price of item ${id} ${priceWords()}`)
  return { tenant, id, description, category, max, price: exact, currency, taxRate }
}

const statusTypeOf = (type: StatusType): HotelStatusType => {
  const { id, description, condition = null, tenant = NO_TENANT } = type
  return { id, description, condition, tenant }
}

const destinationOf = (purpose: Purpose, destination: Connector | Server): WrittenDestination => {
  const { name, tenant = NO_TENANT, ...config } = destination
  return { purpose, name, tenant, config }
}

const lineOf = ({ name, tenant = NO_TENANT, ...config }: Line): WrittenLine => ({
  name: name ?? defaultLineName(config),
  tenant,
  config,
})

const promptOf = (prompt: Prompt): HotelPrompt => {
  const { id, description, text = '', language = null, tenant = NO_TENANT } = prompt
  return { id, description, text, language, tenant }
}
