import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { byPrecedence } from '../../hotel/wakeups/before-call.ts'
import type { Instant } from '../../kernel/clock.ts'
import { type HeldCall, ringsAtItsMoment } from './held-call.ts'

/** The calls that were claimed and do not ring: held until their moment, ready for a line, or just over. */
export class CallsInHand {
  readonly #held = new Map<string, HeldCall>()
  /** Due, and waiting for a line, in the order of precedence. */
  #ready: HeldCall[] = []
  /** Over since calls were last claimed: they may have to be rung again. */
  readonly #over = new Map<string, HeldCall>()

  get held(): HeldCall[] {
    return [...this.#held.values()]
  }

  get ready(): readonly HeldCall[] {
    return this.#ready
  }

  /** All but those that are over. */
  get ids(): string[] {
    return [...this.#held.keys(), ...this.#ready.map(({ id }) => id)]
  }

  get overIds(): string[] {
    return [...this.#over.keys()]
  }

  heldCall(id: string): HeldCall | undefined {
    return this.#held.get(id)
  }

  /** Whether it is held as it was, and was neither taken away nor replaced. */
  isStill(held: HeldCall): boolean {
    return this.#held.get(held.id) === held
  }

  hold(held: HeldCall): void {
    this.#held.set(held.id, held)
  }

  /** One that waited was changed since, or it could not be claimed again: its old claim rings nothing. */
  dropReplaced(): void {
    this.#ready = this.#ready.filter(({ id }) => !this.#held.has(id))
  }

  /** Changes every call that is held. */
  changeHeld(change: (held: HeldCall) => HeldCall): void {
    for (const held of this.held) this.#held.set(held.id, change(held))
  }

  changeAll(change: (held: HeldCall) => HeldCall): void {
    this.changeHeld(change)
    this.#ready = this.#ready.map(change)
  }

  unhold(id: string): void {
    this.#held.delete(id)
  }

  isReady(held: HeldCall): boolean {
    return this.#ready.includes(held)
  }

  waits(held: HeldCall): void {
    this.#ready.push(held)
  }

  putInOrder(): void {
    this.#ready.sort(byPrecedence)
  }

  /** They have a line, or are given up. */
  waitsNoLonger(calls: ReadonlySet<HeldCall>): void {
    if (calls.size > 0) this.#ready = this.#ready.filter((held) => !calls.has(held))
  }

  /** Gives those that were in hand. */
  remove(ids: readonly string[]): string[] {
    const ours = ids.filter((id) => this.#held.delete(id) || this.#ready.some((held) => held.id === id))
    this.#ready = this.#ready.filter(({ id }) => !ours.includes(id))
    return ours
  }

  /** Gives the ids of those that were in hand. */
  removeThose(isMeant: (held: HeldCall) => boolean): string[] {
    const those = [...this.#held.values(), ...this.#ready].filter(isMeant).map(({ id }) => id)
    this.remove(those)
    this.forgetOver([...this.#over.values()].filter(isMeant).map(({ id }) => id))
    return those
  }

  isOver(held: HeldCall): void {
    this.#over.set(held.id, held)
  }

  /** What is claimed since then has them again, if they are to be rung again. */
  forgetOver(ids: readonly string[]): void {
    for (const id of ids) this.#over.delete(id)
  }

  clear(): void {
    this.#held.clear()
    this.#ready = []
  }

  /** The tenants of calls that want a line before then, and have none yet; `ending` may want another. */
  wantingLine(before: Instant, ending: readonly HeldCall[]): TenantId[] {
    const soon = this.held.filter(ringsAtItsMoment)
    return [...this.#ready, ...soon, ...ending, ...this.#over.values()]
      .filter(({ call }) => call.nextAt < before)
      .map(({ call: { tenant } }) => tenant)
  }
}
