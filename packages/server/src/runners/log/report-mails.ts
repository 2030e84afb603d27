import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { lastReportDay, planName, reportSpan, daysInWords } from '../../hotel/log/report-times.ts'
import { MAIL_WORDS } from '../../hotel/desk/mail-words.ts'
import type { MailPlan } from '../../hotel/settings/sections.ts'
import { writtenIn } from '../../hotel/settings/written-language.ts'
import type { Day, Zone } from '../../hotel/time/local-time.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Ticking } from '../../kernel/service.ts'
import type { Mailer } from '../../connectors/connector.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
  readonly mailer: Mailer
  schedule(): {
    readonly plans: readonly MailPlan[]
    readonly zone: Zone
    readonly hotel: string
    readonly language: string
  }
  /** Where people open the console. */
  consoleAt(): string
  /** The report as CSV. */
  write(plan: MailPlan, span: ReturnType<typeof reportSpan>): Promise<string>
}

/** Settings may change meanwhile: the plans are looked at again so often. */
const LOOK_AGAIN = minutes(1)
/** When the mail server does not take one. */
const TRY_AGAIN = minutes(5)

/** Sends reports by mail when their hour has come. One that could not be sent is sent later, and the desk is told. */
export class ReportMails implements Ticking {
  readonly name = 'report mails'
  readonly #parts: Parts
  readonly #notBefore = new Map<string, Instant>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    const { plans, zone } = this.#parts.schedule()
    if (plans.length > 0) {
      const remembered = await this.#parts.database.read.site.remembered()
      for (const plan of plans) await this.#look(plan, remembered[planName(plan)], zone, now)
    }
    return now + LOOK_AGAIN
  }

  async #look(plan: MailPlan, sent: Day | undefined, zone: Zone, now: Instant) {
    const until = lastReportDay(plan, now, zone)
    // New: its first report is of the first whole span that ends from now on.
    if (sent === undefined) return this.#remember(plan, until)
    if (until <= sent || now < (this.#notBefore.get(planName(plan)) ?? 0)) return
    try {
      await this.#send(plan, sent, until, zone)
      await this.#sent(plan, sent, until, now)
    } catch (error) {
      this.#notBefore.set(planName(plan), now + TRY_AGAIN)
      await this.#notSent(plan, sent, until, messageOf(error), now)
    }
  }

  #remember = (plan: MailPlan, until: Day) =>
    this.#parts.database.transaction(({ site }) => site.remember(planName(plan), until))

  async #send(plan: MailPlan, since: Day, until: Day, zone: Zone) {
    const { mailer, schedule, consoleAt, write } = this.#parts
    const { hotel, language } = schedule()
    const words = MAIL_WORDS[writtenIn(language)]
    const [title, days] = [words.report(plan.report), daysInWords(since, until)]
    const content = await write(plan, reportSpan(since, until, zone))
    await mailer.send({
      to: plan.to.split(',').map((address) => address.trim()),
      subject: `${hotel}: ${title}, ${days}`,
      text: `${words.asTable(title, days)}\n\n${consoleAt()}/reports\n`,
      attachment: { name: `${plan.report}-${days.replaceAll(' ', '-')}.csv`, type: 'text/csv', content },
    })
  }

  /** Only after it was sent: a crash between the two sends it twice, which is better than not at all. */
  #sent = ({ report, ...plan }: MailPlan, since: Day, until: Day, now: Instant) =>
    this.#parts.database.transaction(async (stores) => {
      const name = planName({ report, ...plan })
      await stores.site.remember(name, until)
      await record(stores, ITSELF, now, {
        kind: 'report.mailed',
        tenant: NO_TENANT,
        text: `${titleOf(report)} of ${daysInWords(since, until)} sent to ${plan.to}`,
        detail: { report, days: daysInWords(since, until), to: plan.to },
      })
      await mendAlarms(stores, ['report.unsent'], name, `${titleOf(report)} was sent`, now)
    })

  #notSent = (plan: MailPlan, since: Day, until: Day, why: string, now: Instant) =>
    this.#parts.database.transaction((stores) =>
      raiseOrRepeat(
        stores,
        this.#parts.ids,
        {
          kind: 'report.unsent',
          subject: planName(plan),
          tenant: NO_TENANT,
          room: '',
          text: `${titleOf(plan.report)} of ${daysInWords(since, until)} could not be sent to ${plan.to}: ${why}`,
          detail: { report: plan.report, why },
        },
        now,
      ),
    )
}

/** The log is in English. */
const titleOf = MAIL_WORDS.en.report
