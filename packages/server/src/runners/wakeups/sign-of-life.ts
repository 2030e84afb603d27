import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import { WakeLoop } from '../../kernel/wake-loop.ts'
import { heardWithin } from '../../kernel/within.ts'
import { formatInstant, type Zone } from '../../hotel/time/local-time.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { raiseOrRepeat } from '../../logbook/raise-alarm.ts'
import type { HotelDatabase, Stores } from '../../store/stores/stores.ts'
import type { Outage } from './outage-journal.ts'
import type { Patience } from './patience.ts'
import { heldBackUntil, isSignOfOther, signKey } from './predecessors.ts'

interface Parts {
  readonly database: HotelDatabase
  readonly outage: Pick<Outage, 'begins' | 'since'>
  /** Whose signs these are: the processes of one data folder have one journal. */
  readonly journal: { readonly id: string }
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly patience: Patience
  /** Whether processes with other data folders can use this database. */
  readonly isShared: boolean
  /** One of several, or a process that is alone. */
  readonly isNode: boolean
  /** The operator knows that no other process rings. */
  readonly takesOver: boolean
  zone(): Zone
}

/** Often enough that an outage is noticed, and the desk told, within 20 seconds, however quiet the night. */
const EVERY = seconds(3)
const PATIENCE = seconds(2)
const SUBJECT = 'another process'

/**
 * Says in the database, every few seconds, that this process is alive: so an outage is noticed also when nothing else is
 * written, and a process with another data folder knows from when on it is alone.
 */
export class SignOfLife implements Service {
  readonly #parts: Parts
  readonly #loop: WakeLoop
  readonly #over: (() => void)[] = []
  #heldBackUntil: Instant | null = null
  #timer: Timer | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#loop = new WakeLoop({
      clock: parts.clock,
      retryMs: EVERY,
      look: () => this.#look(),
      failed: (error) =>
        parts.log.debug(
          { event: 'outage.goes-on', error: messageOf(error) },
          'No sign of life can be written',
        ),
    })
  }

  /** What is due before this instant may still be rung by a process before us; null when we are alone. */
  get heldBackUntil(): Instant | null {
    return this.#heldBackUntil
  }

  /** The time is another by so much: we wait neither longer nor shorter. */
  moved(by: number): void {
    if (this.#heldBackUntil !== null) this.#heldBackUntil += by
  }

  /** Told when we are alone from now on. */
  onAlone(listener: () => void): void {
    this.#over.push(listener)
  }

  async start(): Promise<void> {
    const { isShared, takesOver } = this.#parts
    const others = await this.#others()
    const until = heldBackUntil(Object.values(others).map(Number), this.#parts.clock.now())
    if (until !== null && isShared && !takesOver) await this.#holdBack(until)
    else await this.#forgetOthers(Object.keys(others))
    await this.#forgetFormer()
    this.#loop.start()
    this.#loop.wake()
  }

  /** Who stops as one should leaves no sign; while the journal holds something, we have not stopped as one should. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    this.#timer?.cancel()
    const { clock, outage } = this.#parts
    if (outage.since !== null) return
    const forgotten = this.#unlessAway((stores) => stores.site.forget(signKey(this.#parts)))
    await heardWithin(clock, PATIENCE, forgotten)
  }

  /** What is read after this, and due within the horizon, is known to be ours by those who could ring it too. */
  async sign(): Promise<void> {
    if (this.#parts.isShared) await this.#write()
  }

  async #write() {
    const { database, clock } = this.#parts
    const at = String(clock.now())
    await database.transaction((stores) => stores.site.remember(signKey(this.#parts), at))
  }

  async #look(): Promise<Instant> {
    const { clock, outage } = this.#parts
    if (outage.since === null) await this.#writeInTime().catch((error: unknown) => void outage.begins(error))
    return clock.now() + EVERY
  }

  /** A file answers or refuses; only a server may say nothing. */
  #writeInTime(): Promise<void> {
    const { isShared, patience } = this.#parts
    return isShared ? patience.direct(() => this.#write(), PATIENCE) : this.#write()
  }

  async #others(): Promise<Record<string, string>> {
    const all = Object.entries(await this.#parts.database.read.site.remembered())
    return Object.fromEntries(all.filter(([key]) => isSignOfOther(key, this.#parts)))
  }

  /** We run from the same folder, as a node or alone: whoever did so otherwise is gone. */
  async #forgetFormer() {
    const former = signKey({ ...this.#parts, isNode: !this.#parts.isNode })
    await this.#unlessAway((stores) => stores.site.forget(former))
  }

  async #holdBack(until: Instant) {
    const { clock, log } = this.#parts
    this.#heldBackUntil = until
    this.#timer = clock.at(until, () => void this.#isAlone())
    log.warn({ event: 'wakeups.held-back', until: formatInstant(until, 'UTC') }, HELD_BACK)
    await this.#tell(until)
  }

  async #tell(until: Instant) {
    const { ids, clock, zone } = this.#parts
    const shown = formatInstant(until, zone())
    const news = {
      kind: 'takeover.waiting',
      subject: SUBJECT,
      tenant: '',
      room: '',
      text: `Wake-up calls due before ${shown.slice(11, 16)} are held back until then: ${OTHER}`,
      detail: { until: shown },
    } as const
    await this.#unlessAway((stores) => raiseOrRepeat(stores, ids, news, clock.now()))
  }

  async #isAlone() {
    this.#heldBackUntil = null
    for (const listener of this.#over) listener()
    await this.#forgetOthers(Object.keys(await this.#others().catch(() => ({}))))
  }

  async #forgetOthers(keys: readonly string[]) {
    if (keys.length === 0) return
    await this.#unlessAway(async (stores) => {
      for (const key of keys) await stores.site.forget(key)
      const now = this.#parts.clock.now()
      await mendAlarms(stores, ['takeover.waiting'], SUBJECT, 'No other process rings any more', now)
    })
  }

  /** What can wait: without the database it is simply not done. */
  async #unlessAway(work: (stores: Stores) => Promise<unknown>) {
    const { database, outage, log } = this.#parts
    await database.transaction(work).catch((error: unknown) => {
      if (!outage.begins(error))
        log.error(
          { event: 'task.failed', loop: 'sign of life', error: messageOf(error) },
          'What is known of other processes could not be written',
        )
    })
  }
}

const OTHER =
  'another Reveille used this database from another data folder, did not stop as it should, and may still ring them'

const HELD_BACK = `Calls are held back: ${OTHER}; --take-over rings them at once`
