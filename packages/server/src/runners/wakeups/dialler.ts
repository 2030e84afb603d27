import type { Caller, HeldLine } from '../../calls/caller.ts'
import { beforeCall, byPrecedence } from '../../hotel/wakeups/before-call.ts'
import { CallRate } from '../../hotel/wakeups/call-rate.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { Turnstile } from '../../kernel/turnstile.ts'
import type { HeldCall } from './held-call.ts'
import { Ringing } from './ringing.ts'
import { roomKey, type Rung, type WakeupBook } from './wakeup-book.ts'
import { dialledNote, type WakeupNote } from './wakeup-notes.ts'
import { pause, within } from '../../kernel/within.ts'

interface Parts {
  readonly book: WakeupBook
  readonly caller: Caller
  readonly clock: Clock
  readonly log: Log
  callsPerSecond(): number
  /** A room, a line or a call is free again. */
  onFree(): void
  /** The book did not take it: it is to be tried again. */
  onUnwritten(held: HeldCall): void
}

/** A call with a line of its own. */
interface Placed {
  readonly held: HeldCall
  readonly line: HeldLine
  /** Whether it was counted among those that may begin in this second. */
  readonly counted: boolean
}

/** A call whose attempt is in the book: at its moment nothing is left to do but to dial. */
interface Armed extends Placed {
  readonly call: Wakeup
}

/** A call that rings, and what the log does not know yet. */
interface Begun extends Rung {
  readonly ringing: Ringing
}

/** So long before its moment an attempt is written down: a database takes its time when a whole hotel is due at once. */
export const ARM_AHEAD = seconds(3)
/** Written down in one transaction: enough to be fast, few enough that the first does not wait for the last. */
const BATCH = 100
/** A clock that was set back leaves an armed call alone with its line; so far ahead it is let go. */
const TOO_EARLY = 2 * ARM_AHEAD
/** Few enough that those who are to be dialled find the database free. */
const ENDINGS_AT_ONCE = 8
/** After a database that does not answer. */
const STORE_RETRY = seconds(1)

/**
 * Takes lines and rings rooms: never more than there are lines, never two calls in one room. Each attempt is in the
 * book before anybody is dialled for it; no transaction is open while a phone rings.
 */
export class Dialler {
  readonly #parts: Parts
  readonly #rooms = new Set<string>()
  readonly #armed = new Map<string, Armed>()
  readonly #ringing = new Map<string, Ringing>()
  /** Being written down at this moment, and those among them that were recalled meanwhile. */
  readonly #inHand = new Set<string>()
  readonly #recalled = new Set<string>()
  readonly #rate = new CallRate()
  readonly #endings = new Turnstile(ENDINGS_AT_ONCE)
  readonly #writing = new Set<Promise<unknown>>()
  /** When the database last failed us: what has time is not tried again at once. */
  #troubleAt = -Infinity
  #noting = false
  #stopping = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get ringing(): number {
    return this.#ringing.size
  }

  /** Everything that is in our hands. */
  get ids(): string[] {
    return [...this.#inHand, ...this.#armed.keys(), ...this.#ringing.keys()]
  }

  /** When somebody must look here again. */
  nextAt(now: Instant, waiting: number): Instant {
    const mayBeginAt = this.#rate.nextAt(now, this.#perSecond())
    // Whoever waits for a line is called when one becomes free; who waits only for the next second is not.
    let next = waiting > 0 && mayBeginAt > now ? mayBeginAt : Infinity
    for (const { held } of this.#armed.values()) next = Math.min(next, Math.max(mayBeginAt, held.call.nextAt))
    return next
  }

  /** Nothing rings in this room until it is let go. */
  holdRoom(room: string): void {
    this.#rooms.add(room)
  }

  letRoomGo(room: string): void {
    this.#rooms.delete(room)
    this.#parts.onFree()
  }

  /** Writes down what is due in a moment, as far as there are lines; gives the calls that it has taken. */
  arm(soon: readonly HeldCall[]): HeldCall[] {
    if (Math.abs(this.#parts.clock.now() - this.#troubleAt) < STORE_RETRY) return []
    const mayBegin = this.#perSecond() - this.#armed.size - this.#inHand.size
    return this.#take(soon.slice(0, Math.max(0, mayBegin)), false)
  }

  /** Rings what is armed and due, and as many of these as there are lines; gives the calls that it has taken. */
  dial(ready: readonly HeldCall[], now: Instant): HeldCall[] {
    this.#ringArmed(now)
    return this.#take(ready, true)
  }

  /** Somebody has decided about these calls; says which of them were rung, or about to be. */
  recall(ids: readonly string[]): string[] {
    for (const id of ids) if (this.#inHand.has(id)) this.#recalled.add(id)
    const ours = ids.filter((id) => this.#disarm(id) || this.#ringing.has(id))
    for (const id of ours) this.#ringing.get(id)?.stop()
    return ours
  }

  /** Calls that are up may end by themselves; after that they are hung up, and the next process goes on with them. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true
    await Promise.allSettled(this.#writing)
    for (const id of this.#armed.keys()) this.#disarm(id)
    await Promise.allSettled(this.#writing)
    if (this.#ringing.size > 0) await within(this.#parts.clock, patienceMs, this.#over())
    for (const ringing of this.#ringing.values()) ringing.handOn()
    await this.#over()
  }

  #over = () => Promise.all(Array.from(this.#ringing.values(), (ringing) => ringing.over))

  #perSecond = () => this.#parts.callsPerSecond()

  #take(calls: readonly HeldCall[], counted: boolean): HeldCall[] {
    const placed: Placed[] = []
    for (const held of calls) {
      const line = this.#mayRing(held, counted) ? this.#parts.caller.take(held.call.tenant) : null
      if (!line) continue
      if (counted) this.#rate.began(this.#parts.clock.now())
      this.#rooms.add(roomKey(held.call))
      this.#inHand.add(held.id)
      placed.push({ held, line, counted })
    }
    if (placed.length > 0) this.#track(this.#writeAll(placed))
    return placed.map(({ held }) => held)
  }

  /** One call a room; and a call that was taken elsewhere while it rang rings there once it has stopped here. */
  #mayRing({ id, call }: HeldCall, counted: boolean): boolean {
    if (this.#stopping || this.#rooms.has(roomKey(call))) return false
    if (this.#ringing.has(id) || this.#inHand.has(id)) return false
    return !counted || this.#rate.allows(this.#parts.clock.now(), this.#perSecond())
  }

  #track(work: Promise<unknown>) {
    this.#writing.add(work)
    void work.finally(() => this.#writing.delete(work))
  }

  async #writeAll(placed: readonly Placed[]) {
    for (let from = 0; from < placed.length; from += BATCH)
      await this.#write(placed.slice(from, from + BATCH))
  }

  async #write(batch: readonly Placed[]) {
    const { book, clock, log } = this.#parts
    const written = await book.arm(batch.map(diallingOf), clock.now()).catch((error: unknown) => {
      log.error(
        { event: 'wakeups.not-written', error: messageOf(error) },
        'Calls that are due could not be written down; tried again',
      )
      this.#troubleAt = clock.now()
      return null
    })
    const calls = new Map(written?.map((call) => [call.id, call]))
    for (const placed of batch) this.#written(placed, calls.get(placed.held.id), written === null)
    this.#ringArmed(clock.now())
  }

  #written(placed: Placed, call: Wakeup | undefined, failed: boolean) {
    const { id } = placed.held
    this.#inHand.delete(id)
    if (call) this.#armed.set(id, { ...placed, call })
    else this.#letGo(placed, failed)
    if (this.#recalled.delete(id)) this.#disarm(id)
  }

  /** Somebody has changed the call since, or the database did not answer. */
  #letGo({ held, line }: Placed, failed: boolean) {
    line.release()
    this.#rooms.delete(roomKey(held.call))
    if (failed) this.#parts.onUnwritten(held)
  }

  #ringArmed(now: Instant) {
    if (this.#stopping) return
    const begun: Begun[] = []
    for (const armed of this.#dueOrStale(now)) {
      const fate = this.#fateOf(armed, now)
      if (fate === 'wait') break
      if (fate === 'ring') begun.push(this.#ring(armed, now))
      else this.#disarm(armed.held.id)
    }
    this.#noteBegun(begun, now)
  }

  #ring(armed: Armed, now: Instant): Begun {
    const call = { ...armed.call, dialledAt: armed.call.dialledAt ?? now }
    const notes = [dialledNote(call, diallingOf(armed), now)]
    this.#armed.delete(call.id)
    const ringing = this.#ringingOf({ ...armed, call }, notes)
    ringing.start()
    return { ringing, call, notes, unnoted: now }
  }

  #dueOrStale(now: Instant): Armed[] {
    const all = [...this.#armed.values()].filter(
      ({ held: { call } }) => call.nextAt <= now || call.nextAt > now + TOO_EARLY,
    )
    return all.length > 1 ? all.toSorted((a, b) => byPrecedence(a.held, b.held)) : all
  }

  /** The clock may have been set since it was armed, whichever way. */
  #fateOf({ held, counted }: Armed, now: Instant): 'ring' | 'wait' | 'hand on' {
    if (held.call.nextAt > now || beforeCall(held, held.policy, now).do !== 'ring') return 'hand on'
    if (counted) return 'ring'
    if (!this.#rate.allows(now, this.#perSecond())) return 'wait'
    this.#rate.began(now)
    return 'ring'
  }

  /** Never dialled after all; says whether there was anything to let go. */
  #disarm(id: string): boolean {
    const armed = this.#armed.get(id)
    if (!armed) return false
    this.#armed.delete(id)
    this.#letGo(armed, false)
    this.#track(this.#forget(armed.call))
    return true
  }

  /** Nobody takes it up before the book knows; the next process finds what we could not write. */
  async #forget(call: Wakeup) {
    const { book, clock, log } = this.#parts
    this.#inHand.add(call.id)
    for (let done = false; !done;)
      done = await book.disarm(call).then(
        () => true,
        async (error: unknown) => {
          log.error(
            { event: 'wakeup.still-in-book', wakeup: call.id, error: messageOf(error) },
            'A call that is not dialled is still in the book',
          )
          if (this.#stopping) return true
          await pause(clock, STORE_RETRY)
          return false
        },
      )
    this.#inHand.delete(call.id)
    this.#parts.onFree()
  }

  #ringingOf({ held, call, line }: Armed, notes: readonly WakeupNote[]): Ringing {
    const { book, clock, log } = this.#parts
    const order = held.orderAt(clock.now())
    const shared = { book, clock, log, inTurn: this.#inTurn, onNote: this.#noteSoon }
    const ringing = new Ringing({ call, notes, line, order, ...shared })
    this.#ringing.set(call.id, ringing)
    void this.#awaitEnd(call, ringing)
    return ringing
  }

  async #awaitEnd(call: Wakeup, ringing: Ringing) {
    await ringing.over
    this.#ringing.delete(call.id)
    this.letRoomGo(roomKey(call))
  }

  /** The book hears of it just after the phone does: nobody is rung later for it. */
  #noteBegun(begun: readonly Begun[], now: Instant) {
    for (let from = 0; from < begun.length; from += BATCH) {
      const batch = begun.slice(from, from + BATCH)
      const written = this.#parts.book.begun(batch, now)
      for (const { ringing, notes } of batch) ringing.noted(notes.length, written)
      this.#track(this.#stopChanged(batch, written))
    }
  }

  /** Somebody has decided about a call in the moment when it was dialled. */
  async #stopChanged(batch: readonly Begun[], written: Promise<string[]>) {
    try {
      const unchanged = new Set(await written)
      for (const { ringing, call } of batch) {
        ringing.known()
        if (!unchanged.has(call.id)) ringing.stop()
      }
    } catch (error) {
      this.#parts.log.warn(
        { event: 'wakeups.ring-unwritten', error: messageOf(error) },
        'Calls ring that are not yet in the book',
      )
    }
  }

  /** What exchanges say, of many calls together: whoever follows the log hears of it while the phones ring. */
  #noteSoon = () => {
    if (this.#noting) return
    this.#noting = true
    this.#parts.clock.shortly(() => {
      this.#noting = false
      this.#noteProgress()
    })
  }

  #noteProgress() {
    const { book, log } = this.#parts
    const talkative = [...this.#ringing.values()].filter((ringing) => ringing.hasNews)
    const told = talkative.map((ringing) => ringing.news())
    if (told.length === 0) return
    const written = book.note(told)
    for (const [at, ringing] of talkative.entries()) ringing.noted(told[at]?.notes.length ?? 0, written)
    const failed = (error: unknown) =>
      log.warn(
        { event: 'wakeups.progress-unwritten', error: messageOf(error) },
        'What exchanges say is not yet in the log',
      )
    this.#track(written.catch(failed))
  }

  #inTurn = (work: () => Promise<void>): Promise<void> =>
    this.#endings.through(async () => {
      while (this.#writing.size > 0) await Promise.allSettled(this.#writing)
      await work()
    })
}

const diallingOf = ({ held, line }: Pick<Placed, 'held' | 'line'>) => ({
  call: held.call,
  line: line.name,
  extension: held.extension ?? '',
})
