import { read } from '../../actions/settings.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import { rowsEnd } from '../../hotel/log/retention.ts'
import { type Break, ChainCheck, chainStart, type Link, type Seal } from '../../hotel/log/seal.ts'
import type { Progress } from '../../store/files/copy.ts'
import { createStores, type Stores } from '../../store/stores/stores.ts'
import { type DatabaseCheck, lookInside } from './inside.ts'
import { fault, ok, type Verdict, warning } from './verdict.ts'

export interface LogCheck {
  readonly progress?: Progress | undefined
}

const PAGE = 1_000
/** More rows than so many are not counted. */
const MOST_COUNTED = 10_000

/** Follows the chain of seals over the whole log. */
export const logVerdict = (check: DatabaseCheck & LogCheck): Promise<Verdict> =>
  lookInside(check, async ({ handle, dialect }) => {
    const stores = createStores(handle, dialect)
    const { site, retention, remembered } = await read(stores)
    const chain = new ChainCheck(chainStart(remembered), rowsEnd(retention, check.clock.now()))
    await follow(chain, stores, check.progress)
    const { firstBreak, backdated } = chain
    if (firstBreak) return fault(describeBreak(firstBreak, site.timezone))
    const state = `${describeHead(chain)}${await unsealed(stores)}`
    const [first] = backdated
    return first
      ? warning(`${state}; ${describeBackdated(first, backdated.length, site.timezone)}`)
      : ok(state)
  })

async function follow(chain: ChainCheck, { seals }: Stores, progress: Progress = () => {}) {
  const start = chain.head.number
  const total = ((await seals.last())?.number ?? start) - start
  let page: Seal[]
  do {
    const after = chain.head.number
    page = await seals.page(after, PAGE)
    if (!chain.add(await linksOf(page, after, seals))) return
    await progress(chain.head.number - start, total)
  } while (page.length === PAGE)
}

/** So many rows after a seal are at least the rows of so many seals after it. */
async function linksOf(page: readonly Seal[], after: number, seals: Stores['seals']): Promise<Link[]> {
  const rows = await seals.sealedAfter(after, null, PAGE)
  const bySeal = new Map(rows.map((row) => [row.seal, row]))
  return page.map((seal) => ({ seal, row: bySeal.get(seal.number) ?? null }))
}

const describeHead = ({ head: { number, hash } }: ChainCheck) =>
  number === 0 ? 'nothing is sealed yet' : `whole and unchanged, sealed up to number ${number}, hash ${hash}`

async function unsealed({ seals }: Stores): Promise<string> {
  const { length } = await seals.unsealed(0, MOST_COUNTED)
  if (length === 0) return ''
  return `; ${length === MOST_COUNTED ? `${length} or more` : length} rows wait for their seal`
}

function describeBreak(found: Break, zone: Zone): string {
  switch (found.kind) {
    case 'seals-missing': {
      const { from, to } = found
      return from === to
        ? `seal ${from} is missing: it was taken out by hand`
        : `seals ${from} to ${to} are missing: they were taken out by hand`
    }
    case 'seal-wrong':
      return `seal ${found.seal.number}, of ${rowOf(found.seal, zone)}, does not follow from the one before it: one of the two was changed, moved or put in by hand`
    case 'row-changed':
      return `${rowOf(found.seal, zone)} is not as it was sealed under number ${found.seal.number}: it was changed by hand`
    case 'row-removed':
      return `${rowOf(found.seal, zone)}, sealed under number ${found.seal.number}, is missing: it was removed by hand before its time was over`
  }
}

const describeBackdated = (first: Seal, count: number, zone: Zone) =>
  `${count === 1 ? 'one row bears' : `${count} rows bear`} an earlier time than what was sealed before, first ${rowOf(first, zone)}: the clock was set back, or somebody wrote into the log`

const rowOf = ({ activity, kind, at }: Seal, zone: Zone) =>
  `row ${activity} (${kind}, ${formatInstant(at, zone)})`
