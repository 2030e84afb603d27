import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import { type RunningServer, startProduct } from '../packages/server/test/process.ts'
import { askFor, type BenchHouse, clusterSite, housesOf } from './cluster/houses.ts'
import { openClusterPhones, type SeenCall } from './cluster/phones.ts'
import { quantile, round } from './figures.ts'
import { atMost, type Bench, type Check, none, type Row } from './report.ts'

interface Times {
  /** All calls are due within this long, a few of each house every three seconds. */
  readonly spanMs: number
  /** Time to ask for all calls, and for the nodes to claim them. */
  readonly leadMs: number
  /** After the last call, for what was cut off and is rung again. */
  readonly afterMs: number
  readonly killAt: number
}

const WHOLE: Times = { spanMs: 60_000, leadMs: 60_000, afterMs: 45_000, killAt: 20_000 }
const SMOKE: Times = { spanMs: 9_000, leadMs: 8_000, afterMs: 15_000, killAt: 4_000 }
const EVERY_MS = 3_000
const STOP_AT = 30_000
const STOPPED_MS = 20_000
/** An INVITE that left before the fault may come in so much later. */
const UNDER_WAY_MS = 100
/** What a node has heard is in the book before it is rung by another, if there was time to write it down. */
const TO_THE_BOOK_MS = 500
const MOST_STORIES = 20
const MOST_TO_BALANCE_MS = 240_000

export const bench: Bench = {
  about:
    'three nodes, 30 houses, 3,000 calls due in one minute; one node killed at 20 s, one stopped from 30 to 50 s; then the same with one house and a standby (--quick: 9 houses, 450 calls)',
  smoke: ['--smoke'],
  async run(words) {
    await buildProduct()
    const isQuick = words.includes('--quick')
    const one = await tryCluster([1, 50], ['a', 'b'], words.includes('--smoke') ? SMOKE : WHOLE)
    const many = words.includes('--smoke')
      ? one
      : await tryCluster(isQuick ? [9, 50] : [30, 100], ['a', 'b', 'c'], WHOLE)
    const rows = [
      { group: 'three nodes', ...many.row },
      { group: 'one house, a standby', ...one.row },
    ]
    return {
      durability: 'PostgreSQL: fsync on, synchronous_commit on',
      counted:
        'an INVITE counts when it arrives at a UDP receiver in a process of its own; answered for good: acknowledged, and at least 3 s of audio with sound in it received; takeover: from the fault to the first INVITE of each house that lived on that node',
      notes: [
        'lateness is that of houses whose node had no fault; every phone picks up after 1.5 s',
        ...many.stories,
        ...one.stories,
        'unwritten: answered for good within the last half second before the fault: if that did not reach the book, the room rings again, which is not counted as such',
      ],
      tables: [{ title: 'Nodes that die and stand still', rows }],
      checks: [...checksOf('three nodes', many, true), ...checksOf('one house', one, false)],
    }
  },
}

interface Seen {
  readonly row: Row
  readonly lost: number
  readonly again: number
  readonly takeovers: readonly number[]
  readonly lateP99: number
  readonly stories: readonly string[]
}

const checksOf = (group: string, seen: Seen, hasOthers: boolean): Check[] => [
  none(`${group}: rooms not answered for good`, seen.lost),
  none(`${group}: rung after an answer for good`, seen.again),
  atMost(`${group}: takeover, median`, 7, quantile(seen.takeovers, 0.5), ' s'),
  atMost(`${group}: takeover, longest`, 10, Math.max(...seen.takeovers), ' s'),
  ...(hasOthers ? [atMost(`${group}: lateness of other houses, p99`, 100, seen.lateP99, ' ms')] : []),
]

/** What each call was asked for, by its room. */
type Plan = ReadonlyMap<string, { readonly house: string; readonly dueAt: number }>

async function tryCluster(
  [count, rooms]: readonly [number, number],
  names: readonly string[],
  times: Times,
): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-cluster-'))
  const server = await startPostgres({ durable: true })
  const url = await server.createDatabase()
  const phones = await openClusterPhones()
  const houses = housesOf(count, rooms)
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, clusterSite(houses, phones.port))
  const database = new Client({ connectionString: url })
  await database.connect()
  const nodes = new Map<string, RunningServer>()
  try {
    for (const name of names)
      nodes.set(name, await startNode(name, { folder, url, site, first: names[0] ?? '' }))
    await balanced(database, houses, names.length)
    const { plan, startsAt } = await askForAll(houses, [...nodes.values()], times)
    const faults = await makeFaults(database, nodes, startsAt + times.killAt, startsAt + STOP_AT)
    await setTimeout(startsAt + times.spanMs + times.afterMs - Date.now())
    const { calls, refused } = await phones.account()
    return seenIn(calls, refused, plan, faults)
  } finally {
    for (const node of nodes.values()) await node.kill()
    phones.close()
    await database.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Start {
  readonly folder: string
  readonly url: string
  readonly site: string
  readonly first: string
}

const startNode = (name: string, { folder, url, site, first }: Start) =>
  startProduct([
    '--data',
    path.join(folder, name),
    '--database',
    url,
    '--site',
    site,
    '--node',
    name,
    '--key-file',
    path.join(folder, first, 'reveille.key'),
  ])

/** Whose houses are whose: names of nodes by house. */
async function homesOf(database: Client): Promise<Map<string, string>> {
  const { rows } = await database.query<{ house: string; name: string }>(
    'select home.house, node.name from home join node on node.lease = home.lease',
  )
  return new Map(rows.map(({ house, name }) => [house, name]))
}

/** Who joins later gets its share one house at a time. */
async function balanced(database: Client, houses: readonly BenchHouse[], nodes: number) {
  const limit = Date.now() + MOST_TO_BALANCE_MS
  // With the house of what belongs to no tenant, and that of the log.
  const all = houses.length + 2
  for (;;) {
    const homes = [...(await homesOf(database)).values()]
    const most = Math.max(...homes.map((name) => homes.filter((other) => other === name).length))
    if (homes.length === all && most <= Math.ceil(all / nodes)) return
    if (Date.now() > limit) throw new Error(`Not shared out: ${homes.join(' ')}`)
    await setTimeout(1_000)
  }
}

async function askForAll(
  houses: readonly BenchHouse[],
  nodes: readonly RunningServer[],
  { leadMs, spanMs }: Times,
) {
  const startsAt = Math.ceil((Date.now() + leadMs) / 1_000) * 1_000
  const plan = new Map<string, { house: string; dueAt: number }>()
  const moments = spanMs / EVERY_MS
  for (const [at, { tenant, rooms }] of houses.entries()) {
    const perMoment = Math.ceil(rooms.length / moments)
    const url = nodes[at % nodes.length]?.url ?? ''
    for (let moment = 0; moment * perMoment < rooms.length; moment++) {
      const own = rooms.slice(moment * perMoment, (moment + 1) * perMoment)
      // Houses take turns, so that every second has its share.
      const dueAt = startsAt + moment * EVERY_MS + (at % (EVERY_MS / 1_000)) * 1_000
      await askFor(url, tenant, own, dueAt)
      for (const room of own) plan.set(room, { house: tenant, dueAt })
    }
  }
  return { plan, startsAt }
}

interface Fault {
  readonly what: string
  readonly at: number
  /** The houses that lived there. */
  readonly houses: readonly string[]
}

const housesOn = (homes: ReadonlyMap<string, string>, name: string) =>
  Array.from(homes).flatMap(([house, on]) => (on === name ? [house] : []))

/** The last of the nodes is killed; of the others, one that is not the first stands still for a while. */
async function makeFaults(
  database: Client,
  nodes: Map<string, RunningServer>,
  killAt: number,
  stopAt: number,
): Promise<Fault[]> {
  const names = [...nodes.keys()]
  const faults: Fault[] = []
  await setTimeout(killAt - Date.now())
  const before = await homesOf(database)
  // Where there is but one house, the node that has it.
  const dies = names.length > 2 ? 'b' : ([...before].find(([house]) => house.length > 5)?.[1] ?? 'a')
  faults.push({ what: 'killed', at: Date.now(), houses: housesOn(before, dies) })
  await nodes.get(dies)?.kill()
  const stands = nodes.get('c')
  if (names.length <= 2 || !stands) return faults
  await setTimeout(stopAt - Date.now())
  const then = await homesOf(database)
  faults.push({ what: 'stopped', at: Date.now(), houses: housesOn(then, 'c') })
  process.kill(stands.pid, 'SIGSTOP')
  await setTimeout(STOPPED_MS)
  process.kill(stands.pid, 'SIGCONT')
  return faults
}

function seenIn(calls: readonly SeenCall[], refused: number, plan: Plan, faults: readonly Fault[]): Seen {
  const inOrder = calls.toSorted((a, b) => a.invitedAt - b.invitedAt)
  const forGood = new Map<string, SeenCall>()
  const again: (readonly [before: SeenCall, after: SeenCall])[] = []
  let unwritten = 0
  for (const call of inOrder) {
    const before = forGood.get(call.number)
    if (before) again.push([before, call])
    if (call.forGoodAt === null) continue
    if (isCutShort(call, plan, faults)) unwritten += 1
    else forGood.set(call.number, call)
  }
  const takeovers = faults.flatMap((fault) => takeoversOf(fault, inOrder, plan))
  const faulty = new Set(faults.flatMap(({ houses }) => houses))
  const late = latenessOf(inOrder, plan).filter(({ house }) => !faulty.has(house))
  const lateP99 = quantile(
    late.map(({ ms }) => ms),
    0.99,
  )
  const heard = new Set(calls.filter(({ forGoodAt }) => forGoodAt !== null).map(({ number }) => number))
  const lost = plan.size - heard.size
  const row = {
    calls: plan.size,
    lost,
    again: again.length,
    unwritten,
    rungTwice: calls.length - plan.size,
    busy: refused,
    takenOver: takeovers.length,
    takeoverP50s: round(quantile(takeovers, 0.5)),
    takeoverMaxS: round(Math.max(...takeovers)),
    otherCalls: late.length,
    otherLateP99ms: late.length === 0 ? '' : round(lateP99),
  }
  const stories = again.slice(0, MOST_STORIES).map((rung) => storyOf(rung, plan, faults))
  return { row, lost, again: again.length, takeovers, lateP99, stories }
}

/** What happened to a room that was rung after an answer for good, by the clock of each fault of its house. */
function storyOf(
  [before, after]: readonly [SeenCall, SeenCall],
  plan: Plan,
  faults: readonly Fault[],
): string {
  const { house = '', dueAt = 0 } = plan.get(before.number) ?? {}
  const own = faults.filter(({ houses }) => houses.includes(house))
  const since = (at: number, moment: number | null) => round(((moment ?? NaN) - at) / 1_000)
  const told = own.map(
    ({ what, at }) =>
      `${what} at 0: due ${since(at, dueAt)}, invited ${since(at, before.invitedAt)}, for good ${since(at, before.forGoodAt)}, again ${since(at, after.invitedAt)}`,
  )
  return `room ${before.number}: ${told.join('; ') || 'no fault of its house'}`
}

/** The guest had heard enough in the moment of the fault: nobody but a dead node knows. */
const isCutShort = ({ number, forGoodAt }: SeenCall, plan: Plan, faults: readonly Fault[]) =>
  faults.some(({ at, houses }) => {
    const isThere = houses.includes(plan.get(number)?.house ?? '')
    return isThere && forGoodAt !== null && forGoodAt > at - TO_THE_BOOK_MS && forGoodAt <= at + UNDER_WAY_MS
  })

/** Of each house, from the fault to its next INVITE, in seconds. */
function takeoversOf({ at, houses }: Fault, calls: readonly SeenCall[], plan: Plan): number[] {
  return houses.flatMap((house) => {
    const next = calls.find(
      ({ number, invitedAt }) => plan.get(number)?.house === house && invitedAt > at + UNDER_WAY_MS,
    )
    return next ? [(next.invitedAt - at) / 1_000] : []
  })
}

/** How late each room was first rung. */
function latenessOf(calls: readonly SeenCall[], plan: Plan) {
  const first = new Map<string, number>()
  for (const { number, invitedAt } of calls) if (!first.has(number)) first.set(number, invitedAt)
  return Array.from(plan, ([room, { house, dueAt }]) => ({
    house,
    ms: (first.get(room) ?? Infinity) - dueAt,
  }))
}
