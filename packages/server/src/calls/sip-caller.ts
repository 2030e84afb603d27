import {
  type CallEnd,
  type CallHandle as SipHandle,
  createUserAgent,
  type MediaPort,
  type OutgoingCall,
  type PreparedAudio,
  type RegistrationState,
  type UserAgent,
} from '@reveille/sip'
import type { CallResult } from '../hotel/call-result.ts'
import type { Line } from '../hotel/site.ts'
import type { Clock, Instant, Timer } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import type { Call, CallHandle, CallOrder, Caller, CallSteps, HeldLine } from './caller.ts'
import { type LineHealth, LinePool } from './line-pool.ts'
import { sipClock } from './sip-clock.ts'
import { sipLineOf } from './sip-line.ts'

export interface SipCallerParts {
  readonly clock: Clock
  readonly log: Log
  /** Another kind of audio, for tests that move the clock by hand. */
  readonly media?: MediaPort | undefined
  /** Told when a line comes or goes, in words for the log. */
  onLine?(line: Line, working: boolean, why: string): void
}

/** The hotel's lines at its exchange. */
export class SipCaller implements Caller {
  readonly #parts: SipCallerParts
  readonly #pool = new LinePool()
  readonly #lines = new Map<string, Line>()
  readonly #listeners: (() => void)[] = []
  #agent: UserAgent | undefined
  #awake: Timer | undefined

  constructor(parts: SipCallerParts) {
    this.#parts = parts
  }

  /** On this address. */
  async start(host: string) {
    const { clock, media } = this.#parts
    this.#agent = await createUserAgent({
      bind: { host, port: 0 },
      protocols: ['UDP', 'TCP'],
      clock: sipClock(clock),
      onRegistration: (name, state, why) => this.#onRegistration(name, state, why),
      ...(media ? { media } : {}),
    })
  }

  async stop() {
    this.#awake?.cancel()
    await this.setLines([])
    await this.#agent?.close()
    this.#agent = undefined
  }

  get running(): boolean {
    return this.#agent !== undefined
  }

  /** The lines as they shall be from now on; those that have not changed stay as they are. */
  async setLines(lines: readonly Line[]): Promise<void> {
    const wanted = new Map(lines.map((line) => [line.name, line]))
    for (const [name, line] of this.#lines) if (!isSame(line, wanted.get(name))) await this.#removeLine(line)
    for (const line of lines) if (!this.#lines.has(line.name)) this.#addLine(line)
    this.#tellFree()
  }

  take(tenant: string, evenResting = false): HeldLine | null {
    const { clock } = this.#parts
    const name = this.#pool.take(tenant, clock.now(), evenResting)
    const line = name === null ? undefined : this.#lines.get(name)
    if (!line) return null
    return {
      name: line.name,
      call: (order, steps) => this.#call(line, order, steps),
      release: () => this.#release(line.name, 'unused'),
    }
  }

  capacity(tenant: string): number {
    return this.#pool.capacity(tenant)
  }

  onFree(listener: () => void): void {
    this.#listeners.push(listener)
  }

  abandon(handle: CallHandle): Promise<string> {
    if (!this.#agent) return Promise.reject(new Error('The telephony is not running'))
    return this.#agent.abandon(handle as unknown as SipHandle)
  }

  /** Asks the exchange of a line whether it is there. Null when it is, otherwise why not. */
  async ping(name: string): Promise<string | null> {
    if (!this.#agent) return 'The telephony is not running'
    const ping = await this.#agent.ping(name)
    return 'failure' in ping ? ping.failure : null
  }

  describe(): LineHealth[] {
    return this.#pool.describe()
  }

  #addLine(line: Line) {
    const { log } = this.#parts
    const options = sipLineOf(line)
    this.#lines.set(line.name, line)
    this.#pool.add(
      { name: line.name, tenant: line.tenant, calls: Number(line.config.calls ?? 1) },
      options.register === false,
    )
    try {
      this.#agent?.addLine(options)
    } catch (error) {
      this.#pool.setWorking(line.name, false, messageOf(error))
      log.error({ line: line.name, error: messageOf(error) }, 'A line cannot be used')
    }
  }

  async #removeLine(line: Line) {
    this.#lines.delete(line.name)
    this.#pool.remove(line.name)
    await this.#agent?.removeLine(line.name)
  }

  #onRegistration(name: string, state: RegistrationState, why: string) {
    const line = this.#lines.get(name)
    if (!line) return
    const working = state === 'registered'
    const before = this.#pool.describe().find((one) => one.name === name)?.working
    this.#pool.setWorking(line.name, working, why)
    if (before !== working) this.#parts.onLine?.(line, working, why)
    if (working) this.#tellFree()
  }

  #call(line: Line, order: CallOrder, steps: CallSteps): Call {
    if (!this.#agent) throw new Error('The telephony is not running')
    const announcement = order.announcement as PreparedAudio
    let remembered = false
    const call: OutgoingCall = this.#agent.dial(line.name, {
      to: order.extension,
      ringMs: order.ringMs,
      announcement,
      playing: { delayMs: HANDSET_MS, times: order.rounds, gapMs: PAUSE_MS },
      remember: (handle) => {
        const plain = handle as unknown as CallHandle
        if (remembered) return steps.answered(plain)
        remembered = true
        return steps.remember(plain)
      },
      onProgress: (status, reason) => steps.progress(status, reason),
      onKey: (key) => this.#onKey(call, order, steps, key),
      onPlayed: () => void call.hangUp('The announcement was heard'),
    })
    const ended = call.ended.then((end) => {
      this.#release(line.name, end.outcome === 'line-trouble' ? 'badly' : 'well', end)
      return resultOf(end)
    })
    return { ended, hangUp: () => void call.hangUp() }
  }

  /** The first key that is answered decides; whatever comes after it is only written down. */
  #onKey(call: OutgoingCall, order: CallOrder, steps: CallSteps, key: string) {
    steps.key(key)
    const reply = order.reply(key)
    if (reply) void this.#reply(call, reply as PreparedAudio)
  }

  /** Another key while it is said begins another reply: only the last one hangs up. */
  async #reply(call: OutgoingCall, reply: PreparedAudio) {
    if ((await call.play(reply)) === 'played') await call.hangUp('The guest was answered')
  }

  #release(name: string, carried: 'well' | 'badly' | 'unused', end?: CallEnd) {
    const { clock } = this.#parts
    this.#pool.release(name, carried, clock.now(), end?.retryAfterMs ?? 0, end?.reason)
    this.#wakeResting(clock.now())
    // Not at once: whoever gives a line back may be about to take one.
    clock.soon(() => this.#tellFree())
  }

  #wakeResting(now: Instant) {
    const next = this.#pool.nextAwake(now)
    this.#awake?.cancel()
    if (next !== null) this.#awake = this.#parts.clock.at(next, () => this.#tellFree())
  }

  #tellFree() {
    for (const listener of this.#listeners) listener()
  }
}

/** From cradle to ear, and until the exchange has switched the audio through. */
const HANDSET_MS = 500
const PAUSE_MS = 1_500

const isSame = (line: Line, other: Line | undefined) =>
  other !== undefined &&
  line.tenant === other.tenant &&
  JSON.stringify(line.config) === JSON.stringify(other.config)

function resultOf(end: CallEnd): CallResult {
  const evidence = { status: end.status, reason: end.reason, cause: end.cause, forwarded: end.forwarded }
  if (end.outcome !== 'answered') return { kind: end.outcome, ...evidence }
  return { kind: 'answered', heardMs: end.heardMs, keys: end.keys, hungUpBy: end.hungUpBy, ...evidence }
}
