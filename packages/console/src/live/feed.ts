import type { Clock } from '../kernel/clock.ts'
import type { Change, HouseEvent } from '../hotel/house-event.ts'
import { asFailure, type Failure } from '../kernel/failure.ts'
import { Watched } from '../kernel/listeners.ts'
import { isSame } from '../kernel/same.ts'
import { KeyedStore } from './keyed-store.ts'

/** Everything of one kind, and up to which seal of the log it is true. */
export interface Whole<V> {
  readonly records: readonly V[]
  readonly seal: number
}

export interface FeedNeeds<V> {
  readonly clock: Clock
  readonly keyOf: (record: V) => string
  /** What events call it; left out, its key. Several records may share it. */
  readonly idOf?: (record: V) => string
  /** All of them. */
  readonly readAll: () => Promise<Whole<V>>
  /** Some, by their ids; one that is gone is left out. Beside them what is there of these. */
  readonly readSome: (ids: readonly string[], known: readonly V[]) => Promise<readonly V[]>
  readonly change: (event: HouseEvent) => Change | null
  /** What of a record the server tells in lists; left out, all of it. */
  readonly readPart?: (record: V) => unknown
  /** What the event alone makes of the records of an id; null, or left out: they must be read. */
  readonly reduce?: (event: HouseEvent, records: readonly V[]) => readonly V[] | null
}

/** What is to be read is gathered for so long, so that a rush asks once. */
const GATHER_MS = 50
/** And what can wait, for so long. */
const LATER_MS = 2_000
/** More than so many are a rush: they wait until it is over, for so many turns at most. */
const MANY = 20
const MOST_TURNS = 5
const MOST_AT_ONCE = 200
const ON_ITS_WAY_MS = 2_000

/** The keys of what events call by one id, and the list of keys that they were found in. */
interface Index {
  readonly of: readonly string[]
  readonly keys: ReadonlyMap<string, readonly string[]>
}

/** Records of one kind, kept as the server has them: read once, then by events. */
export class Feed<V> {
  readonly store: KeyedStore<V>
  /** Whether they are there; or why they were never read. What was read once stays, as old as it is. */
  readonly are = new Watched<'unread' | 'read' | Failure>('unread')
  readonly #needs: FeedNeeds<V>
  readonly #wanted = new Set<string>()
  readonly #later = new Set<string>()
  #reading: Set<string> | null = null
  /** Events that came while everything was being read: they may be newer than it. */
  #meanwhile: HouseEvent[] | null = null
  /** Of several readings of everything the last one counts: an older answer may come after a newer one. */
  #round = 0
  /** The last reading of everything, until it is there. */
  #running: Promise<void> = Promise.resolve()
  #seal = -1
  #isWhole = true
  #heard = 0
  #index: Index = { of: [], keys: new Map() }

  constructor(needs: FeedNeeds<V>) {
    this.#needs = needs
    this.store = new KeyedStore((act) => needs.clock.spareFrame(act))
  }

  /** Nothing that was to be read is missing because the server could not be reached. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** Beside the opening of the stream, not after it; `first` comes before. */
  begin(first: Promise<unknown> = Promise.resolve()): Promise<void> {
    const round = this.#round
    const read = () => (round === this.#round ? this.readAll() : this.#running)
    this.#running = first.then(read, read)
    return this.#running
  }

  /** What happened before the stream had caught up with this seal is told by nobody: a list that is older is read once more. */
  async readUpTo(seal: number): Promise<void> {
    await this.#running.catch(() => {})
    if (this.#seal < seal || !this.#isWhole) await this.readAll()
  }

  /** What is being read is there to be drawn, or could not be read. */
  async shown(): Promise<void> {
    await this.#running.catch(() => {})
    this.store.commit()
  }

  readAll(): Promise<void> {
    this.#running = this.#readAll()
    return this.#running
  }

  async #readAll(): Promise<void> {
    const round = ++this.#round
    // What came before is in what is read now; told after it, it would undo what is newer.
    this.#meanwhile = []
    try {
      const all = await this.#needs.readAll()
      if (round === this.#round) this.#replace(all)
    } catch (error) {
      this.#isWhole = false
      if (round === this.#round && this.are.get() !== 'read') this.are.set(asFailure(error))
      throw error
    } finally {
      if (round === this.#round) this.#hearMeanwhile()
    }
  }

  /** What was asked for one by one before this is older than it. */
  #replace({ records, seal }: Whole<V>): void {
    this.#reading?.clear()
    this.#isWhole = true
    this.#seal = seal
    this.store.replace(new Map(records.map((one) => [this.#needs.keyOf(one), this.#kept(one)])))
    if (this.are.get() === 'read') return
    // Nobody is told that they are there before they are.
    this.store.commit()
    this.are.set('read')
  }

  /** What was read again and says the same is the record that is shown: nothing of it is drawn anew. */
  #kept(read: V): V {
    const shown = this.store.latest(this.#needs.keyOf(read))
    return shown !== undefined && isSame(shown, read) ? shown : read
  }

  #hearMeanwhile(): void {
    const events = this.#meanwhile ?? []
    this.#meanwhile = null
    for (const event of events) this.hear(event)
  }

  /**
   * Compares with the server, and heals: what events should have told and did not. The answer is how many records were
   * wrong; while anything is on its way, nothing can be told.
   */
  async check(): Promise<number> {
    if (!this.#isWhole) return this.readAll().then(() => 0)
    const [round, heard] = [this.#round, this.#heard]
    if (this.#isBusy()) return 0
    const all = await this.#needs.readAll()
    // An event about what was just read may still be on its way.
    await new Promise<void>((resolve) => this.#needs.clock.after(ON_ITS_WAY_MS, resolve))
    if (round !== this.#round || heard !== this.#heard || this.#isBusy()) return 0
    const wrong = this.#wrongAmong(all.records)
    if (wrong > 0) this.#replace(all)
    return wrong
  }

  #isBusy = (): boolean =>
    this.#meanwhile !== null || this.#reading !== null || this.#wanted.size > 0 || this.#later.size > 0

  #wrongAmong(all: readonly V[]): number {
    const { keyOf, readPart = (one) => one } = this.#needs
    const partOf = (one: V | undefined) => (one === undefined ? undefined : readPart(one))
    const theirs = new Map(all.map((one) => [keyOf(one), one]))
    const keys = new Set([...theirs.keys(), ...this.store.keys()])
    return [...keys].filter((key) => !isSame(partOf(theirs.get(key)), partOf(this.store.latest(key)))).length
  }

  hear(event: HouseEvent): void {
    if (this.#meanwhile !== null) return void this.#meanwhile.push(event)
    const change = this.#needs.change(event)
    if (change === null) return
    this.#heard += 1
    if (change.deed === 'remove') return this.#remove(change.id)
    if (this.#reduced(event, change.id)) return
    const ids = [change.id, ...(change.also ?? [])]
    if (change.isLater === true) this.#wantLater(ids)
    else this.#want(ids)
  }

  /** Whether the event told everything. What is being read meanwhile may be older than it. */
  #reduced(event: HouseEvent, id: string): boolean {
    if (this.#needs.reduce === undefined || this.#reading?.has(id) === true) return false
    const told = this.#needs.reduce(event, this.#recordsOf(id))
    if (told === null) return false
    for (const one of told) this.store.put(this.#needs.keyOf(one), one)
    return true
  }

  #want(ids: readonly string[]): void {
    if (this.#wanted.size === 0 && this.#reading === null)
      this.#needs.clock.after(GATHER_MS, () => void this.#readWanted())
    for (const id of ids) this.#wanted.add(id)
  }

  #wantLater(ids: readonly string[]): void {
    if (this.#later.size === 0) this.#waitForLater(1)
    for (const id of ids) this.#later.add(id)
  }

  #waitForLater(turn: number): void {
    const before = this.#later.size
    this.#needs.clock.after(LATER_MS, () => {
      const isRush = this.#later.size - before > MANY
      if (isRush && turn < MOST_TURNS) return this.#waitForLater(turn + 1)
      this.#want([...this.#later])
      this.#later.clear()
    })
  }

  /** What an event takes away while it is being read is not brought back. */
  #remove(id: string): void {
    this.#wanted.delete(id)
    this.#reading?.delete(id)
    this.#drop(id)
  }

  async #readWanted(): Promise<void> {
    if (this.#reading !== null) return
    const ids = [...this.#wanted].slice(0, MOST_AT_ONCE)
    const reading = new Set(ids)
    this.#reading = reading
    // One that changes again while it is being read is wanted once more.
    for (const id of ids) this.#wanted.delete(id)
    const known = ids.flatMap((id) => this.#recordsOf(id))
    const records = ids.length === 0 ? [] : await this.#needs.readSome(ids, known).catch(() => null)
    if (records === null) this.#isWhole = false
    else this.#show(records, reading)
    this.#reading = null
    if (this.#wanted.size > 0) await this.#readWanted()
  }

  /** What was asked for and is not there is gone; of what nobody could read, the last word stays. */
  #show(records: readonly V[], asked: ReadonlySet<string>): void {
    const wanted = records.filter((one) => asked.has(this.#idOf(one)))
    const found = new Set(wanted.map(this.#needs.keyOf))
    for (const id of asked)
      for (const key of this.#recordsOf(id).map(this.#needs.keyOf))
        if (!found.has(key)) this.store.remove(key)
    for (const one of wanted) this.store.put(this.#needs.keyOf(one), this.#kept(one))
  }

  #idOf = (one: V) => (this.#needs.idOf ?? this.#needs.keyOf)(one)

  #drop(id: string): void {
    if (this.#needs.idOf === undefined) return this.store.remove(id)
    for (const one of this.#recordsOf(id)) this.store.remove(this.#needs.keyOf(one))
  }

  /** Not by looking at all of them: a rush is hundreds of events a second. */
  #recordsOf(id: string): readonly V[] {
    const keys = this.#needs.idOf === undefined ? [id] : this.#keysOf(id)
    return keys.flatMap((key) => {
      const one = this.store.latest(key)
      return one === undefined || this.#idOf(one) !== id ? [] : [one]
    })
  }

  /** Made anew when the list is another: keys come and go seldom, and what a record is called never changes. */
  #keysOf(id: string): readonly string[] {
    const keys = this.store.keys()
    if (this.#index.of !== keys) this.#index = { of: keys, keys: keysById(this.store.all(), this.#idOf) }
    return this.#index.keys.get(id) ?? []
  }

  /** Something else is looked at, which nobody has read; what is there of it stays. */
  lookElsewhere(): void {
    this.are.set('unread')
  }

  /** What is still on its way is of the house that was left. */
  forget(): void {
    this.#round += 1
    this.#seal = -1
    this.#meanwhile = null
    this.#isWhole = true
    this.#wanted.clear()
    this.#later.clear()
    this.#reading?.clear()
    this.are.set('unread')
    this.store.replace(new Map())
  }
}

function keysById<V>(
  all: ReadonlyMap<string, V>,
  idOf: (record: V) => string,
): ReadonlyMap<string, readonly string[]> {
  const byId = new Map<string, string[]>()
  for (const [key, one] of all) {
    const same = byId.get(idOf(one))
    if (same === undefined) byId.set(idOf(one), [key])
    else same.push(key)
  }
  return byId
}
