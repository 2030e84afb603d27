import type { TenantId } from '../hotel/tenancy.ts'
import { type Instant, seconds } from '../kernel/clock.ts'

/** A line, as far as choosing one goes. */
export interface PooledLine {
  readonly name: string
  readonly tenant: TenantId
  /** How many calls it carries at once. */
  readonly calls: number
}

/** What a line looks like at the moment. */
export interface LineHealth {
  readonly name: string
  readonly tenant: TenantId
  readonly calls: number
  readonly busy: number
  readonly working: boolean
  /** Why it does not work, or rests; empty when it does neither. */
  readonly why: string
  readonly troubles: number
}

interface Place {
  readonly line: PooledLine
  /** Registered, or in need of no registration. */
  working: boolean
  why: string
  troubles: number
  restsUntil: Instant
  lastUsed: number
}

/** After trouble a line rests: a moment first, longer when it goes on. */
const FIRST_REST = seconds(2)
const LONGEST_REST = seconds(60)

/** Which line carries the next call: a free and working one of the tenant's own or of the house, the longest idle first. */
export class LinePool {
  readonly #places = new Map<string, Place>()
  /** Calls by the name of their line: a line that is set anew meanwhile still carries them. */
  readonly #busy = new Map<string, number>()
  #uses = 0

  add(line: PooledLine, working: boolean): void {
    const place = { line, working, why: '', troubles: 0, restsUntil: 0, lastUsed: 0 }
    this.#places.set(line.name, place)
  }

  remove(name: string): void {
    this.#places.delete(name)
  }

  take(tenant: TenantId, now: Instant, evenResting = false): string | null {
    const free = [...this.#places.values()].filter(
      (place) =>
        serves(place, tenant) && place.working && this.#hasRoom(place) && (evenResting || !rests(place, now)),
    )
    const [best] = free.toSorted((a, b) => a.troubles - b.troubles || a.lastUsed - b.lastUsed)
    if (!best) return null
    this.#count(best.line.name, 1)
    best.lastUsed = ++this.#uses
    return best.line.name
  }

  /** The call is over; what it says about the line is remembered. */
  release(name: string, carried: 'well' | 'badly' | 'unused', now: Instant, restMs = 0, why = ''): void {
    this.#count(name, -1)
    const place = this.#places.get(name)
    if (!place) return
    if (carried === 'well')
      Object.assign(place, { troubles: 0, restsUntil: 0, why: place.working ? '' : place.why })
    if (carried !== 'badly') return
    place.troubles += 1
    const rest = Math.min(LONGEST_REST, FIRST_REST * 2 ** (place.troubles - 1))
    place.restsUntil = now + Math.max(rest, Math.min(restMs, LONGEST_REST))
    place.why = why
  }

  /** Registered or not, with the reason. */
  setWorking(name: string, working: boolean, why: string): void {
    const place = this.#places.get(name)
    if (!place) return
    // A line that came back deserves a fresh start.
    if (working && !place.working) Object.assign(place, { troubles: 0, restsUntil: 0 })
    Object.assign(place, { working, why: working ? '' : why })
  }

  /** When the next resting line may be tried again; null when none rests. */
  nextAwake(now: Instant): Instant | null {
    const resting = [...this.#places.values()].filter((place) => rests(place, now))
    return resting.length === 0 ? null : Math.min(...resting.map(({ restsUntil }) => restsUntil))
  }

  capacity(tenant: TenantId): number {
    const own = [...this.#places.values()].filter((place) => serves(place, tenant))
    return own.reduce((sum, { line }) => sum + line.calls, 0)
  }

  describe(): LineHealth[] {
    return Array.from(this.#places.values(), ({ line, working, why, troubles }) => ({
      ...line,
      busy: this.#busyOf(line.name),
      working,
      why,
      troubles,
    }))
  }

  #busyOf = (name: string) => this.#busy.get(name) ?? 0

  #hasRoom = ({ line }: Place) => this.#busyOf(line.name) < line.calls

  #count(name: string, more: 1 | -1) {
    const calls = this.#busyOf(name) + more
    if (calls > 0) this.#busy.set(name, calls)
    else this.#busy.delete(name)
  }
}

const serves = ({ line }: Place, tenant: TenantId) => line.tenant === '' || line.tenant === tenant
// Farther ahead than any rest lasts: the clock was set back.
const rests = ({ restsUntil }: Place, now: Instant) => restsUntil > now && restsUntil <= now + LONGEST_REST
