import type { Alarm } from '../../hotel/desk/alarm.ts'
import { nextMessage, nextWithoutPhone, stepOf } from '../../hotel/desk/escalation.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { EscalationStep, WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import { within } from '../../kernel/within.ts'
import type { DeskBook } from './desk-book.ts'

/** One way to tell people in writing. */
export interface MessageWay {
  readonly name: 'mail' | 'webhook'
  isWanted(alarm: Alarm, step: EscalationStep | null): boolean
  /** What goes into one message each. */
  messages(alarms: readonly Alarm[]): readonly (readonly Alarm[])[]
  to(step: EscalationStep): string
  /** Null when it was taken, otherwise why not. */
  send(alarms: readonly Alarm[], step: EscalationStep): Promise<string | null>
  /** How often it was sent in this step. */
  times(alarm: Alarm): number
  /** Sent once more; null: nobody took it. */
  sent(alarm: Alarm, takenAt: Instant | null): Alarm
}

interface Parts {
  readonly book: DeskBook
  readonly clock: Clock
  readonly log: Log
  readonly way: MessageWay
  policy(tenant: TenantId): WakeupPolicy
}

/** An alarm that nobody has taken yet. */
interface Unsent {
  readonly tenant: TenantId
  readonly at: Instant
}

/** A server that takes longer is as good as none. */
const PATIENCE = seconds(30)

/** Tells in writing: all that comes together at once, again until it is taken. */
export class DeskMessages {
  readonly #parts: Parts
  readonly #unsent = new Map<string, Unsent>()
  readonly #sending = new Set<TenantId>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Sends what is due, of these and of those that could not be sent before. Waits for no server. */
  tick(due: readonly Alarm[], now: Instant): void {
    for (const alarm of due)
      if (!this.#unsent.has(alarm.id) && this.#isWanted(alarm))
        this.#unsent.set(alarm.id, { tenant: alarm.tenant, at: now })
    const ripe = [...this.#unsent].filter(([, { at }]) => at <= now)
    for (const tenant of new Set(ripe.map(([, unsent]) => unsent.tenant)))
      if (!this.#sending.has(tenant)) void this.#send(tenant, now)
  }

  /** The time is another by so much. */
  moved(by: number): void {
    for (const [id, unsent] of this.#unsent) this.#unsent.set(id, { ...unsent, at: unsent.at + by })
  }

  #stepOf = (alarm: Alarm) => stepOf(alarm, this.#parts.policy(alarm.tenant).escalation)

  #isWanted = (alarm: Alarm) => this.#parts.way.isWanted(alarm, this.#stepOf(alarm))

  async #send(tenant: TenantId, now: Instant) {
    const { log, way } = this.#parts
    this.#sending.add(tenant)
    try {
      const alarms = await this.#take(tenant, now)
      for (const { step, own } of this.#bySteps(alarms))
        await Promise.all(way.messages(own).map((message) => this.#write(message, step)))
    } catch (error) {
      log.error(
        { event: 'desk.message-unwritten', way: way.name, error: messageOf(error) },
        'What was sent to those who are told is not in the log',
      )
    } finally {
      this.#sending.delete(tenant)
    }
  }

  /** Those who are told may be different ones for each. */
  #bySteps(alarms: readonly Alarm[]) {
    const found = new Map<string, { step: EscalationStep; own: Alarm[] }>()
    for (const alarm of alarms) {
      const step = this.#stepOf(alarm)
      if (!step) continue
      const to = this.#parts.way.to(step)
      const { own } = found.get(to) ?? { own: [] }
      found.set(to, { step, own: [...own, alarm] })
    }
    return [...found.values()]
  }

  /** Alarms that are due and still need a message; each is put off first, so that no failure leads to a retry at once. */
  async #take(tenant: TenantId, now: Instant): Promise<Alarm[]> {
    const ids = [...this.#unsent]
      .filter(([, one]) => one.tenant === tenant && one.at <= now)
      .map(([id]) => id)
    const open = await this.#parts.book.open(ids)
    const wanted = open.filter(this.#isWanted)
    for (const id of ids) this.#unsent.delete(id)
    for (const alarm of wanted) this.#plan(alarm)
    return wanted
  }

  #plan(alarm: Alarm) {
    const { way, clock } = this.#parts
    const at = nextMessage(way.times(alarm) + 1, clock.now())
    this.#unsent.set(alarm.id, { tenant: alarm.tenant, at })
  }

  async #write(alarms: readonly Alarm[], step: EscalationStep) {
    const { book, clock, way } = this.#parts
    const failure = await this.#try(alarms, step)
    const takenAt = failure === null ? clock.now() : null
    for (const alarm of alarms)
      if (failure === null) this.#unsent.delete(alarm.id)
      else this.#plan(alarm)
    const stepWas = new Map(alarms.map((alarm) => [alarm.id, alarm.step]))
    // Passed on meanwhile: it was not written to those who are told now.
    const sent = (alarm: Alarm) =>
      alarm.step === stepWas.get(alarm.id) ? this.#changed(way.sent(alarm, takenAt)) : alarm
    await book.change(alarms, sent, {
      kind: 'alarm.told',
      text:
        failure === null ? `Written to ${way.to(step)}` : `Could not write to ${way.to(step)}: ${failure}`,
      detail: { by: way.name, to: way.to(step), delivered: failure === null },
    })
  }

  /** Those who are rung as well have their next moment from the telephone. */
  #changed(alarm: Alarm): Alarm {
    const { clock, policy } = this.#parts
    if (this.#stepOf(alarm)?.extension !== null) return alarm
    return { ...alarm, nextAt: nextWithoutPhone(alarm, policy(alarm.tenant).escalation, clock.now()) }
  }

  #try(alarms: readonly Alarm[], step: EscalationStep): Promise<string | null> {
    const { way, clock } = this.#parts
    const sent = way.send(alarms, step).then((failure) => ({ failure }))
    return within(clock, PATIENCE, sent).then(
      (done) => (done === null ? 'The server takes too long' : done.failure),
      messageOf,
    )
  }
}
