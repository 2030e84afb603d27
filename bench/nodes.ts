import { setTimeout } from 'node:timers/promises'
import { PostgresBell } from '../packages/server/src/store/engine/postgres-bell.ts'
import { EventClient } from '../packages/server/test/event-client.ts'
import { basic, type Hotel, SITE } from '../packages/server/test/hotel.ts'
import { nodesOn } from '../packages/server/test/node-pair.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { quantile, round } from './figures.ts'
import { atMost, type Bench, none, type Row } from './report.ts'

const ALL = { passwords: 200, cut: 30, events: 500, pairs: 1_000 }
const QUICK = { passwords: 30, cut: 5, events: 50, pairs: 50 }
const SMOKE = { passwords: 2, cut: 1, events: 5, pairs: 5 }
const PAIRS_AT_ONCE = 10

export const bench: Bench = {
  about:
    'two nodes: a password changed at one and refused at the other, events of one at the other, one Idempotency-Key at both at once (--quick: fewer)',
  smoke: ['--smoke'],
  async run(words) {
    const many = words.includes('--smoke') ? SMOKE : words.includes('--quick') ? QUICK : ALL
    const server = await startPostgres({ durable: true })
    const accounts = Array.from({ length: many.passwords + many.cut }, (_, n) => `clerk${n}`)
    const site = { ...SITE, users: [...(SITE.users ?? []), ...accounts.map(userOf)] }
    const group = nodesOn(await server.createDatabase(), { site, trustProxy: ['127.0.0.1'] })
    const bell = overhearBell()
    try {
      const [a, b] = [await group.join('a'), await group.join('b')]
      await bothKnown(a)
      const told = await refusals(bell, a, b, accounts.slice(0, many.passwords))
      const events = await heardAtB(a, b, many.events)
      const pairs = await samePairs(a, b, many.pairs)
      bell.cut()
      const cut = await refusals(bell, a, b, accounts.slice(many.passwords))
      return {
        durability: 'PostgreSQL: fsync on, synchronous_commit on',
        counted:
          'a refusal: from the commit of the change at A to the answer of the first request with the old password that B refuses, asked every 10 ms; an event: from the answer of A to its arrival at a client that follows B',
        notes: [
          'both nodes, their clients and the database share the machine; passwords are not hashed, so that what counts is the way between nodes',
          'cut: no node hears a word of the other',
          `of ${many.pairs} pairs, one of ${pairs.turnedAway} was told to come back (409 or 503)`,
        ],
        tables: [
          {
            title: 'From one node to the other, in milliseconds',
            rows: [
              rowOf('password refused', told.refused),
              rowOf('its change answered', told.answered),
              rowOf('password refused, cut', cut.refused),
              rowOf('event heard', events.ms),
            ],
          },
        ],
        checks: [
          atMost('password refused at the other node, p99', 100, quantile(told.refused, 0.99), ' ms'),
          atMost('the same without words between them, longest', 2_000, Math.max(...cut.refused), ' ms'),
          none('old passwords taken after the change was answered', told.late + cut.late),
          atMost('event heard at the other node, p99', 300, quantile(events.ms, 0.99), ' ms'),
          none('events missing, twice or out of order', events.wrong),
          none('charges too many or too few for the keys', Math.abs(pairs.facts - many.pairs)),
          none('answers that name another charge than the pair', pairs.differ),
        ],
      }
    } finally {
      bell.restore()
      await group.close()
      await server.stop()
    }
  },
}

const passwordOf = (username: string) => `${username}-pw`
const userOf = (username: string) => ({ username, password: passwordOf(username) })

const rowOf = (what: string, ms: readonly number[]): Row => ({
  what,
  count: ms.length,
  p50: round(quantile(ms, 0.5)),
  p99: round(quantile(ms, 0.99)),
  longest: round(Math.max(...ms)),
})

/** Who has just joined is not known to the other before its next beat. */
async function bothKnown({ app }: Hotel) {
  for (;;) {
    const nodes = await app.database.read.nodes.list()
    if (nodes.length === 2 && nodes.every(({ facts }) => facts.sees.length === 2)) return
    await setTimeout(20)
  }
}

/** From a network of its own: wrong passwords are counted, and whoever guesses often has to wait. */
const statusAt = async (hotel: Hotel, username: string, password: string) => {
  const number = Number(username.replace(/\D/g, ''))
  const headers = {
    authorization: basic(username, password),
    'x-forwarded-for': `10.0.${number >> 8}.${number & 255}`,
  }
  return (await hotel.request(null, 'GET', '/rest/session', undefined, headers)).status
}

/** An account for each, for the same reason. */
async function refusals(bell: OverheardBell, a: Hotel, b: Hotel, usernames: readonly string[]) {
  const found = { refused: [] as number[], answered: [] as number[], late: 0 }
  for (const username of usernames) {
    const old = passwordOf(username)
    if ((await statusAt(b, username, old)) !== 200) throw new Error(`${username} is not known at B`)
    const committed = bell.next()
    const change = a
      .request('boss', 'PUT', `/rest/config/user/${username}`, { password: `${old}-new` })
      .then(({ status }) => ({ status, at: performance.now() }))
    while ((await statusAt(b, username, old)) === 200) await setTimeout(ASK_EVERY)
    const refusedAt = performance.now()
    const answer = await change
    if (answer.status !== 200) throw new Error(`The change was answered with ${answer.status}`)
    const began = await committed
    found.refused.push(Math.max(0, refusedAt - began))
    found.answered.push(answer.at - began)
    if (refusedAt > answer.at + ONE_REQUEST) found.late++
  }
  return found
}

/** The request that was refused may have been under way when the change was answered. */
const ONE_REQUEST = 50

const ASK_EVERY = 10

interface OverheardBell {
  /** When a node next says that it has committed a change of the configuration, which it does at once. */
  next(): Promise<number>
  /** From now on no node hears anything. */
  cut(): void
  restore(): void
}

function overhearBell(): OverheardBell {
  const { ring } = PostgresBell.prototype
  const waiting: ((at: number) => void)[] = []
  let isCut = false
  PostgresBell.prototype.ring = function overheard(this: PostgresBell, word: string) {
    if (word === 'configuration') for (const tell of waiting.splice(0)) tell(performance.now())
    if (!isCut) ring.call(this, word)
  }
  return {
    next: () => new Promise((resolve) => void waiting.push(resolve)),
    cut: () => void (isCut = true),
    restore: () => void (PostgresBell.prototype.ring = ring),
  }
}

const charge = (hotel: Hotel, room: string, headers: Record<string, string> = {}) =>
  hotel.request('maid', 'POST', '/rest/isi/charge', { id: '11', quantity: 1, room }, headers)

async function heardAtB(a: Hotel, b: Hotel, many: number) {
  const client = await EventClient.follow(`${b.url}/rest/events?kinds=inventory`, 'boss')
  await client.until(() => client.isCaughtUp)
  const before = client.events.length
  const ms: number[] = []
  for (let n = 0; n < many; n++) {
    await charge(a, '101')
    const began = performance.now()
    await client.until(() => client.events.length > before + n)
    ms.push(performance.now() - began)
  }
  const ids = client.events.slice(before).map(({ id }) => id)
  client.hangUp()
  const misplaced = ids.filter((id, at) => at > 0 && id <= (ids[at - 1] ?? 0)).length
  return { ms, wrong: misplaced + Math.abs(ids.length - many) }
}

async function samePairs(a: Hotel, b: Hotel, many: number) {
  const keys = Array.from({ length: many }, (_, n) => `pair-${n}`)
  let [differ, turnedAway] = [0, 0]
  for (let n = 0; n < many; n += PAIRS_AT_ONCE)
    await Promise.all(
      keys.slice(n, n + PAIRS_AT_ONCE).map(async (key) => {
        const both = await Promise.all(
          [a, b].map((hotel) => charge(hotel, '102', { 'idempotency-key': key })),
        )
        const done = both.filter(({ status }) => status === 200)
        const charges = new Set(done.map(({ headers }) => headers['reveille-charge'] ?? ''))
        // Who has waited for two seconds is told to come back (409), as is who comes to a node that is cut off (503).
        if (done.length < both.length) turnedAway++
        if (charges.size > 1) differ++
      }),
    )
  const rows = await a.app.database.read.activity.page({
    scope: null,
    kinds: ['inventory.charged'],
    room: '102',
    limit: many * 2,
  })
  return { facts: rows.length, differ, turnedAway }
}
