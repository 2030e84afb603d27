import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLink, type Link } from '../packages/fias/src/index.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import { startProduct } from '../packages/server/test/process.ts'
import { openRest } from './deliveries/charging.ts'
import { openProperty, type Property } from './postings/property.ts'
import { ratio } from './figures.ts'
import { atLeast, type Bench } from './report.ts'

const CHARGES = 5_000
const PATIENCE_MS = 600_000
const ROOMS = Array.from({ length: 200 }, (_, at) => String(1_000 + at))
/** How long the property system takes over a posting: none at all, and as long as a quick real one. */
const PACES = [0, 20] as const
const LEAST_SHARE = 0.25
const LEAST_OF_PACE = 0.7
const ENGINES = ['SQLite', 'PostgreSQL'] as const

const siteOf = ({ fias, webhook }: Property) => `site: { name: Grand Hotel, timezone: Europe/Zurich }
users:
  - { username: bench, password: quick-brown-fox-1, permissions: [inventory, frontdesk, administrator] }
mailboxes:
  - { range: "${ROOMS.at(0)}-${ROOMS.at(-1)}" }
inventory:
  rooms: mailboxes
  categories: [{ id: "1", description: Drinks }]
  items: [{ id: "10", description: Cola, category: "1", price: "4.50" }]
  connectors:
    - { name: pms, type: fias, host: 127.0.0.1, port: ${fias} }
    - { name: bar, type: webhook, url: "http://127.0.0.1:${webhook}/" }
network: { allow: ["127.0.0.1"] }
`

/** What the link alone does with such a property system, with nothing to write down: postings per second. */
async function ownRate(thinkMs: number): Promise<number> {
  const property = await openProperty(thinkMs)
  const link = await new Promise<Link>((resolve) => {
    const made = createLink({ host: '127.0.0.1', port: property.fias, onReady: () => resolve(made) })
    made.start()
  })
  const count = thinkMs === 0 ? CHARGES : 100
  const start = Date.now()
  for (let number = 1; number <= count; number++)
    await link.post({
      number,
      room: '1000',
      date: '261114',
      time: '120000',
      what: { articles: [{ article: '10', count: 1 }] },
    })
  const seconds = (Date.now() - start) / 1_000
  await link.stop()
  property.close()
  return count / seconds
}

interface Found {
  readonly engine: string
  readonly thinkMs: number
  readonly own: number
  readonly charges: number
  readonly acceptedMs: number
  readonly postedMeanwhile: number
  readonly webhooksMeanwhile: number
  readonly drainedMs: number
}

async function race(
  engine: string,
  thinkMs: number,
  charges: number,
  options: readonly string[],
): Promise<Omit<Found, 'own'>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-postings-'))
  const property = await openProperty(thinkMs)
  writeFileSync(path.join(folder, 'site.yaml'), siteOf(property))
  const words = ['--data', path.join(folder, 'data'), '--site', path.join(folder, 'site.yaml'), ...options]
  const server = await startProduct(words)
  const rest = openRest(server.url)
  try {
    // So that the link is up before time runs.
    await rest.charge(1, ROOMS)
    await property.reached(1, PATIENCE_MS)
    const start = Date.now()
    await rest.charge(charges, ROOMS)
    const accepted = await property.count()
    const all = await property.reached(charges + 1, PATIENCE_MS)
    return {
      engine,
      thinkMs,
      charges,
      acceptedMs: accepted.at - start,
      postedMeanwhile: accepted.postings - 1,
      webhooksMeanwhile: accepted.webhooks - 1,
      drainedMs: all.at - start,
    }
  } finally {
    rest.close()
    await server.stop()
    property.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1_000)

const rowOf = (found: Found) => ({
  engine: found.engine,
  'property system': found.thinkMs === 0 ? 'answers at once' : `takes ${found.thinkMs} ms`,
  'link alone, PS/s': Math.round(found.own),
  'accepted in, ms': found.acceptedMs,
  'webhooks meanwhile': found.webhooksMeanwhile,
  'posted meanwhile': found.postedMeanwhile,
  'PS/s meanwhile': perSecond(found.postedMeanwhile, found.acceptedMs),
  'all posted in, ms': found.drainedMs,
  'PS/s in all': perSecond(found.charges, found.drainedMs),
})

/** Of one that takes its time, most of what it could take; of one that takes none, as much as the machine has left. */
const checkOf = ({ engine, thinkMs, own, charges, postedMeanwhile, acceptedMs }: Found) =>
  thinkMs === 0
    ? atLeast(
        `${engine}: posted while charges come in, to one that answers at once, of all that came`,
        LEAST_SHARE,
        ratio(postedMeanwhile, charges),
      )
    : atLeast(
        `${engine}: the same to one that takes ${thinkMs} ms, of what it can take`,
        LEAST_OF_PACE,
        ratio((postedMeanwhile / acceptedMs) * 1_000, own),
      )

export const bench: Bench = {
  about: 'postings to a property system while charges come in (words: a number of charges, sqlite)',
  smoke: ['50', 'sqlite'],
  async run(words) {
    const charges = Number(words.find((word) => /^\d+$/.test(word)) ?? CHARGES)
    await buildProduct()
    const engines = words.includes('sqlite') ? (['SQLite'] as const) : ENGINES
    const postgres = words.includes('sqlite') ? null : await startPostgres({ durable: true })
    const found: Found[] = []
    for (const thinkMs of PACES)
      for (const engine of engines) {
        const own = await ownRate(thinkMs)
        const options = engine === 'SQLite' ? [] : ['--database', (await postgres?.createDatabase()) ?? '']
        // One that takes its time need not be waited for until it has everything.
        const some = thinkMs === 0 ? charges : Math.min(charges, 2_000)
        found.push({ own, ...(await race(engine, thinkMs, some, options)) })
      }
    await postgres?.stop()
    return {
      durability:
        'SQLite: WAL, synchronous FULL; PostgreSQL: fsync on, synchronous_commit on. That a posting may be on its way is written down before it is',
      counted:
        'postings (PS) that the property system has answered, from the first of the charges on: by the time that the last charge was accepted, and until it had all',
      notes: [
        `${charges} charges over 200 rooms, 32 at once, each for the property system and for a webhook; to the one that takes its time at most 2,000`,
        'link alone: the same link without the product around it, one posting after the other',
      ],
      tables: [{ title: 'Postings', rows: found.map(rowOf) }],
      checks: found.map(checkOf),
    }
  },
}
