import type { Heartbeat } from '../../connectors/connector.ts'
import { type Clock, type Instant, minutes, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Ticking } from '../../kernel/service.ts'

interface Parts {
  readonly clock: Clock
  readonly log: Log
  readonly heartbeat: Heartbeat
  /** Who waits for it; undefined when nobody does. */
  address(): string | undefined
  /** What keeps the house from being well; null when nothing does. */
  trouble(): Promise<string | null>
}

const EVERY = minutes(1)
const PATIENCE = seconds(10)

/** How the last one went: in the server's log stands only when that changes. */
type Beat = 'heard' | 'withheld' | 'unheard'

/** Tells a monitor elsewhere every minute that the house is well, so that silence is noticed there. */
export class HeartbeatRunner implements Ticking {
  readonly name = 'heartbeat'
  readonly #parts: Parts
  #last: Beat = 'heard'

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async tick(now: Instant): Promise<Instant> {
    const address = this.#parts.address()
    if (address !== undefined) await this.#beat(address)
    return now + EVERY
  }

  async #beat(address: string) {
    const trouble = await this.#parts.trouble().catch(messageOf)
    if (trouble !== null) return this.#withheld(trouble)
    const cutOff = new AbortController()
    const { clock } = this.#parts
    const timer = clock.at(clock.now() + PATIENCE, () => cutOff.abort(new Error('it does not answer')))
    await this.#parts.heartbeat
      .tell(address, cutOff.signal)
      .then(
        () => this.#heard(),
        (error: unknown) => this.#unheard(cutOff.signal.aborted ? cutOff.signal.reason : error),
      )
      .finally(() => timer.cancel())
  }

  #heard() {
    if (this.#becomes('heard'))
      this.#parts.log.info({ event: 'heartbeat.heard' }, 'The monitor is told again that the house is well')
  }

  #withheld(why: string) {
    if (this.#becomes('withheld'))
      this.#parts.log.warn(
        { event: 'heartbeat.withheld', why },
        'The monitor is not told that the house is well, because it is not',
      )
  }

  #unheard(error: unknown) {
    if (this.#becomes('unheard'))
      this.#parts.log.warn(
        { event: 'heartbeat.unheard', error: messageOf(error) },
        'The monitor could not be told that the house is well; tried every minute',
      )
  }

  #becomes(beat: Beat): boolean {
    const isNews = this.#last !== beat
    this.#last = beat
    return isNews
  }
}
