import type { Client } from '../api/client.ts'
import { Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import { Watched } from '../kernel/listeners.ts'
import type { Drawer } from '../kernel/storage.ts'
import { Outbox, type Posted } from './outbox.ts'

/** What somebody wants to charge to a room; nothing in it: the mini-bar was found untouched. */
export interface Basket {
  readonly room: string
  readonly tenant: string
  /** What the server calls the tenant, also when another one is looked at by the time that it is sent. */
  readonly asked: string
  readonly items: readonly { readonly id: string; readonly name: string; readonly quantity: number }[]
  /** As it was read out on the button: `12.90`. */
  readonly sum: string
}

/** `held`: kept on this device, and not sent. */
export type ReceiptState = 'sending' | 'held' | 'stored' | 'refused'

export interface BasketReceipt {
  readonly key: string
  readonly basket: Basket
  readonly at: number
  readonly state: ReceiptState
  /** Of what was stored. */
  readonly charges: readonly string[]
  readonly failure: Failure | null
}

/** What the server would not have, as the device keeps it: nobody may be there when that is told. */
export type RefusedBasket = Pick<BasketReceipt, 'key' | 'basket' | 'at'> & Pick<Failure, 'told'>

interface BasketsNeeds {
  readonly client: Client
  readonly ids: Ids
  readonly now: () => number
  /** What one person has left on this device. */
  readonly drawerOf: (account: string) => Drawer<Posted<Basket>>
  /** What was refused of theirs, until they have seen it. */
  readonly refusedOf: (account: string) => Drawer<RefusedBasket>
}

/** How many of those that are stored. */
const SHOWN = 20

/**
 * Charges on their way. Each is written down on the device before it is sent, under the key by which the server charges
 * it once: one that was under way when the connection, or the page, went away is sent again and never charged twice.
 */
export class Baskets {
  /** The newest first. */
  readonly receipts = new Watched<readonly BasketReceipt[]>([])
  /** The last one that was held and is refused now: whoever left it stands somewhere else. */
  readonly news = new Watched<BasketReceipt | null>(null)
  readonly #needs: BasketsNeeds
  #outbox: Outbox<Basket> | null = null
  #refused: Drawer<RefusedBasket> | null = null

  constructor(needs: BasketsNeeds) {
    this.#needs = needs
  }

  /**
   * What this person has left here is shown, and sent when there is a connection. What somebody else has left waits for
   * them: nobody charges in another's name.
   */
  async open(account: string): Promise<void> {
    this.receipts.set([])
    const refused = this.#needs.refusedOf(account)
    const outbox = new Outbox<Basket>({
      drawer: this.#needs.drawerOf(account),
      send: (posted) => this.#send(posted),
      onRefused: (posted, failure) => this.#refuse(refused, posted, failure),
    })
    this.#outbox = outbox
    this.#refused = refused
    const [gone, left] = await Promise.all([refused.all(), outbox.open()])
    if (this.#outbox !== outbox) return
    for (const { told, ...one } of gone)
      this.#show({ ...one, state: 'refused', charges: [], failure: new Failure('problem', told) })
    for (const { key, change } of left) this.#show(this.#receiptOf(key, change, 'held'))
    await outbox.flush()
  }

  /** Whether something waits on this device. */
  isWaiting = (): boolean => this.receipts.get().some(({ state }) => state === 'held')

  async flush(): Promise<void> {
    await this.#outbox?.flush()
  }

  async charge(basket: Basket): Promise<BasketReceipt | undefined> {
    const posted = { key: this.#needs.ids.key(), change: basket }
    this.#show(this.#receiptOf(posted.key, basket, 'sending'))
    await this.#outbox?.add(posted)
    if (this.#find(posted.key)?.state === 'sending') this.#change(posted.key, { state: 'held' })
    return this.#find(posted.key)
  }

  /** Whoever it concerns has read that it was refused. */
  async seen(key: string): Promise<void> {
    this.receipts.set(this.receipts.get().filter((one) => one.key !== key))
    await this.#refused?.remove(key)
  }

  async #send({ key, change: { room, asked, items } }: Posted<Basket>): Promise<void> {
    const { client } = this.#needs
    // Whoever sent it stands before the next door: it is held at once, and tried again from there.
    const options = { key, isPlain: true, isOnce: true }
    const query = { tenant: asked }
    if (items.length === 0) {
      await client.call('inventory.check', { query, body: { room } }, options)
      return this.#change(key, { state: 'stored' })
    }
    const body = { room, items: items.map(({ id, quantity }) => ({ id, quantity })) }
    const { charges } = await client.call('inventory.basket', { query, body }, options)
    this.#change(key, { state: 'stored', charges })
  }

  #find = (key: string) => this.receipts.get().find((one) => one.key === key)

  #receiptOf = (key: string, basket: Basket, state: ReceiptState): BasketReceipt => ({
    key,
    basket,
    at: this.#needs.now(),
    state,
    charges: [],
    failure: null,
  })

  /** What is not stored is never left out. */
  #show(receipt: BasketReceipt): void {
    const others = this.receipts.get().filter(({ key }) => key !== receipt.key)
    this.receipts.set([receipt, ...others].filter(({ state }, at) => state !== 'stored' || at < SHOWN))
  }

  async #refuse(
    drawer: Drawer<RefusedBasket>,
    { key, change }: Posted<Basket>,
    failure: Failure,
  ): Promise<void> {
    const before = this.#find(key) ?? this.#receiptOf(key, change, 'held')
    const { basket, at } = before
    await drawer.put(key, { key, basket, at, told: failure.told })
    this.#change(key, { state: 'refused', failure })
    if (before.state === 'held') this.news.set({ ...before, state: 'refused', failure })
  }

  #change(key: string, change: Partial<BasketReceipt>): void {
    this.receipts.set(this.receipts.get().map((one) => (one.key === key ? { ...one, ...change } : one)))
  }
}
