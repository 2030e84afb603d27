import type { Alarm } from '../../hotel/desk/alarm.ts'
import { afterNoLine, afterRinging, stepOf } from '../../hotel/desk/escalation.ts'
import { type DeskTelling, answersTo, deskTelling } from '../../hotel/desk/desk-words.ts'
import { NO_TENANT, type TenantId } from '../../hotel/accounts/tenancy.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import { type Clock, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { CallOrder, CallSteps, DeskCaller, HeldLine, Voice } from '../../calls/caller.ts'
import { type DeskAnswers, writeAnswers } from './desk-answers.ts'
import type { DeskBook } from './desk-book.ts'
import { repliesIn } from './desk-replies.ts'

interface Parts {
  readonly book: DeskBook
  readonly caller: DeskCaller
  readonly voice: Voice
  readonly clock: Clock
  readonly log: Log
  policy(tenant: TenantId): WakeupPolicy
  site(): { readonly language: string }
  /** The guests of these calls were reached: they are not rung any more. */
  recall(calls: readonly string[]): void
  /** Whether a clock that has jumped is right, which shows this time. */
  clockIs(isRight: boolean, shows: string): void
  /** Whether it is ours to say, at this very moment. */
  mayAct(): boolean
}

/** Who is rung. */
interface Desk {
  readonly tenant: TenantId
  readonly extension: string
}

const MOST_AT_ONCE = 200
/** The desk has time to walk to its phone. */
const DESK_RING_MS = seconds(40)
/** Said again and again, as long as that holds the phone for no longer than this. */
const MOST_ROUNDS = 5
const LONGEST_CALL = seconds(90)
const LOOK_AHEAD = seconds(10)

/** Rings the desks, each with one call at a time, which speaks until a key is pressed. */
export class DeskCalls {
  readonly #parts: Parts
  readonly #calling = new Set<string>()
  /** Desks that wait for a line. */
  readonly #waiting = new Set<string>()
  /** Alarms whose log says that their desk waits for one. */
  readonly #noted = new Set<string>()
  /** What is being told at this moment. */
  readonly #telling = new Set<string>()
  /** Desks that have called, and hear of their alarms by themselves. */
  readonly #listening = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether somebody is being rung for it just now. */
  isTelling = ({ id }: Alarm): boolean => this.#telling.has(id)

  /** This desk is not rung until that is over. */
  hold(desk: Desk): () => void {
    this.#listening.add(keyOf(desk))
    return () => void this.#listening.delete(keyOf(desk))
  }

  /** Tells this desk of these alarms, unless it is being told just now. */
  async tell(desk: Desk, alarms: readonly Alarm[]): Promise<void> {
    if (this.#isListening(desk)) return
    if (this.#waiting.has(keyOf(desk))) return this.#postpone(desk, alarms)
    if (!this.#calling.has(keyOf(desk))) void this.#tell(desk, alarms)
  }

  /** A line of no tenant serves all of them. */
  #isListening = (desk: Desk) =>
    [desk, { ...desk, tenant: NO_TENANT }].some((one) => this.#listening.has(keyOf(one)))

  async #tell(desk: Desk, alarms: readonly Alarm[]) {
    const { caller, log } = this.#parts
    this.#calling.add(keyOf(desk))
    try {
      const free = caller.spare(desk.tenant)
      if (free) await this.#ring(free, desk, alarms)
      else await this.#ringLater(desk, alarms)
    } catch (error) {
      log.error(
        { event: 'desk.not-told', error: messageOf(error) },
        'The desk could not be told; tried again',
      )
    } finally {
      this.#calling.delete(keyOf(desk))
    }
  }

  /** Takes the next line that no guest needs; by then there may be more to tell, or nothing. */
  async #ringLater(desk: Desk, alarms: readonly Alarm[]) {
    const { caller } = this.#parts
    this.#waiting.add(keyOf(desk))
    const [line] = await Promise.all([
      caller.next(desk.tenant).finally(() => this.#waiting.delete(keyOf(desk))),
      this.#postpone(desk, alarms).catch(() => {}),
    ])
    if (!line) return
    const own = await this.#dueFor(desk).catch(orRelease(line))
    if (own.length === 0 || !this.#parts.mayAct()) return line.release()
    await this.#ring(line, desk, own)
  }

  async #dueFor({ tenant, extension }: Desk): Promise<Alarm[]> {
    const { book, clock } = this.#parts
    const due = await book.due(clock.now() + LOOK_AHEAD, MOST_AT_ONCE)
    return due.filter(
      (one) => one.tenant === tenant && stepOf(one, this.#chain(tenant))?.extension === extension,
    )
  }

  #chain = (tenant: TenantId) => this.#parts.policy(tenant).escalation

  /** Looked at again a little later; that it waits is written down once. */
  async #postpone(desk: Desk, alarms: readonly Alarm[]) {
    const { book, clock } = this.#parts
    const later = (alarm: Alarm) => afterNoLine(alarm, this.#chain(desk.tenant), clock.now())
    const noted = alarms.filter(({ id }) => this.#noted.has(id))
    const fresh = alarms.filter(({ id }) => !this.#noted.has(id))
    for (const { id } of fresh) this.#noted.add(id)
    await book.change(fresh, later, NO_LINE)
    await book.change(noted, later)
  }

  async #ring(line: HeldLine, desk: Desk, alarms: readonly Alarm[]) {
    for (const { id } of alarms) this.#telling.add(id)
    try {
      const answers: DeskAnswers = new Map()
      const order = this.#order(deskTelling(alarms), desk.extension, answers)
      const call = await order.then((ready) => line.prepare(ready, NOTHING_TO_WRITE)).catch(orRelease(line))
      call.dial()
      const result = await call.ended
      if (hasRung(result)) await this.#write(desk, alarms, answers, line, result)
      // Nobody was disturbed: as if there had been no line.
      else await this.#postpone(desk, alarms)
    } finally {
      for (const { id } of alarms) this.#telling.delete(id)
    }
  }

  async #order(telling: DeskTelling, extension: string, answers: DeskAnswers): Promise<CallOrder> {
    const { voice, site } = this.#parts
    const announcement = await voice.prepare(telling.words, site().language)
    const { durationMs, marks = [] } = announcement
    const markedAt = telling.marks.map((_, n) => marks[n] ?? durationMs)
    const replies = await repliesIn(voice, site().language)
    const rounds = Math.max(1, Math.min(MOST_ROUNDS, Math.floor(LONGEST_CALL / durationMs)))
    const reply = (key: string, saidMs: number) => {
      const given = answersTo(key, telling, markedAt, saidMs)
      for (const one of given) answers.set(one.alarm.id, one)
      return replies.to(given)
    }
    return { extension, ringMs: DESK_RING_MS, announcement, hearsMachines: false, rounds, reply }
  }

  /** Who heard only a part of it hears the rest at once. */
  async #write(
    desk: Desk,
    alarms: readonly Alarm[],
    answers: DeskAnswers,
    line: HeldLine,
    result: CallResult,
  ) {
    const { book, clock } = this.#parts
    const { kind, status } = result
    const chain = this.#chain(desk.tenant)
    const told = { by: 'phone', extension: desk.extension, line: line.name, result: kind, status } as const
    for (const { id } of alarms) this.#noted.delete(id)
    await writeAnswers({ ...this.#parts, chain }, answers, `extension ${desk.extension}`, told)
    const isHeard = answers.size > 0
    const silent = alarms.filter(({ id }) => !answers.has(id))
    await book.change(
      silent,
      (alarm) =>
        isHeard
          ? { ...alarm, calls: alarm.calls + 1, nextAt: clock.now() }
          : afterRinging(alarm, result, chain, clock.now()),
      { kind: 'alarm.told', text: ringingWords(desk.extension, result, isHeard), detail: told },
    )
  }
}

const keyOf = ({ tenant, extension }: Desk) => `${tenant} ${extension}`

const hasRung = (result: CallResult) => result.kind !== 'line-trouble' || result.rang

function ringingWords(extension: string, result: CallResult, isHeard: boolean): string {
  const { kind } = result
  const isTooEarly = kind === 'answered' && result.keys !== ''
  if (isHeard || isTooEarly)
    return `Extension ${extension} was rung and pressed a key before it heard of this`
  if (kind === 'busy') return `Extension ${extension} was busy`
  if (kind === 'unreachable') return `Extension ${extension} could not be reached`
  if (kind === 'rejected') return `Extension ${extension} rejected the call`
  return `Extension ${extension} was rung and nobody pressed a key (${kind})`
}

const NO_LINE = {
  kind: 'alarm.waiting',
  text: 'The desk cannot be rung yet: no telephone line is free and working',
  detail: { by: 'phone' },
} as const

const orRelease =
  (line: HeldLine) =>
  (error: unknown): never => {
    line.release()
    throw error
  }

/** A call to the desk that a crash cuts off is simply made again. */
const NOTHING_TO_WRITE: CallSteps = {
  dialled: () => {},
  answered: () => Promise.resolve(),
  progress: () => {},
  heard: () => {},
  key: () => {},
}
