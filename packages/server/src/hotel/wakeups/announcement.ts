import type { Proof } from './proof.ts'
import type { Outcome } from './wakeup-outcome.ts'

/** What is said on the telephone, before any language and any voice: facts in, words out. */

export const PHRASES = [
  'good-morning',
  'good-day',
  'good-evening',
  'good-night',
  'wakeup-call',
  'last-call',
  'press-one-for-another-call',
  'press-any-key',
  'press-any-other-key',
  'we-call-again',
  'a-little-later',
  'thank-you',
  'attention',
  'wakeup-failed',
  'room',
  'nobody-answered',
  'line-busy',
  'call-diverted',
  'no-free-line',
  'phone-unreachable',
  'call-missed',
  'not-confirmed',
  'answered-and-hung-up',
  'call-broken-off',
  'rooms-not-woken',
  'ring-by-hand',
  'rooms-by-hand',
  'i-ring-myself',
  'the-rooms-are',
  'others-in-list',
  'press-one-if-known',
  'press-two-if-reached',
  'noted',
  'i-ask-again',
  'lines-problem',
  'connection-problem',
  'system-problem',
  'cannot-write',
  'calls-ring-until',
  'nothing-new',
  'another-may-ring',
  'calls-wait-until',
  'disk-low',
  'clock-changed',
  'clock-shows',
  'clock-expected',
  'calls-in-doubt',
  'clock-right',
  'clock-wrong',
  'menu-wakeup',
  'call-is-set',
  'several-set',
  'enter-time',
  'for-example',
  'to-change-enter',
  'to-add-hash',
  'to-cancel-star',
  'to-confirm-hang-up',
  'to-change-two',
  'call-cancelled',
  'not-a-time',
  'not-understood',
  'no-more-calls',
  'not-possible-now',
  'line-needed',
  'call-again-soon',
  'not-from-here',
  'call-the-desk',
  'desk-is-told',
  'guest-needs-help',
  'good-bye',
  'today',
  'tomorrow',
  'on-monday',
  'on-tuesday',
  'on-wednesday',
  'on-thursday',
  'on-friday',
  'on-saturday',
  'on-sunday',
  'on-a-later-day',
  'and-again',
  'enter-number',
  'enter-pin',
  'wrong-pin',
  'enter-room',
  'no-such-room',
  'enter-status',
  'no-such-code',
  'status-is',
  'code',
  'clean',
  'dirty',
  'inspected',
  'pickup',
  'in-progress',
  'out-of-order',
  'out-of-service',
  'next-room-one',
  'enter-item',
  'no-such-item',
  'enter-quantity',
  'item',
  'quantity',
  'to-charge-one',
  'to-stop-star',
  'charged',
  'not-charged',
  'at-most',
  'room-is-vacant',
  'next-item-one',
  'not-allowed',
  'no-alarms',
  'that-was-all',
  'next-alarm-three',
  'known-already',
  'wakeup-one',
  'status-two',
  'minibar-three',
  'alarms-four',
  'connecting-desk',
] as const

export type PhraseName = (typeof PHRASES)[number]

/** What a clock shows. */
export interface ClockFace {
  readonly hour: number
  readonly minute: number
}

export type Word =
  | { readonly phrase: PhraseName }
  /** "seven thirty" */
  | { readonly time: ClockFace }
  /** "It is seven thirty": a word of its own, because some languages bend the verb to the hour. */
  | { readonly itIs: ClockFace }
  /** "in five minutes", from 1 to 60 */
  | { readonly inMinutes: number }
  /** "sixty-four", before the rooms that are counted. */
  | { readonly count: number }
  /** A place in the speech that is asked for afterwards; nothing is heard. */
  | { readonly mark: number }
  /** A room's number, sign by sign. */
  | { readonly digits: string }
  /** Free wording. Not every machine can speak it: then `otherwise` is said, or nothing. */
  | { readonly text: string; readonly otherwise?: readonly Word[] }
  /** The hotel's own recording, by a name that changes with its content; without it `otherwise` is said. */
  | { readonly recording: string; readonly otherwise?: readonly Word[] }
  | { readonly pauseMs: number }

export const phraseWord = (phrase: PhraseName): Word => ({ phrase })

export interface Announced extends ClockFace {
  /** Key 1 asks for another call after so many minutes; null: there are no more. */
  readonly snooze: { readonly key: '1'; readonly minutes: number } | null
  /** A key must be pressed. */
  readonly confirm: boolean
  /** No other call follows this one. */
  readonly final: boolean
  readonly hotelName?: string | undefined
  readonly guestName?: string | undefined
  /** The hotel's own wording or recording, in place of the greeting and the time. */
  readonly message?: { readonly text: string } | { readonly recording: string } | undefined
}

export function wakeupWords(call: Announced): Word[] {
  const standard = greetingWords(call)
  const opening = call.message ? [{ ...call.message, otherwise: standard }] : standard
  return [...opening, ...(call.final ? [phraseWord('last-call')] : []), ...keyWords(call)]
}

/** As a porter answers the telephone: the house first. Names are whole sentences, so they can be left out. */
function greetingWords({ hour, minute, hotelName, guestName }: Announced): Word[] {
  return [
    ...nameWords(hotelName),
    phraseWord(greetingAt(hour)),
    ...nameWords(guestName),
    phraseWord('wakeup-call'),
    { itIs: { hour, minute } },
  ]
}

const nameWords = (name = ''): Word[] => (name.trim() === '' ? [] : [{ text: name }])

/** A guest woken at four hears "good morning"; at one, "good night". */
export function greetingAt(hour: number): PhraseName {
  if (hour < 3) return 'good-night'
  if (hour < 12) return 'good-morning'
  if (hour < 18) return 'good-day'
  return hour < 22 ? 'good-evening' : 'good-night'
}

function keyWords({ snooze, confirm }: Announced): Word[] {
  if (!snooze) return confirm ? [phraseWord('press-any-key')] : []
  const another = [phraseWord('press-one-for-another-call'), soon(snooze.minutes)]
  return confirm ? [...another, phraseWord('press-any-other-key')] : another
}

const LONGEST_SNOOZE = 60

function soon(minutes: number): Word {
  const whole = Math.max(1, Math.round(minutes))
  return whole <= LONGEST_SNOOZE ? { inMinutes: whole } : phraseWord('a-little-later')
}

export const snoozeReplyWords = (minutes: number): Word[] => [phraseWord('we-call-again'), soon(minutes)]

export const confirmReplyWords = (): Word[] => [phraseWord('thank-you')]

/** Why the desk is told of a call: what became of it, or more exactly what shows that. */
export type AlarmReason = Exclude<Outcome, 'complete'> | Extract<Proof, 'no-key' | 'hung-up' | 'broken-off'>

export interface SpokenAlarm {
  readonly room: string
  readonly why: AlarmReason
  readonly time: ClockFace
}

const REASON: Readonly<Record<AlarmReason, PhraseName>> = {
  'no-answer': 'nobody-answered',
  busy: 'line-busy',
  diverted: 'call-diverted',
  'no-line': 'no-free-line',
  unreachable: 'phone-unreachable',
  missed: 'call-missed',
  'no-key': 'not-confirmed',
  'hung-up': 'answered-and-hung-up',
  'broken-off': 'call-broken-off',
  'no-database': 'call-missed',
}

export const alarmWords = ({ room, why, time }: SpokenAlarm): Word[] => [
  phraseWord('wakeup-failed'),
  phraseWord('room'),
  { digits: room },
  { time },
  phraseWord(REASON[why]),
]

/** A call that the desk makes; `rings`: when the system rings the room, if the desk has not. */
export interface SpokenByHand {
  readonly room: string
  readonly time: ClockFace
  readonly rings: ClockFace | null
}

export const byHandWords = ({ room, time, rings }: SpokenByHand): Word[] => [
  phraseWord('ring-by-hand'),
  phraseWord('room'),
  { digits: room },
  { time },
  ...(rings ? [phraseWord('i-ring-myself'), { time: rings }] : []),
]

/** A guest who waits to be called, after a menu was no help. */
export interface SpokenHelp {
  readonly room: string
  readonly help: 'wakeup'
}

export const helpWords = ({ room }: SpokenHelp): Word[] => [
  phraseWord('guest-needs-help'),
  phraseWord('room'),
  { digits: room },
]

export const notedWords = (): Word[] => [phraseWord('noted')]

/** They know of a guest, and are asked again. */
export const askedAgainWords = (minutes: number): Word[] => [phraseWord('i-ask-again'), soon(minutes)]

/** What the desk is told when it is not about one room. */
export type Notice =
  | NoticeName
  | { readonly cannotWriteUntil: ClockFace }
  | { readonly heldBackUntil: ClockFace }
  | ClockNotice
type NoticeName = 'lines' | 'connection' | 'system' | 'disk'

/** The machine's clock has jumped: what it shows, and what it would show otherwise. */
interface ClockNotice {
  readonly shows: ClockFace
  readonly expected: ClockFace
}

export function noticeWords(notice: Notice): Word[] {
  if (typeof notice === 'string') return [phraseWord(NOTICE[notice])]
  if ('shows' in notice) return clockWords(notice)
  return 'heldBackUntil' in notice
    ? [phraseWord('another-may-ring'), phraseWord('calls-wait-until'), { time: notice.heldBackUntil }]
    : [
        phraseWord('cannot-write'),
        phraseWord('calls-ring-until'),
        { time: notice.cannotWriteUntil },
        phraseWord('nothing-new'),
      ]
}

const clockWords = ({ shows, expected }: ClockNotice): Word[] => [
  phraseWord('clock-changed'),
  phraseWord('clock-shows'),
  { time: shows },
  phraseWord('clock-expected'),
  { time: expected },
  phraseWord('calls-in-doubt'),
]

const NOTICE: Readonly<Record<NoticeName, PhraseName>> = {
  lines: 'lines-problem',
  connection: 'connection-problem',
  system: 'system-problem',
  disk: 'disk-low',
}
