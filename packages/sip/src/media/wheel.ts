/** Something that is done again and again, evenly. */
export interface WheelTurn {
  /** Whole milliseconds between two turns; a change is heeded from the next turn on. */
  readonly periodMs: number
  /** It is time. `missed` turns before this one came too late to be made up for. */
  run(missed: number): void
}

interface Seat {
  readonly turn: WheelTurn
  /** Whole milliseconds since the wheel's origin. */
  due: number
  /** Turns dropped since the last one that was run. */
  missed: number
  readonly phase: number
}

const SLOTS = 128
const PHASES = 20
/** What is later than this is dropped: a burst of old audio is useless, and keeps us from listening. */
const TOO_LATE_MS = 200

/**
 * The pacing of all streams: one wheel with slots of a millisecond. Every due time is counted from the origin, so a
 * late turn does not make the next one late. Has no timer: its owner calls `advance` with a steady clock.
 */
export class Wheel {
  readonly #origin: number
  readonly #slots: Set<Seat>[] = Array.from({ length: SLOTS }, () => new Set<Seat>())
  readonly #seats = new Map<WheelTurn, Seat>()
  readonly #load: number[] = Array.from({ length: PHASES }, () => 0)
  /** Everything due up to here, this included, has been done. */
  #done: number

  constructor(now: number) {
    this.#origin = now
    this.#done = 0
  }

  get size(): number {
    return this.#seats.size
  }

  /** The first turn comes within 20 ms, in the millisecond that has the fewest. */
  add(turn: WheelTurn, now: number): void {
    if (this.#seats.has(turn)) return
    // An empty wheel is not advanced, so it lags behind.
    if (this.#seats.size === 0) this.#done = Math.max(this.#done, this.#millisecond(now))
    const phase = this.#load.indexOf(Math.min(...this.#load))
    const earliest = Math.max(this.#done, this.#millisecond(now)) + 1
    const due = earliest + ((phase - (earliest % PHASES) + PHASES) % PHASES)
    const seat = { turn, due, missed: 0, phase }
    this.#seats.set(turn, seat)
    this.#load[phase] = (this.#load[phase] ?? 0) + 1
    this.#slotOf(due).add(seat)
  }

  remove(turn: WheelTurn): void {
    const seat = this.#seats.get(turn)
    if (!seat) return
    this.#seats.delete(turn)
    this.#load[seat.phase] = (this.#load[seat.phase] ?? 1) - 1
    this.#slotOf(seat.due).delete(seat)
  }

  /** Runs what is due by now, in order; gives how many turns were run. */
  advance(now: number): number {
    const until = this.#millisecond(now)
    this.#dropBefore(until - TOO_LATE_MS)
    let ran = 0
    while (this.#done < until) {
      this.#done += 1
      ran += this.#runSlot(this.#done)
    }
    return ran
  }

  /** How long nothing is due; null when there is nothing at all. */
  waitMs(now: number): number | null {
    if (this.#seats.size === 0) return null
    for (let due = this.#done + 1; due <= this.#done + SLOTS; due += 1)
      if (this.#isDue(due)) return Math.max(0, this.#origin + due - now)
    return SLOTS
  }

  #isDue(due: number): boolean {
    for (const seat of this.#slotOf(due)) if (seat.due === due) return true
    return false
  }

  #runSlot(due: number): number {
    let ran = 0
    for (const seat of this.#slotOf(due)) {
      // A turn may have been taken away by the one before it.
      if (seat.due !== due || this.#seats.get(seat.turn) !== seat) continue
      this.#run(seat)
      ran += 1
    }
    return ran
  }

  #run(seat: Seat): void {
    const { missed } = seat
    seat.missed = 0
    this.#move(seat, seat.due + seat.turn.periodMs)
    seat.turn.run(missed)
  }

  #move(seat: Seat, due: number): void {
    this.#slotOf(seat.due).delete(seat)
    seat.due = due
    this.#slotOf(due).add(seat)
  }

  /** Everything that was due before `limit` is too late: each turn goes on at the first due time after it. */
  #dropBefore(limit: number): void {
    if (limit <= this.#done + 1) return
    for (const seat of this.#seats.values()) {
      const missed = Math.ceil((limit - seat.due) / seat.turn.periodMs)
      if (missed <= 0) continue
      this.#move(seat, seat.due + missed * seat.turn.periodMs)
      seat.missed += missed
    }
    this.#done = limit - 1
  }

  #millisecond(now: number): number {
    return Math.floor(now - this.#origin)
  }

  #slotOf(due: number): Set<Seat> {
    return this.#slots[due % SLOTS] ?? new Set()
  }
}
