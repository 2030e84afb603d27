import type { Timer } from '../transactions/clock.ts'
import type { Flow } from '../transport/flow.ts'
import type { Line, Stack } from './lines.ts'

/** RFC 5626 4.4.1, 4.4.2: a NAT forgets a silent UDP flow after 30 s, a connection after minutes. */
const UDP_SECONDS = 29
const STREAM_SECONDS = 120
const PING = Buffer.from('\r\n\r\n')

export interface KeepAliveOptions {
  readonly line: Line
  readonly stack: Stack
  /** The way it went. */
  onSent(flow: Flow): void
  onFailure(why: string): void
}

/** Sends nothing but two line ends now and then, on the way by which the exchange reaches us. */
export class KeepAlive {
  readonly #options: KeepAliveOptions
  readonly #everyMs: number
  #timer: Timer | undefined
  #stopped = false

  constructor(options: KeepAliveOptions) {
    const { keepAliveSeconds } = options.line.options
    const usual = options.line.protocol === 'UDP' ? UDP_SECONDS : STREAM_SECONDS
    this.#options = options
    this.#everyMs = 1_000 * (keepAliveSeconds ?? usual)
  }

  start() {
    if (this.#everyMs === 0 || this.#stopped) return
    const { clock, random } = this.#options.stack
    // RFC 5626 4.4.1: at 80 to 100 % of the time, so that lines do not march in step.
    this.#timer = clock.after((this.#everyMs * random.integer(800, 1_001)) / 1_000, () => void this.#send())
  }

  stop() {
    this.#stopped = true
    this.#timer?.cancel()
  }

  async #send() {
    const { line, stack, onSent, onFailure } = this.#options
    try {
      const flow = await line.flow(stack)
      await flow.send(PING)
      if (!this.#stopped) onSent(flow)
    } catch (error) {
      if (!this.#stopped) onFailure(String(error))
    }
    this.start()
  }
}
