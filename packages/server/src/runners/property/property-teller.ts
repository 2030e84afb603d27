import { ALARM_END_ROWS } from '../../hotel/log/alarm-rows.ts'
import { REQUEST_ROWS } from '../../hotel/log/property-rows.ts'
import { kindIn } from '../../hotel/log/row.ts'
import { CALL_END_ROWS } from '../../hotel/log/wakeup-rows.ts'
import { type PropertyCall, systemKey } from '../../hotel/property/property.ts'
import { type Clock, type Instant, minutes } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Service } from '../../kernel/service.ts'
import { STORE_RETRY } from '../../kernel/until-written.ts'
import { type WakeReason, WakeLoop } from '../../kernel/wake-loop.ts'
import type { PropertyLink } from '../../connectors/connector.ts'
import type { Activity } from '../../store/stores/activity-store.ts'
import type { PropertyAnnouncer } from './property-announcer.ts'
import type { PropertyBook } from './property-book.ts'

interface Parts {
  readonly book: PropertyBook
  readonly announcer: PropertyAnnouncer
  readonly clock: Clock
  readonly log: Log
  links(): readonly PropertyLink[]
}

/** All calls are looked at this often, in case an event was missed. */
const EVERY = minutes(1)

/** Log rows after which a call may have a final result to report. */
const isConcern = kindIn({ ...CALL_END_ROWS, ...ALARM_END_ROWS, ...REQUEST_ROWS })

/**
 * Reports the final result of each call that a property system asked for, once. It goes by the call's state, not by who
 * changed it: a call is found however it ended, and whenever the link comes back.
 */
export class PropertyTeller implements Service {
  readonly #parts: Parts
  /** Calls to be looked at; null: all. */
  #concerned: Set<string> | null = null
  /** When all are looked at again, however much happens to some before that. */
  #allAt: Instant = Infinity
  /** Records that were sent but could not be written down as such: they are not sent again. */
  readonly #sent = new Set<string>()
  readonly #loop: WakeLoop

  constructor(parts: Parts) {
    this.#parts = parts
    this.#loop = new WakeLoop({
      clock: parts.clock,
      retryMs: STORE_RETRY,
      look: (reason) => this.#look(reason),
      failed: (error) => this.#failed(error),
    })
  }

  start() {
    this.#loop.start()
  }

  stop = () => this.#loop.stop()

  /** A link is up: everything is looked at. */
  linked(): void {
    this.#concerned = null
    this.#loop.wake()
  }

  /** Rows were written into the log; without a link to a property system there is nothing to report. */
  happened(rows: readonly Pick<Activity, 'kind' | 'wakeup'>[]): void {
    const links = this.#parts.links()
    const isTold = links.some(({ announces }) => announces)
    const concerned = rows.filter(({ kind }) => isConcern(kind) || (isTold && kind.startsWith('wakeup.')))
    if (concerned.length === 0 || links.length === 0) return
    for (const { wakeup } of concerned) if (wakeup !== null) this.#concerned?.add(wakeup)
    this.#loop.wake()
  }

  /** Says when to look again. */
  async #look(reason: WakeReason): Promise<Instant> {
    const { book, clock } = this.#parts
    if (reason === 'due') this.#concerned = null
    const concerned = this.#concerned && [...this.#concerned]
    this.#concerned = new Set()
    const next = await book.decide(concerned, clock.now())
    await this.#tellAll(await book.due())
    await this.#parts.announcer.announce(this.#parts.links(), concerned)
    this.#allAt = Math.min(next, concerned === null ? clock.now() + EVERY : this.#allAt)
    return this.#allAt
  }

  #failed(error: unknown) {
    const { log } = this.#parts
    this.#concerned = null
    log.error(
      { event: 'property.not-told', error: messageOf(error) },
      'Property systems could not be told of their calls; tried again',
    )
  }

  async #tellAll(due: readonly PropertyCall[]) {
    const links = new Map(this.#parts.links().map((link) => [systemKey(link.system), link]))
    for (const call of due) {
      const link = links.get(call.system)
      if (this.#sent.has(call.id) || (link?.isAlive && this.#say(link, call))) await this.#write(call)
    }
  }

  /** Says whether it is done with. */
  #say(link: PropertyLink, call: PropertyCall): boolean {
    const { room, date, time, word } = call
    const said = link.tell({ room, date, time }, word ?? 'taken back')
    if (said.kind === 'invalid')
      this.#parts.log.error(
        { event: 'property.untellable', call, text: said.text },
        'A property system cannot be told of a call',
      )
    // What cannot be put into a record now never can be.
    return said.kind === 'sent' || said.kind === 'invalid'
  }

  async #write(call: PropertyCall) {
    this.#sent.add(call.id)
    await this.#parts.book.told(call, this.#parts.clock.now())
    this.#sent.delete(call.id)
  }
}
