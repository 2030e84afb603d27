import { setTimeout } from 'node:timers/promises'
import { now } from '../../packages/server/test/bare-audio.ts'
import type { BareCall } from '../../packages/server/test/bare-phones.ts'

/** One way in which phones and exchanges tell of a key. */
export interface KeyKind {
  readonly name: string
  /** The payload type of telephone events that the phone offers. */
  readonly events?: number
  /** The line listens for tones, and hears them while nothing is said. */
  readonly inBandKeys?: boolean
  /** Gives when the first packet of it left. */
  press(call: BareCall, key: string): Promise<number>
}

const inAudio = (call: BareCall, key: string) => call.audio.press(key, call.events)

async function inRequest(call: BareCall, type: string, body: string): Promise<number> {
  const at = now()
  const status = await call.info(type, body)
  if (status !== 200) throw new Error(`A key was answered ${status}`)
  return at
}

const relay = (call: BareCall, key: string) =>
  inRequest(call, 'application/dtmf-relay', `Signal=${key}\r\nDuration=160\r\n`)

export const EVENTS: KeyKind = { name: 'RFC 4733, payload 101', press: inAudio }
export const RELAY: KeyKind = { name: 'INFO dtmf-relay', press: relay }

export const KEY_KINDS: readonly KeyKind[] = [
  EVENTS,
  { name: 'RFC 4733, payload 96', events: 96, press: inAudio },
  RELAY,
  { name: 'INFO dtmf', press: (call, key) => inRequest(call, 'application/dtmf', key) },
  {
    name: 'RFC 4733 and INFO',
    async press(call, key) {
      const [at] = await Promise.all([inAudio(call, key), relay(call, key)])
      return at
    },
  },
  { name: 'tones in the audio', inBandKeys: true, press: (call, key) => call.audio.sound(key) },
]

/** Long enough for what is said to an entry to be heard, so that the next one counts. */
const HEARD_MS = 1_000

/** Each entry after what was said to the one before. */
export async function pressEntries(
  kind: KeyKind,
  call: BareCall,
  entries: readonly string[],
  everyMs: () => number,
): Promise<void> {
  for (const keys of entries) {
    await pressAll(kind, call, keys, everyMs)
    await setTimeout(HEARD_MS)
  }
}

/** One after the other, each so long after the one before; gives when the last one left. */
export async function pressAll(
  { press }: KeyKind,
  call: BareCall,
  keys: string,
  everyMs: () => number,
): Promise<number> {
  let at = now()
  for (const key of keys) {
    at = await press(call, key)
    await setTimeout(Math.max(0, at + everyMs() - now()))
  }
  return at
}
