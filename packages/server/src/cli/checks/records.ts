import { howMany } from '../../kernel/how-many.ts'
import { read } from '../../actions/settings.ts'
import { keptSince } from '../../actions/wakeups/proof.ts'
import { NO_TENANT, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { LogKind } from '../../hotel/log/details.ts'
import { type Alteration, alterationsOfAttempts, alterationsOfCall } from '../../hotel/log/proof.ts'
import { rowsEnd } from '../../hotel/log/retention.ts'
import { rowIn } from '../../hotel/log/row.ts'
import { REMOVAL_ROWS } from '../../hotel/log/wakeup-rows.ts'
import { toldAs, type Wakeup } from '../../hotel/wakeups/wakeup.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import { createStores, type Stores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { type CheckVerdict, fault, ok } from './verdict.ts'

const PAGE = 200
/** Calls beyond this many are not described one by one. */
const MOST_DESCRIBED = 20

/** Holds every call and its attempts against the log: what the tables say must be what the log tells. */
export const recordsVerdict = (check: DatabaseCheck): Promise<CheckVerdict> =>
  lookInside(check, async ({ handle, dialect }) => {
    const stores = createStores(handle, dialect)
    const { retention } = await read(stores)
    const since = await sinceByTenant(stores, rowsEnd(retention, check.clock.now()).log)
    const found: string[] = []
    let calls = 0
    for await (const page of pagesOf(stores)) {
      calls += page.length
      found.push(...(await alteredAmong(stores, page, since)))
    }
    found.push(...(await missingCalls(stores, since)))
    if (found.length === 0)
      return ok(
        `${howMany(calls, 'call and its attempts', 'calls and their attempts')} are as the log tells them`,
      )
    const more = found.length > MOST_DESCRIBED ? [`and ${found.length - MOST_DESCRIBED} more`] : []
    return fault([...found.slice(0, MOST_DESCRIBED), ...more].join('; '))
  })

type Since = (tenant: TenantId) => Instant

async function sinceByTenant(stores: Stores, end: Instant): Promise<Since> {
  const found = new Map<TenantId, Instant>()
  for (const tenant of [NO_TENANT, ...(await stores.site.tenants()).map(({ id }) => id)])
    found.set(tenant, await keptSince(stores, tenant, end))
  return (tenant) => found.get(tenant) ?? end
}

async function* pagesOf({ wakeups }: Stores): AsyncGenerator<Wakeup[]> {
  let page: Wakeup[] = []
  do {
    page = await wakeups.page({ scope: null, limit: PAGE, after: page.at(-1) })
    if (page.length > 0) yield page
  } while (page.length === PAGE)
}

async function alteredAmong(stores: Stores, calls: readonly Wakeup[], since: Since): Promise<string[]> {
  const ids = calls.flatMap((call) => [call.id, toldAs(call), ...(call.series === null ? [] : [call.series])])
  const rows = byCall(await stores.activity.ofWakeups([...new Set(ids)]))
  const attempts = byCall(await stores.attempts.ofWakeups(calls.map(toldAs)))
  return calls.flatMap((call) => {
    const told = rows.get(toldAs(call)) ?? []
    const from = since(call.tenant)
    const altered = [
      ...alterationsOfCall(call, { rows: rowsAbout(call, rows), since: from }),
      ...alterationsOfAttempts(attempts.get(toldAs(call)) ?? [], { rows: told, since: from }),
    ]
    return altered.length === 0 ? [] : [describe(call, altered)]
  })
}

function byCall<One extends { readonly wakeup: string | null }>(
  all: readonly One[],
): Map<string | null, One[]> {
  const found = new Map<string | null, One[]>()
  for (const one of all) {
    const own = found.get(one.wakeup) ?? []
    own.push(one)
    found.set(one.wakeup, own)
  }
  return found
}

/** Of the call, and how its series was asked for up to then. */
function rowsAbout(call: Wakeup, rows: ReadonlyMap<string | null, readonly Activity[]>): Activity[] {
  const own = [...new Set([call.id, toldAs(call)])].flatMap((id) => rows.get(id) ?? [])
  const series = call.series === null ? [] : (rows.get(call.series) ?? [])
  const before = series.filter(({ at }) => at <= (call.settledAt ?? Infinity))
  return [...own, ...before].toSorted((a, b) => a.id - b.id)
}

function describe({ id, room }: Wakeup, altered: readonly Alteration[]): string {
  const told = altered.map(({ of, field, shown, logged }) => {
    const what = of === 'call' ? field : `attempt ${of}, ${field}`
    return `${what} is ${shown ?? 'nothing'}, in the log ${logged ?? 'nothing'}`
  })
  return `call ${id} of room ${room} was altered by hand: ${told.join(', ')}`
}

/** Calls that the log tells of, and that are in no list although nobody took them back. */
async function missingCalls(stores: Stores, since: Since): Promise<string[]> {
  const missing: string[] = []
  for (const kind of ['wakeup.created', 'wakeup.settled'] as const)
    for await (const page of rowsOf(stores, kind)) {
      const told = page.filter(({ tenant, at }) => at >= since(tenant))
      for (const row of await goneAmong(stores, told))
        missing.push(`call ${row.wakeup} of room ${row.room} is missing: it was removed by hand`)
    }
  return [...new Set(missing)]
}

async function* rowsOf({ activity }: Stores, kind: LogKind): AsyncGenerator<Activity[]> {
  let page: Activity[] = []
  do {
    page = await activity.page({ scope: null, kinds: [kind], limit: PAGE, after: page.at(-1) })
    if (page.length > 0) yield page
  } while (page.length === PAGE)
}

async function goneAmong(stores: Stores, rows: readonly Activity[]): Promise<Activity[]> {
  const gone: Activity[] = []
  for (const row of rows) {
    if (row.wakeup === null || (await stores.wakeups.get(row.wakeup))) continue
    const about = await stores.activity.ofWakeups([row.wakeup])
    if (!about.some(rowIn(REMOVAL_ROWS))) gone.push(row)
  }
  return gone
}
