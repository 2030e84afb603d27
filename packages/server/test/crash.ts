import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RunningServer, startProduct } from './process.ts'
import { seededChance } from '../testing/chance.ts'

/**
 * A product that is killed again and again under load, and what is left of its promises. Each request is for a
 * moment or a quantity of its own, by which it is found again.
 */
export interface CrashOptions {
  readonly rounds: number
  readonly seed: number
  /** More for the command line, such as `--database`. */
  readonly options?: readonly string[]
  onRound?(figures: CrashFigures): void
}

export interface CrashFigures {
  readonly kills: number
  readonly acknowledged: number
  /** No answer came because of the kill. */
  readonly unanswered: number
  /** Those of them that carried a key, asked for again after the restart. */
  readonly retried: number
  /** Already acknowledged, sent again with the same key. */
  readonly repeated: number
  readonly lost: number
  readonly doubled: number
  /** Answers other than 200 and 201, repeats with another answer, and rows that nobody asked for. */
  readonly wrong: number
}

interface Deed {
  readonly kind: 'create' | 'charge'
  readonly number: number
  readonly room: string
  readonly key: string | undefined
  /** What came back: the id of a call, or nothing for a charge. */
  answer: string | undefined
}

type Answer = { readonly status: number; readonly id: string } | 'none'

const CLIENTS = 16
const ROOMS = 100
const MOST_ANSWERS = 300
const LONGEST_DELAY_MS = 15
const REPEATS = 20

const SITE = `site: { name: Crash Hotel, timezone: Europe/Zurich }
users:
  - { username: boss, password: boss-password, permissions: [inventory, frontdesk, administrator] }
mailboxes:
  - { range: "100-199" }
inventory:
  categories: [{ id: "1", description: Drinks }]
  items: [{ id: "10", description: Cola, category: "1", price: "4.50" }]
  connectors:
    - { name: bar, type: webhook, url: "http://192.0.2.1/charges" }
`
const AUTHORIZATION = `Basic ${Buffer.from('boss:boss-password').toString('base64')}`

/** Starts, loads and kills; after each restart everything that was promised is looked for. */
export async function killRepeatedly(options: CrashOptions): Promise<CrashFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-crash-'))
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, SITE)
  const words = ['--data', path.join(folder, 'data'), '--site', site, ...(options.options ?? [])]
  const guests = new Guests(options.seed)
  let server: RunningServer | undefined
  try {
    for (let round = 0; round < options.rounds; round++) {
      server = await startProduct(words)
      await guests.lookAfter(server.url)
      await guests.loadUntilKilled(server)
      options.onRound?.(guests.figures)
    }
    server = await startProduct(words)
    await guests.lookAfter(server.url)
    return guests.figures
  } finally {
    await server?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Those who ask, and remember what they were promised. */
class Guests {
  readonly #chance: () => number
  readonly #deeds: Deed[] = []
  readonly #firstMoment = Math.floor(Date.now() / 1000 + 2 * 86_400) * 1000
  readonly #tally = {
    kills: 0,
    acknowledged: 0,
    unanswered: 0,
    retried: 0,
    repeated: 0,
    lost: 0,
    doubled: 0,
    wrong: 0,
  }

  constructor(seed: number) {
    this.#chance = seededChance(seed).next
  }

  get figures(): CrashFigures {
    return { ...this.#tally }
  }

  /** Asks from many sides at once until the server dies, at a moment that only the seed knows. */
  async loadUntilKilled(server: RunningServer) {
    let left = Math.floor(this.#chance() * MOST_ANSWERS)
    const delay = this.#chance() * LONGEST_DELAY_MS
    const kill = () => setTimeout(() => void server.kill(), delay)
    if (left === 0) kill()
    const client = async () => {
      while (await this.#ask(server.url, this.#newDeed())) {
        this.#tally.acknowledged++
        if (--left === 0) kill()
      }
      this.#tally.unanswered++
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    await server.kill()
    this.#tally.kills++
  }

  /** After a restart: counts what is there, asks again where no answer came, repeats some, and counts again. */
  async lookAfter(url: string) {
    this.#count(await readHotel(url))
    for (const deed of this.#deeds)
      if (deed.key !== undefined && !isAcknowledged(deed)) await this.#retry(url, deed)
    const keyed = this.#deeds.filter((deed) => deed.key !== undefined)
    for (let n = 0; n < Math.min(REPEATS, keyed.length); n++) await this.#repeat(url, this.#oneOf(keyed))
    this.#count(await readHotel(url))
  }

  async #ask(url: string, deed: Deed): Promise<boolean> {
    const answer = await send(url, deed, this.#firstMoment)
    if (answer === 'none') return false
    if (answer.status === expected(deed)) deed.answer = answer.id
    else this.#tally.wrong++
    return true
  }

  async #retry(url: string, deed: Deed) {
    this.#tally.retried++
    if (!(await this.#ask(url, deed))) throw new Error('The server does not answer after its restart')
  }

  async #repeat(url: string, deed: Deed) {
    const answer = await send(url, deed, this.#firstMoment)
    this.#tally.repeated++
    if (answer === 'none' || answer.status !== expected(deed) || answer.id !== deed.answer)
      this.#tally.wrong++
  }

  #count(hotel: HotelState) {
    const found = this.#deeds.map((deed) => [deed, timesIn(hotel, deed, this.#firstMoment)] as const)
    const lost = found.filter(([deed, times]) => isAcknowledged(deed) && Math.min(...times) === 0).length
    const doubled = found.filter(([, times]) => Math.max(...times) > 1).length
    this.#tally.lost = Math.max(this.#tally.lost, lost)
    this.#tally.doubled = Math.max(this.#tally.doubled, doubled)
    const known = found.reduce((sum, [, times]) => sum + times.reduce((a, b) => a + b), 0)
    const deliveries = Math.abs(hotel.deliveries - total(hotel.charges))
    this.#tally.wrong += total(hotel.calls) + total(hotel.created) + total(hotel.charges) - known + deliveries
  }

  #newDeed(): Deed {
    const number = this.#deeds.length + 1
    const deed: Deed = {
      kind: this.#chance() < 0.5 ? 'create' : 'charge',
      number,
      room: String(100 + Math.floor(this.#chance() * ROOMS)),
      key: this.#chance() < 0.5 ? `key-${number}` : undefined,
      answer: undefined,
    }
    this.#deeds.push(deed)
    return deed
  }

  #oneOf(deeds: readonly Deed[]): Deed {
    const deed = deeds[Math.floor(this.#chance() * deeds.length)]
    if (!deed) throw new Error('There is nothing to choose from')
    return deed
  }
}

const isAcknowledged = (deed: Deed) => deed.answer !== undefined
const expected = (deed: Deed) => (deed.kind === 'create' ? 201 : 200)
const momentOf = (deed: Deed, firstMoment: number) => firstMoment + deed.number * 1000

async function send(url: string, deed: Deed, firstMoment: number): Promise<Answer> {
  const { kind, room, number, key } = deed
  const moment = new Date(momentOf(deed, firstMoment)).toISOString()
  const form = kind === 'create' ? { room, datetime: moment } : { id: '10', quantity: String(number), room }
  const target = kind === 'create' ? '/rest/wakeup' : '/rest/isi/charge'
  try {
    const reply = await fetch(url + target, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: new URLSearchParams(form),
    })
    return { status: reply.status, id: idIn(await reply.text()) }
  } catch {
    return 'none'
  }
}

const idIn = (text: string) => (text === '' ? '' : String((JSON.parse(text) as { id?: string }).id))

/** What the interface shows, counted by what tells one request from another. */
interface HotelState {
  /** Calls by moment. */
  readonly calls: Tally<number>
  /** Log rows of calls by the id of the call. */
  readonly created: Tally<string>
  readonly ids: ReadonlyMap<number, string>
  /** Log rows of charges by quantity. */
  readonly charges: Tally<number>
  readonly deliveries: number
}

type Tally<K> = ReadonlyMap<K, number>

interface CallRecord {
  readonly id: string
  readonly scheduled: string
}
interface LogRow {
  readonly wakeup?: string
  readonly detail: { readonly quantity?: number }
}

async function readHotel(url: string): Promise<HotelState> {
  const { wakeups } = await read<{ wakeups: CallRecord[] }>(url, '/rest/wakeup/list')
  const created = await read<{ log: LogRow[] }>(url, '/rest/log?kind=wakeup.created')
  const charged = await read<{ log: LogRow[] }>(url, '/rest/log?kind=inventory.charged')
  const { deliveries } = await read<{ deliveries: unknown[] }>(url, '/rest/delivery')
  return {
    calls: tally(wakeups.map((call) => Date.parse(call.scheduled))),
    created: tally(created.log.map((row) => String(row.wakeup))),
    ids: new Map(wakeups.map((call) => [Date.parse(call.scheduled), call.id])),
    charges: tally(charged.log.map((row) => Number(row.detail.quantity))),
    deliveries: deliveries.length,
  }
}

async function read<T>(url: string, target: string): Promise<T> {
  const reply = await fetch(url + target, { headers: { authorization: AUTHORIZATION } })
  if (reply.status !== 200) throw new Error(`${target} was answered ${reply.status}`)
  return (await reply.json()) as T
}

/** How often a deed is found, in each place where it must stand once. */
function timesIn(hotel: HotelState, deed: Deed, firstMoment: number): number[] {
  if (deed.kind === 'charge') return [hotel.charges.get(deed.number) ?? 0]
  const moment = momentOf(deed, firstMoment)
  const id = hotel.ids.get(moment)
  const mistaken = deed.answer !== undefined && deed.answer !== id
  return [mistaken ? 0 : (hotel.calls.get(moment) ?? 0), hotel.created.get(id ?? '') ?? 0]
}

function tally<K>(keys: readonly K[]): Tally<K> {
  const counts = new Map<K, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const total = <K>(counts: Tally<K>) => [...counts.values()].reduce((a, b) => a + b, 0)
