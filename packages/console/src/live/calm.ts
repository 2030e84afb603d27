import type { Cancel, Clock } from '../kernel/clock.ts'
import { Audience } from '../kernel/listeners.ts'
import type { KeyedStore } from './keyed-store.ts'

/** A rush tells of hundreds a second; who reads sums reads them twice a second at most. */
const REST_MS = 500
/** On a slow machine less often: adding up and showing it takes no more than so small a part of its time. */
const PART = 25
const MOST_MS = 2_000
/** What is a room or a call comes first, and is painted: then the sums. */
const AFTER_MS = 40

/** Everything in a store, for those who add up: told soon, and in a rush only so often. */
export class Calm<V> {
  readonly #store: KeyedStore<V>
  readonly #clock: Clock
  readonly #audience = new Audience(
    () => this.#begin(),
    () => this.#stop(),
  )
  #shown: ReadonlyMap<string, V>
  #end: () => void = () => {}
  #next: Cancel | null = null
  #told = Number.NEGATIVE_INFINITY
  /** How long it took the last time until the page was free again. */
  #tookMs = 0

  constructor(store: KeyedStore<V>, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#shown = store.all()
  }

  readonly get = (): ReadonlyMap<string, V> => {
    if (this.#audience.isEmpty) this.#shown = this.#store.all()
    return this.#shown
  }

  readonly watch = this.#audience.watch

  #begin(): void {
    this.#shown = this.#store.all()
    this.#end = this.#store.watchAll(() => {
      const rest = Math.min(MOST_MS, Math.max(REST_MS, this.#tookMs * PART))
      const left = this.#told + rest - this.#clock.now()
      this.#next ??= this.#clock.after(Math.min(rest, Math.max(AFTER_MS, left)), () => this.#tell())
    })
  }

  #stop(): void {
    this.#end()
    this.#next?.()
    this.#next = null
  }

  #tell(): void {
    this.#next = null
    this.#told = this.#clock.now()
    this.#shown = this.#store.all()
    this.#audience.tell()
    this.#clock.after(0, () => {
      this.#tookMs = this.#clock.now() - this.#told
    })
  }
}
