import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import { isMailWanted, nextMail } from '../../hotel/desk/escalation.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Mailer } from '../../connectors/connector.ts'
import type { DeskBook } from './desk-book.ts'
import { within } from '../../kernel/within.ts'

interface Parts {
  readonly book: DeskBook
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
  policy(tenant: TenantId): WakeupPolicy
  site(): { readonly name: string }
}

/** An alarm that no mail server has taken yet. */
interface Unsent {
  readonly tenant: TenantId
  readonly at: Instant
}

/** A mail server that takes longer is as good as none. */
const PATIENCE = seconds(30)

/** Writes to the desk: all that comes together in one mail, again until a mail server takes it. */
export class DeskMails {
  readonly #parts: Parts
  readonly #unsent = new Map<string, Unsent>()
  readonly #sending = new Set<TenantId>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Sends what is due, of these and of those that could not be sent before. Waits for no mail server. */
  tick(due: readonly Alarm[], now: Instant): void {
    for (const alarm of due)
      if (!this.#unsent.has(alarm.id) && isMailWanted(alarm, this.#escalation(alarm.tenant)))
        this.#unsent.set(alarm.id, { tenant: alarm.tenant, at: now })
    const ripe = [...this.#unsent].filter(([, { at }]) => at <= now)
    for (const tenant of new Set(ripe.map(([, unsent]) => unsent.tenant)))
      if (!this.#sending.has(tenant)) void this.#send(tenant, now)
  }

  #escalation = (tenant: TenantId) => this.#parts.policy(tenant).escalation

  async #send(tenant: TenantId, now: Instant) {
    const { log } = this.#parts
    this.#sending.add(tenant)
    try {
      const alarms = await this.#take(tenant, now)
      const to = this.#escalation(tenant).email
      if (to !== null && alarms.length > 0) await this.#write(alarms, to)
    } catch (error) {
      log.error(
        { event: 'desk.mail-unwritten', error: messageOf(error) },
        'What was written to the desk is not in the log',
      )
    } finally {
      this.#sending.delete(tenant)
    }
  }

  /** Alarms that are due and still need a mail; each is put off first, so that no failure leads to a retry at once. */
  async #take(tenant: TenantId, now: Instant): Promise<Alarm[]> {
    const ids = [...this.#unsent]
      .filter(([, one]) => one.tenant === tenant && one.at <= now)
      .map(([id]) => id)
    const open = await this.#parts.book.open(ids)
    const wanted = open.filter((alarm) => isMailWanted(alarm, this.#escalation(tenant)))
    for (const id of ids) this.#unsent.delete(id)
    for (const alarm of wanted) this.#plan({ ...alarm, mails: alarm.mails + 1 })
    return wanted
  }

  #plan(alarm: Alarm) {
    const at = nextMail(alarm, this.#parts.clock.now())
    this.#unsent.set(alarm.id, { tenant: alarm.tenant, at })
  }

  async #write(alarms: readonly Alarm[], to: string) {
    const { book, clock } = this.#parts
    const failure = await this.#try(alarms, to)
    const mailedAt = failure === null ? clock.now() : null
    const changed = (alarm: Alarm): Alarm => {
      const mailed = { ...alarm, mails: alarm.mails + 1, mailedAt }
      const isRung = this.#escalation(alarm.tenant).extension !== null
      return isRung ? mailed : { ...mailed, nextAt: nextMail(mailed, clock.now()) }
    }
    for (const alarm of alarms)
      if (failure === null) this.#unsent.delete(alarm.id)
      else this.#plan({ ...alarm, mails: alarm.mails + 1 })
    await book.change(alarms, changed, {
      kind: 'alarm.told',
      text: failure === null ? `Written to ${to}` : `Could not write to ${to}: ${failure}`,
      detail: { by: 'mail', to, delivered: failure === null },
    })
  }

  /** Null when a mail server has taken it, otherwise why not. */
  async #try(alarms: readonly Alarm[], to: string): Promise<string | null> {
    const { mailer, clock, site } = this.#parts
    const mail = { to, subject: `${site().name}: ${subjectOf(alarms)}`, text: textOf(alarms) }
    const sent = mailer.send(mail).then(() => 'taken')
    return within(clock, PATIENCE, sent).then(
      (word) => (word === null ? 'The mail server takes too long' : null),
      messageOf,
    )
  }
}

const subjectOf = ([first, ...others]: readonly Alarm[]) =>
  others.length === 0 ? first?.text : `${first?.text}, and ${others.length} more`

const textOf = (alarms: readonly Alarm[]) =>
  `${alarms.map(({ text }) => text).join('\n')}

Please acknowledge ${alarms.length === 1 ? 'it' : 'them'} in Reveille, so that others know that you know.
`
