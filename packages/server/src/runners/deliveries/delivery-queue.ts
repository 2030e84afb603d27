import type { Delivery } from '../../hotel/deliveries/delivery.ts'
import type { Destination } from '../../hotel/deliveries/destination.ts'
import type { TraceLine } from '../../hotel/deliveries/wire.ts'
import type { QueueView } from '../../hotel/deliveries/queue.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { flickers, type Gate, gateOf, underWayAtMost } from '../../hotel/deliveries/retry.ts'
import { type Clock, type Instant, minutes } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Connector, LateAnswer, PropertyLink } from '../../connectors/connector.ts'
import type { QueueRecord } from '../../store/stores/queue-store.ts'
import type { DeliveryBook } from './delivery-book.ts'
import { type Returned, DeliveriesUnderWay, toSend } from './deliveries-under-way.ts'
import { DeliveryIntake } from './delivery-intake.ts'
import { settling } from './delivery-settlement.ts'
import { DeliveryStanding } from './delivery-standing.ts'
import type { QueueTurn, Turned } from './delivery-turn.ts'
import { UnwrittenDeliveries } from './delivery-unwritten.ts'
import { STORE_RETRY, untilWritten } from '../../kernel/until-written.ts'
import { type WakeReason, WakeLoop } from '../../kernel/wake-loop.ts'

interface Parts {
  readonly destination: Destination
  readonly connector: Connector
  readonly record: QueueRecord
  readonly book: DeliveryBook
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  zoneOf(tenant: string): Zone
  /** Whether we may send at this very moment: another node may have taken over. */
  mayAct(): boolean
  /** Told of each attempt's result, for the metrics. */
  counted(destination: Destination, result: string): void
}

/** A message whose commit was wrongly reported as failed wakes no queue: a look this often finds it. */
const LONGEST_SLEEP = minutes(1)
/** Whether we may act again is looked at so often while we may not. */
const PERMIT_AGAIN = 250
/** While stopping, writing the last results is tried this many times; the next process does the rest. */
const LAST_TRIES = 4

/**
 * The messages of one destination. They are taken up many at a time, sent in order within each room, and what came
 * back is written down together with taking up the next. No transaction is open while anything is sent.
 */
export class DeliveryQueue {
  readonly #parts: Parts
  readonly #standing: DeliveryStanding
  readonly #intake: DeliveryIntake
  readonly #underWay: DeliveriesUnderWay
  readonly #unwritten: UnwrittenDeliveries
  readonly #settle: ReturnType<typeof settling>
  #trouble = ''
  readonly #loop: WakeLoop
  /** It is unknown whether the last write succeeded: messages may be marked as being sent that are not here. */
  #inDoubt = false

  constructor(parts: Parts) {
    const { destination, connector, record, clock } = parts
    this.#parts = parts
    this.#standing = new DeliveryStanding(destination, connector, record)
    this.#intake = new DeliveryIntake(connector.atOnce)
    this.#underWay = new DeliveriesUnderWay({
      ...parts,
      ended: (one, came) => this.#ended(one, came),
      notSent: (one) => this.#notSent(one),
    })
    this.#unwritten = new UnwrittenDeliveries({ clock, overdue: () => this.#loop.wake() })
    this.#settle = settling(destination)
    this.#loop = new WakeLoop({
      clock,
      retryMs: STORE_RETRY,
      look: (reason) => this.#look(reason),
      failed: (error) => this.#notWritten(error),
    })
    this.#loop.start()
    connector.onReady(() => this.nudge())
    connector.onLate?.((late) => this.#answeredLate(late))
  }

  get destination(): Destination {
    return this.#parts.destination
  }

  /** For a property system: what else can be sent over its link. */
  get property(): PropertyLink | undefined {
    return this.#parts.connector.property
  }

  /** Of a link: what went over it lately. */
  trace(): readonly TraceLine[] {
    return this.#parts.connector.trace?.() ?? []
  }

  describe(): QueueView {
    return this.#standing.describe(this.#underWay.size, this.#parts.clock.now())
  }

  /** There may be something to send. */
  nudge(): void {
    this.#stir()
    this.#loop.wake()
  }

  #stir() {
    this.#intake.stir()
    this.#standing.posted()
  }

  /** The time is another by so much: what waits does so as long as it would have. */
  moved(by: number): void {
    this.#intake.move(by)
    this.#standing.move(by)
    this.#loop.wake()
  }

  /** An operator wants something sent now: waiting messages are looked at again, and a pause ends. */
  hurry(): void {
    this.#intake.reconsider()
    this.#standing.endPause(this.#parts.clock.now())
    this.nudge()
  }

  /** Everything is sent now, even what was to wait for a later attempt. */
  drain(): void {
    this.#intake.drain()
    this.#standing.endPause(this.#parts.clock.now())
    this.nudge()
  }

  /** What is under way may come back by itself; after that it is cut off. What was not sent waits for the next process. */
  async stop(patienceMs: number): Promise<void> {
    const looked = this.#loop.stop()
    this.#letGoUnsent()
    await this.#underWay.end(patienceMs)
    await looked
    await this.#writeLast()
    await this.#parts.connector.close()
  }

  /** A message that has arrived but is not written down as such would be sent again. */
  #writeLast = () =>
    untilWritten(
      this.#parts.clock,
      () => this.#takeTurns(),
      (error, tries) => {
        this.#notWritten(error)
        return tries < LAST_TRIES ? 'again' : 'give up'
      },
    )

  async #look(reason: WakeReason): Promise<Instant> {
    if (reason === 'due') this.#stir()
    await this.#takeTurns()
    return this.#nextLook(this.#parts.clock.now())
  }

  #nextLook(now: Instant): Instant {
    if (this.#standing.isDisabled) return Infinity
    if (!this.#parts.mayAct()) return now + PERMIT_AGAIN
    const probeAt = this.#intake.mayWait ? this.#standing.probeAfter(now) : Infinity
    const longest = this.#gate(now) === 'flowing' ? now + LONGEST_SLEEP : Infinity
    return Math.min(probeAt, this.#intake.nextLook(now), this.#standing.tellAt(now), longest)
  }

  /** Turn after turn, until there is nothing to write and nothing to take up. */
  async #takeTurns() {
    const { clock } = this.#parts
    for (let turn = this.#nextTurn(clock.now()); turn; turn = this.#nextTurn(clock.now()))
      await this.#takeTurn(turn)
  }

  async #takeTurn(turn: QueueTurn) {
    const { book, clock } = this.#parts
    const start = clock.elapsed()
    try {
      const turned = await book.turn(turn, clock.now())
      this.#inDoubt = false
      this.#carryOn(turned, { asked: turn.wanted > 0, ms: clock.elapsed() - start })
    } catch (error) {
      this.#unwritten.putBack(turn)
      this.#inDoubt = true
      throw error
    }
  }

  #notWritten(error: unknown) {
    this.#parts.log.error(
      { event: 'deliveries.not-written', destination: this.destination.name, error: messageOf(error) },
      'Deliveries could not be written down; tried again',
    )
  }

  #nextTurn(now: Instant): QueueTurn | null {
    const standing = this.#standing
    standing.watch(now)
    const gate = this.#gate(now)
    const wanted = this.#intake.wanted(gate, now)
    const isSure = !this.#inDoubt && !this.#unwritten.hasReleased
    const isIdle = wanted === 0 && isSure && !this.#isWorthWriting()
    if (isIdle && !standing.mustTell(now)) return null
    standing.looked()
    const { record, unreadySince } = standing
    return {
      destination: this.destination,
      record,
      ...this.#unwritten.take(),
      known: this.#inDoubt ? this.#intake.ids() : null,
      ...this.#intake.ask(wanted, gate === 'probing'),
      memoFor: this.#memoFor,
      unreadySince,
      trouble: standing.linkTrouble || this.#trouble,
    }
  }

  get #memoFor(): QueueTurn['memoFor'] {
    const { connector, zoneOf } = this.#parts
    const { memoFor } = connector
    return memoFor ? (one) => memoFor(toSend(one, zoneOf(one.tenant))) : null
  }

  #gate = (now: Instant): Gate =>
    this.#loop.isRunning && this.#parts.mayAct() ? this.#standing.gate(now) : 'paused'

  #isWorthWriting = () =>
    this.#unwritten.isWorthWriting(
      !this.#loop.isRunning || (this.#underWay.size === 0 && !this.#intake.staysAny),
    )

  #carryOn(turned: Turned, look: { asked: boolean; ms: number }) {
    const now = this.#parts.clock.now()
    if (this.#standing.follow(turned.record, now)) this.#intake.reopen()
    this.#intake.take(turned, look, now)
    // A late answer may be to one that was just taken up, to be sent once more.
    if (this.#gate(now) === 'paused' || this.#unwritten.hasLate) this.#letGoUnsent()
    this.#send()
  }

  /** Messages taken up but not under way are put back to wait. */
  #letGoUnsent() {
    this.#unwritten.release(this.#intake.disperse())
  }

  #send() {
    if (!this.#parts.connector.ready || !this.#parts.mayAct()) this.#letGoUnsent()
    const most = this.#mostUnderWay()
    while (this.#underWay.size < most) {
      const one = this.#intake.next()
      if (!one) return
      this.#underWay.launch(one, this.#standing.isPaused)
    }
  }

  /** A pause that will come of what has come back holds from now on, before it is written down. */
  #mostUnderWay(): number {
    const health = this.#foreseen()
    const isPaused = gateOf(health, this.#parts.clock.now()) === 'paused'
    return isPaused ? 0 : underWayAtMost(health, this.#parts.connector.atOnce)
  }

  #foreseen = () => this.#standing.foreseen(this.#unwritten.settled, this.#parts.clock.now())

  #notSent(one: Delivery) {
    const others = this.#intake.notSent(one, this.#parts.clock.now() + STORE_RETRY)
    this.#unwritten.release([one, ...others])
    this.#loop.wake()
  }

  #ended(before: Delivery, came: Returned) {
    const { clock, ids, counted } = this.#parts
    const settlement = this.#settle(before, came, this.#foreseen(), ids.between(0, 1), clock.now())
    const { verdict, text } = settlement.answer
    this.#unwritten.settle(settlement)
    if (verdict.kind === 'later' || verdict.kind === 'uncertain') this.#trouble = text
    counted(this.destination, verdict.kind)
    this.#intake.answered(came.ms)
    if (settlement.stays) this.#again(settlement.after)
    else this.#advance(settlement.after)
    this.#send()
    if (this.#isWorthWriting() || this.#intake.isLow) this.#loop.wake()
    else this.#unwritten.linger(flickers(this.#foreseen()))
  }

  #again(after: Delivery) {
    this.#intake.stay(after)
    this.#parts.clock.at(after.nextAt, () => {
      this.#intake.back(after)
      this.#send()
    })
  }

  /** The answer may settle a message that waits for its next attempt, and so free those behind it. */
  #answeredLate(late: LateAnswer) {
    this.#unwritten.answeredLate(late)
    // It may be to one that is about to be sent once more.
    this.#letGoUnsent()
    this.#intake.reconsider()
    this.#loop.wake()
  }

  /** The next of the room may go, unless this one must be tried again first. */
  #advance(after: Delivery) {
    this.#intake.stir()
    if (after.state === 'waiting') this.#unwritten.release(this.#intake.hold(after, after.nextAt))
    else this.#intake.done(after)
  }
}
