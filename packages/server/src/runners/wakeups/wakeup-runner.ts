import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { SpokenPrompt } from '../../hotel/wakeups/recording.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { livesAmong, type Whose } from '../../hotel/nodes/houses.ts'
import { type Clock, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { LoopService } from '../../kernel/service.ts'
import { WakeLoop } from '../../kernel/wake-loop.ts'
import type { Caller, Voice } from '../../calls/caller.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import { CallsAhead, HORIZON } from './calls-ahead.ts'
import { CallsInHand } from './calls-in-hand.ts'
import { Dialler } from './dialler.ts'
import { DueCalls } from './due-calls.ts'
import { journalCalls, movedSince } from './journal-calls.ts'
import { lastingBook } from './lasting-book.ts'
import type { Outage, OutageSpan } from './outage-journal.ts'
import type { Patience } from './patience.ts'
import type { AtHome } from '../nodes/at-home.ts'
import type { SignOfLife } from './sign-of-life.ts'
import { type HeldCall, movedHeld, type RoomFacts, type SiteFacts } from './held-call.ts'
import { HeldCallMaker } from './held-call-maker.ts'
import { type WakeupBook, roomKey } from './wakeup-book.ts'
import { deskOfOutage } from './desk-of-outage.ts'
import type { OutageAlarms } from './outage-alarms.ts'
import { Takeover } from './takeover.ts'

interface Parts {
  readonly book: WakeupBook
  /** Keeps what happens while the database is away. */
  readonly outage: Outage
  readonly patience: Patience
  /** Whose calls are ours to ring. */
  readonly home: AtHome
  /** Says who else may ring. */
  readonly alive: Pick<SignOfLife, 'heldBackUntil' | 'onAlone' | 'sign'>
  /** What the desk must hear before it can be written, and what is over before that. */
  readonly outageDesk: Pick<OutageAlarms, 'raise' | 'end'>
  readonly caller: Caller
  readonly voice: Voice
  readonly clock: Clock
  readonly log: Log
  policy(tenant: TenantId): WakeupPolicy
  site(): SiteFacts
  /** At each exchange. */
  callsPerSecond(): number
  prompt(tenant: TenantId, id: number): Promise<SpokenPrompt | undefined>
}

/** Calls are claimed this far ahead: more than the minute within which two calls of a room ring as one. */
const AHEAD = seconds(75)
const CLAIM_EVERY = seconds(5)
const LEASE = minutes(30)
/** The longest sleep: a change of the system clock is noticed after this. */
const LOOK_AGAIN = seconds(1)
const OUTAGE = seconds(10)
/** For so long after lines are back, a call that one of them failed is tried again at once. */
const JUST_BACK = seconds(3)
/** So many calls are taken up in one go. */
const HELD_AT_ONCE = 25
/** Calls that are up may go on for so long when we end, or another takes their house. */
const PATIENCE = seconds(20)
const FORGOTTEN_EVERY = seconds(30)
/** A permit may come back so soon after it has ended: by the word of other nodes. */
const STAND_DOWN = seconds(1)
/** How often calls that ring are looked up, should somebody elsewhere have settled one. */
const RECALL_EVERY = seconds(2)
/** After a database that does not answer, and before the next try to write down how a call ended. */
const STORE_RETRY = seconds(1)

/**
 * Rings the rooms. Calls are claimed ahead of their time and held in memory; just before the moment their attempts are
 * written down, and at the moment they are dialled, in the order of precedence.
 */
export class WakeupRunner implements LoopService {
  readonly #parts: Parts
  readonly #hand = new CallsInHand()
  readonly #due: DueCalls
  readonly #book: WakeupBook
  readonly #ahead: CallsAhead
  readonly #dialler: Dialler
  readonly #takeover: Takeover
  readonly #loop: WakeLoop
  readonly #maker: HeldCallMaker
  #isStarted = false
  #taking: Whose = []
  #lookedAt = 0
  #linesBackAt = -Infinity
  #claimedAt = -Infinity
  #checkedAt = 0
  #recalledAt = 0
  #actedAt = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#maker = new HeldCallMaker(parts)
    parts.outage.onOver((outage) => this.#beginAnew(outage))
    parts.alive.onAlone(() => this.nudge())
    parts.home.onTaken((whose) => this.#takeUp(whose))
    parts.home.onLeft((whose) => this.#leave(whose))
    parts.home.onHere(() => this.nudge())
    this.#book = lastingBook({
      ...parts,
      onContinued: (calls) => this.#goOn(calls),
      desk: deskOfOutage({
        ...parts.outageDesk,
        // Otherwise others decide what becomes of the call.
        raise: (news) => (parts.home.mayAct() ? parts.outageDesk.raise(news) : undefined),
      }),
    })
    this.#ahead = new CallsAhead({
      read: async (before) => {
        await parts.alive.sign()
        const { calls, rooms } = await parts.book.ahead(before, this.#known())
        return { calls: calls.map((call) => movedSince(parts.outage.unwritten, call)), rooms }
      },
      make: (call, room) => this.#make(call, room, parts.clock.now()),
      breathe: () => this.#breathe(),
      version: (call, room) =>
        JSON.stringify([{ ...call, lease: '' }, room, parts.policy(call.tenant), parts.site()]),
    })
    this.#dialler = new Dialler({
      ...parts,
      book: this.#book,
      mayAct: () => parts.home.mayAct(),
      rings: (tenant) => parts.home.rings(tenant),
      onFree: () => this.nudge(),
      onOver: (held) => {
        this.#hand.isOver(held)
        this.#ahead.changed([held.id])
      },
      onUnwritten: (held) => this.#tryAgain(held),
    })
    this.#due = new DueCalls({
      book: this.#book,
      hand: this.#hand,
      dialler: this.#dialler,
      ahead: this.#ahead,
    })
    this.#takeover = new Takeover({
      ...parts,
      book: this.#book,
      hold: (room) => this.#dialler.holdRoom(room),
      free: (room) => this.#dialler.letRoomGo(room),
    })
    this.#loop = new WakeLoop({
      clock: parts.clock,
      retryMs: LOOK_AGAIN,
      look: () => this.#look(),
      failed: (error) =>
        parts.log.error(
          { event: 'wakeups.not-read', error: messageOf(error) },
          'Wake-up calls could not be looked at; tried again',
        ),
    })
    parts.caller.onFree(() => this.nudge())
    parts.caller.onBack(() => this.#linesAreBack())
    parts.caller.guestsFirst((before) => this.#hand.wantingLine(before, this.#dialler.ending))
  }

  /** An exchange is back: what no line could carry is not put off any longer. */
  #linesAreBack() {
    const now = this.#parts.clock.now()
    this.#linesBackAt = now
    this.#hand.changeHeld((held) => ({ ...held, call: this.#broughtForward(held.call, now) }))
    this.nudge()
  }

  #make(
    call: ClaimedWakeup,
    room: RoomFacts | undefined,
    now: Instant,
    prompt?: HeldCall['prompt'],
  ): HeldCall {
    return this.#maker.make(this.#broughtForward(call, now), room, now, prompt)
  }

  /** One whose end was written just when the lines came back is no exception. */
  #broughtForward(call: ClaimedWakeup, now: Instant): ClaimedWakeup {
    const isPutOff = call.lineTroubles > 0 && call.nextAt > now
    return isPutOff && Math.abs(now - this.#linesBackAt) < JUST_BACK ? { ...call, nextAt: now } : call
  }

  start() {
    this.#isStarted = true
  }

  /** What another process has left in these houses is known before anything rings there. */
  async #takeUp(whose: Whose) {
    const { alive, clock, outage } = this.#parts
    const ours = this.#inHand()
    await this.#book.freeOthers(clock.now() + 2 * AHEAD, (id) => ours.has(id), whose)
    if (outage.since !== null) await this.#readWithoutWriting(whose, clock.now())
    await this.#takeover.begin(whose, alive.heldBackUntil)
    if (this.#isStarted) this.#loop.start()
  }

  /** Others ring there now, or will: nothing of it is in our hands any more. */
  async #leave(whose: Whose) {
    const isTheirs = ({ call: { tenant } }: HeldCall) => livesAmong(tenant, whose)
    this.#ahead.changed(this.#hand.removeThose(isTheirs))
    await this.#dialler.leave(isTheirs, PATIENCE)
  }

  /** Nothing can be written from the beginning: what is to come is read, and what has happened is in the journal. */
  async #readWithoutWriting(whose: Whose, now: Instant) {
    const { outage, policy } = this.#parts
    this.#taking = whose
    await this.#lookAhead(now).finally(() => (this.#taking = []))
    const known = journalCalls(outage.unwritten, policy)
    this.#ahead.forget([...known.keys()])
    const going = Array.from(known.values()).flatMap((one) => (one.is === 'going on' ? [one.call] : []))
    await this.#hold(going, now)
  }

  /** Whose calls we know ahead: of those who are here, and of those who are being taken up. */
  #known(): Whose {
    const here = this.#parts.home.whose()
    return here === null || this.#taking === null ? null : [...here, ...this.#taking]
  }

  /** What is due by then is known, also without the database. */
  get knownUntil(): Instant {
    return this.#ahead.knownUntil
  }

  /** Calls that are up may end by themselves; after that they are hung up, and the next process goes on with them. */
  async stop(patienceMs = PATIENCE) {
    await this.#loop.stop()
    await this.#takeover.stop()
    await this.#dialler.stop(patienceMs)
  }

  get lookingMs(): number {
    return this.#loop.lookingMs
  }

  /** Something has changed: look again at once. */
  nudge(): void {
    this.#claimedAt = -Infinity
    this.#loop.wake()
  }

  /** A call was asked for: one that is soon due is taken up at once. */
  asked(dueAt: Instant): void {
    if (dueAt < this.#parts.clock.now() + HORIZON) this.#ahead.changed([])
    if (dueAt < this.#parts.clock.now() + AHEAD) this.nudge()
  }

  /** An operator has settled or removed these calls: they are no longer rung. */
  recall(ids: readonly string[]): void {
    if (ids.length > 0) this.#ahead.changed(ids)
    const rung = new Set(this.#dialler.recall(ids))
    const isOurs = this.#hand.remove(ids).length > 0 || rung.size > 0
    if (isOurs) this.nudge()
  }

  /** The time that was `before` is `by` later: calls that were rung before, or are due, wait as long as they would have. */
  moved(by: number, before: Instant): void {
    this.#hand.changeAll((held) => movedHeld(held, by, before))
    this.#maker.moved(by)
    const { alive, outage } = this.#parts
    if (alive.heldBackUntil !== null && outage.since === null) this.#letGo()
    this.nudge()
  }

  /** Whether nothing of these tenants is in our hands: nothing rings, and nothing is about to. */
  isQuiet(tenants: readonly TenantId[]): boolean {
    const held = [...this.#hand.held, ...this.#hand.ready, ...this.#dialler.calls]
    return !held.some(({ call }) => tenants.includes(call.tenant))
  }

  describe(): { held: number; waiting: number; ringing: number } {
    const { held, ready } = this.#hand
    return { held: held.length, waiting: ready.length, ringing: this.#dialler.ringing }
  }

  async #look(): Promise<Instant> {
    const { clock } = this.#parts
    this.#noteOutage(clock.now())
    this.#standDown()
    await this.#dialDue()
    if (clock.now() - this.#claimedAt >= CLAIM_EVERY || clock.now() < this.#claimedAt)
      await this.#claim(clock.now())
    await this.#dialDue()
    if (this.#parts.home.mayAct()) await this.#due.tellWaiting(clock.now())
    await this.#freeForgotten(clock.now())
    await this.#recallChanged(clock.now())
    return this.#nextLook(clock.now())
  }

  /** Without a permit nothing becomes of a call here: it is neither rung, nor put off, nor given up. */
  async #dialDue() {
    const { clock, home } = this.#parts
    if (home.mayAct()) await this.#due.dial(clock.now())
  }

  /** The next moment, and before long in any case. */
  #nextLook(now: Instant): Instant {
    let next = Math.min(now + LOOK_AGAIN, this.#dialler.nextAt(now, this.#hand.ready.length))
    for (const { call } of this.#hand.held) next = Math.min(next, Math.max(now, call.nextAt))
    return next
  }

  /** The clock jumped or the process was frozen: calls that fell due meanwhile were not waiting for a line. */
  #noteOutage(now: Instant) {
    const slept = now - this.#lookedAt
    this.#lookedAt = now
    if (slept < OUTAGE) return
    this.#hand.changeHeld((held) => (held.dueAt <= now ? { ...held, awaited: false } : held))
  }

  async #claim(now: Instant) {
    // Noted first: what becomes free meanwhile may have been missed, and is claimed right after.
    this.#claimedAt = now
    const over = this.#hand.overIds
    await this.#claimAll(now).catch((error: unknown) => {
      this.#claimedAt = -Infinity
      throw error
    })
    this.#hand.forgetOver(over)
    if (this.#parts.outage.since === null) void this.#lookAhead(now)
    else if (this.#parts.home.ringsAhead()) this.#takeFromMemory(now)
  }

  async #claimAll(now: Instant) {
    for (;;) {
      const { calls, more } = await this.#book.claim(now + AHEAD, now, now + LEASE)
      await this.#hold(calls, now)
      if (!more) return
      // A long list must not delay calls that fall due meanwhile.
      await this.#dialDue()
    }
  }

  /** Nothing waits for it: what is due comes first. */
  async #lookAhead(now: Instant) {
    await this.#ahead
      .refresh(now)
      .catch((error: unknown) =>
        this.#parts.log.warn(
          { event: 'wakeups.not-looked-ahead', error: messageOf(error) },
          'What is to come could not be read ahead',
        ),
      )
  }

  /** The book is the truth again: what was held without it is let go, and claimed anew at once. */
  #beginAnew(outage: OutageSpan) {
    this.#maker.wasAway(outage)
    this.#letGo()
    this.#ahead.changed([])
    this.nudge()
  }

  /** What is held is claimed anew, as the book has it. */
  #letGo() {
    this.#hand.clear()
    this.#checkedAt = -Infinity
  }

  /** Without the database, what was known of it is rung all the same. */
  #takeFromMemory(now: Instant) {
    const ours = this.#inHand()
    for (const held of this.#ahead.take(now + AHEAD)) if (!ours.has(held.id)) this.#hand.hold(held)
  }

  #inHand = () => new Set([...this.#hand.ids, ...this.#dialler.ids])

  /** Rung again later, which the book cannot be told yet. */
  #goOn(calls: readonly ClaimedWakeup[]) {
    const now = this.#parts.clock.now()
    const strange: ClaimedWakeup[] = []
    for (const call of calls.filter(({ tenant }) => this.#parts.home.rings(tenant))) {
      const last = this.#hand.heldCall(call.id) ?? this.#dialler.heldCall(call.id)
      if (last) this.#hand.hold(this.#make(call, last.room, now, last.prompt))
      else strange.push(call)
    }
    void this.#holdLeft(strange, now)
  }

  /** Of a process before us: where it rings must be read. */
  async #holdLeft(calls: readonly ClaimedWakeup[], now: Instant) {
    await this.#hold(calls, now).catch((error: unknown) =>
      this.#parts.log.error(
        { event: 'wakeups.not-read', error: messageOf(error) },
        'Calls that were cut off cannot be rung: their rooms cannot be read',
      ),
    )
    this.nudge()
  }

  async #hold(calls: readonly ClaimedWakeup[], now: Instant) {
    if (calls.length === 0) return
    const rooms = await this.#book.roomsOf(calls)
    for (const [n, call] of calls.entries()) {
      if (n % HELD_AT_ONCE === HELD_AT_ONCE - 1) await this.#breathe()
      this.#hand.hold(this.#make(call, rooms.get(roomKey(call)), now))
    }
    this.#hand.dropReplaced()
  }

  /** A phone may be due: what takes long lets it ring first. */
  #breathe = () => new Promise<void>((resolve) => this.#parts.clock.soon(resolve))

  /** Without a permit, others may take over in a moment: what only rings falls silent here, and rings there. */
  #standDown() {
    const { clock, home } = this.#parts
    if (home.mayAct()) this.#actedAt = clock.elapsed()
    else if (clock.elapsed() - this.#actedAt >= STAND_DOWN) this.#dialler.standDown()
  }

  /** Settled or changed at another node, whose word we have not heard. */
  async #recallChanged(now: Instant) {
    if (this.#parts.home.isAlone || Math.abs(now - this.#recalledAt) < RECALL_EVERY) return
    this.#recalledAt = now
    const ringing = this.#dialler.inBook
    if (ringing.length === 0) return
    const still = new Set(await this.#book.stillRinging(ringing))
    this.recall(ringing.filter(({ id }) => !still.has(id)).map(({ id }) => id))
  }

  /** A call that carries our lease but is not held in memory would never ring. */
  async #freeForgotten(now: Instant) {
    if (Math.abs(now - this.#checkedAt) < FORGOTTEN_EVERY) return
    const ours = this.#inHand()
    const whose = this.#parts.home.whose()
    const freed = await this.#book.freeOthers(now + 2 * AHEAD, (id) => ours.has(id), whose)
    if (freed > 0)
      this.#parts.log.warn(
        { event: 'wakeups.taken-up', calls: freed },
        'Calls were held by nobody; taken up again',
      )
    this.#checkedAt = now
    if (freed > 0) this.nudge()
  }

  #tryAgain(held: HeldCall) {
    // The database failed us, not a line: if the call comes too late, that is why.
    const call = { ...held.call, nextAt: Math.max(held.call.nextAt, this.#parts.clock.now() + STORE_RETRY) }
    if (!this.#hand.heldCall(held.id) && this.#parts.home.rings(call.tenant))
      this.#hand.hold({ ...held, awaited: false, wasAway: true, call })
  }
}
