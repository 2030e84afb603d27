import { NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import { type DiskRoom, isDiskLow } from '../../hotel/desk/disk.ts'
import { localParts, type Zone } from '../../hotel/time/local-time.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Ticking } from '../../kernel/service.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseAlarm } from '../../logbook/raise-alarm.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly ids: Ids
  disk(): Promise<DiskRoom>
  zone(): Zone
}

const EVERY = minutes(1)
const SUBJECT = 'disk'

/** Tells the desk of a disk that will be full, while it can still be told in the usual way. */
export class DiskWatch implements Ticking {
  readonly name = 'disk watch'
  readonly #parts: Parts
  /** Whether the desk was told and there was no room since, acknowledged or not; null before the first look. */
  #isTold: boolean | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    const { database, disk, zone } = this.#parts
    this.#isTold ??= (await database.read.alarms.openAbout('disk.low', SUBJECT)) !== undefined
    const room = await disk()
    const isLow = isDiskLow(room, localParts(now, zone()).hour, this.#isTold)
    if (isLow !== this.#isTold) await this.#tell(isLow ? room : null, now)
    this.#isTold = isLow
    return now + EVERY
  }

  #tell(low: DiskRoom | null, now: Instant): Promise<void> {
    const { database, ids } = this.#parts
    return database.transaction((stores) =>
      low
        ? raiseAlarm(stores, ids, newsOf(low), now)
        : mendAlarms(stores, ['disk.low'], SUBJECT, 'There is room on the disk again', now),
    )
  }
}

const newsOf = ({ free, size }: DiskRoom) =>
  ({
    kind: 'disk.low',
    subject: SUBJECT,
    tenant: NO_TENANT,
    room: '',
    text: `The disk is almost full: ${Math.round(free / 2 ** 20)} MiB of ${Math.round(size / 2 ** 20)} MiB are free. Once it is full, nothing new can be taken`,
    detail: { free, size },
  }) as const
