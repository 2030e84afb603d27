import type { Glance } from '../kernel/glance.ts'
import { Listeners } from '../kernel/listeners.ts'

type Frame = (act: () => void) => unknown

/** So many changes back it is known what changed: whoever follows every frame asks for the last one. */
const REMEMBERED = 32

/**
 * Records by their key. Whoever shows one is told when that one changes, whoever shows the list when it does: one event
 * draws one tile. What comes within a frame is shown together.
 */
export class KeyedStore<V> {
  readonly #frame: Frame
  readonly #byKey = new Map<string, Listeners>()
  readonly #ofList = new Listeners()
  readonly #ofAny = new Listeners()
  readonly #waiting = new Map<string, V | null>()
  readonly #shown = new Map<string, V>()
  /** A copy of it, for whoever asks for all: a rush changes a handful of thousands with every frame. */
  #all: ReadonlyMap<string, V> | null = null
  #keys: readonly string[] = []
  #glance: Glance<V> = this.#glanceAt(0)
  /** What changed together, the latest last. */
  #changed: readonly (readonly string[])[] = []

  constructor(frame: Frame) {
    this.#frame = frame
  }

  readonly get = (key: string): V | undefined => this.#shown.get(key)

  /** The keys in the order in which they came; the same list as long as none is added or removed. */
  readonly keys = (): readonly string[] => this.#keys

  readonly watch = (key: string, on: () => void): (() => void) => {
    const listeners = this.#byKey.get(key) ?? new Listeners()
    this.#byKey.set(key, listeners)
    return listeners.add(on)
  }

  readonly watchKeys = (on: () => void): (() => void) => this.#ofList.add(on)

  /** Everything that is shown; another map after every change. */
  readonly all = (): ReadonlyMap<string, V> => (this.#all ??= new Map(this.#shown))

  /** For those who follow what changes: without a copy of everything. */
  readonly glance = (): Glance<V> => this.#glance

  /** For those who add up: told once for all that changes together. */
  readonly watchAll = (on: () => void): (() => void) => this.#ofAny.add(on)

  /** As it will be shown: with what waits for the next frame. */
  latest(key: string): V | undefined {
    const waiting = this.#waiting.get(key)
    return waiting === undefined ? this.#shown.get(key) : (waiting ?? undefined)
  }

  put(key: string, value: V): void {
    this.#wait(key, value)
  }

  remove(key: string): void {
    this.#wait(key, null)
  }

  /** Everything anew: what is not in it is gone. */
  replace(all: ReadonlyMap<string, V>): void {
    for (const key of [...this.#shown.keys(), ...this.#waiting.keys()])
      if (!all.has(key)) this.#wait(key, null)
    for (const [key, value] of all) this.#wait(key, value)
  }

  #wait(key: string, value: V | null): void {
    if (this.#waiting.size === 0) this.#frame(() => this.commit())
    this.#waiting.set(key, value)
  }

  commit(): void {
    const changes = [...this.#waiting].filter(([key, value]) => (this.#shown.get(key) ?? null) !== value)
    this.#waiting.clear()
    if (changes.length === 0) return
    const isOtherList = changes.some(([key, value]) => this.#shown.has(key) === (value === null))
    for (const [key, value] of changes) {
      if (value === null) this.#shown.delete(key)
      else this.#shown.set(key, value)
    }
    this.#all = null
    if (isOtherList) this.#keys = [...this.#shown.keys()]
    this.#remember(changes.map(([key]) => key))
    this.#tell(changes, isOtherList)
  }

  #remember(keys: readonly string[]): void {
    this.#changed = [...this.#changed.slice(1 - REMEMBERED), keys]
    this.#glance = this.#glanceAt(this.#glance.version + 1)
  }

  #glanceAt(version: number): Glance<V> {
    return {
      version,
      get: (key) => this.#shown.get(key),
      keys: () => this.#keys,
      changedSince: (since) => this.#changedSince(since),
    }
  }

  #changedSince(version: number): readonly string[] | null {
    const count = this.#glance.version - version
    if (count > this.#changed.length) return null
    return count === 0 ? [] : this.#changed.slice(-count).flat()
  }

  #tell(changes: readonly (readonly [string, V | null])[], isOtherList: boolean): void {
    for (const [key] of changes) this.#byKey.get(key)?.tell()
    if (isOtherList) this.#ofList.tell()
    this.#ofAny.tell()
  }
}
