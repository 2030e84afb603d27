import { read } from '../../actions/settings.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import { type RowsEnd, rowsEnd } from '../../hotel/log/retention.ts'
import {
  BEGINNING,
  type Break,
  ChainCheck,
  type Head,
  type ChainLink,
  type Seal,
} from '../../hotel/log/seal.ts'
import { LateRowCheck } from '../../hotel/log/late-row.ts'
import { NO_TENANT, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { CopyProgress, Side } from '../../store/files/copy.ts'
import { createStores, type Stores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { fault, ok, type CheckVerdict, warning } from './verdict.ts'

export interface LogCheck {
  readonly progress?: CopyProgress | undefined
}

const PAGE = 1_000
/** Rows beyond this many are not counted. */
const MOST_COUNTED = 10_000
/** Chains beyond this many are not described one by one. */
const MOST_DESCRIBED = 20

/** Follows every tenant's chain of seals over the whole log. */
export const logVerdict = (check: DatabaseCheck & LogCheck): Promise<CheckVerdict> =>
  lookInside(check, (side) => chainsVerdict(side, check))

/** The same of a database that is open. */
export async function chainsVerdict(
  { handle, dialect }: Side,
  { clock, progress }: Pick<DatabaseCheck, 'clock'> & LogCheck,
): Promise<CheckVerdict> {
  const stores = createStores(handle, dialect)
  const { site, retention } = await read(stores)
  const chains = new Chains(await stores.seals.anchors(), rowsEnd(retention, clock.now()))
  await follow(chains, stores, progress)
  const broken = chains.breaks.map(({ found, missing }) =>
    missing ? describeMissing(missing, found.seal.tenant) : describeBreak(found, site.timezone),
  )
  if (broken.length > 0) return fault(broken.join('; '))
  const state = `${describeHeads(chains.heads)}${await unsealed(stores)}`
  const doubts = [
    ...describeGap(chains.gaps),
    ...describeBackdated(chains.backdated, site.timezone),
    ...describeMisplaced(chains.misplaced, site.timezone),
  ]
  return doubts.length > 0 ? warning([state, ...doubts].join('; ')) : ok(state)
}

/** Numbers that no seal has. */
interface Gap {
  readonly from: number
  readonly to: number
}

/** A break, and the seals whose absence explains it. */
interface Found {
  readonly found: Break
  readonly missing: Gap | undefined
}

/** The chain of each tenant, and the numbers that all of them share. */
class Chains {
  readonly #anchors: ReadonlyMap<TenantId, Head>
  readonly #end: RowsEnd
  readonly #chains = new Map<TenantId, ChainCheck>()
  readonly #late: LateRowCheck
  readonly gaps: Gap[] = []
  #last: number

  constructor(anchors: ReadonlyMap<TenantId, Head>, end: RowsEnd) {
    this.#anchors = anchors
    this.#late = new LateRowCheck(anchors.size > 0)
    this.#end = end
    this.#last = Array.from(anchors.values(), ({ number }) => number).reduce((a, b) => Math.max(a, b), 0)
  }

  /** The last number that was looked at. */
  get last(): number {
    return this.#last
  }

  get breaks(): Found[] {
    const broken = Array.from(this.#chains.values()).flatMap(({ firstBreak, head }) =>
      firstBreak ? [{ found: firstBreak, missing: this.#missingAfter(head, firstBreak) }] : [],
    )
    return broken.slice(0, MOST_DESCRIBED)
  }

  get heads(): [TenantId, Head][] {
    return Array.from(this.#chains, ([tenant, { head }]) => [tenant, head])
  }

  get backdated(): Seal[] {
    return [...this.#chains.values()].flatMap(({ backdated }) => backdated)
  }

  get misplaced(): readonly Seal[] {
    return this.#late.misplaced
  }

  add(link: ChainLink) {
    const { tenant, number } = link.seal
    if (number !== this.#last + 1) this.gaps.push({ from: this.#last + 1, to: number - 1 })
    this.#last = number
    this.#chainOf(tenant).add(link, this.#late.add(link))
  }

  #missingAfter(head: Head, { kind, seal }: Break): Gap | undefined {
    if (kind !== 'seal-wrong') return undefined
    return this.gaps.find(({ from, to }) => from > head.number && to < seal.number)
  }

  #chainOf(tenant: TenantId): ChainCheck {
    const known = this.#chains.get(tenant)
    if (known) return known
    const chain = new ChainCheck(this.#anchors.get(tenant) ?? BEGINNING, this.#end)
    this.#chains.set(tenant, chain)
    return chain
  }
}

async function follow(chains: Chains, { seals }: Stores, progress: CopyProgress = () => {}) {
  const start = chains.last
  const total = ((await seals.last())?.number ?? start) - start
  let page: Seal[]
  do {
    const after = chains.last
    page = await seals.page(after, PAGE)
    for (const link of await linksOf(page, after, seals)) chains.add(link)
    await progress(chains.last - start, total)
  } while (page.length === PAGE)
}

/** A seal has at most one row, so a page of rows covers a page of seals. */
async function linksOf(page: readonly Seal[], after: number, seals: Stores['seals']): Promise<ChainLink[]> {
  const rows = await seals.sealedAfter(after, null, PAGE)
  const bySeal = new Map(rows.map((row) => [row.seal, row]))
  return page.map((seal) => ({ seal, row: bySeal.get(seal.number) ?? null }))
}

const ofTenant = (tenant: TenantId) => (tenant === NO_TENANT ? '' : ` of tenant ${tenant}`)

function describeHeads(heads: readonly (readonly [TenantId, Head])[]): string {
  if (heads.length === 0) return 'nothing is sealed yet'
  const described = heads
    .slice(0, MOST_DESCRIBED)
    .map(([tenant, { number, hash }]) => `${ofTenant(tenant)} up to number ${number}, hash ${hash}`.trim())
  const more = heads.length > MOST_DESCRIBED ? [`and ${heads.length - MOST_DESCRIBED} chains more`] : []
  return `whole and unchanged, sealed ${[...described, ...more].join('; ')}`
}

async function unsealed({ seals }: Stores): Promise<string> {
  const { length } = await seals.unsealed(0, MOST_COUNTED)
  if (length === 0) return ''
  return `; ${length === MOST_COUNTED ? `${length} or more` : length} rows wait for their seal`
}

function describeBreak({ kind, seal }: Break, zone: Zone): string {
  switch (kind) {
    case 'seal-wrong':
      return `seal ${seal.number}, of ${rowOf(seal, zone)}, does not follow from the one before it: one between them was taken out, or one of the two was changed, moved or put in by hand`
    case 'row-changed':
      return `${rowOf(seal, zone)} is not as it was sealed under number ${seal.number}: it was changed by hand`
    case 'row-removed':
      return `${rowOf(seal, zone)}, sealed under number ${seal.number}, is missing: it was removed by hand before its time was over`
  }
}

const describeMissing = ({ from, to }: Gap, tenant: TenantId) =>
  from === to
    ? `seal ${from}${ofTenant(tenant)} is missing: it was taken out by hand`
    : `seals ${from} to ${to}${ofTenant(tenant)} are missing: they were taken out by hand`

/** All remaining chains hold, so the missing seals were a whole chain, or the end of one. */
function describeGap([gap]: readonly Gap[]): string[] {
  if (!gap) return []
  const numbers = gap.from === gap.to ? `seal ${gap.from} is` : `seals ${gap.from} to ${gap.to} are`
  return [`${numbers} missing: all of a tenant was taken out, or the end of its log by hand`]
}

function describeBackdated(backdated: readonly Seal[], zone: Zone): string[] {
  const [first] = backdated
  if (!first) return []
  const rows = backdated.length === 1 ? 'one row bears' : `${backdated.length} rows bear`
  return [
    `${rows} an earlier time than what was sealed before, first ${rowOf(first, zone)}: the clock was set back, or somebody wrote into the log`,
  ]
}

function describeMisplaced(misplaced: readonly Seal[], zone: Zone): string[] {
  const [first] = misplaced
  if (!first) return []
  const rows = misplaced.length === 1 ? 'one row claims' : `${misplaced.length} rows claim`
  return [
    `${rows} to have been written late without standing in an outage, first ${rowOf(first, zone)}: somebody wrote into the log`,
  ]
}

const rowOf = ({ tenant, activity, kind, at }: Seal, zone: Zone) =>
  `row ${activity}${ofTenant(tenant)} (${kind}, ${formatInstant(at, zone)})`
