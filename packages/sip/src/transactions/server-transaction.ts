import type { Clock, Timer } from './clock.ts'
import type { Flow } from '../transport/flow.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import {
  inviteServer,
  type InviteServerState,
  otherServer,
  type OtherServerState,
  type ServerAction,
  type ServerEvent,
  type ServerTimer,
} from './server-states.ts'
import { nextDelay, timerDelay, type Timings } from './timers.ts'
import { wayBack } from '../transport/resolve.ts'
import { writeMessage } from '../messages/write.ts'

interface Parts {
  readonly request: SipRequest
  readonly flow: Flow
  readonly clock: Clock
  readonly timings: Timings
}

/** Carries out what the tables in server-states.ts decide. */
export class ServerTransaction {
  readonly request: SipRequest
  readonly flow: Flow
  /** Set by the answering code, if it wants to know. */
  onAck: (request: SipRequest) => void = () => {}
  onNoAck: () => void = () => {}
  onTransportFailure: () => void = () => {}
  readonly #parts: Parts
  readonly #onEnd: () => void
  readonly #timers = new Map<ServerTimer, Timer>()
  #state: InviteServerState | OtherServerState
  #delay = 0
  #last: Buffer | undefined
  #ack: SipRequest | undefined
  #back: Flow

  constructor(parts: Parts, onEnd: () => void) {
    this.#parts = parts
    this.request = parts.request
    this.flow = parts.flow
    this.#back = parts.flow
    this.#onEnd = onEnd
    this.#state = parts.request.method === 'INVITE' ? 'proceeding' : 'trying'
  }

  get state() {
    return this.#state
  }

  /** The same request again, or the ACK to it. */
  receive(request: SipRequest) {
    if (request.method === 'ACK') this.#ack = request
    this.#happen(request.method === 'ACK' ? { type: 'ack' } : { type: 'request repeated' })
  }

  respond(response: SipResponse) {
    // A final answer was given: what comes after it is not sent, and must not take its place in repeats.
    if (this.#state === 'completed' || this.#state === 'confirmed' || this.#state === 'terminated') return
    this.#last = writeMessage(response)
    this.#happen({ type: 'respond', status: response.status })
  }

  terminate() {
    this.#enter('terminated', [])
  }

  #happen(event: ServerEvent) {
    const { next, actions } =
      this.request.method === 'INVITE'
        ? inviteServer(this.#state as InviteServerState, event, this.flow.reliable)
        : otherServer(this.#state as OtherServerState, event)
    this.#enter(next, actions)
  }

  #enter(next: InviteServerState | OtherServerState, actions: readonly ServerAction[]) {
    const ended = next === 'terminated' && this.#state !== 'terminated'
    this.#state = next
    if (ended) {
      for (const timer of this.#timers.values()) timer.cancel()
      this.#onEnd()
    }
    for (const action of actions) this.#do(action)
  }

  #do(action: ServerAction) {
    const { timings } = this.#parts
    const [verb, timer] = action.split(' ') as [string, ServerTimer]
    if (action === 'send' || action === 'send again') this.#send()
    else if (action === 'pass ack up' && this.#ack) this.onAck(this.#ack)
    else if (action === 'report no ack') this.onNoAck()
    else if (action === 'report transport failure') this.onTransportFailure()
    else if (verb === 'start') this.#startTimer(timer, timerDelay(timer, timings, this.flow.reliable))
    else if (verb === 'restart') this.#startTimer('G', nextDelay('G', this.#delay, timings, false))
    else if (verb === 'stop') this.#timers.get(timer)?.cancel()
  }

  #startTimer(name: ServerTimer, ms: number) {
    if (name === 'G') this.#delay = ms
    this.#timers.set(
      name,
      this.#parts.clock.after(ms, () => this.#happen({ type: 'timer', timer: name })),
    )
  }

  #send() {
    // In Proceeding nothing may have been said yet (RFC 3261 17.2.1).
    if (this.#last) this.#sendBack(this.#last).catch(() => this.#happen({ type: 'transport failed' }))
  }

  /** RFC 3261 18.2.2: by the connection that the request came by; by a new one when that is gone. */
  async #sendBack(bytes: Uint8Array) {
    try {
      await this.#back.send(bytes)
    } catch (error) {
      if (!this.flow.connectTo) throw error
      this.#back = await this.flow.connectTo(wayBack(this.request, this.flow))
      await this.#back.send(bytes)
    }
  }
}
