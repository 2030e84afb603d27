import type { InboundCall } from '../../calls/caller.ts'

/** A call that one menu after the other talks to: picked up once, and each hears the keys while it talks. */
export class TalkedCall {
  readonly call: InboundCall
  #isUp = false
  #deeds = 0
  #onKey: (key: string) => void = () => {}

  constructor(call: InboundCall) {
    this.call = call
  }

  get isUp(): boolean {
    return this.#isUp
  }

  async pickUp(onKey: (key: string) => void): Promise<void> {
    this.#onKey = onKey
    if (this.#isUp) return
    this.#isUp = true
    await this.call.answer((key) => this.#onKey(key))
  }

  /** Which deed of this call it is. */
  nextDeed(): number {
    return ++this.#deeds
  }
}
