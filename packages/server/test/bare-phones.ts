import type { Address } from '../../../peers/ports.ts'
import { type BareAudio, now, openBareAudio } from './bare-audio.ts'
import { type OnRung, openWire, type Wire } from './bare-wire.ts'
import {
  type Content,
  type Field,
  fieldIn,
  methodIn,
  newBranch,
  requestOf,
  statusIn,
  targetIn,
  token,
} from './bare-words.ts'

/**
 * Phones that call, in bare datagrams behind one address: nothing of our own SIP is in them, they say of themselves
 * what they like, and the moment of everything that leaves or comes is known.
 */
export interface BarePhones {
  /** Where the exchange stands that they are behind. */
  readonly here: Address
  /** Resolves with the last answer to the INVITE, whatever that is. */
  dial(dialled: BareDial): Promise<BareCall>
  close(): void
}

export interface BareDial {
  readonly from: string
  readonly to: string
  /** Where the product listens. */
  readonly door: Address
  /** What the From says, where it is not the number that calls. */
  readonly says?: string
  /** Whatever else the exchange tells of the call. */
  readonly fields?: readonly Field[]
  /** One that was used before; a new one unless said. */
  readonly callId?: string
  /** The payload type of telephone events (RFC 4733); 101 unless said. */
  readonly events?: number
  /** Takes a REFER, and reports this status of it; refuses it unless said. */
  readonly takesRefer?: number
}

const EVENTS = 101

/** `onRung`: told of calls to them; whoever is rung is busy. */
export async function openBarePhones(host = '127.0.0.1', onRung?: OnRung): Promise<BarePhones> {
  const wire = await openWire(host, onRung)
  return {
    here: wire.here,
    async dial(dialled) {
      const call = new BareCall(wire, await openBareAudio(host), dialled)
      await call.dial()
      return call
    },
    close: () => wire.close(),
  }
}

export class BareCall {
  /** Requests of the other side, by their methods. */
  readonly heard: string[] = []
  readonly audio: BareAudio
  readonly events: number
  readonly callId: string
  readonly ended: Promise<void>
  status = 0
  invitedAt = 0
  answeredAt = 0
  readonly #wire: Wire
  readonly #dialled: BareDial
  readonly #caller: string
  #callee: string
  #target: string
  #number = 1
  #isOver = false
  #end: () => void = () => {}

  constructor(wire: Wire, audio: BareAudio, dialled: BareDial) {
    const { from, to, door, says, events = EVENTS } = dialled
    this.audio = audio
    this.callId = dialled.callId ?? token()
    this.events = events
    this.ended = new Promise((resolve) => (this.#end = resolve))
    this.#wire = wire
    this.#dialled = dialled
    this.#target = `sip:${to}@${door.host}:${door.port}`
    this.#caller = `${says ?? `<sip:${from}@${wire.here.host}>`};tag=${token()}`
    this.#callee = `<${this.#target}>`
    wire.listen(this.callId, (request, answer) => this.#hear(request, answer))
  }

  get isUp(): boolean {
    return this.status === 200 && !this.#isOver
  }

  async dial() {
    const { door, fields = [] } = this.#dialled
    const branch = newBranch()
    const offer = { type: 'application/sdp', body: this.audio.offer(this.events) }
    const invite = requestOf('INVITE', this.#target, [...this.#fields('1 INVITE', branch), ...fields], offer)
    this.invitedAt = now()
    const answer = await this.#wire.ask(invite, door, (said) => this.#acknowledge(said, branch))
    if (this.status >= 300) this.drop()
    else this.audio.agree(answer)
  }

  /** A key as a request of its own (RFC 6086); resolves with what is said to it. */
  info(type: string, body: string): Promise<number> {
    return this.#ask('INFO', [], { type, body })
  }

  /** No key leaves after it. */
  async hangUp() {
    if (this.#isOver) return
    this.#isOver = true
    this.audio.close()
    await this.#ask('BYE')
    this.drop()
  }

  /** Without a word, as a phone whose wire was pulled. */
  drop() {
    this.#isOver = true
    this.audio.close()
    this.#wire.leave(this.callId)
    this.#end()
  }

  #fields(seq: string, branch: string): Field[] {
    const { host, port } = this.#wire.here
    return [
      ['Via', `SIP/2.0/UDP ${host}:${port};branch=${branch}`],
      ['Max-Forwards', '70'],
      ['From', this.#caller],
      ['To', this.#callee],
      ['Call-ID', this.callId],
      ['CSeq', seq],
      ['Contact', `<sip:${this.#dialled.from}@${host}:${port}>`],
    ]
  }

  /** RFC 3261 13.2.2.4, 17.1.1.3: as often as the answer comes; that to a refusal belongs to the INVITE. */
  #acknowledge(answer: string, branch: string) {
    this.answeredAt ||= now()
    this.status = statusIn(answer)
    this.#callee = fieldIn('To', answer)
    const isUp = this.status < 300
    if (isUp) this.#target = targetIn(answer) ?? this.#target
    const ack = requestOf('ACK', this.#target, this.#fields('1 ACK', isUp ? newBranch() : branch))
    this.#wire.send(ack, this.#dialled.door)
  }

  async #ask(method: string, fields: readonly Field[] = [], content?: Content): Promise<number> {
    const own = this.#fields(`${++this.#number} ${method}`, newBranch())
    const request = requestOf(method, this.#target, [...own, ...fields], content)
    return statusIn(await this.#wire.ask(request, this.#dialled.door))
  }

  #hear(request: string, answer: (status: number) => void) {
    const method = methodIn(request)
    this.heard.push(method)
    if (method === 'REFER') return this.#referred(answer)
    answer(200)
    if (method === 'BYE') this.drop()
  }

  /** RFC 3515 2.4.4, 2.4.5 */
  #referred(answer: (status: number) => void) {
    const { takesRefer: status } = this.#dialled
    answer(status === undefined ? 405 : 202)
    if (status === undefined) return
    const report = { type: 'message/sipfrag', body: `SIP/2.0 ${status} Reported\r\n` }
    void this.#ask(
      'NOTIFY',
      [
        ['Event', 'refer'],
        ['Subscription-State', 'terminated;reason=noresource'],
      ],
      report,
    )
  }
}
