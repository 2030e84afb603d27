import {
  type ClientAction,
  type ClientEvent,
  type ClientTimer,
  inviteClient,
  type InviteClientState,
  otherClient,
  type OtherClientState,
  startInvite,
  startOther,
} from './client-states.ts'
import type { Clock, Timer } from './clock.ts'
import type { Flow } from '../transport/flow.ts'
import { Headers } from '../messages/headers.ts'
import { NO_BODY, type SipRequest, type SipResponse } from '../messages/message.ts'
import { nextDelay, timerDelay, type Timings } from './timers.ts'
import { writeMessage } from '../messages/write.ts'

/** Hears what becomes of a request. */
export interface ClientListener {
  onResponse(response: SipResponse): void
  onTimeout(): void
  onTransportFailure(error: unknown): void
  /** The socket has taken the request, each time that it was sent. */
  onTaken?(): void
  /** Asked each time, as the last thing before it is sent. The first time, no is the end; later it is only not repeated. */
  mayLeave?(): boolean
}

interface Parts {
  readonly request: SipRequest
  readonly flow: Flow
  readonly clock: Clock
  readonly timings: Timings
  readonly listener: ClientListener
}

/** Carries out what the tables in client-states.ts decide. */
export class ClientTransaction {
  readonly request: SipRequest
  readonly #parts: Omit<Parts, 'listener'>
  /** Until it cannot be repeated any more, and until nothing more can be told. */
  #bytes: Buffer | null
  #listener: ClientListener | null
  readonly #onEnd: () => void
  readonly #timers = new Map<ClientTimer, Timer>()
  #state: InviteClientState | OtherClientState
  #delay = 0
  #heard = false
  #hasLeft = false
  #response: SipResponse | undefined
  #error: unknown

  constructor(parts: Parts, onEnd: () => void) {
    const { listener, ...others } = parts
    this.#parts = others
    this.#listener = listener
    this.request = parts.request
    this.#bytes = writeMessage(parts.request)
    this.#onEnd = onEnd
    this.#state = parts.request.method === 'INVITE' ? 'calling' : 'trying'
  }

  get state() {
    return this.#state
  }

  start() {
    const { request, flow } = this.#parts
    const { next, actions } = (request.method === 'INVITE' ? startInvite : startOther)(flow.reliable)
    this.#enter(next, actions)
    flow.onRefused?.((error) => this.#fail(error))
  }

  receive(response: SipResponse) {
    this.#response = response
    this.#heard = true
    this.#happen({ type: 'response', status: response.status })
  }

  /** Who was asked was away and is back: once more, from the beginning, if it has not been decided. */
  askAgain() {
    this.#bytes ??= writeMessage(this.request)
    this.#happen({ type: 'asked again', reliable: this.#parts.flow.reliable })
  }

  /** Another was asked instead, or it is cancelled: it is not repeated any more, and what is still said to it is heard. */
  leave() {
    this.#happen({ type: 'left' })
  }

  terminate() {
    this.#enter('terminated', [])
  }

  #happen(event: ClientEvent) {
    const { next, actions } =
      this.request.method === 'INVITE'
        ? inviteClient(this.#state as InviteClientState, event)
        : otherClient(this.#state as OtherClientState, event)
    this.#enter(next, actions)
  }

  /** The state is entered before anything is done, because what is done may come back here. */
  #enter(next: InviteClientState | OtherClientState, actions: readonly ClientAction[]) {
    const ended = next === 'terminated' && this.#state !== 'terminated'
    this.#state = next
    if (ended) {
      for (const timer of this.#timers.keys()) this.#stopTimer(timer)
      this.#onEnd()
    }
    for (const action of actions) this.#do(action)
    this.#letGo()
  }

  /** Saves memory when hundreds of calls run at once: frees what this state no longer needs. */
  #letGo() {
    const isRepeated = this.#timers.has('A') || this.#timers.has('E') || this.#state === 'calling again'
    if (!isRepeated) this.#bytes = null
    const hasAnswer = this.#state === 'completed' && this.request.method !== 'INVITE'
    if (!hasAnswer && this.#state !== 'terminated') return
    this.#listener = null
    this.#response = undefined
  }

  #do(action: ClientAction) {
    const { timings, flow } = this.#parts
    const [verb, timer] = action.split(' ') as [string, ClientTimer]
    if (action === 'send' && this.#bytes) this.#sendRequest(this.#bytes)
    else if (action === 'send ack') this.#send(writeMessage(this.#ack()), () => {})
    else if (action === 'pass up' && this.#response) this.#listener?.onResponse(this.#response)
    else if (action === 'report timeout') this.#listener?.onTimeout()
    else if (action === 'report transport failure') this.#listener?.onTransportFailure(this.#error)
    else if (verb === 'start') this.#startTimer(timer, timerDelay(timer, timings, flow.reliable))
    // RFC 3261 17.1.1.2: what a connection has taken is not repeated there.
    else if (verb === 'restart' && !flow.reliable)
      this.#startTimer(timer, nextDelay(timer as 'A' | 'E', this.#delay, timings, this.#heard))
    else if (verb === 'stop') this.#stopTimer(timer)
  }

  #startTimer(name: ClientTimer, ms: number) {
    // The listener may have ended this when it got the answer.
    if (this.#state === 'terminated') return
    if (name === 'A' || name === 'E') this.#delay = ms
    this.#timers.set(
      name,
      this.#parts.clock.after(ms, () => this.#happen({ type: 'timer', timer: name })),
    )
  }

  #stopTimer(name: ClientTimer) {
    this.#timers.get(name)?.cancel()
    this.#timers.delete(name)
  }

  #sendRequest(bytes: Buffer) {
    const isFirst = !this.#hasLeft
    if (this.#listener?.mayLeave?.() ?? true) {
      this.#hasLeft = true
      this.#send(bytes, () => this.#listener?.onTaken?.())
    } else if (isFirst) this.#fail(new Error('It may not be sent any more'))
  }

  #send(bytes: Buffer, onTaken: () => void) {
    this.#parts.flow.send(bytes).then(onTaken, (error: unknown) => this.#fail(error))
  }

  #fail(error: unknown) {
    this.#error = error
    this.#happen({ type: 'transport failed' })
  }

  /** RFC 3261 17.1.1.3: the ACK to a refusal has the Via, the Route and the number of the INVITE. */
  #ack(): SipRequest {
    const { headers: sent, uri } = this.request
    const headers = Headers.of([['Via', sent.get('via') ?? '']])
    for (const route of sent.all('route')) headers.append('Route', route)
    headers
      .append('Max-Forwards', 70)
      .append('From', sent.get('from') ?? '')
      .append('To', this.#response?.headers.get('to') ?? '')
      .append('Call-ID', sent.get('call-id') ?? '')
      .append('CSeq', `${Number.parseInt(sent.get('cseq') ?? '0', 10)} ACK`)
    return { kind: 'request', method: 'ACK', uri, headers, body: NO_BODY }
  }
}
