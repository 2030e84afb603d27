import type { Client } from '../api/client.ts'
import type { Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import { Watched } from '../kernel/listeners.ts'
import type { Drawer } from '../kernel/storage.ts'
import { Outbox, type Posted } from './outbox.ts'

/** What somebody wants to charge to a room; nothing in it: the mini-bar was found untouched. */
export interface Basket {
  readonly room: string
  readonly tenant: string
  readonly items: readonly { readonly id: string; readonly quantity: number }[]
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

interface BasketsNeeds {
  readonly client: Client
  readonly ids: Ids
  readonly now: () => number
  /** What one person has left on this device. */
  readonly drawerOf: (account: string) => Drawer<Posted<Basket>>
}

const SHOWN = 20

/**
 * Charges on their way. Each is written down on the device before it is sent, under the key by which the server charges
 * it once: one that was under way when the connection, or the page, went away is sent again and never charged twice.
 */
export class Baskets {
  /** The newest first. */
  readonly receipts = new Watched<readonly BasketReceipt[]>([])
  readonly #needs: BasketsNeeds
  #outbox: Outbox<Basket> | null = null

  constructor(needs: BasketsNeeds) {
    this.#needs = needs
  }

  /**
   * What this person has left here is shown, and sent when there is a connection. What somebody else has left waits for
   * them: nobody charges in another's name.
   */
  async open(account: string): Promise<void> {
    this.receipts.set([])
    const outbox = new Outbox<Basket>({
      drawer: this.#needs.drawerOf(account),
      send: (posted) => this.#send(posted),
      onRefused: ({ key }, failure) => this.#change(key, { state: 'refused', failure }),
    })
    this.#outbox = outbox
    for (const posted of await outbox.open()) this.#show(posted, 'held')
    await outbox.flush()
  }

  /** Whether something waits on this device. */
  isWaiting = (): boolean => this.receipts.get().some(({ state }) => state === 'held')

  async flush(): Promise<void> {
    await this.#outbox?.flush()
  }

  async charge(basket: Basket): Promise<BasketReceipt | undefined> {
    const posted = { key: this.#needs.ids.key(), change: basket }
    this.#show(posted, 'sending')
    await this.#outbox?.add(posted)
    if (this.#find(posted.key)?.state === 'sending') this.#change(posted.key, { state: 'held' })
    return this.#find(posted.key)
  }

  async #send({ key, change: { room, tenant, items } }: Posted<Basket>): Promise<void> {
    const { client } = this.#needs
    // Whoever sent it stands before the next door: it is held at once, and tried again from there.
    const options = { key, isPlain: true, isOnce: true }
    const query = tenant === '' ? {} : { tenant }
    if (items.length === 0) {
      await client.call('inventory.check', { query, body: { room } }, options)
      return this.#change(key, { state: 'stored' })
    }
    const body = { room, items: items.map((item) => ({ ...item })) }
    const { charges } = await client.call('inventory.basket', { query, body }, options)
    this.#change(key, { state: 'stored', charges })
  }

  #find = (key: string) => this.receipts.get().find((one) => one.key === key)

  #show({ key, change }: Posted<Basket>, state: ReceiptState): void {
    const receipt = { key, basket: change, at: this.#needs.now(), state, charges: [], failure: null }
    this.receipts.set([receipt, ...this.receipts.get()].slice(0, SHOWN))
  }

  #change(key: string, change: Partial<BasketReceipt>): void {
    this.receipts.set(this.receipts.get().map((one) => (one.key === key ? { ...one, ...change } : one)))
  }
}
