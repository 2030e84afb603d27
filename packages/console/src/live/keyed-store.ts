import { Listeners } from '../kernel/listeners.ts'

type Frame = (act: () => void) => unknown

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
  #shown: ReadonlyMap<string, V> = new Map()
  #keys: readonly string[] = []

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
  readonly all = (): ReadonlyMap<string, V> => this.#shown

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
    const next = new Map(this.#shown)
    for (const [key, value] of changes) {
      if (value === null) next.delete(key)
      else next.set(key, value)
    }
    const before = this.#shown
    this.#shown = next
    this.#tell(changes, before)
  }

  #tell(changes: readonly (readonly [string, V | null])[], before: ReadonlyMap<string, V>): void {
    const isOtherList = changes.some(([key, value]) => before.has(key) === (value === null))
    if (isOtherList) this.#keys = [...this.#shown.keys()]
    for (const [key] of changes) this.#byKey.get(key)?.tell()
    if (isOtherList) this.#ofList.tell()
    this.#ofAny.tell()
  }
}
