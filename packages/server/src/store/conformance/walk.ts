import type { Instant } from '../../kernel/clock.ts'
import type { BareStores, Hotel } from './hotel.ts'

/** A list that is read page by page, and how to change it under the reader's hands. */
export interface Walked<T> {
  insert(stores: BareStores, at: Instant, name: string): Promise<void>
  remove(stores: BareStores, name: string): Promise<void>
  page(stores: BareStores, after: T | undefined, limit: number): Promise<T[]>
  place(row: T): { readonly at: Instant; readonly name: string }
}

const ROWS = 1_234
const PAGE = 100
// Several rows share an instant, under names whose order is another in every language.
const INITIALS = ['a', 'Z', 'é', 'B', 'z', '😀', '～']
const START = 1_800_000_000_000
const STEP = 1_000

const instantOf = (n: number) => START + STEP * Math.floor(n / INITIALS.length)
const nameOf = (n: number) => `${INITIALS[n % INITIALS.length]}-${n}`
const isStable = (n: number) => n % 3 !== 0

/** What should not be in a walk, or should have been. */
interface Mistakes {
  readonly twice: readonly string[]
  readonly missed: readonly string[]
  /** Removed before the reader came there, or put in behind. */
  readonly ghosts: readonly string[]
}
export const NO_MISTAKES: Mistakes = { twice: [], missed: [], ghosts: [] }

/** Walks a long list while rows come and go behind the reader and before them. */
export async function walkWhileItChanges<T>(hotel: Hotel, list: Walked<T>): Promise<Mistakes> {
  const numbers = Array.from({ length: ROWS }, (_, n) => n)
  await hotel.write(async (stores) => {
    // Backwards: the order of the list is not the order of writing.
    for (const n of numbers.toReversed()) await list.insert(stores, instantOf(n), nameOf(n))
  })
  const changes = new Changes(hotel, list, numbers)
  const seen = await walk(hotel, list, (names) => changes.make(names))

  const due = [...numbers.filter(isStable).map(nameOf), ...changes.insertedBefore]
  const once = new Set(seen)
  return {
    twice: seen.filter((name, n) => seen.indexOf(name) !== n),
    missed: due.filter((name) => !once.has(name)),
    ghosts: seen.filter((name) => changes.neverToBeSeen.has(name)),
  }
}

async function walk<T>(hotel: Hotel, list: Walked<T>, meanwhile: (seen: T[]) => Promise<void>) {
  const seen: T[] = []
  for (;;) {
    const page = await list.page(hotel.read, seen.at(-1), PAGE)
    seen.push(...page)
    if (page.length < PAGE) return seen.map((row) => list.place(row).name)
    await meanwhile(seen)
  }
}

class Changes<T> {
  readonly insertedBefore: string[] = []
  readonly neverToBeSeen = new Set<string>()
  readonly #hotel: Hotel
  readonly #list: Walked<T>
  #doomed: string[]
  #count = 0

  constructor(hotel: Hotel, list: Walked<T>, numbers: readonly number[]) {
    this.#hotel = hotel
    this.#list = list
    this.#doomed = numbers.filter((n) => !isStable(n)).map(nameOf)
  }

  async make(rows: readonly T[]) {
    const places = rows.map((row) => this.#list.place(row))
    const last = places.at(-1)
    if (!last) return
    const seen = new Set(places.map((place) => place.name))
    await this.#hotel.write(async (stores) => {
      await this.#removeSome(stores, seen)
      await this.#insertAround(stores, last.at)
      // The very row that the next page begins after may go as well.
      if (this.#doomed.includes(last.name)) await this.#list.remove(stores, last.name)
    })
  }

  async #removeSome(stores: BareStores, seen: ReadonlySet<string>) {
    const behind = this.#doomed.find((name) => seen.has(name))
    const before = this.#doomed.filter((name) => !seen.has(name)).slice(0, 5)
    for (const name of before) this.neverToBeSeen.add(name)
    const gone = behind === undefined ? before : [behind, ...before]
    for (const name of gone) await this.#list.remove(stores, name)
    this.#doomed = this.#doomed.filter((name) => !gone.includes(name))
  }

  async #insertAround(stores: BareStores, at: Instant) {
    const n = this.#count++
    this.neverToBeSeen.add(`behind-${n}`)
    this.insertedBefore.push(`soon-${n}`, `late-${n}`)
    await this.#list.insert(stores, at - 1, `behind-${n}`)
    await this.#list.insert(stores, at + 1, `soon-${n}`)
    await this.#list.insert(stores, instantOf(ROWS) + n, `late-${n}`)
  }
}
