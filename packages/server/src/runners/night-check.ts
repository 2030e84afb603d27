import { raise } from '../hotel/alarm.ts'
import { type Finding, nextNightCheck, warningOf } from '../hotel/night-check.ts'
import { type Clock, type Instant, minutes } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Ticking } from '../kernel/service.ts'
import type { HotelDatabase, Stores } from '../store/stores.ts'

/** One thing that could go wrong in the morning. */
export interface Look {
  readonly name: string
  look(): Promise<Omit<Finding, 'name'>>
}

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly looks: readonly Look[]
  /** The clock time of the check, `03:00`, and the zone that it is meant in. */
  schedule(): { readonly at: string | null; readonly zone: string }
}

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
    if (this.#dueFor !== `${at} ${zone}` || (this.#due ?? 0) > now + minutes(25 * 60)) {
      this.#dueFor = `${at} ${zone}`
      this.#due = nextNightCheck(at, now, zone)
    }
    if (this.#due !== null && now >= this.#due) {
      await this.#checkAndTell(now)
      this.#due = nextNightCheck(at, now, zone)
    }
    return Math.min(this.#due ?? Infinity, now + LOOK_AGAIN)
  }

  /** Looks at everything, now. */
  async check(): Promise<Finding[]> {
    return Promise.all(
      this.#parts.looks.map(async ({ name, look }) => ({
        name,
        ...(await look().catch((error: unknown) => ({ ok: false, text: messageOf(error) }))),
      })),
    )
  }

  async #checkAndTell(now: Instant) {
    const { database } = this.#parts
    const findings = await this.check()
    const warning = warningOf(findings)
    await database.transaction(async (stores) => {
      await stores.activity.add({
        ...NOTE,
        at: now,
        kind: 'night.checked',
        text: warning ?? 'The night check has found nothing wrong',
        detail: { findings },
      })
      if (warning !== null) await this.#raise(stores, warning, findings, now)
    })
  }

  async #raise(stores: Stores, text: string, findings: readonly Finding[], now: Instant) {
    const { ids } = this.#parts
    const subject = 'night check'
    const before = await stores.alarms.openAbout('night.check', subject)
    // Last night's news are old: tonight's stand in their place.
    if (before) await stores.alarms.update({ ...before, state: 'over', endedBy: 'system', endedAt: now })
    const alarm = raise(
      { id: ids.uuid(), tenant: '', kind: 'night.check', subject, room: '', text, detail: { findings } },
      now,
    )
    await stores.alarms.insert(alarm)
    await stores.activity.add({
      ...NOTE,
      at: now,
      kind: 'alarm.raised',
      text,
      detail: { alarm: alarm.id, kind: alarm.kind },
    })
  }
}

const NOTE = { tenant: '', room: '', actor: 'system', source: 'system', wakeup: null } as const
