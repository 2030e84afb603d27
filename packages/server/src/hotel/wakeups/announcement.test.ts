import { describe, expect, it } from 'vitest'
import {
  alarmWords,
  type Announced,
  askedAgainWords,
  byHandWords,
  confirmReplyWords,
  greetingAt,
  notedWords,
  noticeWords,
  snoozeReplyWords,
  type Word,
  wakeupWords,
} from './announcement.ts'

const AT_SEVEN: Announced = { hour: 7, minute: 0, snooze: null, confirm: false, final: false }

/** `good-morning / wakeup-call / it is 7:00`: short enough to read in a table. */
const read = (words: readonly Word[]): string => words.map(readOne).join(' / ')

function readOne(word: Word): string {
  if ('phrase' in word) return word.phrase
  if ('time' in word) return `${word.time.hour}:${word.time.minute}`
  if ('itIs' in word) return `it is ${word.itIs.hour}:${word.itIs.minute}`
  if ('inMinutes' in word) return `in ${word.inMinutes}`
  if ('digits' in word) return `#${word.digits}`
  if ('count' in word) return `${word.count}`
  if ('mark' in word) return `(${word.mark})`
  if ('pauseMs' in word) return `(${word.pauseMs})`
  const instead = word.otherwise ? ` or [${read(word.otherwise)}]` : ''
  return ('text' in word ? `"${word.text}"` : `<${word.recording}>`) + instead
}

const STANDARD = 'good-morning / wakeup-call / it is 7:0'
const SNOOZE = { key: '1', minutes: 5 } as const

describe('a wakeup call', () => {
  it.each<[string, Partial<Announced>, string]>([
    ['greets, says what it is and tells the time', {}, STANDARD],
    ['says that it is the last', { final: true }, `${STANDARD} / last-call`],
    ['asks for a key', { confirm: true }, `${STANDARD} / press-any-key`],
    ['offers another call', { snooze: SNOOZE }, `${STANDARD} / press-one-for-another-call / in 5`],
    [
      'offers another call, or asks for any other key',
      { snooze: SNOOZE, confirm: true },
      `${STANDARD} / press-one-for-another-call / in 5 / press-any-other-key`,
    ],
    [
      'says that it is the last before it asks for a key',
      { final: true, confirm: true },
      `${STANDARD} / last-call / press-any-key`,
    ],
    ['names the hotel as a porter does', { hotelName: 'Grand Hotel' }, `"Grand Hotel" / ${STANDARD}`],
    [
      'names the guest after the greeting',
      { guestName: 'Ada Lovelace' },
      'good-morning / "Ada Lovelace" / wakeup-call / it is 7:0',
    ],
    ['leaves empty names out', { hotelName: ' ', guestName: '' }, STANDARD],
    [
      "says the hotel's own wording, or the usual one where nobody can speak it",
      { message: { text: 'Rise and shine' } },
      `"Rise and shine" or [${STANDARD}]`,
    ],
    [
      "plays the hotel's own recording and still explains the keys",
      { message: { recording: '3-a1' }, snooze: SNOOZE },
      `<3-a1> or [${STANDARD}] / press-one-for-another-call / in 5`,
    ],
  ])('%s', (_, call, said) => expect(read(wakeupWords({ ...AT_SEVEN, ...call }))).toBe(said))

  it.each([
    [0, 'good-night'],
    [2, 'good-night'],
    [3, 'good-morning'],
    [11, 'good-morning'],
    [12, 'good-day'],
    [17, 'good-day'],
    [18, 'good-evening'],
    [21, 'good-evening'],
    [22, 'good-night'],
    [23, 'good-night'],
  ])('at %i hours greets with %s', (hour, greeting) => expect(greetingAt(hour)).toBe(greeting))
})

describe('the answer to a key', () => {
  it.each([
    [5, 'we-call-again / in 5'],
    [0.5, 'we-call-again / in 1'],
    [2.4, 'we-call-again / in 2'],
    [60, 'we-call-again / in 60'],
    [61, 'we-call-again / a-little-later'],
  ])('promises another call after %d minutes', (minutes, said) =>
    expect(read(snoozeReplyWords(minutes))).toBe(said),
  )

  it('thanks the guest who confirms', () => expect(read(confirmReplyWords())).toBe('thank-you'))
})

const FAILED = { room: '101', why: 'no-answer', time: { hour: 7, minute: 5 } } as const
const BY_HAND = { room: '101', time: { hour: 7, minute: 0 }, rings: null } as const

describe('what the desk hears', () => {
  it('of a guest who was not woken is the room, the time and the reason', () => {
    expect(read(alarmWords(FAILED))).toBe('wakeup-failed / room / #101 / 7:5 / nobody-answered')
  })

  it.each([
    ['no-answer', 'nobody-answered'],
    ['busy', 'line-busy'],
    ['diverted', 'call-diverted'],
    ['no-line', 'no-free-line'],
    ['unreachable', 'phone-unreachable'],
    ['missed', 'call-missed'],
    ['no-key', 'not-confirmed'],
    ['hung-up', 'answered-and-hung-up'],
    ['broken-off', 'call-broken-off'],
    ['no-database', 'call-missed'],
  ] as const)('puts %s into words', (why, said) =>
    expect(alarmWords({ ...FAILED, why })).toContainEqual({ phrase: said }),
  )

  it('of a call that it makes is the room and the time', () => {
    expect(read(byHandWords(BY_HAND))).toBe('ring-by-hand / room / #101 / 7:0')
  })

  it('of a call that the system makes otherwise is also when', () => {
    expect(read(byHandWords({ ...BY_HAND, rings: { hour: 7, minute: 3 } }))).toBe(
      'ring-by-hand / room / #101 / 7:0 / i-ring-myself / 7:3',
    )
  })

  it.each([
    ['lines', 'lines-problem'],
    ['connection', 'connection-problem'],
    ['system', 'system-problem'],
    ['disk', 'disk-low'],
  ] as const)('tells of trouble with the %s', (notice, said) => expect(read(noticeWords(notice))).toBe(said))

  it('after a key is what becomes of it', () => {
    expect(read(notedWords())).toBe('noted')
    expect(read(askedAgainWords(10))).toBe('i-ask-again / in 10')
  })

  it('of a clock that has jumped is both times', () => {
    const jumped = { shows: { hour: 7, minute: 0 }, expected: { hour: 6, minute: 0 } }
    expect(read(noticeWords(jumped))).toBe(
      'clock-changed / clock-shows / 7:0 / clock-expected / 6:0 / calls-in-doubt',
    )
  })
})
