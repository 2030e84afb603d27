import { maySeeGuests } from '../../hotel/accounts/account.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { isVipRoom } from '../../hotel/rooms/stay.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { daysWithin, isRepeating, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { type Method, policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import { type Clock, days, hours, type Instant } from '../../kernel/clock.ts'
import type { WakeupFilter } from '../../store/stores/wakeup-store.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Actor } from '../actor.ts'
import { pages } from '../pages.ts'
import { byDueTime, namedCalls } from './named.ts'
import type { Settings } from '../settings.ts'

/** A pending call, with what the one who rings by hand must know. */
export interface NightCall {
  readonly call: Wakeup
  readonly extension: string
  readonly vip: boolean
  readonly method: Method
  /** Null for those who may not see who stays in the house. */
  readonly guests: readonly string[] | null
  /** Nobody is checked in, in a house that checks guests in. */
  readonly vacant: boolean
}

/** The calls of one tenant, by time. */
export interface NightOfTenant {
  /** Null for the site's own rooms. */
  readonly name: string | null
  readonly zone: Zone
  readonly calls: readonly NightCall[]
}

export interface NightList {
  /** Null: the calls that were named. */
  readonly span: { readonly from: Instant | null; readonly before: Instant } | null
  readonly tenants: readonly NightOfTenant[]
  /** There are more than fit on paper. */
  readonly isCut: boolean
}

interface NightQuery {
  /** Only these, whenever they are due. */
  readonly ids?: readonly string[] | undefined
  readonly room?: string | undefined
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
}

interface Parts {
  readonly database: HotelDatabase
  readonly settings: Settings
  readonly clock: Clock
}

/** Some two hundred sheets. */
const MOST_CALLS = 5_000
const AHEAD = hours(24)
/** Each series has a call a day: of a longer span the list says that there are more. */
const SERIES_AHEAD = days(8)

export type NightListActions = ReturnType<typeof nightListActions>

export function nightListActions({ database: { read }, settings, clock }: Parts) {
  return {
    /** Without a span, what is overdue and what is due in the next 24 hours. */
    async get(actor: Actor, { ids, ...query }: NightQuery): Promise<NightList> {
      if (ids !== undefined) {
        const chosen = (await namedCalls(read, actor, query, ids)).filter(({ list }) => list === 'pending')
        return { span: null, tenants: await byTenant(read, settings, actor, chosen), isCut: false }
      }
      const { room, from } = query
      const before = query.before ?? Math.max(from ?? 0, clock.now()) + AHEAD
      // A series that is due before the span may be due in it as well.
      const pending = await pendingIn(read, { scope: actor.scope, room, before })
      const known = Math.min(before, clock.now() + SERIES_AHEAD)
      const calls = pending
        .flatMap((call) => daysWithin(call, from ?? 0, isRepeating(call) ? known : before))
        .toSorted(byDueTime)
      const tenants = await byTenant(read, settings, actor, calls.slice(0, MOST_CALLS))
      return {
        span: { from: from ?? null, before },
        tenants,
        isCut: calls.length > MOST_CALLS || (known < before && pending.some(isRepeating)),
      }
    },
  }
}

async function pendingIn({ wakeups }: Stores, filter: Omit<WakeupFilter, 'limit'>): Promise<Wakeup[]> {
  const calls: Wakeup[] = []
  const found = pages({ limit: MOST_CALLS + 1 }, (limit, after: Wakeup | undefined) =>
    wakeups.page({ ...filter, list: 'pending', limit, after }),
  )
  for await (const page of found) calls.push(...page)
  return calls
}

/** The site's own rooms first, then the tenants by name. */
async function byTenant(stores: Stores, settings: Settings, actor: Actor, calls: readonly Wakeup[]) {
  const { tenants } = settings.current()
  const nameOf = (tenant: TenantId) => tenants.get(tenant)?.name ?? null
  const ids = [...new Set(calls.map(({ tenant }) => tenant))]
  const all: NightOfTenant[] = []
  for (const tenant of ids.toSorted((a, b) => ((nameOf(a) ?? '') < (nameOf(b) ?? '') ? -1 : 1))) {
    const own = calls.filter((call) => call.tenant === tenant)
    const facts = { name: nameOf(tenant), zone: settings.zoneOf(tenant) }
    all.push({ ...facts, calls: await known(stores, settings, actor, own) })
  }
  return all
}

async function known(stores: Stores, settings: Settings, actor: Actor, calls: readonly Wakeup[]) {
  const tenant: TenantId = calls[0]?.tenant ?? ''
  const numbers = [...new Set(calls.map(({ room }) => room))]
  const mailboxes = new Map(
    (await stores.mailboxes.ofNumbers(tenant, numbers)).map((mailbox) => [mailbox.number, mailbox]),
  )
  const guests = await stores.guests.ofRooms(tenant, numbers)
  const { wakeup, tenants } = settings.current()
  const policy = policyOf(wakeup, tenants.get(tenant)?.wakeup)
  return calls.map((call): NightCall => {
    const staying = guests.filter(({ room }) => room === call.room)
    const mailbox = mailboxes.get(call.room)
    const vip = isVipRoom(mailbox, staying)
    return {
      call,
      extension: mailbox?.extension ?? '',
      vip,
      method: vip ? policy.vipMethod : policy.method,
      guests: maySeeGuests(actor) ? staying.map(({ name }) => name) : null,
      vacant: staying.length === 0 && guests.length > 0,
    }
  })
}
