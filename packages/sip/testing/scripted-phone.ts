import { systemClock } from '../src/transactions/clock.ts'
import type { Address } from '../src/messages/address.ts'
import type { DialOptions } from '../src/call/dial-options.ts'
import type { IncomingCall, IncomingEnd } from '../src/call/incoming-call.ts'
import type { OutgoingCall } from '../src/call/outgoing-call.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../src/agent/user-agent.ts'
import { PhonePerformance } from './phone-performance.ts'
import type { PhoneEvent, PhoneScript } from './phone-script.ts'

export type { PhoneEvent, PhoneKeys, PhoneScript } from './phone-script.ts'

/** One call as a phone has seen it. */
export interface PhoneCall {
  readonly number: string
  readonly from: string
  readonly call: IncomingCall
  readonly ended: Promise<IncomingEnd>
  /** Keys that the caller pressed, as they come. */
  readonly heard: string[]
}

/** As for any user agent; on this machine, and with its own audio, unless said. */
export interface PhonesOptions extends Omit<UserAgentOptions, 'bind' | 'onCall'> {
  readonly bind?: Address
  /** What the phone of this number does. */
  readonly script: (number: string) => PhoneScript
  /** Takes the calls as they come; without it they are kept for `nextCall`. */
  readonly onCall?: (call: PhoneCall) => void
  readonly onEvent?: (call: PhoneCall, event: PhoneEvent) => void
}

/** As many phones as there are numbers, behind one address. */
export interface Phones {
  /** Lines that are added to it are registered, and their calls come here. */
  readonly agent: UserAgent
  readonly address: Address
  /** Calls that ring or are up: none, when nobody has left one. */
  readonly calls: ReadonlySet<PhoneCall>
  readonly up: number
  /** The next call that comes, or that came and nobody has asked for. */
  nextCall(): Promise<PhoneCall>
  /** Dials from a phone; a line for it is added when it has none. */
  dial(call: DialledCall): OutgoingCall
  close(options?: { abruptly?: boolean }): Promise<void>
}

/** A call that somebody makes from one of the phones. */
export interface DialledCall extends DialOptions {
  /** The number of the phone. */
  readonly from: string
  /** Where the exchange is, and what it is called there: not needed where the phone has registered. */
  readonly exchange?: Address
  readonly domain?: string
  readonly password?: string
}

export async function openPhones(options: PhonesOptions): Promise<Phones> {
  const room = new PhoneRoom(options)
  const agent = await createUserAgent({
    bind: { host: '127.0.0.1', port: 0 },
    // A phone may have registered, and the others are rung all the same.
    anyNumber: true,
    ...options,
    onCall: (call) => room.ring(call),
  })
  return {
    agent,
    address: agent.local,
    calls: room.calls,
    get up() {
      return [...room.calls].filter(({ call }) => call.state === 'up').length
    },
    nextCall: () => room.arrivals.next(),
    dial: (call) => dialFrom(agent, call),
    close: (how) => agent.close(how),
  }
}

function dialFrom(agent: UserAgent, { from, exchange, domain, password, ...call }: DialledCall) {
  if (!agent.lines().some(({ name }) => name === from))
    agent.addLine({
      user: from,
      domain: domain ?? exchange?.host ?? agent.local.host,
      register: false,
      ...(exchange ? { exchange } : {}),
      ...(password === undefined ? {} : { credentials: { username: from, password } }),
    })
  return agent.dial(from, call)
}

/** Where the calls of all numbers come in. */
class PhoneRoom {
  readonly calls = new Set<PhoneCall>()
  readonly arrivals = new Arrivals<PhoneCall>()
  readonly #options: PhonesOptions
  /** Calls that a silent phone has heard already: the caller repeats the INVITE for half a minute. */
  readonly #unheard = new Set<string>()

  constructor(options: PhonesOptions) {
    this.#options = options
  }

  ring(call: IncomingCall) {
    if (this.#unheard.has(call.callId)) return call.ignore()
    const script = this.#options.script(call.to)
    if (script.does === 'silent') this.#unheard.add(call.callId)
    const seen: PhoneCall = { number: call.to, from: call.from, call, ended: call.ended, heard: [] }
    this.calls.add(seen)
    void call.ended.finally(() => this.calls.delete(seen))
    const { onCall = (one) => this.arrivals.push(one) } = this.#options
    onCall(seen)
    this.#perform(script, seen)
  }

  #perform(script: PhoneScript, seen: PhoneCall) {
    const { clock = systemClock, onEvent } = this.#options
    const tell = (event: PhoneEvent) => {
      if (event.kind === 'hears key') seen.heard.push(event.key)
      onEvent?.(seen, event)
    }
    new PhonePerformance(script, seen.call, { clock, tell }).begin()
  }
}

/** What comes, for whoever waits for it, in order. */
class Arrivals<Item> {
  readonly #items: Item[] = []
  readonly #waiting: ((item: Item) => void)[] = []

  push(item: Item) {
    const first = this.#waiting.shift()
    if (first) first(item)
    else this.#items.push(item)
  }

  next(): Promise<Item> {
    const first = this.#items.shift()
    return first === undefined
      ? new Promise((resolve) => void this.#waiting.push(resolve))
      : Promise.resolve(first)
  }
}
