// An exchange of bare datagrams with a phone for every number, which notes every call that comes to it. A phone that is
// in a call is busy for any other, as a room's phone is.
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
import type { Said, SeenCall } from './phones.ts'

const RINGS_MS = 1_500
/** From the first word on. */
const LISTENS_MS = 4_000

type State = 'ringing' | 'picked up' | 'acknowledged' | 'over'

interface Call {
  readonly number: string
  readonly callId: string
  readonly invitedAt: number
  readonly invite: string
  readonly from: RemoteInfo
  readonly audioPort: number
  state: State
  acknowledgedAt: number
  /** Packets of audio. */
  listened: number
  /** Of these, from the first that bears sound. */
  spoken: number
  /** From here on the room must not ring again. */
  forGoodAt: number | null
}

const calls = new Map<string, Call>()
/** The call that each phone is in. */
const inCall = new Map<string, Call>()
/** By the port that its audio comes from: the latest. */
const byAudio = new Map<number, Call>()
let refused = 0

const { signalling, audio, port, answer, pickUp: answerCall } = await openBareExchange()

audio.on('message', (bytes, from) => {
  const call = byAudio.get(from.port)
  if (call?.state !== 'acknowledged') return
  call.listened += 1
  if (call.spoken === 0 && !bearsSound(bytes)) return
  if (call.spoken === 0) setTimeout(() => hangUp(call), LISTENS_MS)
  call.spoken += 1
  // Nobody presses a key here.
  if (isAnsweredForGood({ keys: '', heardMs: PACKET_MS * call.spoken })) call.forGoodAt ??= now()
})

signalling.on('message', (bytes, from) => {
  const at = now()
  const text = bytes.toString('latin1')
  const call = calls.get(callIdOf(text))
  switch (text.slice(0, text.indexOf(' '))) {
    case 'INVITE':
      return call ? undefined : onInvite(text, from, at)
    case 'ACK':
      return onAck(call, at)
    case 'CANCEL':
      return onCancel(call, text, from)
    case 'BYE':
      answer(text, from, call && call.state !== 'over' ? 200 : 481, 'OK')
      return over(call)
    case 'SIP/2.0':
      return
    default:
      return answer(text, from, 200, 'OK')
  }
})

function onInvite(invite: string, from: RemoteInfo, invitedAt: number) {
  const number = numberOf(invite)
  const audioPort = audioPortOf(invite)
  const callId = callIdOf(invite)
  const call: Call = {
    number,
    callId,
    invitedAt,
    invite,
    from,
    audioPort,
    state: 'ringing',
    acknowledgedAt: Infinity,
    listened: 0,
    spoken: 0,
    forGoodAt: null,
  }
  if (inCall.has(number)) {
    refused += 1
    return answer(invite, from, 486, 'Busy Here')
  }
  calls.set(callId, call)
  inCall.set(number, call)
  byAudio.set(audioPort, call)
  answer(invite, from, 180, 'Ringing')
  setTimeout(() => pickUp(call), RINGS_MS)
}

function pickUp(call: Call) {
  if (call.state !== 'ringing') return
  call.state = 'picked up'
  const say = (nextMs: number, left: number) => {
    if (call.state !== 'picked up') return
    // Nobody has acknowledged it: the guest hears nothing, and puts it down.
    if (left <= 0) return over(call)
    answerCall(call.invite, call.from)
    setTimeout(() => say(Math.min(T2, 2 * nextMs), left - nextMs), nextMs)
  }
  say(T1, 64 * T1)
}

function onAck(call: Call | undefined, at: number) {
  if (call?.state !== 'picked up') return
  call.state = 'acknowledged'
  call.acknowledgedAt = at
}

/** RFC 3261 9.2: it is agreed to in any case, and has no effect on a call that was answered. */
function onCancel(call: Call | undefined, text: string, from: RemoteInfo) {
  answer(text, from, call ? 200 : 481, 'OK')
  if (call?.state !== 'ringing') return
  answer(call.invite, call.from, 487, 'Request Terminated')
  over(call)
}

function over(call: Call | undefined) {
  if (!call || call.state === 'over') return
  call.state = 'over'
  if (inCall.get(call.number) === call) inCall.delete(call.number)
}

/** The guest has heard enough. */
function hangUp(call: Call) {
  if (call.state !== 'acknowledged') return
  const [, contact = ''] = /^Contact: *<([^>]+)>/im.exec(call.invite) ?? []
  const [, from = ''] = /^From: *(.*?)\s*$/im.exec(call.invite) ?? []
  const [, to = ''] = /^To: *(.*?)\s*$/im.exec(call.invite) ?? []
  const bye = [
    `BYE ${contact} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${call.callId.replaceAll(/\W/g, '')}`,
    `From: ${to};tag=phone`,
    `To: ${from}`,
    `Call-ID: ${call.callId}`,
    'CSeq: 1 BYE',
    'Max-Forwards: 70',
    'Content-Length: 0',
    '',
    '',
  ]
  signalling.send(bye.join('\r\n'), call.from.port, call.from.address)
  over(call)
}

const seen = ({ number, invitedAt, acknowledgedAt, forGoodAt, listened }: Call): SeenCall => ({
  number,
  listenedMs: PACKET_MS * listened,
  invitedAt,
  isAcknowledged: acknowledgedAt < Infinity,
  forGoodAt,
})

const say = (said: Said) => void process.send?.(said)

process.on('message', () => say({ kind: 'account', calls: Array.from(calls.values(), seen), refused }))
process.on('disconnect', () => process.exit())
say({ kind: 'open', port })
