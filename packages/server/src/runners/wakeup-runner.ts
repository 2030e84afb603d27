import { beforeCall, byPrecedence } from '../hotel/before-call.ts'
import type { Conduct } from '../hotel/conduct.ts'
import { Pace } from '../hotel/pace.ts'
import type { SpokenPrompt } from '../hotel/recording.ts'
import type { TenantId } from '../hotel/tenancy.ts'
import type { Wakeup } from '../hotel/wakeup.ts'
import { type Clock, type Instant, minutes, seconds, type Timer } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import type { Service } from '../kernel/service.ts'
import { Turnstile } from '../kernel/turnstile.ts'
import type { Caller, HeldLine, Voice } from '../calls/caller.ts'
import { DESK_KNOWS_AFTER, lineWantedAt } from '../hotel/after-call.ts'
import { type HeldCall, isVip, prepareOrder, type Room } from './held-call.ts'
import { type WakeupBook, roomKey } from './wakeup-book.ts'
import { Ringing } from './ringing.ts'
import { Takeover } from './takeover.ts'
import { within } from './within.ts'

interface Parts {
  readonly book: WakeupBook
  readonly caller: Caller
  readonly voice: Voice
  readonly clock: Clock
  readonly log: Log
  conduct(tenant: TenantId): Conduct
  site(): { readonly name: string; readonly language: string }
  callsPerSecond(): number
  prompt(id: number): Promise<SpokenPrompt | undefined>
}

/** So far ahead calls are taken into our hands. More than the minute within which two calls of a room ring as one. */
const AHEAD = seconds(75)
const CLAIM_EVERY = seconds(5)
const LEASE = minutes(30)
/** The longest sleep: a clock that somebody sets is noticed after this. */
const LOOK_AGAIN = seconds(1)
const OUTAGE = seconds(10)
/** Dialled in one transaction: enough to be fast, few enough that the first does not wait for the last. */
const DIAL_BATCH = 100
/** Few enough that those who are to be dialled find the database free. */
const ENDINGS_AT_ONCE = 8
const FORGOTTEN_EVERY = seconds(30)
/** After a database that does not answer, and before the next try to write down how a call ended. */
const STORE_RETRY = seconds(1)

/**
 * Rings the rooms. Calls are claimed ahead of their time and held in memory; at the moment they are dialled in the
 * order of precedence, never more than there are lines, never two in one room. No transaction is open while a phone
 * rings.
 */
export class WakeupRunner implements Service {
  readonly #parts: Parts
  readonly #held = new Map<string, HeldCall>()
  /** Due, and waiting for a line, in the order of precedence. */
  #ready: HeldCall[] = []
  readonly #ringing = new Map<string, Ringing>()
  readonly #rooms = new Set<string>()
  /** Being written down as dialled at this moment, and those among them that were recalled meanwhile. */
  readonly #inHand = new Set<string>()
  readonly #recalled = new Set<string>()
  readonly #told = new Set<string>()
  readonly #pace = new Pace()
  readonly #takeover: Takeover
  readonly #endings = new Turnstile(ENDINGS_AT_ONCE)
  #timer: Timer | undefined
  #lookedAt = 0
  #claimedAt = -Infinity
  #checkedAt = 0
  #working: Promise<void> | undefined
  #again = false
  #stopping = false
  readonly #dialling = new Set<Promise<unknown>>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#takeover = new Takeover({
      ...parts,
      hold: (room) => void this.#rooms.add(room),
      free: (room) => {
        this.#rooms.delete(room)
        this.nudge()
      },
    })
    parts.caller.onFree(() => this.nudge())
  }

  async start() {
    await this.#parts.book.freeAll()
    await this.#takeover.begin()
    this.nudge()
  }

  /** Calls that are up may end by themselves; after that they are hung up, and the next process goes on with them. */
  async stop(patienceMs = seconds(20)) {
    this.#stopping = true
    this.#timer?.cancel()
    await this.#working
    await this.#takeover.stop()
    await Promise.allSettled(this.#dialling)
    const all = Array.from(this.#ringing.values(), (ringing) => ringing.over)
    if (all.length > 0) await within(this.#parts.clock, patienceMs, Promise.all(all))
    for (const ringing of this.#ringing.values()) ringing.handOn()
    await Promise.all(Array.from(this.#ringing.values(), (ringing) => ringing.over))
  }

  /** Something has changed: look again at once. */
  nudge(): void {
    this.#claimedAt = -Infinity
    this.#wake()
  }

  /** A call was asked for: one that is soon due is taken up at once. */
  asked(dueAt: Instant): void {
    if (dueAt < this.#parts.clock.now() + AHEAD) this.nudge()
  }

  /** Somebody has decided about these calls, or taken them away: they are no longer rung. */
  recall(ids: readonly string[]): void {
    for (const id of ids) if (this.#inHand.has(id)) this.#recalled.add(id)
    const ours = ids.filter((id) => this.#held.delete(id) || this.#ringing.has(id) || this.#isReady(id))
    if (ours.length === 0) return
    for (const id of ours) this.#ringing.get(id)?.stop()
    this.#ready = this.#ready.filter(({ id }) => !ours.includes(id))
    this.nudge()
  }

  describe(): { held: number; waiting: number; ringing: number } {
    return { held: this.#held.size, waiting: this.#ready.length, ringing: this.#ringing.size }
  }

  #isReady = (id: string) => this.#ready.some((held) => held.id === id)

  #wake() {
    this.#timer?.cancel()
    if (this.#stopping) return
    // One at a time; whoever comes meanwhile is heard afterwards.
    if (this.#working) return void (this.#again = true)
    this.#working = this.#look().finally(() => {
      this.#working = undefined
      if (!this.#again) return this.#sleep()
      this.#again = false
      this.#wake()
    })
  }

  async #look() {
    const { clock, log } = this.#parts
    this.#noteOutage(clock.now())
    try {
      await this.#dialDue(clock.now())
      if (clock.now() - this.#claimedAt >= CLAIM_EVERY || clock.now() < this.#claimedAt) await this.#claim()
      await this.#dialDue(clock.now())
      await this.#tellWaiting(clock.now())
      await this.#freeForgotten(clock.now())
    } catch (error) {
      log.error({ error: messageOf(error) }, 'Wakeup calls could not be looked at; tried again')
    }
  }

  /** A clock that jumps, or a process that was frozen: what fell due meanwhile was not in anybody's hands. */
  #noteOutage(now: Instant) {
    const slept = now - this.#lookedAt
    this.#lookedAt = now
    if (slept < OUTAGE) return
    for (const held of this.#held.values())
      if (held.dueAt <= now) this.#held.set(held.id, { ...held, awaited: false })
  }

  #sleep() {
    if (this.#stopping) return
    const now = this.#parts.clock.now()
    let next = now + LOOK_AGAIN
    for (const { call } of this.#held.values())
      if (call.nextAt > now && call.nextAt < next) next = call.nextAt
    // Whoever waits for a line is called when one becomes free; who waits only for the next second is not.
    const paced = this.#ready.length > 0 && !this.#pace.allows(now, this.#parts.callsPerSecond())
    if (paced) next = Math.min(next, this.#pace.nextAt(now, this.#parts.callsPerSecond()))
    this.#timer = this.#parts.clock.at(next, () => this.#wake())
  }

  async #claim() {
    const { book, clock } = this.#parts
    const now = clock.now()
    for (;;) {
      const { calls, more } = await book.claim(now + AHEAD, now, now + LEASE)
      await this.#hold(calls, now)
      if (!more) break
      // A long list must not make those wait whose time has come meanwhile.
      await this.#dialDue(clock.now())
    }
    this.#claimedAt = now
  }

  async #hold(calls: readonly Wakeup[], now: Instant) {
    const rooms = await this.#parts.book.roomsOf(calls)
    const fresh = calls.filter(({ id }) => !this.#isReady(id))
    for (const call of fresh) this.#held.set(call.id, this.#heldCall(call, rooms.get(roomKey(call)), now))
  }

  #heldCall(call: Wakeup, room: Room | undefined, now: Instant): HeldCall {
    const { voice } = this.#parts
    const conduct = this.#parts.conduct(call.tenant)
    const order = this.#promptOf(call).then((prompt) =>
      prepareOrder({ call, conduct, room, prompt, site: this.#parts.site() }, voice),
    )
    // Asked for again when it is needed; until then nobody has to know.
    order.catch(() => {})
    const extension = room?.mailbox.extension ?? null
    const { id, dueAt, nextAt, createdAt, attempts, lineTroubles } = call
    const awaited = now <= nextAt
    return {
      id,
      dueAt,
      createdAt,
      attempts,
      lineTroubles,
      awaited,
      vip: isVip(room),
      call,
      conduct,
      extension,
      order,
    }
  }

  #promptOf = (call: Wakeup) =>
    call.prompt === 0 ? Promise.resolve(undefined) : this.#parts.prompt(call.prompt)

  /** Those whose moment has come get ready; the ready ones are dialled as far as there are lines. */
  async #dialDue(now: Instant) {
    const due = [...this.#held.values()].filter(({ call }) => call.nextAt <= now)
    const before = this.#ready.length
    for (const held of due) await this.#firstStep(held, now)
    if (this.#ready.length > before) this.#ready.sort(byPrecedence)
    this.#dialReady(now)
  }

  async #firstStep(held: HeldCall, now: Instant) {
    const { book } = this.#parts
    const step = beforeCall(held, held.conduct, now)
    if (step.do === 'ring' && held.extension !== null) this.#ready.push(held)
    else if (step.do === 'wait') await book.postpone(held.call, step.until)
    else await book.giveUp(held.call, step.do === 'settle' ? step.outcome : 'unreachable', now)
    // Not before it is written: what the database did not take is looked at again.
    this.#held.delete(held.id)
  }

  /** Calls whose grace time has ended while they waited for a line are given up, and those that wait long are told. */
  async #tellWaiting(now: Instant) {
    const { book } = this.#parts
    for (const held of this.#ready.slice()) {
      const step = beforeCall(held, held.conduct, now)
      if (step.do === 'settle') {
        await book.giveUp(held.call, step.outcome, now)
        this.#ready = this.#ready.filter((other) => other !== held)
      } else if (
        now - lineWantedAt(held.call, held.conduct) >= DESK_KNOWS_AFTER &&
        !this.#told.has(held.id)
      ) {
        await book.tellNoLine(held.call, now)
        this.#told.add(held.id)
      }
    }
  }

  /** A call that carries our lease and is not in our hands after all would be rung by nobody. */
  async #freeForgotten(now: Instant) {
    if (Math.abs(now - this.#checkedAt) < FORGOTTEN_EVERY) return
    const known = [this.#held, this.#ringing].flatMap((calls) => [...calls.keys()])
    const ours = new Set([...known, ...this.#inHand, ...this.#ready.map(({ id }) => id)])
    const freed = await this.#parts.book.freeOthers(now + 2 * AHEAD, (id) => ours.has(id))
    if (freed > 0) this.#parts.log.warn({ calls: freed }, 'Calls were held by nobody; taken up again')
    this.#checkedAt = now
  }

  #dialReady(now: Instant) {
    const batches: { held: HeldCall; line: HeldLine }[][] = []
    const left: HeldCall[] = []
    for (const held of this.#ready) {
      const line = this.#mayRing(held) ? this.#takeLine(held, now) : null
      if (!line) {
        left.push(held)
        continue
      }
      this.#rooms.add(roomKey(held.call))
      const last = batches.at(-1)
      if (last && last.length < DIAL_BATCH) last.push({ held, line })
      else batches.push([{ held, line }])
    }
    this.#ready = left
    if (batches.length > 0) this.#track(this.#dialBatches(batches))
  }

  /** One call a room; and a call that was taken elsewhere while it rang rings there once it has stopped here. */
  #mayRing({ id, call }: HeldCall): boolean {
    return !this.#stopping && !this.#rooms.has(roomKey(call)) && !this.#ringing.has(id)
  }

  #takeLine(held: HeldCall, now: Instant): HeldLine | null {
    if (!this.#pace.allows(now, this.#parts.callsPerSecond())) return null
    const line = this.#parts.caller.take(held.call.tenant)
    if (line) this.#pace.began(now)
    return line
  }

  #track(work: Promise<unknown>) {
    this.#dialling.add(work)
    void work.finally(() => this.#dialling.delete(work))
  }

  #inTurn = (work: () => Promise<void>): Promise<void> =>
    this.#endings.through(async () => {
      while (this.#dialling.size > 0) await Promise.allSettled(this.#dialling)
      await work()
    })

  async #dialBatches(batches: readonly { held: HeldCall; line: HeldLine }[][]) {
    for (const batch of batches) await this.#dialBatch(batch)
  }

  async #dialBatch(batch: readonly { held: HeldCall; line: HeldLine }[]) {
    const { book, clock, log } = this.#parts
    const diallings = batch.map(({ held, line }) => ({
      call: held.call,
      line: line.name,
      extension: held.extension ?? '',
    }))
    for (const { held } of batch) this.#inHand.add(held.id)
    const dialled = await book.dial(diallings, clock.now()).catch((error: unknown) => {
      log.error({ error: messageOf(error) }, 'Calls that are due could not be written down; tried again')
      return null
    })
    const byId = new Map(dialled?.map((call) => [call.id, call]))
    for (const { held, line } of batch) {
      this.#inHand.delete(held.id)
      const call = byId.get(held.id)
      const recalled = this.#recalled.delete(held.id)
      if (call) this.#ring(held, call, line, recalled)
      else this.#letGo(held, line, dialled === null)
    }
  }

  /** Somebody has changed the call since, or the database did not answer: then it is tried again. */
  #letGo(held: HeldCall, line: HeldLine, again: boolean) {
    line.release()
    this.#rooms.delete(roomKey(held.call))
    if (!again) return
    // Without our book we are as good as down: no line is to blame when it comes too late.
    this.#held.set(held.id, {
      ...held,
      awaited: false,
      call: { ...held.call, nextAt: this.#parts.clock.now() + STORE_RETRY },
    })
  }

  #ring(held: HeldCall, call: Wakeup, line: HeldLine, recalled: boolean) {
    this.#told.delete(call.id)
    const { book, clock, log } = this.#parts
    const ringing = new Ringing({
      call,
      line,
      order: held.order,
      book,
      clock,
      log,
      inTurn: this.#inTurn,
    })
    this.#ringing.set(call.id, ringing)
    void this.#awaitEnd(call, ringing)
    if (recalled) ringing.stop()
    ringing.start()
  }

  async #awaitEnd(call: Wakeup, ringing: Ringing) {
    await ringing.over
    this.#ringing.delete(call.id)
    this.#rooms.delete(roomKey(call))
    this.nudge()
  }
}
