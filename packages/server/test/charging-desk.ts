import type { DeliveryRecord, DestinationRecord, LogEntry } from '@reveille/contract'
import type { ScriptedPms } from '@reveille/fias/testing'
import type { Charged } from './delivery-accounts.ts'
import { waitUntil } from './killed-hotel.ts'

export const ROOMS = Array.from({ length: 40 }, (_, n) => String(101 + n))
const CLIENTS = 6
const LONGEST_PAUSE_MS = 50
/** So many of the charges are taken back. */
const TAKEN_BACK = 0.1
/** A node that stands still says nothing: another is asked. */
const PATIENCE_MS = 5_000
/** While no node is up, it is looked again after so long. */
const NOBODY_UP_MS = 50
/** What is asked for under one key at two nodes, or of one that is cut off, is asked for again. */
const LATER = [409, 503]
const DRAINED_WITHIN_MS = 120_000

const AUTHORIZATION = `Basic ${Buffer.from('boss:boss-password').toString('base64')}`

interface TakenBackReply {
  readonly connectors: readonly { readonly name: string; readonly how: string }[]
}

export interface DeskOptions {
  /** The address of the product, or of any of its nodes; null while none is up. */
  where(): string | null
  chance(): number
  /** One of several nodes may ask to be asked later. */
  readonly isOneOfSeveral?: boolean
}

/** Those who charge, take back, and remember every charge and whether it was acknowledged. */
export class ChargingDesk {
  readonly charges: Charged[] = []
  readonly #options: DeskOptions
  readonly #counts = { unanswered: 0, refused: 0 }
  /** To be taken back, and not yet known to be. */
  readonly #wrong: Charged[] = []
  #isClosing = false

  constructor(options: DeskOptions) {
    this.#options = options
  }

  get counts() {
    return { ...this.#counts }
  }

  /** First what was never answered, under its old key, and then more, unless it is closing; from many sides, until nobody answers. */
  async chargeWhile(isWanted: () => boolean, onAnswer = () => {}) {
    const { chance } = this.#options
    const again = this.#unacknowledged()
    const client = async () => {
      while (isWanted()) {
        const wrong = this.#wrong.shift()
        const charge = wrong ? null : (again.pop() ?? (this.#isClosing ? null : this.#next()))
        if (!wrong && !charge) return
        const isAnswered = await (wrong ? this.#takeBack(wrong) : charge && this.#charge(charge, onAnswer))
        if (!isAnswered) return
        await new Promise((resolve) => setTimeout(resolve, chance() * LONGEST_PAUSE_MS))
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  }

  /** At the end everything is asked for, sent and decided. Gives what became of it, and who had a hand in it. */
  async settleEverything(pms: ScriptedPms) {
    this.#isClosing = true
    const isLeft = () => this.#unacknowledged().length > 0 || this.#wrong.length > 0
    while (isLeft()) await this.chargeWhile(isLeft)
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

  #isTakenBack = ({ quantity }: DeliveryRecord) =>
    this.charges.some((one) => one.quantity === quantity && one.takenBack !== null)

  #unacknowledged = () => this.charges.filter(({ isAcknowledged }) => !isAcknowledged)

  #next(): Charged {
    const room = ROOMS[Math.floor(this.#options.chance() * ROOMS.length)] ?? ''
    const charge = { room, quantity: this.charges.length + 1, id: '', isAcknowledged: false, takenBack: null }
    this.charges.push(charge)
    return charge
  }

  async #charge(charge: Charged, onAnswer: () => void): Promise<boolean> {
    const { room, quantity } = charge
    const body = { id: '10', quantity: String(quantity), room }
    const reply = await this.#send('/rest/isi/charge', body, { 'idempotency-key': `charge-${quantity}` })
    if (reply === null) this.#counts.unanswered++
    else if (reply.status === 200) this.#acknowledged(charge, reply)
    else if (!this.#isForLater(reply)) this.#counts.refused++
    if (reply !== null) onAnswer()
    return reply !== null
  }

  #acknowledged(charge: Charged, { headers }: { readonly headers: Headers }) {
    charge.isAcknowledged = true
    charge.id = headers.get('reveille-charge') ?? ''
    if (!this.#isClosing && this.#options.chance() < TAKEN_BACK) this.#wrong.push(charge)
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
    if (reply !== null && reply.status !== 200 && reply.status !== 409 && !this.#isForLater(reply))
      this.#counts.refused++
    return reply !== null
  }

  #isForLater = ({ status }: { readonly status: number }) =>
    this.#options.isOneOfSeveral === true && LATER.includes(status)

  async #send(target: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    const where = this.#options.where()
    if (where === null) {
      await new Promise((resolve) => setTimeout(resolve, NOBODY_UP_MS))
      return null
    }
    const body = new URLSearchParams(form)
    const reply = await fetch(`${where}${target}`, {
      method: 'POST',
      body,
      headers: { authorization: AUTHORIZATION, ...headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
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
    const reply = await fetch(`${this.#options.where()}${target}`, {
      headers: { authorization: AUTHORIZATION },
    })
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
