import type { IncomingEnd } from '../../src/call/incoming-call.ts'
import type { PhoneEvent } from '../phone-script.ts'
import { lengthMs, soundMs } from './heard.ts'

const PLAIN = {
  rings: 'rings',
  'stays silent': 'says nothing',
  answers: 'answers',
  holds: 'puts the caller on hold',
  resumes: 'takes the caller back',
  'is held': 'is put on hold by the caller',
  'is resumed': 'is taken back by the caller',
  'hangs up': 'hangs up',
} as const

/** What an event is in words; the number of the phone stands before them. */
export function eventText(event: PhoneEvent): string {
  if (event.kind === 'refuses') return `refuses with ${event.status}`
  if (event.kind === 'presses') return `presses ${event.keys}`
  if (event.kind === 'hears key') return `hears key ${event.key}`
  return event.kind === 'ends' ? endText(event.end) : PLAIN[event.kind]
}

const ENDS = { us: 'the phone hung up', them: 'the caller hung up', lost: 'the caller was lost' } as const
const UNANSWERED = {
  cancelled: 'the caller gave up',
  rejected: 'not answered',
  'no audio': 'there was no audio for it',
} as const

function endText(end: IncomingEnd): string {
  if (end.kind === 'not answered') return `over: ${UNANSWERED[end.why]}`
  const { hungUpBy, keys, report } = end
  const recording = report?.recording
  const heard = recording
    ? `heard ${soundMs(recording)} ms of sound in ${lengthMs(recording)} ms`
    : 'nothing was recorded'
  const lost = report && report.lost > 0 ? [`${report.lost} packets were lost`] : []
  const pressed = keys === '' ? [] : [`keys ${keys}`]
  return [`over: ${ENDS[hungUpBy]}`, heard, ...pressed, ...lost].join('; ')
}

/** How it goes on the whole. */
export class Tally {
  #calls = 0
  #answered = 0
  #over = 0

  count(event: PhoneEvent | { readonly kind: 'is called' }) {
    if (event.kind === 'is called') this.#calls++
    if (event.kind === 'answers') this.#answered++
    if (event.kind === 'ends') this.#over++
  }

  get text(): string {
    const now = this.#calls - this.#over
    return `Calls so far: ${this.#calls}, answered ${this.#answered}, over ${this.#over}, now ${now}`
  }
}

/** 07:00:12.345, by the clock on the wall. */
export function timeText(now: number): string {
  const moment = new Date(now)
  return `${moment.toTimeString().slice(0, 8)}.${String(moment.getMilliseconds()).padStart(3, '0')}`
}
