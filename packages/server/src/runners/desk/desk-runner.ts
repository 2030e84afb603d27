import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import { nextForNobody } from '../../hotel/desk/escalation.ts'
import type { Alarm } from '../../hotel/desk/alarm.ts'
import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ticking } from '../../kernel/service.ts'
import type { DeskCaller, Voice } from '../../calls/caller.ts'
import type { Mailer } from '../../connectors/connector.ts'
import type { DeskBook } from './desk-book.ts'
import { DeskCalls } from './desk-calls.ts'
import { DeskMails } from './desk-mails.ts'

interface Parts {
  readonly book: DeskBook
  readonly caller: DeskCaller
  readonly voice: Voice
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Log
  policy(tenant: TenantId): WakeupPolicy
  site(): { readonly name: string; readonly language: string }
}

const EVERY = seconds(2)
const MOST_AT_ONCE = 200

/**
 * Tells the desk what it must know, by telephone and by mail, independently of each other. What was told, and
 * who acknowledged it, is in the log.
 */
export class DeskRunner implements Ticking {
  readonly name = 'desk'
  readonly #parts: Parts
  readonly #calls: DeskCalls
  readonly #mails: DeskMails

  constructor(parts: Parts) {
    this.#parts = parts
    this.#calls = new DeskCalls(parts)
    this.#mails = new DeskMails(parts)
  }

  async tick(now: Instant): Promise<Instant> {
    const due = await this.#parts.book.due(now, MOST_AT_ONCE)
    this.#mails.tick(due, now)
    for (const tenant of new Set(due.map((alarm) => alarm.tenant)))
      await this.#tell(
        tenant,
        due.filter((alarm) => alarm.tenant === tenant),
        now,
      )
    return now + EVERY
  }

  async #tell(tenant: TenantId, alarms: readonly Alarm[], now: Instant) {
    const { extension, email } = this.#parts.policy(tenant).escalation
    if (extension !== null) return this.#calls.tell(tenant, alarms, extension)
    // It stays in the list until the desk acknowledges it.
    const isTold = ({ mailedAt }: Alarm) => email === null || mailedAt !== null
    const nextAt = nextForNobody(now)
    await this.#parts.book.change(alarms.filter(isTold), (alarm) => ({ ...alarm, nextAt }))
  }
}
