import { type Clock, systemClock } from '../src/clock.ts'
import type { Address, Protocol } from '../src/flow.ts'
import type { IncomingCall, IncomingEnd } from '../src/incoming-call.ts'
import { writeDtmfRelay } from '../src/media/dtmf-relay.ts'
import type { PlayOptions, PreparedAudio } from '../src/media/media-types.ts'
import type { MediaPort } from '../src/media-port.ts'
import type { Timings } from '../src/timers.ts'
import { createUserAgent, type UserAgent } from '../src/user-agent.ts'

/** What a phone does when it is rung. */
export interface PhoneScript {
  /** `ring` goes on until the caller gives up; `silent` says nothing at all; a number is what it refuses with. */
  readonly does: 'answer' | 'ring' | 'busy' | 'reject' | 'silent' | number
  /** How long it rings before it does so; 0 does not ring. */
  readonly ringMs?: number
  /** 180, or 183 for an exchange that says that something is going on. */
  readonly rings?: 180 | 183
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly keys?: readonly PhoneKeys[]
  readonly holds?: { readonly afterMs: number; readonly forMs: number }
  readonly hangsUpAfterMs?: number
  readonly records?: boolean
  readonly says?: PreparedAudio
  readonly saying?: PlayOptions
}

/** Pressed so long after the answer. */
export interface PhoneKeys {
  readonly keys: string
  readonly afterMs: number
  /** In the audio (RFC 4733), in a request (RFC 6086), or as exchanges with a setting "auto" do: in both. */
  readonly by?: 'rtp' | 'info' | 'both'
}

/** One call as a phone has seen it. */
export interface PhoneCall {
  readonly number: string
  readonly from: string
  readonly call: IncomingCall
  readonly ended: Promise<IncomingEnd>
  /** Keys that the caller pressed, as they come. */
  readonly heard: string[]
}

export interface PhonesOptions {
  readonly bind?: Address
  readonly protocols?: readonly Protocol[]
  readonly media: MediaPort
  /** What the phone of this number does. */
  readonly script: (number: string) => PhoneScript
  readonly onCall?: (call: PhoneCall) => void
  readonly clock?: Clock
  readonly timings?: Timings
}

/** As many phones as there are numbers, behind one address. */
export interface Phones {
  readonly agent: UserAgent
  readonly address: Address
  /** Calls that ring or are up: none, when nobody has left one. */
  readonly calls: ReadonlySet<PhoneCall>
  readonly up: number
  /** The next call that comes, or that came and nobody has asked for. */
  nextCall(): Promise<PhoneCall>
  close(options?: { abruptly?: boolean }): Promise<void>
}

export async function openPhones(options: PhonesOptions): Promise<Phones> {
  const {
    media,
    bind = { host: '127.0.0.1', port: 0 },
    clock = systemClock,
    timings,
    protocols = ['UDP'],
  } = options
  const calls = new Set<PhoneCall>()
  const arrivals = new Arrivals<PhoneCall>()
  const onCall = (call: IncomingCall) => {
    const seen: PhoneCall = { number: call.to, from: call.from, call, ended: call.ended, heard: [] }
    calls.add(seen)
    void call.ended.finally(() => calls.delete(seen))
    perform(options.script(call.to), seen, clock)
    options.onCall?.(seen)
    arrivals.push(seen)
  }
  const agent = await createUserAgent({
    bind,
    protocols,
    media,
    clock,
    onCall,
    ...(timings ? { timings } : {}),
  })
  return {
    agent,
    address: agent.local,
    calls,
    get up() {
      return [...calls].filter(({ call }) => call.state === 'up').length
    },
    nextCall: () => arrivals.next(),
    close: (how) => agent.close(how),
  }
}

function perform(script: PhoneScript, seen: PhoneCall, clock: Clock) {
  const { call } = seen
  if (script.does === 'silent') return call.ignore()
  const { ringMs = 0, rings = 180 } = script
  if (ringMs > 0 || script.does === 'ring') call.ring(rings)
  if (script.does === 'ring') return
  if (ringMs > 0) clock.after(ringMs, () => decide(script, seen, clock))
  else decide(script, seen, clock)
}

const REFUSALS = { busy: 486, reject: 603 } as const

function decide(script: PhoneScript, seen: PhoneCall, clock: Clock) {
  const { does, headers } = script
  if (does === 'answer') return void answer(script, seen, clock)
  if (does === 'busy' || does === 'reject') return seen.call.reject(REFUSALS[does], headers)
  if (typeof does === 'number') seen.call.reject(does, headers)
}

async function answer(script: PhoneScript, seen: PhoneCall, clock: Clock) {
  const { call } = seen
  const { says, saying, records = false, holds, hangsUpAfterMs, keys = [] } = script
  const onKey = (key: string) => void seen.heard.push(key)
  const speech = says ? { announcement: says, ...(saying ? { playing: saying } : {}) } : {}
  await call.accept({ record: records, onKey, ...speech })
  for (const press of keys) clock.after(press.afterMs, () => void pressOn(call, press))
  if (holds) clock.after(holds.afterMs, () => call.hold(true))
  if (holds) clock.after(holds.afterMs + holds.forMs, () => call.hold(false))
  if (hangsUpAfterMs !== undefined) clock.after(hangsUpAfterMs, () => void call.hangUp())
}

async function pressOn(call: IncomingCall, { keys, by = 'rtp' }: PhoneKeys) {
  const infos = by === 'rtp' ? [] : Array.from(keys)
  const pressed = by === 'info' ? Promise.resolve() : call.pressKeys(keys)
  for (const key of infos) await call.sendInfo('application/dtmf-relay', writeDtmfRelay(key, 160))
  await pressed
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
