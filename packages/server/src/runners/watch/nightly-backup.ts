import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { backupName, nextBackup, tooManyBackups } from '../../hotel/site/backup-times.ts'
import type { SiteSections } from '../../hotel/settings/sections.ts'
import type { Zone } from '../../hotel/time/local-time.ts'
import { hours, type Instant, minutes } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ticking } from '../../kernel/service.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import { type keptBackups, OF_NIGHT } from '../../store/files/kept-backups.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly log: Log
  /** The desk is told why there is none, or null when there is one again. */
  tell(why: string | null, now: Instant): Promise<void>
  readonly shelf: Pick<ReturnType<typeof keptBackups>, 'list' | 'place' | 'remove' | 'reject'>
  schedule(): SiteSections['backups'] & { readonly zone: Zone }
  /** Makes one and restores it for a trial, by a process of its own; left out where there is none. */
  make?: ((file: string) => Promise<void>) | undefined
}

/** Settings may change meanwhile. */
const LOOK_AGAIN = minutes(1)
const TRY_AGAIN = hours(1)
const FAILED = 'The backup of the night could not be made, or not be restored; tried again in an hour'

/** Every night a backup that is known to be one; of those that it has made itself, the oldest go. */
export class NightlyBackup implements Ticking {
  readonly name = 'nightly backup'
  readonly #parts: Parts
  #began: Instant | null = null
  #last: Instant | null = null
  #notBefore: Instant = 0
  #failed = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Why the last one is missing, in words; empty where it is not. */
  get failed(): string {
    return this.#failed
  }

  async tick(now: Instant): Promise<Instant> {
    const { make, schedule } = this.#parts
    if (make === undefined) return now + TRY_AGAIN
    this.#last ??= (await this.#ofNight())[0]?.made ?? null
    this.#began ??= now
    const { zone, ...plan } = schedule()
    const due = nextBackup(plan, { last: this.#last, began: this.#began }, zone)
    if (due !== null && now >= Math.max(due, this.#notBefore)) await this.#carryOut(make, now)
    return now + LOOK_AGAIN
  }

  async #carryOut(make: (file: string) => Promise<void>, now: Instant) {
    const { log, shelf, schedule } = this.#parts
    const { zone, keep } = schedule()
    const name = backupName(now, zone, OF_NIGHT)
    try {
      await make(await shelf.place(name))
      this.#last = now
      this.#failed = ''
      const removed = tooManyBackups(
        (await this.#ofNight()).map((one) => one.name),
        keep,
      )
      for (const one of removed) await shelf.remove(one)
      log.info({ event: 'backup.made', file: name, removed }, 'The backup of the night was made and tried')
    } catch (error) {
      this.#failed = messageOf(error)
      this.#notBefore = now + TRY_AGAIN
      await shelf.reject(name)
      log.error({ event: 'backup.failed', file: name, why: this.#failed }, FAILED)
    }
    await this.#parts.tell(this.#failed || null, now)
  }

  #ofNight = async () => (await this.#parts.shelf.list()).filter(({ name }) => name.endsWith(OF_NIGHT))
}

interface AlarmParts {
  readonly database: HotelDatabase
  readonly ids: Ids
  /** Each node makes its own: that of another is no backup here. */
  readonly node: string | null
}

/** One alarm, however often it is tried; it ends with the next one that is made. */
export function backupAlarm({ database, ids, node }: AlarmParts): Parts['tell'] {
  const subject = node === null ? 'backup' : `backup ${node}`
  return (why, now) =>
    database.transaction((stores) =>
      why === null
        ? mendAlarms(stores, ['backup.failed'], subject, 'The backup of the night was made', now)
        : raiseOrRepeat(stores, ids, newsOf(subject, why), now),
    )
}

const newsOf = (subject: string, why: string) =>
  ({
    kind: 'backup.failed',
    subject,
    tenant: NO_TENANT,
    room: '',
    text: `The backup of the night could not be made, or not be restored: ${why}`,
    detail: { why },
  }) as const
