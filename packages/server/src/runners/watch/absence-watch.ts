import { livesAmong, type Whose } from '../../hotel/nodes/houses.ts'
import { ownName } from '../../hotel/accounts/tenancy.ts'
import { type Instant, minutes, seconds } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Ticking } from '../../kernel/service.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import type { AtHome } from '../nodes/at-home.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'

/** Something that ought to be there, such as a line or a link, as it is at the moment. */
export interface Watched {
  readonly name: string
  readonly tenant: string
  readonly isThere: boolean
  /** No further tries are made to bring it back: the desk is told at once. */
  readonly isGivenUp?: boolean
  /** A guest's call waits for it: the desk is told at once. */
  readonly isUrgent?: boolean
  readonly why: string
}

/** What is watched, and what the desk is told of it. */
export interface Absence {
  readonly name: string
  readonly kind: 'line.down' | 'property.down'
  /** An absence shorter than this raises no alarm. */
  readonly patienceMs: number
  missing(one: Watched): string
  back(name: string): string
  removed(name: string): string
}

/** A line that is lost: an exchange that restarts is back before a minute is over. */
export const LINE_LOST: Absence = {
  name: 'line watch',
  kind: 'line.down',
  patienceMs: minutes(1),
  missing: ({ name, why }) =>
    `Telephone line ${name} does not work: ${why === '' ? 'it is not registered' : why}`,
  back: (name) => `Line ${name} works again`,
  removed: (name) => `Line ${name} was taken away`,
}

/** A property system that stays away: calls that are asked for there are not heard of here. */
export const LINK_LOST: Absence = {
  name: 'property watch',
  kind: 'property.down',
  patienceMs: minutes(5),
  missing: ({ name, why }) =>
    `There is no link to ${name}: wake-up calls and guests entered there are not known here (${why})`,
  back: (name) => `${name} is linked again`,
  removed: (name) => `${name} is no longer linked to`,
}

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
  watched(): readonly Watched[]
  readonly home: Pick<AtHome, 'onTaken' | 'onLeft'>
}

const EVERY = seconds(10)
const MOST_OPEN = 10_000

/** Notices what is lost and found, and tells the desk of what stays away. */
export class AbsenceWatch implements Ticking {
  readonly name: string
  readonly #absence: Absence
  readonly #parts: Parts
  /** What is not there, whose it is, and since when. */
  readonly #down = new Map<string, { readonly tenant: string; readonly since: Instant }>()
  readonly #told = new Set<string>()
  /** Houses whose alarms are not known yet. */
  #taken: Whose[] = []

  constructor(absence: Absence, parts: Parts) {
    this.name = absence.name
    this.#absence = absence
    this.#parts = parts
    parts.home.onTaken((whose) => void this.#taken.push(whose))
    parts.home.onLeft((whose) => this.#leave(whose))
  }

  async tick(now: Instant): Promise<Instant> {
    if (this.#taken.length > 0) await this.#takeOver()
    const watched = this.#parts.watched()
    for (const one of watched)
      if (one.isThere) await this.#end(keyOf(one), this.#absence.back(one.name), now)
      else await this.#missed(one, now)
    for (const key of this.#down.keys())
      if (!watched.some((one) => keyOf(one) === key)) await this.#end(key, this.#absence.removed(key), now)
    return now + EVERY
  }

  /** The time is another by so much: nothing is missing for longer because of that. */
  moved(by: number): void {
    for (const [key, { tenant, since }] of this.#down) this.#down.set(key, { tenant, since: since + by })
  }

  /** What another process has told of: it may be over by now, or gone for good. */
  async #takeOver() {
    const open = await this.#parts.database.read.alarms.page({
      scope: null,
      states: ['open'],
      limit: MOST_OPEN,
    })
    const taken = this.#taken
    this.#taken = []
    const ours = open.filter(
      ({ kind, tenant }) => kind === this.#absence.kind && taken.some((whose) => livesAmong(tenant, whose)),
    )
    for (const { subject, tenant, raisedAt } of ours) {
      this.#down.set(subject, { tenant, since: raisedAt })
      this.#told.add(subject)
    }
  }

  /** Another node looks after them now: nothing is said to be over here. */
  #leave(whose: Whose) {
    for (const [key, { tenant }] of this.#down)
      if (livesAmong(tenant, whose)) {
        this.#down.delete(key)
        this.#told.delete(key)
      }
  }

  async #missed(one: Watched, now: Instant) {
    const { database, ids } = this.#parts
    const { kind, patienceMs, missing } = this.#absence
    const { tenant, isGivenUp = false, isUrgent = false, why } = one
    const key = keyOf(one)
    const since = this.#down.get(key)?.since ?? now
    this.#down.set(key, { tenant, since })
    if (this.#told.has(key) || (!isGivenUp && !isUrgent && now - since < patienceMs)) return
    const about = { kind, subject: key, tenant, room: '', text: missing(one), detail: { why } }
    await database.transaction((stores) => raiseOrRepeat(stores, ids, about, now))
    this.#told.add(key)
  }

  async #end(key: string, text: string, now: Instant) {
    if (this.#told.has(key))
      await this.#parts.database.transaction((stores) =>
        mendAlarms(stores, [this.#absence.kind], key, text, now),
      )
    this.#told.delete(key)
    this.#down.delete(key)
  }
}

const keyOf = ({ tenant, name }: Watched) => ownName(tenant, name)
