import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import type { GuestsDue } from '../caller.ts'

/** A line that somebody has who calls a menu. */
interface Lent {
  readonly line: string
  /** They hear that it is needed, and are let go. */
  tell(): void
  /** They are let go at once. */
  cut(): void
}

interface Parts {
  readonly clock: Clock
  guestsDue: GuestsDue
  /** Of those that are lent, the oldest first, the ones without which a call of each of these tenants has no line. */
  wantedBack(due: readonly TenantId[], lent: readonly Lent[], now: Instant): readonly Lent[]
}

/** Long enough for the words that say so. */
const TOLD_AHEAD = seconds(10)
/** Long enough for the exchange to hear of it, and for the next look to be in time. */
const CUT_AHEAD = seconds(1.5)
const LOOK_EVERY = seconds(1)

/**
 * Lines that menus have, for as long as no guest is to be woken over them: whoever calls may do so again, and what they
 * have done is done.
 */
export class MenuLines {
  readonly #parts: Parts
  /** In the order in which they came. */
  readonly #lent = new Set<Lent>()
  #timer: Timer | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** `needed` resolves when a guest is to be woken over it soon. */
  lend(line: string, cut: () => void): { readonly needed: Promise<void>; back(): void } {
    let tell: () => void = () => {}
    const needed = new Promise<void>((resolve) => (tell = resolve))
    const lent = { line, tell, cut }
    this.#lent.add(lent)
    this.#wind()
    return { needed, back: () => void this.#lent.delete(lent) }
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#lent.clear()
  }

  #look() {
    for (const one of this.#wantedBack(CUT_AHEAD)) one.cut()
    for (const one of this.#wantedBack(TOLD_AHEAD)) one.tell()
  }

  #wantedBack(aheadMs: number): readonly Lent[] {
    const { clock, guestsDue, wantedBack } = this.#parts
    const now = clock.now()
    return wantedBack(guestsDue(now + aheadMs), [...this.#lent], now)
  }

  #wind() {
    const { clock } = this.#parts
    this.#timer ??= clock.at(clock.now() + LOOK_EVERY, () => {
      this.#timer = undefined
      if (this.#lent.size === 0) return
      this.#look()
      this.#wind()
    })
  }
}
