import { describe, expect, it } from 'vitest'
import { activity, attempt, wakeup } from '../../../testing/records.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import type { Answered, Unanswered } from '../wakeups/call-result.ts'
import { formatInstant, toInstant } from '../time/local-time.ts'
import type { Wakeup } from '../wakeups/wakeup.ts'
import { alterationsOfAttempts, alterationsOfCall } from './proof.ts'
import type { LogRow } from './seal.ts'

const ZONE = 'Europe/Zurich'
const EVENING = toInstant('2026-11-14T20:00:00', ZONE)
const WALL = '2026-11-15T07:00:00'
const SEVEN = toInstant(WALL, ZONE)
const BUSY: Unanswered = {
  kind: 'busy',
  status: 486,
  reason: 'Busy Here',
  cause: 17,
  forwarded: false,
  rang: false,
}

const BY_MACHINE: Answered = {
  kind: 'answered',
  status: 200,
  reason: 'OK',
  cause: null,
  forwarded: false,
  heardMs: 9_000,
  keys: '',
  hungUpBy: 'them',
  machineSigns: ['beep', 'long-speech'],
}

/** A call that was asked for in the evening, rung at seven and found busy. */
const call = (of: Partial<Wakeup> = {}): Wakeup =>
  wakeup({
    id: 'w',
    room: '101',
    zone: ZONE,
    wall: WALL,
    scheduledAt: SEVEN,
    createdAt: EVENING,
    state: 'done',
    list: 'failed',
    outcome: 'busy',
    machineOutcome: 'busy',
    actor: 'system',
    source: 'rest',
    settledAt: SEVEN + seconds(3),
    dialledAt: SEVEN,
    attempts: 1,
    dials: 1,
    days: [],
    until: null,
    ...of,
  })

let last = 0
const row = (kind: string, at: number, detail: object, of: Partial<LogRow> = {}): LogRow => ({
  ...activity({ kind, at, room: '101', actor: 'system', source: 'system', wakeup: 'w', ...of }),
  id: ++last,
  detail: { ...detail },
})
const asked = (of: Partial<LogRow> = {}, detail: object = {}) =>
  row(
    'wakeup.created',
    EVENING,
    { scheduled: formatInstant(SEVEN, ZONE), days: '', prompt: 0, wall: WALL, confirm: false, ...detail },
    { actor: 'desk', source: 'rest', ...of },
  )
const dialled = () => row('wakeup.dialled', SEVEN, { number: 1, line: 'voice1', extension: '101', lateMs: 0 })
const ended = () => row('wakeup.ended', SEVEN + seconds(3), { number: 1, ms: 3_000, ...BUSY })
const settled = (of: Partial<LogRow> = {}) =>
  row('wakeup.settled', SEVEN + seconds(3), { outcome: 'busy' }, of)
const STORY = () => [asked(), dialled(), ended(), settled()]

const fields = (of: Wakeup, rows: readonly LogRow[], since = 0) =>
  alterationsOfCall(of, { rows, since }).map(({ field }) => field)

describe('a call that nobody has tampered with', () => {
  it.each<[string, Wakeup, LogRow[]]>([
    ['is as its rows tell it', call(), STORY()],
    [
      'was moved with its guest',
      call({ room: '102' }),
      [...STORY(), row('wakeup.moved', EVENING, { from: '101' }, { room: '102' })],
    ],
    [
      'was asked for again with a key',
      call({ confirm: true }),
      [...STORY(), row('wakeup.changed', EVENING, { confirm: true })],
    ],
    [
      'was set to another outcome by hand, after the system had found its own',
      call({ outcome: 'complete', list: 'answered', actor: 'desk', settledAt: SEVEN + minutes(9) }),
      [
        ...STORY(),
        row(
          'wakeup.overwritten',
          SEVEN + minutes(9),
          { outcome: 'complete', before: 'busy', series: null },
          { actor: 'desk' },
        ),
      ],
    ],
    [
      'kept its wall time when the zone of the hotel changed',
      call({ zone: 'America/New_York', scheduledAt: toInstant(WALL, 'America/New_York') }),
      STORY(),
    ],
    [
      'is a day of a series, which was asked for before',
      call({
        id: 'day',
        series: 'w',
        wall: '2026-11-20T07:00:00',
        scheduledAt: toInstant('2026-11-20T07:00:00', ZONE),
        dialledAt: null,
        attempts: 0,
      }),
      [asked(), settled({ wakeup: 'day' })],
    ],
    [
      'rang together with another',
      call(),
      [asked(), row('wakeup.followed', SEVEN, { with: 'other' }), settled()],
    ],
    [
      'was dialled in the moment of a crash',
      call({ dialledAt: SEVEN + 1 }),
      [
        asked(),
        row('wakeup.interrupted', SEVEN, { number: 1, answered: false, forGood: false, line: 'voice1' }),
        settled(),
      ],
    ],
    [
      'waits',
      call({
        state: 'pending',
        list: 'pending',
        outcome: null,
        machineOutcome: null,
        settledAt: null,
        dialledAt: null,
        attempts: 0,
        actor: 'desk',
      }),
      [asked()],
    ],
  ])('because it %s is not called altered', (_, of, rows) => {
    expect(fields(of, rows)).toEqual([])
  })

  it('is not called altered when the log is purged, be it all of its rows or the first of them', () => {
    expect(fields(call(), STORY().slice(1), EVENING + 1)).toEqual([])
    expect(fields(call(), [], SEVEN + minutes(1))).toEqual([])
    expect(fields(call(), [])).toEqual(['asked for'])
  })
})

describe('an attempt that nobody has tampered with', () => {
  const of = { number: 1, wakeup: 'w', room: '101', line: 'voice1', startedAt: SEVEN }
  const found = (given: Parameters<typeof attempt>[0], rows: LogRow[], since = 0) =>
    alterationsOfAttempts([attempt({ ...of, ...given })], { rows, since }).map(({ field }) => field)
  const over = { endedAt: SEVEN + seconds(3) }

  it.each<[string, Parameters<typeof attempt>[0], LogRow[]]>([
    ['is as its rows tell it', { ...over, result: BUSY }, [dialled(), ended()]],
    ['is under way', {}, [dialled()]],
    [
      'was answered by a machine, with its signs',
      { ...over, answeredAt: SEVEN + 1, result: BY_MACHINE },
      [
        dialled(),
        row('wakeup.answered', SEVEN + 1, { number: 1, ms: 1 }),
        row('wakeup.ended', SEVEN + seconds(3), {
          number: 1,
          ms: 3_000,
          ...BY_MACHINE,
          machineSigns: [...BY_MACHINE.machineSigns],
        }),
      ],
    ],
    ['is about to be dialled', {}, []],
    [
      'was cut off by a crash',
      over,
      [
        dialled(),
        row('wakeup.interrupted', SEVEN + seconds(4), {
          number: 1,
          answered: false,
          forGood: false,
          line: 'voice1',
        }),
      ],
    ],
    [
      'was cut off, and is told of by its own node when that comes to itself',
      over,
      [
        dialled(),
        row('wakeup.interrupted', SEVEN + seconds(4), {
          number: 1,
          answered: false,
          forGood: false,
          line: 'voice1',
        }),
        row('wakeup.answered', SEVEN + 1, { number: 1, ms: 1 }),
        row('wakeup.key', SEVEN + 2, { number: 1, key: '5' }),
        row('wakeup.ended', SEVEN + seconds(3), {
          number: 1,
          ms: 3_000,
          ...BY_MACHINE,
          machineSigns: [...BY_MACHINE.machineSigns],
        }),
      ],
    ],
    [
      'was handed on to the next process',
      over,
      [
        dialled(),
        row('wakeup.ended', SEVEN + seconds(3), { number: 1, ms: 3_000, ...BUSY, kind: 'no-answer' }),
      ],
    ],
  ])('because it %s is not called altered', (_, given, rows) => {
    expect(found(given, rows)).toEqual([])
  })

  it('is not called altered when its rows are purged', () => {
    expect(found({ ...over, result: BUSY }, [], SEVEN + 1)).toEqual([])
    expect(found({ ...over, result: BUSY }, [])).toEqual(['ended', 'result'])
  })
})
