import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { Clock, Instant, Timer } from '../../kernel/clock.ts'
import type { GuestsDue, HeldLine, LineWish } from '../caller.ts'
import { DeskLine } from './desk-line.ts'

interface Parts {
  readonly clock: Clock
  take(tenant: TenantId, wish: LineWish): HeldLine | null
  /** When the next resting line may be tried again; null when none rests. */
  nextAwake(now: Instant): Instant | null
}

/** Who waits for a line: the calls to the desk, one at a time, and whoever wants to be told. */
export class LineWaiters {
  readonly #parts: Parts
  readonly #deskLine: DeskLine
  readonly #listeners: (() => void)[] = []
  #guestsDue: GuestsDue = () => []
  #awake: Timer | undefined
  #late: { readonly at: Instant; readonly timer: Timer } | undefined
  #isTelling = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#deskLine = new DeskLine({
      clock: parts.clock,
      take: (tenant, before, only) =>
        parts.take(tenant, {
          evenResting: true,
          // A call into the void would have the line when the exchange is back, which a guest waits for.
          evenDead: this.#guestsDue(Infinity).length === 0,
          besides: this.#guestsDue(before),
          ...(only === undefined ? {} : { only }),
        }),
    })
  }

  spare(tenant: TenantId, only?: string): HeldLine | null {
    return this.#deskLine.spare(tenant, only)
  }

  next(tenant: TenantId): Promise<HeldLine | null> {
    const line = this.#deskLine.next(tenant)
    this.#deskLine.serve()
    return line
  }

  guestsFirst(due: GuestsDue): void {
    this.#guestsDue = due
  }

  guestsDue(before: Instant): readonly TenantId[] {
    return this.#guestsDue(before)
  }

  onFree(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** A guest's call has found none, and from then on more of them are for it. */
  tellAt(when: Instant): void {
    if (this.#late && this.#late.at <= when) return
    this.#late?.timer.cancel()
    const timer = this.#parts.clock.at(when, () => {
      this.#late = undefined
      this.tell()
    })
    this.#late = { at: when, timer }
  }

  /** A line was given back: the desk's call that waits for it has it at once. */
  released(): void {
    this.#deskLine.released()
    this.tellSoon()
  }

  /** A line failed a call, which wants another before the desk does: the desk is not served until that is known. */
  tellSoon(): void {
    const { clock } = this.#parts
    this.#wakeResting(clock.now())
    // Not at once: the call that ended may be about to take a line. And once for lines freed together.
    if (this.#isTelling) return
    this.#isTelling = true
    clock.soon(() => {
      this.#isTelling = false
      this.tell()
    })
  }

  tell(): void {
    this.#deskLine.serve()
    for (const listener of this.#listeners) listener()
  }

  /** The desk's calls that wait get no line. */
  close(): void {
    this.#awake?.cancel()
    this.#late?.timer.cancel()
    this.#deskLine.close()
  }

  #wakeResting(now: Instant) {
    const { clock, nextAwake } = this.#parts
    const next = nextAwake(now)
    this.#awake?.cancel()
    if (next !== null) this.#awake = clock.at(next, () => this.tell())
  }
}
