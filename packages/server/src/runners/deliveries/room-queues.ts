import { type Delivery, roomOf } from '../../hotel/deliveries/delivery.ts'

/** Messages that were taken up, each in line behind the others of its room. Only the first of a room is ever under way. */
export class RoomQueues {
  readonly #rooms = new Map<string, Delivery[]>()
  /** Rooms whose first message may be sent, in the order of their turn. */
  #ready: string[] = []
  readonly #away = new Set<string>()
  /** Rooms whose first message goes again in a moment. */
  readonly #staying = new Set<string>()

  /** How many there are, those that are under way included. */
  get size(): number {
    let size = 0
    for (const line of this.#rooms.values()) size += line.length
    return size
  }

  /** Whether all that is left waits behind messages under way, though more could be sent at once. */
  isStuck(atOnce: number): boolean {
    return this.#ready.length === 0 && this.#away.size < atOnce
  }

  /** Of all of them. */
  ids(): string[] {
    return Array.from(this.#rooms.values(), (line) => line.map(({ id }) => id)).flat()
  }

  rooms(): IterableIterator<string> {
    return this.#rooms.keys()
  }

  join(one: Delivery): void {
    const room = roomOf(one)
    const line = this.#rooms.get(room)
    if (line) return void line.push(one)
    this.#rooms.set(room, [one])
    this.#ready.push(room)
  }

  /** The next one to be sent; its room waits until it is back. */
  next(): Delivery | undefined {
    const room = this.#ready.shift()
    if (room === undefined) return undefined
    this.#away.add(room)
    return this.#rooms.get(room)?.[0]
  }

  /** It has come to an end: the next of its room may go. */
  done(one: Delivery): void {
    const room = roomOf(one)
    this.#away.delete(room)
    const rest = this.#rooms.get(room)?.slice(1) ?? []
    if (rest.length === 0) return void this.#rooms.delete(room)
    this.#rooms.set(room, rest)
    this.#ready.push(room)
  }

  /** It goes once more, as it is now, when `back` says so; the others of its room stay behind it. */
  stay(one: Delivery): void {
    const room = roomOf(one)
    this.#away.delete(room)
    this.#staying.add(room)
    this.#rooms.get(room)?.splice(0, 1, one)
  }

  get staysAny(): boolean {
    return this.#staying.size > 0
  }

  /** One that stayed may go again, unless it was let go meanwhile. */
  back(one: Delivery): void {
    const room = roomOf(one)
    if (this.#rooms.get(room)?.[0] !== one) return
    this.#staying.delete(room)
    this.#ready.push(room)
  }

  /** It must be sent again before the others of its room, which are returned. */
  blocked(one: Delivery): Delivery[] {
    const room = roomOf(one)
    this.#away.delete(room)
    const rest = this.#rooms.get(room)?.slice(1) ?? []
    this.#rooms.delete(room)
    return rest
  }

  /** Removes and returns everything that is not under way. */
  disperse(): Delivery[] {
    const gone: Delivery[] = []
    for (const [room, line] of this.#rooms) {
      gone.push(...line.splice(this.#away.has(room) ? 1 : 0))
      if (line.length === 0) this.#rooms.delete(room)
    }
    this.#ready = []
    this.#staying.clear()
    return gone
  }
}
