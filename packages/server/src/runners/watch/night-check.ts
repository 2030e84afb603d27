import { type CheckFinding, nextNightCheck, warningOf } from '../../hotel/desk/night-check.ts'
import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { type Clock, hours, type Instant, minutes } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Ticking } from '../../kernel/service.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseAlarm } from '../../logbook/raise-alarm.ts'
import { ITSELF, record } from '../../logbook/record.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

/** One thing that could go wrong in the morning. */
export interface Look {
  readonly name: string
  look(): Promise<Omit<CheckFinding, 'name'>>
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly looks: readonly Look[]
  /** The clock time of the check, `03:00`, and the zone that it is meant in. */
  schedule(): { readonly at: string | null; readonly zone: string }
}

/** A check that a restart prevented is made up for within this time. */
const MAKE_UP = hours(1)
/** Settings may change meanwhile: the hour is looked up again so often. */
const LOOK_AGAIN = minutes(1)

/** At a set hour of the night, tries what the morning needs, and tells the desk what would go wrong. */
export class NightCheck implements Ticking {
  readonly name = 'night check'
  readonly #parts: Parts
  #due: Instant | null = null
  #dueFor = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    const { at, zone } = this.#parts.schedule()
    // Other settings, or a clock that was set back: the hour is found anew.
    if (this.#dueFor !== `${at} ${zone}` || (this.#due ?? 0) > now + hours(25)) {
      this.#due = this.#dueFor === '' ? await this.#firstDue(now) : nextNightCheck(at, now, zone)
      this.#dueFor = `${at} ${zone}`
    }
    if (this.#due !== null && now >= this.#due) {
      // Another node may have had the house in between, and made it.
      if (!(await this.#isMade(this.#due))) await this.#checkAndTell(now)
      this.#due = nextNightCheck(at, now, zone)
    }
    return Math.min(this.#due ?? Infinity, now + LOOK_AGAIN)
  }

  /** The process before us may have missed the last check. */
  async #firstDue(now: Instant): Promise<Instant | null> {
    const { at, zone } = this.#parts.schedule()
    const due = nextNightCheck(at, now - MAKE_UP, zone)
    if (due === null || due > now) return due
    return (await this.#isMade(due)) ? nextNightCheck(at, now, zone) : due
  }

  async #isMade(due: Instant): Promise<boolean> {
    const made = { scope: null, kinds: [CHECKED], from: due, limit: 1 } as const
    return (await this.#parts.database.read.activity.page(made)).length > 0
  }

  /** Looks at everything, now. */
  async check(): Promise<CheckFinding[]> {
    return Promise.all(
      this.#parts.looks.map(async ({ name, look }) => ({
        name,
        ...(await look().catch((error: unknown) => ({ ok: false, text: messageOf(error) }))),
      })),
    )
  }

  async #checkAndTell(now: Instant) {
    const { database, ids } = this.#parts
    const findings = await this.check()
    const warning = warningOf(findings)
    await database.transaction(async (stores) => {
      await record(stores, ITSELF, now, {
        kind: CHECKED,
        tenant: NO_TENANT,
        text: warning ?? NOTHING_WRONG,
        detail: { findings },
      })
      // Last night's news are old: tonight's stand in their place, or all is well by now.
      const over = warning === null ? NOTHING_WRONG : 'The night check was made again'
      await mendAlarms(stores, ['night.check'], SUBJECT, over, now)
      if (warning !== null) await raiseAlarm(stores, ids, newsOf(warning, findings), now)
    })
  }
}

const CHECKED = 'night.checked'
const SUBJECT = 'night check'
const NOTHING_WRONG = 'The night check has found nothing wrong'

const newsOf = (text: string, findings: readonly CheckFinding[]) =>
  ({
    kind: 'night.check',
    subject: SUBJECT,
    tenant: NO_TENANT,
    room: '',
    text,
    detail: { findings },
  }) as const
