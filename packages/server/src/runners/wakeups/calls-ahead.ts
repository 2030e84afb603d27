import { type Instant, minutes, seconds } from '../../kernel/clock.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { HeldCall, RoomFacts } from './held-call.ts'
import { roomKey } from './wakeup-book.ts'

interface Parts {
  /** The calls to be looked at before an instant, whoever has claimed them. */
  read(before: Instant): Promise<{ calls: readonly ClaimedWakeup[]; rooms: ReadonlyMap<string, RoomFacts> }>
  make(call: ClaimedWakeup, room: RoomFacts | undefined): HeldCall
  /** Lets others have their turn: a phone may be due. */
  breathe(): Promise<void>
  /** Everything that its words and its way depend on. */
  version(call: ClaimedWakeup, room: RoomFacts | undefined): string
}

interface Ready {
  readonly version: string
  readonly held: HeldCall
}

/** How far a process that has lost its database knows what is to come. */
export const HORIZON = minutes(15)
const READ_EVERY = seconds(30)
/** So many are made in one go. */
const AT_ONCE = 25
/** After a change, but not for each of many. */
const READ_AGAIN = seconds(1)

/**
 * What is due in the next quarter of an hour, with everything that it takes to ring: looked at only when the database is
 * away.
 */
export class CallsAhead {
  readonly #parts: Parts
  #ready = new Map<string, Ready>()
  /** Since the last read began: what it says of them may be out of date. */
  readonly #touched = new Set<string>()
  #readAt = -Infinity
  #knownUntil: Instant = 0
  #isStale = false
  #isReading = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Everything that is due by then is known. */
  get knownUntil(): Instant {
    return this.#knownUntil
  }

  /** Reads anew when it is time; a database that does not answer leaves what is known. */
  async refresh(now: Instant): Promise<void> {
    const age = Math.abs(now - this.#readAt)
    if (this.#isReading || age < (this.#isStale ? READ_AGAIN : READ_EVERY)) return
    this.#isReading = true
    this.#readAt = now
    this.#isStale = false
    this.#touched.clear()
    try {
      const { calls, rooms } = await this.#parts.read(now + HORIZON)
      this.#ready = await this.#madeOf(calls, rooms)
      this.#knownUntil = now + HORIZON
    } finally {
      this.#isReading = false
    }
  }

  /** These calls have gone on, in our own hands. */
  forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#ready.delete(id)
      this.#touched.add(id)
    }
  }

  /** These were changed by others, or some were added: they are not rung from memory before they are read again. */
  changed(ids: readonly string[]): void {
    this.forget(ids)
    this.#isStale = true
  }

  /** Those to be looked at before an instant, each given once. */
  take(before: Instant): HeldCall[] {
    const due = Array.from(this.#ready.values(), ({ held }) => held).filter(
      ({ call }) => call.nextAt < before,
    )
    this.forget(due.map(({ id }) => id))
    return due
  }

  /** What is touched while they are made is left out as well. */
  async #madeOf(calls: readonly ClaimedWakeup[], rooms: ReadonlyMap<string, RoomFacts>) {
    const made = new Map<string, Ready>()
    for (const [n, call] of calls.entries()) {
      if (n % AT_ONCE === AT_ONCE - 1) await this.#parts.breathe()
      if (!this.#touched.has(call.id)) made.set(call.id, this.#made(call, rooms.get(roomKey(call))))
    }
    for (const id of this.#touched) made.delete(id)
    return made
  }

  /** Words and recording are made once for each version of a call. */
  #made(call: ClaimedWakeup, room: RoomFacts | undefined): Ready {
    const version = this.#parts.version(call, room)
    const known = this.#ready.get(call.id)
    if (known?.version === version) return { version, held: { ...known.held, call } }
    const held = this.#parts.make(call, room)
    // A recording that could not be read is tried again with the next look.
    held.prompt.catch(() => this.#ready.delete(call.id))
    return { version, held }
  }
}
