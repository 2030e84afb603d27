import type { AlarmRecord, DoctorReply, LogEntry, WakeupCreated, WakeupRecord } from '@reveille/contract'
import { HEARD_ENOUGH_MS } from '../../packages/server/src/hotel/wakeups/answered-for-good.ts'
import { waitUntil } from '../../packages/server/test/killed-hotel.ts'
import type { SeenCall } from './phones.ts'
import type { Fault } from './shaken-nodes.ts'

export const TENANTS = [1, 2].map((n) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`)
/** Rooms of the n-th tenant: every call has one of its own. */
export const rangeOf = (at: number) => `${at + 1}0000-${at + 1}0999`

const CALLS_A_ROUND = 4
/** From the moment they are asked for. */
const SOONEST_MS = 1_500
const LATEST_MS = 10_000
const PATIENCE_MS = 5_000
/** The doctor reads the whole log. */
const READ_PATIENCE_MS = 300_000
const ASK_AGAIN_MS = 200
const SETTLED_WITHIN_MS = 180_000
/** What was heard so long before a fault is in the book; packets may be under way for a moment after it. */
const TO_THE_BOOK_MS = 500
const UNDER_WAY_MS = 100
const DONE = 2
const ANSWERED = 1
const AUTHORIZATION = `Basic ${Buffer.from('boss:boss-password').toString('base64')}`

interface Page<T> {
  readonly answer: T
  readonly next: string | null
}

/** Those who ask for wakeup calls, at whichever node answers, until it is promised. */
export class Callers {
  readonly #where: () => string | null
  readonly #chance: () => number
  /** The id of each call that was promised, by its room. */
  readonly asked = new Map<string, string>()
  #next = 0

  constructor(where: () => string | null, chance: () => number) {
    this.#where = where
    this.#chance = chance
  }

  async askForSome() {
    await Promise.all(Array.from({ length: CALLS_A_ROUND }, () => this.#askForOne()))
  }

  async #askForOne() {
    const number = this.#next++
    const at = number % TENANTS.length
    const room = String((at + 1) * 10_000 + Math.floor(number / TENANTS.length))
    const dueAt = Date.now() + SOONEST_MS + this.#chance() * (LATEST_MS - SOONEST_MS)
    const form = { room, datetime: new Date(Math.ceil(dueAt / 1_000) * 1_000).toISOString() }
    for (;;) {
      const post = { method: 'POST', body: new URLSearchParams(form) }
      const reply = await this.#send(`/rest/wakeup?tenant=${TENANTS[at]}`, post, `call-${number}`)
      if (reply?.status === 201)
        return void this.asked.set(room, (JSON.parse(reply.said) as WakeupCreated).id)
      // Its moment has passed before anybody answered: nothing was promised.
      if (reply?.status === 422) return
      await pause(ASK_AGAIN_MS)
    }
  }

  /** All that were promised, once nothing is to be done for any of them. */
  async settled(): Promise<WakeupRecord[]> {
    const records = new Map<string, WakeupRecord>()
    await waitUntil('every call is over', SETTLED_WITHIN_MS, async () => {
      for (const id of this.asked.values()) {
        if (records.get(id)?.status === DONE) continue
        records.set(id, await this.read<WakeupRecord>(`/rest/wakeup/${id}`))
      }
      return [...records.values()].every(({ status }) => status === DONE)
    })
    return [...records.values()]
  }

  /** What the doctor has against the house. */
  async complaints(): Promise<string[]> {
    const { findings } = await this.read<DoctorReply>('/rest/system/doctor')
    return findings.filter(({ level }) => level === 'fault').map(({ topic, text }) => `${topic}: ${text}`)
  }

  /** Every alarm there was, page by page. */
  async alarms(): Promise<AlarmRecord[]> {
    const all: AlarmRecord[] = []
    for (let target: string | null = '/rest/alarm?limit=1000'; target !== null;) {
      const page: Page<{ alarms: AlarmRecord[] }> = await this.#page(target)
      all.push(...page.answer.alarms)
      target = page.next
    }
    return all
  }

  /** What the log tells of each of these calls, row by row. */
  async told(ids: readonly string[]): Promise<string[]> {
    const books = ids.map((id) => this.read<{ log: LogEntry[] }>(`/rest/log?wakeup=${id}&limit=1000`))
    return (await Promise.all(books)).map(({ log }) =>
      log.map(({ at, kind, detail }) => `  ${at} ${kind} ${JSON.stringify(detail)}`).join('\n'),
    )
  }

  async read<T>(target: string): Promise<T> {
    return (await this.#page<T>(target)).answer
  }

  async #page<T>(target: string): Promise<Page<T>> {
    for (;;) {
      const reply = await this.#send(target)
      if (reply?.status === 200) return { answer: JSON.parse(reply.said) as T, next: reply.next }
      if (reply && reply.status < 500) throw new Error(`${target} was answered ${reply.status}`)
      await pause(ASK_AGAIN_MS)
    }
  }

  async #send(target: string, more: Pick<RequestInit, 'method' | 'body'> = {}, key?: string) {
    const patience = more.method === undefined ? READ_PATIENCE_MS : PATIENCE_MS
    const reply = await fetch(`${this.#where()}${target}`, {
      ...more,
      headers: { authorization: AUTHORIZATION, ...(key ? { 'idempotency-key': key } : {}) },
      signal: AbortSignal.timeout(patience),
    }).catch(() => null)
    const said = await reply?.text().catch(() => null)
    const next = /<([^>]+)>; rel="next"/.exec(reply?.headers.get('link') ?? '')?.[1] ?? null
    return reply && typeof said === 'string' ? { status: reply.status, said, next } : null
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface CallAccount {
  /** Promised, never answered for good, and nobody was told. */
  readonly lost: number
  /** Never answered for good, of which an alarm tells. */
  readonly told: number
  /** Cut off before, and rung again. */
  readonly rungAgain: number
  readonly rungAfter: number
  /** Answered for good in the moment of a fault, which nobody but a dead node may know. */
  readonly unwritten: number
  /** Said to be answered, and no phone acknowledged it. */
  readonly claimed: number
  /** What is known of each call that went wrong. */
  readonly stories: readonly string[]
  readonly wrong: readonly string[]
}

/** What the phones saw, held against what was promised and what is said to have happened. */
export function callAccount(
  asked: ReadonlyMap<string, string>,
  records: readonly WakeupRecord[],
  seen: readonly SeenCall[],
  alarms: readonly AlarmRecord[],
  faults: readonly Fault[],
): CallAccount {
  const known = new Set<string>()
  let [rungAfter, rungAgain, unwritten] = [0, 0, 0]
  const rung = new Set<string>()
  const wrong = new Set<string>()
  for (const { number, forGoodAt } of seen.toSorted((a, b) => a.invitedAt - b.invitedAt)) {
    if (known.has(number)) {
      rungAfter += 1
      wrong.add(number)
    } else if (rung.has(number)) rungAgain += 1
    rung.add(number)
    if (forGoodAt === null) continue
    if (faults.some(({ at }) => forGoodAt > at - TO_THE_BOOK_MS && forGoodAt <= at + UNDER_WAY_MS))
      unwritten += 1
    else known.add(number)
  }
  const picked = new Set(seen.filter(({ isAcknowledged }) => isAcknowledged).map(({ number }) => number))
  const answered = records.filter(({ result }) => result === ANSWERED)
  const toldOf = new Set(alarms.map(({ wakeup }) => wakeup))
  const heard = new Set(
    seen.filter(({ listenedMs }) => listenedMs >= HEARD_ENOUGH_MS).map(({ number }) => number),
  )
  const missed = [...asked].filter(([room]) => !heard.has(room))
  const lost = missed.filter(([, id]) => !toldOf.has(id))
  const claimed = answered.filter(({ room }) => !picked.has(room))
  for (const room of [...lost.map(([one]) => one), ...claimed.map((one) => one.room)]) wrong.add(room)
  return {
    lost: lost.length,
    told: missed.filter(([, id]) => toldOf.has(id)).length,
    rungAgain,
    rungAfter,
    unwritten,
    claimed: claimed.length,
    wrong: Array.from(wrong, (room) => asked.get(room) ?? ''),
    stories: Array.from(wrong, (room) => storyOf(room, records, seen, faults)),
  }
}

/** What the phone saw and what the book says of one room, with the faults at that time, in milliseconds. */
function storyOf(
  room: string,
  records: readonly WakeupRecord[],
  seen: readonly SeenCall[],
  faults: readonly Fault[],
): string {
  const own = seen.filter(({ number }) => number === room)
  const from = own[0]?.invitedAt ?? 0
  const since = (at: number | null) => (at === null ? null : Math.round(at - from))
  const record = records.find((one) => one.room === room)
  const rings = own.map(({ invitedAt, isAcknowledged, forGoodAt, listenedMs }) => ({
    at: since(invitedAt),
    listenedMs,
    isAcknowledged,
    forGood: since(forGoodAt),
  }))
  const near = faults
    .map(({ at, what }) => ({ at: at - from, what }))
    .filter(({ at }) => at > -20_000 && at < 90_000)
    .map(({ at, what }) => `${Math.round(at)} ${what}`)
  return `room ${room}: ${JSON.stringify({ record, rings, faults: near })}`
}
