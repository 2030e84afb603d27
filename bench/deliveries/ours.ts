import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startProduct } from '../../packages/server/test/process.ts'
import { openRest, type Rest } from './charging.ts'
import { type Accounts, openReceivers, type ReceiverName, type Receivers } from './receivers.ts'
import { processorSeconds } from '../sides.ts'

export interface Race {
  readonly charges: number
  readonly receivers: readonly ReceiverName[]
}

export interface Drain {
  /** From the moment that the first message was free to go until both healthy receivers had all. */
  readonly ms: number
  readonly processorSeconds: number
  /** Until the flaky one had half of everything; null where there is none. */
  readonly flakyMs: number | null
  readonly accounts: Accounts
  /** What the sender says of each destination; null where it keeps no account. */
  readonly reckonings: ReadonlyMap<string, Reckoning> | null
}

interface Reckoning {
  readonly accepted: number
  readonly delivered: number
  readonly waiting: number
}

const FIRST_ROOM = 1_000
const ROOMS = Array.from({ length: 200 }, (_, at) => String(FIRST_ROOM + at))
export const SECRET = 'whsec_ZGVsaXZlcmllcy1hcmUtbWVhc3VyZWQtaGVyZQ=='
export const PATIENCE_MS = 300_000
const LAST_ANSWERS_MS = 15_000

const siteOf = (
  { receivers }: Race,
  { urlOf }: Receivers,
) => `site: { name: Grand Hotel, timezone: Europe/Zurich }
users:
  - { username: bench, password: quick-brown-fox-1, permissions: [inventory, frontdesk, administrator] }
mailboxes:
  - { range: "${ROOMS.at(0)}-${ROOMS.at(-1)}" }
inventory:
  rooms: mailboxes
  categories: [{ id: "1", description: Drinks, color: "#3366cc" }]
  items: [{ id: "10", description: Cola, category: "1", max: 5, price: "4.50" }]
  connectors:
${receivers.map((name) => `    - { name: ${name}, type: webhook, url: "${urlOf(name)}", secret: ${SECRET}, disabled: true }`).join('\n')}
network: { allow: ["127.0.0.1"] }
`

/** All charges are accepted while nothing is sent; the database comes to rest; then every destination is enabled, and time runs. */
export async function drainOurs(
  race: Race,
  folder: string,
  options: readonly string[],
  calm: () => Promise<void>,
): Promise<Drain> {
  const receivers = await openReceivers(race.charges)
  const data = mkdtempSync(path.join(folder, 'data-'))
  const site = path.join(data, 'site.yaml')
  writeFileSync(site, siteOf(race, receivers))
  const server = await startProduct(['--data', data, '--site', site, ...options])
  const rest = openRest(server.url)
  try {
    await rest.charge(race.charges, ROOMS)
    await calm()
    const before = processorSeconds({ server })
    const start = Date.now()
    await enable(rest, race.receivers, true)
    const end = await receivers.drained(PATIENCE_MS)
    const used = processorSeconds({ server }) - before
    const flakyMs = await flakyAfter(start, race, receivers)
    await enable(rest, race.receivers, false)
    return { ms: end - start, processorSeconds: used, flakyMs, ...(await settled(rest, receivers, race)) }
  } finally {
    rest.close()
    await server.stop()
    receivers.close()
  }
}

export const flakyAfter = async (start: number, { receivers: names }: Race, receivers: Receivers) =>
  names.includes('flaky') ? (await receivers.half(PATIENCE_MS)) - start : null

const enable = (rest: Rest, names: readonly string[], isEnabled: boolean) =>
  Promise.all(
    names.map((name) => rest.ask('PUT', `/rest/config/connector/${name}`, `disabled=${!isEnabled}`)),
  )

/** What has come back is still being written down; until then the two sides need not say the same. */
async function settled(rest: Rest, receivers: Receivers, race: Race) {
  const end = Date.now() + LAST_ANSWERS_MS
  for (;;) {
    const accounts = await receivers.accounts()
    const reckonings = await reckoningsOf(rest)
    const agree = race.receivers.every((name) => reckonings.get(name)?.delivered === accounts[name].taken)
    if (agree || Date.now() > end) return { accounts, reckonings }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Over all days, for a run that goes past midnight. */
async function reckoningsOf(rest: Rest) {
  const { report } = JSON.parse(await rest.ask('GET', '/rest/report/delivery')) as {
    report: (Reckoning & { destination: string })[]
  }
  const sums = new Map<string, Reckoning>()
  for (const { destination, accepted, delivered, waiting } of report) {
    const sum = sums.get(destination) ?? { accepted: 0, delivered: 0, waiting: 0 }
    sums.set(destination, {
      accepted: sum.accepted + accepted,
      delivered: sum.delivered + delivered,
      waiting: sum.waiting + waiting,
    })
  }
  return sums
}
