import { type Ends, sealRows } from '../../hotel/log/seal.ts'
import { NO_TENANT, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Clock, days, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import { WakeLoop } from '../../kernel/wake-loop.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { SealedActivity, SealStore } from '../../store/stores/seal-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { IdGaps } from './id-gaps.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly clock: Clock
  readonly log: Log
  /** Whether it is ours to seal: one node does, and the others read what it has sealed. */
  isHere(): boolean
}

/** Told what was sealed, in the order of the seals, nothing left out and nothing twice. */
export type SealedListener = (rows: readonly SealedActivity[]) => void

const EVERY = seconds(1)
/** Rows sealed in one transaction: few enough not to hold up other transactions. */
const BATCH = 500
/** Ids looked through at a time when all of the log is looked at. */
const STRIDE = 5_000
const ONCE_A_DAY = days(1)

/**
 * Binds every row of the log to those of its tenant before it, shortly after it was committed. There is one writer of
 * seals, so their numbers are the order in which things became known, on either database and at every node.
 */
export class Sealer implements Service {
  readonly #parts: Parts
  readonly #listeners: SealedListener[] = []
  /** The last number; undefined when it must be read again, because it is unknown whether a commit succeeded. */
  #number: number | undefined
  /** The ends of the chains that were sealed since then. */
  readonly #hashes = new Map<TenantId, string>()
  /** The number of the last seal that listeners know of; undefined before the start. */
  #told: number | undefined
  #gaps = new IdGaps(0)
  #lookedAtAll = Number.NEGATIVE_INFINITY
  #isFailing = false
  readonly #loop: WakeLoop

  constructor(parts: Parts) {
    const { clock } = parts
    this.#parts = parts
    this.#loop = new WakeLoop({
      clock,
      retryMs: EVERY,
      gathers: true,
      look: async () => {
        await this.#look()
        return clock.now() + EVERY
      },
      failed: (error) => this.#failed(error),
    })
  }

  start() {
    this.#loop.start()
    this.#loop.wake()
  }

  /** What was written until now is sealed before the end. */
  async stop() {
    if (!this.#loop.isRunning) return
    await this.#loop.stop()
    await this.#look().catch((error: unknown) => this.#failed(error))
  }

  settled = (): Promise<void> => this.#loop.settled()

  /** Something was committed. */
  nudge(): void {
    this.#loop.wake()
  }

  onSealed(listener: SealedListener): void {
    this.#listeners.push(listener)
  }

  async #look() {
    const { clock, isHere } = this.#parts
    if (!isHere()) return this.#follow()
    this.#number ??= await this.#findNumber()
    const isNewDay = clock.elapsed() - this.#lookedAtAll >= ONCE_A_DAY
    if (isNewDay) await this.#lookAtAll()
    await this.#sealNew()
    if (isNewDay) await this.#tellHeads()
    this.#isFailing = false
  }

  /** It is unknown whether a commit succeeded, so everything is read again; logged once. */
  #failed(error: unknown) {
    this.#number = undefined
    this.#hashes.clear()
    if (!this.#isFailing)
      this.#parts.log.error(
        { event: 'log.not-sealed', error: messageOf(error) },
        'The log cannot be sealed; tried again',
      )
    this.#isFailing = true
  }

  async #findNumber(): Promise<number> {
    const { seals } = this.#parts.database.read
    const last = await seals.last()
    if (this.#told === undefined) this.#gaps = new IdGaps((await seals.highest()) + 1)
    else await this.#catchUp(this.#told)
    const number =
      last?.number ?? Math.max(0, ...Array.from((await seals.anchors()).values(), (one) => one.number))
    // Others may have sealed more while it was read.
    this.#told = Math.max(this.#told ?? 0, number)
    return number
  }

  /** Tells what another node has sealed; should it become ours to seal, all is read anew. */
  async #follow() {
    this.#number = undefined
    this.#hashes.clear()
    await this.#findNumber()
    this.#isFailing = false
  }

  /** Seals may have been committed although the answer was lost. */
  async #catchUp(after: number) {
    const { seals } = this.#parts.database.read
    for (let number = after, rows: readonly SealedActivity[] = []; ; number = rows.at(-1)?.seal ?? number) {
      rows = await seals.sealedAfter(number, null, BATCH)
      if (rows.length === 0) return
      this.#saw(rows)
      this.#tell(rows)
    }
  }

  /** At the start and once a day: rows that were left behind, however that came about. */
  async #lookAtAll() {
    const { clock } = this.#parts
    const end = this.#gaps.next
    for (let from = 0; from < end; from += STRIDE) {
      await this.#sealAll((seals) => seals.unsealed(from, BATCH, Math.min(from + STRIDE, end)))
      await this.#soon()
    }
    this.#lookedAtAll = clock.elapsed()
  }

  /** Rows that we have not sealed are unsealed: there is no other sealer. */
  #sealNew = () =>
    this.#sealAll(async (seals) => {
      const late = await seals.rowsOf(this.#gaps.waitedFor(this.#parts.clock.elapsed()))
      return [...late, ...(await seals.rowsFrom(this.#gaps.next, BATCH - late.length))]
    })

  async #sealAll(find: (seals: SealStore) => Promise<readonly Activity[]>) {
    for (;;) {
      const rows = await find(this.#parts.database.read.seals)
      if (rows.length > 0) await this.#seal(rows)
      if (rows.length < BATCH) return
    }
  }

  async #seal(rows: readonly Activity[]) {
    const { database } = this.#parts
    const seals = sealRows(rows, await this.#endsFor(rows))
    await database.transaction((stores) => stores.seals.insert(seals))
    for (const { tenant, number, hash } of seals) {
      this.#number = number
      this.#hashes.set(tenant, hash)
    }
    this.#saw(rows)
    this.#tell(rows.map((row, at) => ({ ...row, seal: seals[at]?.number ?? 0, hash: seals[at]?.hash ?? '' })))
  }

  async #endsFor(rows: readonly Activity[]): Promise<Ends> {
    const { seals } = this.#parts.database.read
    const number = this.#number ?? (await this.#findNumber())
    for (const { tenant } of rows)
      if (!this.#hashes.has(tenant)) this.#hashes.set(tenant, (await seals.headOf(tenant)).hash)
    return { number, hashes: this.#hashes }
  }

  #saw(rows: readonly Activity[]) {
    const ids = rows.map((row) => row.id).toSorted((a, b) => a - b)
    this.#gaps.saw(ids, this.#parts.clock.elapsed())
  }

  #tell(rows: readonly SealedActivity[]) {
    this.#told = rows.at(-1)?.seal ?? this.#told
    for (const listener of this.#listeners) listener(rows)
  }

  /** Written down elsewhere, it shows whether the end of a tenant's log was cut off since. */
  async #tellHeads() {
    const { seals, site } = this.#parts.database.read
    for (const tenant of [NO_TENANT, ...(await site.tenants()).map(({ id }) => id)]) {
      const { number, hash } = await seals.headOf(tenant)
      const whose = tenant === NO_TENANT ? {} : { tenant }
      this.#parts.log.info(
        { event: 'log.sealed', ...whose, number, hash },
        'The log is sealed up to this number, with this hash',
      )
    }
  }

  #soon = () => new Promise<void>((resolve) => this.#parts.clock.soon(resolve))
}

/** A database that tells the sealer of every commit. */
export const nudging = (database: HotelDatabase, sealer: Pick<Sealer, 'nudge'>): HotelDatabase => ({
  ...database,
  async transaction(work) {
    const value = await database.transaction(work)
    sealer.nudge()
    return value
  },
})
