import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres, type TestPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import {
  accountChecks,
  accountRows,
  drainRow,
  flakyChecks,
  type Found,
  speedChecks,
} from './deliveries/findings.ts'
import { type Drain, drainOurs, type Race } from './deliveries/ours.ts'
import { drainPeer } from './deliveries/peer.ts'
import { HEALTHY, RECEIVERS } from './deliveries/receivers.ts'
import type { Bench } from './report.ts'

const CHARGES = 10_000
const ROUNDS = 3
const ENGINES = ['SQLite', 'PostgreSQL'] as const
const OURS = ENGINES.map((engine) => `ours, ${engine}`)
const PEER = 'graphile-worker, PostgreSQL'

/** Who is measured, with which receivers. */
interface Heat {
  readonly side: string
  readonly race: Race
  drain(): Promise<Drain>
}

interface Grounds {
  readonly folder: string
  readonly postgres: TestPostgres
}

function heatsOf(charges: number, { folder, postgres }: Grounds): Heat[] {
  const alone = { charges, receivers: HEALTHY }
  const among = { charges, receivers: RECEIVERS }
  const own = ENGINES.flatMap((engine) =>
    [alone, among].map((race) => ({
      side: `ours, ${engine}`,
      race,
      drain: async () => {
        if (engine === 'SQLite') return drainOurs(race, folder, [], async () => {})
        const database = await postgres.createDatabase()
        return drainOurs(race, folder, ['--database', database], () => postgres.calm(database))
      },
    })),
  )
  const peer = [alone, among].map((race) => ({
    side: PEER,
    race,
    drain: async () => {
      const database = await postgres.createDatabase()
      return drainPeer(race, database, () => postgres.calm(database))
    },
  }))
  return [...own, ...peer]
}

/** Everyone in turn, round after round, so that a machine that is slow for a while is slow for all. */
async function compete(heats: readonly Heat[], rounds: number): Promise<Found[]> {
  const found = heats.map(({ side, race }) => ({ side, race, drains: [] as Drain[] }))
  for (let turn = 0; turn < rounds; turn++)
    for (const [at, { side, race, drain }] of heats.entries()) {
      const drained = await drain()
      found[at]?.drains.push(drained)
      console.log(`${side}, ${race.receivers.length} receivers: ${drained.ms} ms`)
    }
  return found
}

export const bench: Bench = {
  about:
    'charges to five receivers of which three are slow, failing or dead, beside graphile-worker (words: a number of charges, --quick)',
  smoke: ['50', '--quick'],
  hasPeers: true,
  async run(words) {
    const charges = Number(words.find((word) => /^\d+$/.test(word)) ?? CHARGES)
    const rounds = words.includes('--quick') ? 1 : ROUNDS
    await buildProduct()
    const folder = mkdtempSync(path.join(tmpdir(), 'reveille-deliveries-'))
    const postgres = await startPostgres({ durable: true })
    const found = await compete(heatsOf(charges, { folder, postgres }), rounds)
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    return {
      durability:
        'SQLite: WAL, synchronous FULL; PostgreSQL: fsync on, synchronous_commit on, for both who use it. Ours has written that a message is being sent before it sends it, and what came back after it did, many at once; graphile-worker likewise locks its jobs before and deletes them after, many at once',
      counted: `the time until both healthy receivers have answered ${charges} messages each with 204. Everything is accepted before: ours by POST /rest/isi/charge while every connector is disabled, graphile-worker's by add_jobs, one job for each charge and receiver. On PostgreSQL, vacuum, analyze and checkpoint are done before, for both. Time runs from the first request that enables a connector, and from the start of its workers`,
      notes: [
        `${charges} charges over 200 rooms; medians of ${rounds} rounds, everyone in turn; receivers in a process of their own on the same machine: two answer at once, slow answers after 2 s, flaky answers 500 every second time by chance, dead has a closed port`,
        'graphile-worker 0.17.3 with fetch and the same signature: a pool of 16 workers for each receiver, so that none waits for another; local queue of 500, completions and failures in batches without delay, as its documentation advises; retries as it does them. It keeps no order within a room and no log of attempts; ours does',
        'accounts are of the last round, after the connectors were disabled again; what was still under way then counts as waiting',
      ],
      tables: [
        { title: 'Drain', rows: found.map(drainRow) },
        { title: 'Accounts', rows: found.flatMap(accountRows) },
      ],
      checks: [...speedChecks(found, OURS, PEER), ...flakyChecks(found, OURS, PEER), ...accountChecks(found)],
    }
  },
}
