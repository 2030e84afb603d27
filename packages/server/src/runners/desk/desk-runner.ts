import type { EscalationStep, WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import {
  isLast,
  isMailWanted,
  isPostWanted,
  nextWithoutPhone,
  passedOn,
  stepOf,
} from '../../hotel/desk/escalation.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { DeskAnswer } from '../../hotel/desk/desk-keys.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ticking } from '../../kernel/service.ts'
import type { DeskCaller, Voice } from '../../calls/caller.ts'
import type { AlarmPoster, Mailer } from '../../connectors/connector.ts'
import type { LastingDeskBook } from './lasting-desk-book.ts'
import { writeAnswers } from './desk-answers.ts'
import { DeskCalls } from './desk-calls.ts'
import { deskMails } from './desk-mails.ts'
import { DeskMessages } from './desk-messages.ts'
import { deskPosts } from './desk-posts.ts'

interface Parts {
  readonly book: LastingDeskBook
  readonly caller: DeskCaller
  readonly voice: Voice
  readonly mailer: Mailer
  readonly poster: AlarmPoster
  readonly clock: Clock
  readonly log: Log
  policy(tenant: TenantId): WakeupPolicy
  site(): { readonly name: string; readonly language: string }
  /** Where people open the console. */
  consoleAt(): string
  /** The guests of these calls were reached: they are not rung any more. */
  recall(calls: readonly string[]): void
  /** Whether a clock that has jumped is right, which shows this time. */
  clockIs(isRight: boolean, shows: string): void
  /** Whether it is ours to say: others may look after the house, and know more. */
  mayAct(): boolean
}

type Chain = readonly EscalationStep[]

/** At which phone, and who, where they have signed in. */
export interface DeskPhone {
  readonly name: string
  readonly extension: string
  readonly line: string
}

const EVERY = seconds(2)
const MOST_AT_ONCE = 200

/**
 * Tells the desk what it must know, and the next of the chain when nobody there says that they know: by telephone, by
 * mail and to servers, independently of each other. What was told, and who acknowledged it, is in the log.
 */
export class DeskRunner implements Ticking {
  readonly name = 'desk'
  readonly #parts: Parts
  readonly #calls: DeskCalls
  readonly #mails: DeskMessages
  readonly #posts: DeskMessages

  constructor(parts: Parts) {
    this.#parts = parts
    this.#calls = new DeskCalls(parts)
    this.#mails = new DeskMessages({ ...parts, way: deskMails(parts) })
    this.#posts = new DeskMessages({ ...parts, way: deskPosts(parts.poster) })
  }

  /** The time is another by so much: what waits to be told waits as long as it would have. */
  moved(by: number): void {
    this.#mails.moved(by)
    this.#posts.moved(by)
    this.#parts.book.moved(by)
  }

  /** Somebody at this desk hears of its alarms by a call of their own: it is not rung until that is over. */
  hold(desk: { readonly tenant: TenantId; readonly extension: string }): () => void {
    return this.#calls.hold(desk)
  }

  /** Somebody who has called says what they know of an alarm; false where somebody was faster. */
  async answered(alarm: Alarm, answer: DeskAnswer, by: DeskPhone): Promise<boolean> {
    const [open] = await this.#parts.book.open([alarm.id])
    if (!open) return false
    const { name, extension, line } = by
    const told = { by: 'phone', extension, line } as const
    const answers = new Map([[open.id, { alarm: open, answer }]])
    await writeAnswers({ ...this.#parts, chain: this.#chain(open) }, answers, name, told)
    return true
  }

  async tick(now: Instant): Promise<Instant> {
    if (!this.#parts.mayAct()) return now + EVERY
    const due = (await this.#parts.book.due(now, MOST_AT_ONCE)).filter((one) => !this.#calls.isTelling(one))
    const passing = due.filter((alarm) => passedOn(alarm, this.#chain(alarm), now) !== null)
    await this.#passOn(passing, now)
    const staying = due.filter((alarm) => !passing.includes(alarm))
    this.#mails.tick(staying, now)
    this.#posts.tick(staying, now)
    await this.#ring(staying)
    await this.#leave(staying, now)
    return now + EVERY
  }

  #chain = ({ tenant }: Alarm): Chain => this.#parts.policy(tenant).escalation

  #step = (alarm: Alarm) => stepOf(alarm, this.#chain(alarm))

  /** They are due at once: the next look tells them. */
  async #passOn(alarms: readonly Alarm[], now: Instant) {
    for (const alarm of alarms) {
      const chain = this.#chain(alarm)
      const next = passedOn(alarm, chain, now)
      const to = next && stepOf({ ...alarm, ...next }, chain)
      if (to)
        await this.#parts.book.change(
          [alarm],
          (one) => passedOn(one, chain, now) ?? one,
          noteOf(alarm, to, chain),
        )
    }
  }

  async #ring(alarms: readonly Alarm[]) {
    const desks = new Map<string, { desk: { tenant: TenantId; extension: string }; alarms: Alarm[] }>()
    for (const alarm of alarms) {
      const extension = this.#step(alarm)?.extension
      if (extension === undefined || extension === null) continue
      const key = `${alarm.tenant} ${extension}`
      const own = desks.get(key) ?? { desk: { tenant: alarm.tenant, extension }, alarms: [] }
      own.alarms.push(alarm)
      desks.set(key, own)
    }
    for (const { desk, alarms: own } of desks.values()) await this.#calls.tell(desk, own)
  }

  /** Who has no telephone and was told in writing has time to answer; where nobody is named, the list tells it. */
  async #leave(alarms: readonly Alarm[], now: Instant) {
    const told = alarms.filter((alarm) => {
      const step = this.#step(alarm)
      return (step?.extension ?? null) === null && !isMailWanted(alarm, step) && !isPostWanted(alarm, step)
    })
    await this.#parts.book.change(told, (alarm) => ({
      ...alarm,
      nextAt: nextWithoutPhone(alarm, this.#chain(alarm), now),
    }))
  }
}

const noteOf = (alarm: Alarm, to: EscalationStep, chain: Chain) =>
  ({
    kind: 'alarm.passed-on',
    text: `${passedWords(alarm)}: ${isLast(alarm, chain) ? 'it begins anew with' : 'the next is'} ${nameOf(to)}`,
    detail: { to: nameOf(to), step: alarm.step + 1 },
  }) as const

const passedWords = ({ knownAt }: Alarm) =>
  knownAt === null
    ? 'Nobody has said that they know'
    : 'Known, and nobody has said that the guest was reached'

const nameOf = ({ extension, emails, webhook }: EscalationStep) =>
  [
    ...(extension === null ? [] : [`extension ${extension}`]),
    ...emails,
    ...(webhook ? [webhook.url] : []),
  ].join(', ')
