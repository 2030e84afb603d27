import type { DeliveryRecord, DestinationRecord, LogEntry } from '@reveille/contract'
import type { ScriptedPms } from '@reveille/fias/testing'
import type { Charged } from './delivery-accounts.ts'
import { waitUntil } from './killed-hotel.ts'
import { type RunningServer, startInVain, startProduct } from './process.ts'

export const ROOMS = Array.from({ length: 40 }, (_, n) => String(101 + n))
const CLIENTS = 6
const LONGEST_PAUSE_MS = 50
/** So many of the charges are taken back. */
const TAKEN_BACK = 0.1
const LONGEST_LIFE_MS = 1_000
/** So many of the kills come while the product starts. */
const IN_VAIN = 0.1
const LONGEST_START_MS = 1_000
const DRAINED_WITHIN_MS = 120_000

const AUTHORIZATION = `Basic ${Buffer.from('boss:boss-password').toString('base64')}`

interface TakenBackReply {
  readonly connectors: readonly { readonly name: string; readonly how: string }[]
}

/** Those who charge, take back, and remember every charge and whether it was acknowledged. */
export class ChargingDesk {
  readonly charges: Charged[] = []
  readonly #counts = { startsInVain: 0, unanswered: 0, refused: 0 }
  /** To be taken back, and not yet known to be. */
  readonly #wrong: Charged[] = []
  #isLastLife = false
  readonly #words: readonly string[]
  readonly #chance: () => number
  #server: RunningServer | undefined
  /** A life is counted from its first answer: how long it takes to get there depends on the machine. */
  #onAnswer = () => {}

  constructor(words: readonly string[], chance: () => number) {
    this.#words = words
    this.#chance = chance
  }

  get counts() {
    return { ...this.#counts }
  }

  /** One life of the product, to its violent end at a moment that only the seed knows. */
  async liveAndDie() {
    const isInVain = this.#chance() < IN_VAIN
    const lifeMs = this.#chance() * (isInVain ? LONGEST_START_MS : LONGEST_LIFE_MS)
    if (isInVain && (await startInVain(this.#words, lifeMs))) return void this.#counts.startsInVain++
    const server = await this.#start()
    this.#onAnswer = () => {
      setTimeout(() => void server.kill(), lifeMs)
      this.#onAnswer = () => {}
    }
    await this.#chargeWhile(() => true)
    await server.kill()
  }

  /** The last life: everything is asked for, sent and decided. Gives what became of it, and who had a hand in it. */
  async settleEverything(pms: ScriptedPms) {
    this.#isLastLife = true
    await this.#start()
    await this.#chargeWhile(() => this.#unacknowledged().length > 0 || this.#wrong.length > 0)
    await this.#drained()
    const byHand = (await this.#deliveries('?destination=pms&state=uncertain')).map((one) => ({
      id: one.id,
      as: pms.folio.bookings.some(({ number }) => Number(number) === one.sequence)
        ? 'delivered'
        : this.#isTakenBack(one)
          ? 'drop'
          : 'resend',
    }))
    for (const { id, as } of byHand) await this.#settle(id, as)
    await this.#drained()
    const { log } = await this.#read<{ log: LogEntry[] }>('/rest/log?kind=delivery.uncertain')
    const doubted = new Set(log.map(({ detail }) => String(detail['delivery'])))
    return { byHand, doubted, deliveries: await this.#deliveries() }
  }

  async close() {
    await this.#server?.kill()
  }

  async #start(): Promise<RunningServer> {
    this.#server = await startProduct(this.#words)
    return this.#server
  }

  #isTakenBack = ({ quantity }: DeliveryRecord) =>
    this.charges.some((one) => one.quantity === quantity && one.takenBack !== null)

  #unacknowledged = () => this.charges.filter(({ isAcknowledged }) => !isAcknowledged)

  /** First what was never answered, under its old key, and then more; from many sides, until nobody answers. */
  async #chargeWhile(isWanted: () => boolean) {
    const again = this.#unacknowledged()
    const client = async () => {
      while (isWanted()) {
        const wrong = this.#wrong.shift()
        const isAnswered = wrong ? this.#takeBack(wrong) : this.#charge(again.pop() ?? this.#next())
        if (!(await isAnswered)) return
        await new Promise((resolve) => setTimeout(resolve, this.#chance() * LONGEST_PAUSE_MS))
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  }

  #next(): Charged {
    const room = ROOMS[Math.floor(this.#chance() * ROOMS.length)] ?? ''
    const charge = { room, quantity: this.charges.length + 1, id: '', isAcknowledged: false, takenBack: null }
    this.charges.push(charge)
    return charge
  }

  async #charge(charge: Charged): Promise<boolean> {
    const { room, quantity } = charge
    const body = { id: '10', quantity: String(quantity), room }
    const reply = await this.#send('/rest/isi/charge', body, { 'idempotency-key': `charge-${quantity}` })
    if (reply === null) this.#counts.unanswered++
    else if (reply.status === 200) this.#acknowledged(charge, reply)
    else this.#counts.refused++
    if (reply !== null) this.#onAnswer()
    return reply !== null
  }

  #acknowledged(charge: Charged, { headers }: { readonly headers: Headers }) {
    charge.isAcknowledged = true
    charge.id = headers.get('reveille-charge') ?? ''
    if (!this.#isLastLife && this.#chance() < TAKEN_BACK) this.#wrong.push(charge)
  }

  /** Asked for until it is answered; while the charge is on its way, a little later. */
  async #takeBack(charge: Charged): Promise<boolean> {
    const key = { 'idempotency-key': `void-${charge.quantity}` }
    const reply = await this.#send(`/rest/isi/charge/${charge.id}/void`, { reason: 'Wrong room' }, key)
    if (reply?.status === 200)
      charge.takenBack = new Map(
        (JSON.parse(reply.said) as TakenBackReply).connectors.map(({ name, how }) => [name, how]),
      )
    else this.#wrong.push(charge)
    if (reply !== null && reply.status !== 200 && reply.status !== 409) this.#counts.refused++
    return reply !== null
  }

  async #send(target: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(form)
    const url = `${this.#server?.url}${target}`
    const reply = await fetch(url, {
      method: 'POST',
      body,
      headers: { authorization: AUTHORIZATION, ...headers },
    }).catch(() => null)
    const said = await reply?.text().catch(() => null)
    // Cut off in the middle of its answer, it has said nothing.
    return reply && typeof said === 'string' ? { status: reply.status, headers: reply.headers, said } : null
  }

  async #settle(id: string, as: string) {
    const reply = await this.#send(`/rest/delivery/${id}/settle`, { as, reason: 'The folio was looked at' })
    if (reply?.status !== 200) throw new Error(`${id} could not be settled: ${reply?.status}`)
  }

  async #read<T>(target: string): Promise<T> {
    const reply = await fetch(`${this.#server?.url}${target}`, { headers: { authorization: AUTHORIZATION } })
    if (reply.status !== 200) throw new Error(`${target} was answered ${reply.status}`)
    return (await reply.json()) as T
  }

  #deliveries = async (query = '') =>
    (await this.#read<{ deliveries: DeliveryRecord[] }>(`/rest/delivery${query}`)).deliveries

  /** Nothing is under way, or will be by itself: whatever has not arrived is for a person to decide about. */
  #drained = () =>
    waitUntil('nothing waits any more', DRAINED_WITHIN_MS, async () => {
      const { destinations } = await this.#read<{ destinations: DestinationRecord[] }>(
        '/rest/system/destination',
      )
      return destinations.every(({ waiting }) => waiting === 0)
    })
}
