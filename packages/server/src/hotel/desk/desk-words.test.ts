import { describe, expect, it } from 'vitest'
import {
  PHRASES,
  wakeupWords,
  snoozeReplyWords,
  confirmReplyWords,
  notedWords,
  askedAgainWords,
} from '../wakeups/announcement.ts'
import type { Word } from '../wakeups/announcement.ts'
import { deskMenu } from '../menus/desk-menu.ts'
import { housekeepingMenu } from '../menus/housekeeping-menu.ts'
import { MAIN_MENU } from '../menus/main-menu.ts'
import { minibarMenu } from '../menus/minibar-menu.ts'
import { afterSignIn } from '../menus/sign-in.ts'
import { guestMenu, type GuestResult } from '../menus/guest-menu.ts'
import type { Menu, MenuEvent } from '../menus/menu.ts'
import { spokenDay } from '../menus/spoken-day.ts'
import { LINE_NEEDED, TURNED_AWAY } from '../menus/last-words.ts'
import { addDays } from '../time/calendar.ts'
import { type Alarm, raise } from './alarm.ts'
import { answersTo, deskTelling } from './desk-words.ts'

const SCHEDULED = '2026-11-15T07:05:00+01:00'
const about = (room: string) => ({ id: room, tenant: '', subject: room, room, text: '' })
const failed = (
  room: string,
  outcome: 'no-answer' | 'busy' | 'diverted' | 'no-line' | 'unreachable' | 'missed' = 'no-answer',
): Alarm => raise({ ...about(room), kind: 'wakeup.failed', detail: { outcome, scheduled: SCHEDULED } }, 0)
const answered = (room: string, proof: 'no-key' | 'hung-up' | 'broken-off'): Alarm =>
  raise(
    { ...about(room), kind: 'wakeup.failed', detail: { outcome: 'diverted', proof, scheduled: SCHEDULED } },
    0,
  )
const byHand = (room: string, rings = {}): Alarm =>
  raise({ ...about(room), kind: 'wakeup.by-hand', detail: { call: room, scheduled: SCHEDULED, ...rings } }, 0)
const house = (id: string, kind: 'line.down' | 'property.down' = 'line.down'): Alarm =>
  raise({ ...about(id), room: '', kind, detail: { why: '' } }, 0)
const rooms = (count: number, make: (room: string) => Alarm = failed) =>
  Array.from({ length: count }, (_, n) => make(String(101 + n)))

/** `attention / room / #101`, with marks as `|`. */
function read(words: readonly Word[]): string {
  return words
    .map((word) => {
      if ('phrase' in word) return word.phrase
      if ('digits' in word) return `#${word.digits}`
      if ('count' in word) return String(word.count)
      if ('time' in word) return `${word.time.hour}:${word.time.minute}`
      return 'mark' in word ? '|' : '?'
    })
    .join(' / ')
}

describe('a call to the desk', () => {
  it('tells the room, the time and the reason, and what the keys mean', () => {
    expect(read(deskTelling([failed('101')]).words)).toBe(
      'attention / wakeup-failed / room / #101 / | / 7:5 / nobody-answered / press-one-if-known / press-two-if-reached',
    )
  })

  it('tells which room it is to ring', () => {
    expect(read(deskTelling([byHand('101')]).words)).toContain('ring-by-hand / room / #101 / | / 7:5')
  })

  it('about the house asks only whether it is known, and says the same trouble once', () => {
    expect(read(deskTelling([house('voice1'), house('voice2'), house('pms', 'property.down')]).words)).toBe(
      'attention / lines-problem / | / connection-problem / | / press-one-if-known',
    )
  })

  it('tells five rooms one by one', () => {
    const { words } = deskTelling(rooms(5))
    expect(words).not.toContainEqual({ count: 5 })
    expect(words.filter((word) => 'phrase' in word && word.phrase === 'wakeup-failed')).toHaveLength(5)
  })

  it('tells of more rooms in one sentence and a list', () => {
    expect(read(deskTelling(rooms(6)).words)).toBe(
      'attention / 6 / rooms-not-woken / | / press-one-if-known / press-two-if-reached / the-rooms-are / | / #101 / | / #102 / | / #103 / | / #104 / | / #105 / | / #106 / |',
    )
  })

  it('reads out the first twenty of a long list', () => {
    const { words } = deskTelling(rooms(64))
    expect(words.filter((word) => 'digits' in word)).toHaveLength(20)
    expect(words).toContainEqual({ count: 64 })
    expect(read(words)).toMatch(/#120 \/ \| \/ others-in-list \/ \|$/)
  })
})

describe('a key', () => {
  const pressed = (key: string, alarms: readonly Alarm[], heard: number) => {
    const telling = deskTelling(alarms)
    // Each mark passes one millisecond after the one before.
    const markedAt = telling.marks.map((_, n) => n)
    return answersTo(key, telling, markedAt, heard).map(({ alarm, answer }) => `${alarm.id} ${answer}`)
  }

  it.each([
    ['1', ['101 known', '102 known']],
    ['2', ['101 reached', '102 reached']],
    ['5', []],
    ['#', []],
  ])('%s says of the rooms that were told', (key, said) => {
    expect(pressed(key, rooms(2), 1)).toEqual(said)
  })

  it('is only for rooms already spoken', () => {
    expect(pressed('1', rooms(3), -1)).toEqual([])
    expect(pressed('2', rooms(3), 1)).toEqual(['101 reached', '102 reached'])
  })

  it('1 after the sentence of many is for all of them, and 2 only for those read out', () => {
    expect(pressed('1', rooms(64), 0)).toHaveLength(64)
    expect(pressed('2', rooms(64), 0)).toEqual([])
    // The sentence, the words before the list, and three rooms.
    expect(pressed('2', rooms(64), 4)).toEqual(['101 reached', '102 reached', '103 reached'])
  })

  it.each(['1', '2'])('%s at trouble of the house means that it is known', (key) => {
    expect(pressed(key, [house('voice1')], 0)).toEqual(['voice1 known'])
  })
})

it('every phrase is said somewhere', () => {
  const wakeup = { hour: 7, minute: 0, snooze: { key: '1', minutes: 5 }, confirm: true, final: true } as const
  const everything = [
    ...[1, 7, 13, 19].flatMap((hour) => wakeupWords({ ...wakeup, hour })),
    ...wakeupWords({ ...wakeup, snooze: null }),
    ...snoozeReplyWords(90),
    ...snoozeReplyWords(5),
    ...confirmReplyWords(),
    ...notedWords(),
    ...askedAgainWords(10),
    ...(['busy', 'diverted', 'no-line', 'unreachable', 'missed', 'no-answer'] as const).flatMap(
      (outcome) => deskTelling([failed('101', outcome)]).words,
    ),
    ...(['no-key', 'hung-up', 'broken-off'] as const).flatMap(
      (proof) => deskTelling([answered('101', proof)]).words,
    ),
    ...deskTelling([...rooms(21), ...rooms(6, byHand)]).words,
    ...deskTelling([byHand('101', { rings: SCHEDULED })]).words,
    ...deskTelling([
      house('a'),
      house('b', 'property.down'),
      raise({ ...about('c'), kind: 'night.check', detail: { findings: [] } }, 0),
      raise({ ...about('d'), kind: 'database.away', detail: { why: '', until: SCHEDULED } }, 0),
      raise({ ...about('e'), kind: 'disk.low', detail: { free: 1, size: 2 } }, 0),
      raise({ ...about('f'), kind: 'takeover.waiting', detail: { until: SCHEDULED } }, 0),
      raise(
        {
          ...about('g'),
          kind: 'clock.jumped',
          detail: { seconds: 3600, shows: SCHEDULED, expected: SCHEDULED, calls: 1 },
        },
        0,
      ),
      raise({ ...about('h'), kind: 'guest.needs-help', room: '101', detail: { called: SCHEDULED } }, 0),
    ]).words,
    ...menuWords(),
  ]
  const said = new Set(everything.flatMap((word) => ('phrase' in word ? [word.phrase] : [])))
  expect(PHRASES.filter((phrase) => !said.has(phrase))).toEqual([])
})

const CALL = { id: 'a', time: { hour: 7, minute: 0 }, day: 'today', repeats: true } as const

/** Everything that menus can say, from any state that keys, silence and results lead to. */
function menuWords(): Word[] {
  const days = Array.from({ length: 14 }, (_, n) => addDays('20261117', n))
  const week = days.flatMap((today) => days.map((day) => spokenDay(day, today)))
  const guest: readonly GuestResult[] = [
    { kind: 'set', call: CALL },
    { kind: 'cancelled' },
    { kind: 'too many' },
    { kind: 'desk told' },
    { kind: 'to be connected' },
  ]
  const conditions = [
    'dirty',
    'clean',
    'inspected',
    'pickup',
    'in_progress',
    'out_of_order',
    'out_of_service',
  ]
  const status = [...conditions, null].map(
    (condition) => ({ kind: 'status set', code: '1', condition }) as const,
  )
  return [
    ...week.map((phrase) => ({ phrase })),
    ...(TURNED_AWAY.begin.say ?? []),
    ...LINE_NEEDED,
    ...(MAIN_MENU.begin.say ?? []),
    ...[[], [CALL], [CALL, CALL]].flatMap((calls) => saidBy(guestMenu(calls), guest)),
    ...saidBy(
      afterSignIn(housekeepingMenu(null)),
      [{ kind: 'signed in' }, { kind: 'wrong' }, { kind: 'not allowed' }],
      5,
    ),
    ...saidBy(housekeepingMenu(null), [
      ...status,
      { kind: 'found', room: '101' },
      { kind: 'no room' },
      { kind: 'no code' },
    ]),
    ...saidBy(
      minibarMenu('101'),
      [
        { kind: 'found item', item: '10' },
        { kind: 'no item' },
        { kind: 'vacant' },
        { kind: 'refused' },
        { kind: 'charged' },
        { kind: 'over the most', most: 5 },
      ],
      6,
    ),
    ...saidBy(deskMenu(), [
      { kind: 'alarm', alarm: failed('101') },
      { kind: 'no alarm' },
      { kind: 'known before' },
      { kind: 'noted', answer: 'known' },
    ]),
  ]
}

function saidBy<State, Deed, Result>(
  { begin, step }: Menu<State, Deed, Result>,
  results: readonly Result[],
  mostSteps = 4,
): Word[] {
  const events: readonly MenuEvent<Result>[] = [
    ...'12679*#'.split('').map((key) => ({ kind: 'key', key, heardMs: 1_000 }) as const),
    { kind: 'silence' },
    { kind: 'failed' },
    ...results.map((result) => ({ kind: 'done', result }) as const),
  ]
  const words: Word[] = []
  let states = [begin]
  for (let depth = 0; depth <= mostSteps; depth++) {
    words.push(...states.flatMap(({ say: said = [] }) => said))
    const next = states.flatMap(({ state }) => events.map((event) => step(state, event)))
    states = [...new Map(next.map((one) => [JSON.stringify(one), one])).values()]
  }
  return words
}
