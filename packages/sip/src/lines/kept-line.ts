import { KeepAlive } from './keep-alive.ts'
import type { Flow } from '../transport/flow.ts'
import { Line, type LineOptions, nameOf, type Stack } from './lines.ts'
import { type Ping, ping } from './ping.ts'
import { Registration, type RegistrationState } from './registration.ts'
import type { Sockets } from '../transport/sockets.ts'

/** How a line is, readable at any time. */
export interface LineHealth {
  readonly name: string
  /** Null for one that wants no registration. */
  readonly registered: RegistrationState | null
  readonly why: string
  /** When it came to be so; milliseconds since 1970. */
  readonly since: number
  /** What last went wrong between us and the exchange, be it long ago: a registration, a call, a keep-alive, a ping. */
  readonly lastError: { readonly at: number; readonly why: string } | null
  /** Calls on their way or up, ours and theirs. */
  readonly calls: number
}

export interface KeptLineParts {
  readonly options: LineOptions
  /** Its `flowTo` leads through the sockets. */
  readonly stack: Stack
  readonly sockets: Sockets
  onRegistration(state: RegistrationState, why: string): void
}

/** Looks after one line for as long as it is ours. */
export class KeptLine {
  readonly name: string
  readonly line: Line
  readonly stack: Stack
  readonly sockets: Sockets
  readonly #registration: Registration | null
  readonly #keepAlive: KeepAlive
  #state: Pick<LineHealth, 'registered' | 'why' | 'since'>
  #lastError: LineHealth['lastError'] = null
  #calls = 0

  constructor({ options, stack, sockets, onRegistration }: KeptLineParts) {
    this.name = nameOf(options)
    this.stack = stack
    this.sockets = sockets
    const line = new Line(options, stack.random)
    this.line = line
    const onState = (state: RegistrationState, why: string) => {
      this.#onState(state, why)
      onRegistration(state, why)
    }
    this.#registration = options.register === false ? null : new Registration({ line, stack, onState })
    this.#keepAlive = new KeepAlive({
      line,
      stack,
      onSent: (flow) => this.#registration?.follow(flow),
      onFailure: (why) => this.#note(why),
    })
    const registered = this.#registration?.state ?? null
    this.#state = {
      registered,
      why: registered ? 'Added' : 'Wants no registration',
      since: stack.clock.now(),
    }
  }

  get health(): LineHealth {
    return { name: this.name, ...this.#state, lastError: this.#lastError, calls: this.#calls }
  }

  start() {
    this.#registration?.start()
    this.#keepAlive.start()
  }

  async stop() {
    this.#keepAlive.stop()
    await this.#registration?.stop()
  }

  /** Without telling the exchange. */
  drop() {
    this.#keepAlive.stop()
    this.#registration?.drop()
  }

  /** There is a new connection, opened for whatever reason. */
  connected(flow: Flow) {
    if (flow.protocol === this.line.protocol && this.line.isOf(flow, true)) this.#registration?.follow(flow)
  }

  exchangeIsBack() {
    this.#registration?.exchangeIsBack()
  }

  async ping(waitMs: number): Promise<Ping> {
    const answer = await ping(this.line, this.stack, waitMs)
    if ('failure' in answer) this.#note(answer.failure)
    return answer
  }

  /** Counts a call while it lasts; notes the trouble of the line that its end has shown, if any. */
  async watch<End>(ended: Promise<End>, troubleIn: (end: End) => string | null) {
    this.#calls += 1
    const trouble = troubleIn(await ended)
    this.#calls -= 1
    if (trouble !== null) this.#note(trouble)
  }

  #onState(registered: RegistrationState, why: string) {
    this.#state = { registered, why, since: this.stack.clock.now() }
    if (registered === 'backing off') this.#note(why)
  }

  #note(why: string) {
    this.#lastError = { at: this.stack.clock.now(), why }
  }
}
