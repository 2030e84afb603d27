import {
  type CallEnd,
  type DialOptions,
  type OutgoingCall,
  type PreparedAudio,
  TO_THE_EAR_MS,
  type UserAgent,
} from '@reveille/sip'
import type { Line } from '../../hotel/settings/line.ts'
import { HEARD_ENOUGH_MS } from '../../hotel/wakeups/answered-for-good.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import { type Clock, seconds, type Timer } from '../../kernel/clock.ts'
import type { JoinedSound } from '../audio/join.ts'
import type { CallHandle, CallOrder, CallSteps, PreparedCall, Speech } from '../caller.ts'

/** What a call shows of its line. */
export interface CallSigns {
  /** It has left. */
  left(): void
  /** Nothing has been said to it for too long. */
  silent(): void
  /** Something was heard from behind the exchange. */
  goesWell(): void
  ended(end: CallEnd): void
}

interface Parts {
  readonly agent: UserAgent
  readonly clock: Clock
  readonly line: Line
  readonly order: CallOrder
  readonly steps: CallSteps
  readonly signs: CallSigns
}

/** A call of the hotel in the words of SIP, made ready. */
export async function prepareSipCall(parts: Parts): Promise<PreparedCall> {
  const { agent, clock, line, order, steps, signs } = parts
  const said = saidSoFar(clock)
  const answered = (handle: CallHandle) => {
    said.begins()
    return steps.answered(handle)
  }
  // Every key is recorded; one without a reply leaves the announcement playing.
  const onKey = (key: string) => {
    steps.key(key)
    const reply = order.reply(key, said.ms())
    if (!reply) return
    said.ends()
    void replyWith(call, heardOver(line.settings, reply))
  }
  const onPlayed = () => void call.hangUp('The announcement was heard')
  const silence = silenceOf(clock, signs)
  const dialled = () => {
    silence.begins()
    signs.left()
    steps.dialled()
  }
  const progress = (status: number, reason: string) => {
    silence.ends()
    if (isFromBehind(status)) signs.goesWell()
    steps.progress(status, reason)
  }
  const told = { ...steps, answered, dialled, progress }
  const call: OutgoingCall = await agent.prepare(line.name, {
    ...optionsOf(line, order, told),
    onKey,
    onPlayed,
  })
  const ended = call.ended.then((end) => {
    silence.ends()
    signs.ended(end)
    if (end.outcome === 'answered') steps.audio?.(end.audio)
    return resultOf(end, order)
  })
  return { handle: { ...call.handle }, ended, dial: () => call.send(), hangUp: () => void call.hangUp() }
}

const optionsOf = ({ settings }: Line, order: CallOrder, steps: CallSteps): DialOptions => ({
  to: order.extension,
  ringMs: order.ringMs,
  announcement: heardOver(settings, order.announcement),
  inBandKeys: settings.inBandKeys,
  hearsMachines: order.hearsMachines,
  redirects: settings.redirects,
  playing: { delayMs: TO_THE_EAR_MS, times: order.rounds, gapMs: PAUSE_MS },
  heardEnoughMs: HEARD_ENOUGH_MS,
  mayLeave: () => order.mayLeave?.() ?? true,
  onHeard: () => steps.heard(),
  beforeAck: (handle) => steps.answered({ ...handle }),
  onSent: () => steps.dialled(),
  onProgress: (status, reason) => steps.progress(status, reason),
})

/** Of an exchange that says nothing to a call it is asked at once whether it is there, so that its return is seen. */
function silenceOf(clock: Clock, signs: CallSigns) {
  let timer: Timer | undefined
  return {
    begins: () => void (timer = clock.at(clock.now() + FIRST_WORD, () => signs.silent())),
    ends: () => timer?.cancel(),
  }
}

/** Another key during a reply starts another reply: only the last one hangs up. */
async function replyWith(call: OutgoingCall, reply: PreparedAudio) {
  if ((await call.play(reply)) === 'played') await call.hangUp('The guest was answered')
}

/** What goes to the thread of the audio; at 16 kHz too, where the line speaks a codec that carries it. */
export function heardOver({ codecs }: Line['settings'], speech: Speech): PreparedAudio {
  const { pcmu, pcma, durationMs, wideband } = speech as PreparedAudio & Partial<JoinedSound>
  const wide = codecs.includes('G722') && wideband ? { wide: wideband() } : {}
  return { pcmu, pcma, durationMs, ...wide }
}

const PAUSE_MS = 1_500
/** RFC 3261 17.2.1: an exchange that works says 100 within 200 ms; by then it was asked three times. */
const FIRST_WORD = seconds(2)

/** How much of an announcement has been said. A reply cuts it off: what would have come then is not said any more. */
function saidSoFar(clock: Clock) {
  let from = clock.elapsed()
  let cutOffAt: number | null = null
  return {
    begins: () => void (from = clock.elapsed()),
    ends: () => void (cutOffAt ??= clock.elapsed()),
    ms: () => Math.max(0, (cutOffAt ?? clock.elapsed()) - from - TO_THE_EAR_MS),
  }
}

/** RFC 3261 21.1.1: a 100 comes from the next hop, anything above it from where the call was to go. */
const isFromBehind = (status: number) => status > 100 && status < 300

function resultOf(end: CallEnd, { hearsMachines }: CallOrder): CallResult {
  const evidence = { status: end.status, reason: end.reason, cause: end.cause, forwarded: end.forwarded }
  if (end.outcome !== 'answered') return { kind: end.outcome, rang: end.rang, ...evidence }
  const { heardMs, keys, hungUpBy } = end
  const machineSigns = [
    ...(hearsMachines && end.forwarded ? ['forwarded' as const] : []),
    ...end.machineSigns,
  ]
  return { kind: 'answered', heardMs, keys, hungUpBy, machineSigns, ...evidence }
}
