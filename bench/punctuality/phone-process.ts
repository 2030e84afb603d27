// An exchange of bare datagrams that notes when each INVITE comes in.
import type { RemoteInfo } from 'node:dgram'
import { isAnsweredForGood } from '../../packages/server/src/hotel/wakeups/answered-for-good.ts'
import {
  audioPortOf,
  bearsSound,
  callIdOf,
  now,
  numberOf,
  openBareExchange,
  PACKET_MS,
  T1,
  T2,
} from '../bare-exchange.ts'
import type { Account, HeardAudio, Manner, Said } from './phones.ts'

const [manner] = process.argv.slice(2) as [Manner]
const RINGS_MS = 8_000
const PICKS_UP =
  manner === 'all picking up' ? { afterMs: 2_000, withinMs: 1_000 } : { afterMs: 0, withinMs: 10_000 }

interface Phone {
  readonly invitedAt: number
  readonly callId: string
  /** Where its audio comes from. */
  readonly audioPort: number
  pickedUpAt: number
  state: 'ringing' | 'picked up' | 'acknowledged' | 'over'
}

const phones = new Map<string, Phone>()
/** When packets came, by the port that they came from. */
const heard = new Map<number, number[]>()
/** Packets from the first that bears sound, by the same port. */
const spoken = new Map<number, number>()
let repeated = 0
const again: string[] = []

const { signalling, audio, port, answer, pickUp: answerCall } = await openBareExchange()

audio.on('message', (bytes, from) => {
  const words = spoken.get(from.port)
  if (words !== undefined || bearsSound(bytes)) spoken.set(from.port, (words ?? 0) + 1)
  const times = heard.get(from.port)
  if (times) times.push(now())
  else heard.set(from.port, [now()])
})

signalling.on('message', (bytes, from) => {
  const at = now()
  const text = bytes.toString('latin1')
  const method = text.slice(0, text.indexOf(' '))
  if (method === 'INVITE') onInvite(text, from, at)
  else if (method === 'ACK') onAck(text)
  else if (method !== 'SIP/2.0') answer(text, from, 200, 'OK')
})

function onInvite(text: string, from: RemoteInfo, at: number) {
  const number = numberOf(text)
  const known = phones.get(number)
  if (known && known.callId !== callIdOf(text) && isForGood(known)) again.push(number)
  if (known) return void (repeated += 1)
  const audioPort = audioPortOf(text)
  const phone: Phone = {
    invitedAt: at,
    callId: callIdOf(text),
    audioPort,
    pickedUpAt: Infinity,
    state: 'ringing',
  }
  phones.set(number, phone)
  if (manner === 'busy') return answer(text, from, 486, 'Busy Here')
  answer(text, from, 180, 'Ringing')
  if (manner === 'ringing') setTimeout(() => answer(text, from, 486, 'Busy Here'), RINGS_MS)
  else setTimeout(() => pickUp(phone, text, from), PICKS_UP.afterMs + Math.random() * PICKS_UP.withinMs)
}

/** Nobody presses a key here. */
const isForGood = ({ state, audioPort }: Phone) =>
  state === 'acknowledged' &&
  isAnsweredForGood({ keys: '', heardMs: PACKET_MS * (spoken.get(audioPort) ?? 0) })

function pickUp(phone: Phone, text: string, from: RemoteInfo) {
  phone.state = 'picked up'
  phone.pickedUpAt = now()
  const say = (nextMs: number) => {
    if (phone.state !== 'picked up') return
    answerCall(text, from)
    setTimeout(() => say(Math.min(T2, 2 * nextMs)), nextMs)
  }
  say(T1)
}

function onAck(text: string) {
  // The one for a 200 is addressed to our Contact, which says the number too.
  const phone = phones.get(numberOf(text))
  if (phone?.state === 'picked up') phone.state = 'acknowledged'
}

function audioOf({ audioPort, pickedUpAt }: Phone): HeardAudio {
  const times = heard.get(audioPort) ?? []
  const deviations = times.slice(1).map((at, before) => Math.abs(at - (times[before] ?? at) - PACKET_MS))
  return { packets: times.length, silentMs: (times[0] ?? Infinity) - pickedUpAt, deviations }
}

function account(): Account {
  const all = [...phones.values()]
  const acknowledged = all.filter(({ state }) => state === 'acknowledged')
  return {
    invited: all.map(({ invitedAt }) => invitedAt),
    invitedAt: Array.from(phones, ([number, phone]) => [number, phone.invitedAt] as const),
    again,
    repeated,
    pickedUp: all.filter(({ state }) => state !== 'ringing').length,
    acknowledged: acknowledged.length,
    answeredForGood: [...phones].flatMap(([number, phone]) => (isForGood(phone) ? [number] : [])),
    audio: acknowledged.map(audioOf),
  }
}

const say = (said: Said) => process.send?.(said)
process.on('message', () => say({ kind: 'account', account: account() }))
process.once('disconnect', () => process.exit())
say({ kind: 'open', port })
