import { describe, expect, it } from 'vitest'
import type { HouseEvent } from '../house-event.ts'
import { alone, rowsOf } from './call-rows.ts'
import { callState, tallyOf } from './call-state.ts'
import { pickedDay, windowAt, windowOf } from './call-window.ts'
import { callChange, type LiveCall, reduceCall, ringsSince } from './live-call.ts'

const call = (of: Partial<LiveCall> = {}): LiveCall => ({
  id: 'a',
  room: '101',
  scheduled: '2026-11-15T06:30:00+01:00',
  created: '2026-11-14T21:00:00+01:00',
  daily: false,
  actor: 'desk',
  askedBy: 'desk',
  attempts: 0,
  snoozes: 0,
  prompt: 0,
  result: -1,
  machineResult: -1,
  lastResult: -1,
  source: 1,
  status: 0,
  tenant: '',
  next: null,
  dialled: null,
  settled: null,
  ...of,
})
const DIALLED_AT = '2026-11-15T06:30:00.004+01:00'
const event = (of: Partial<HouseEvent>): HouseEvent => ({
  kind: 'wakeup.dialled',
  at: DIALLED_AT,
  room: '101',
  actor: 'system',
  wakeup: 'a',
  call: 'a',
  detail: { number: 1, line: 'voice1' },
  ...of,
})

describe('a call that is told of', () => {
  it('rings from the moment that it was dialled, on its line, until it is picked up', () => {
    const rung = reduceCall(call(), event({})) ?? call()
    expect(rung).toMatchObject({ status: 1, dialled: DIALLED_AT, rings: { line: 'voice1', number: 1 } })
    expect(ringsSince(rung)).toBe(Date.parse(DIALLED_AT))
    expect(reduceCall(rung, event({ kind: 'wakeup.answered' }))?.rings?.isPickedUp).toBe(true)
  })
  it('is the same while it is only told how the attempt goes', () => {
    const one = call()
    for (const kind of ['wakeup.claimed', 'wakeup.progress', 'wakeup.key', 'wakeup.ended'])
      expect(reduceCall(one, event({ kind }))).toBe(one)
  })
  it.each(['wakeup.settled', 'wakeup.retry', 'wakeup.snoozed', 'wakeup.overwritten', 'wakeup.restored'])(
    'is read after %s',
    (kind) => expect(reduceCall(call(), event({ kind }))).toBeNull(),
  )
  it('is not made to ring once it is over: the server knows better', () => {
    expect(reduceCall(call({ status: 2 }), event({}))).toBeNull()
  })
  it('of a series is read beside its finished day', () => {
    expect(callChange(event({ kind: 'wakeup.settled', wakeup: 'day' }))).toEqual({
      deed: 'read',
      id: 'a',
      also: ['day'],
    })
    expect(callChange(event({ kind: 'wakeup.deleted' }))).toEqual({ deed: 'remove', id: 'a' })
    expect(callChange(event({ kind: 'alarm.raised' }))).toEqual({ deed: 'read', id: 'a' })
    expect(callChange(event({ kind: 'room.status.changed' }))).toBeNull()
    expect(callChange(event({ call: null }))).toBeNull()
  })
  it('that was read while it rings again does not say since when', () => {
    expect(ringsSince(call({ status: 1, attempts: 1, dialled: DIALLED_AT }))).toBe(Date.parse(DIALLED_AT))
    expect(ringsSince(call({ status: 1, attempts: 2, dialled: DIALLED_AT }))).toBeNull()
  })
})

describe('what is said of a call in a word', () => {
  it.each<[string, Partial<LiveCall>]>([
    ['waits', {}],
    ['by-hand', { alarm: 'x' }],
    ['ringing', { status: 1 }],
    ['again', { attempts: 1, lastResult: 3 }],
    ['again', { attempts: 2, snoozes: 1, lastResult: 2 }],
    ['snoozed', { attempts: 1, snoozes: 1, lastResult: 1 }],
    ['answered', { status: 2, result: 1, machineResult: 1 }],
    ['marked', { status: 2, result: 1, machineResult: 2 }],
    ['marked', { status: 2, result: 1 }],
    ['failed', { status: 2, result: 2, machineResult: 2, alarm: 'x' }],
    ['known', { status: 2, result: 2, machineResult: 2 }],
  ])('%s', (state, of) => expect(callState(call(of))).toBe(state))
  it('adds up to the verdict', () => {
    expect(tallyOf(['failed', 'known', 'ringing', 'waits', 'answered', 'marked', 'by-hand'])).toEqual({
      all: 7,
      woken: 2,
      missed: 2,
      underWay: 2,
      toCome: 1,
    })
  })
})

const NEEDS = { isVip: () => false, held: new Set<string>(), before: new Map() }
const rooms = (...numbers: readonly string[]) => numbers.map((room) => call({ id: room, room }))
const told = (all: readonly LiveCall[], of: Partial<Parameters<typeof rowsOf>[1]> = {}) =>
  rowsOf(all, { ...NEEDS, ...of }).map(({ state, calls }) =>
    [state, ...calls.map(({ room }) => room)].join(' '),
  )

describe('the lines of Today', () => {
  it('put equal calls of a minute together, by room', () => {
    expect(told(rooms('110', '9', '101'))).toEqual(['waits 9 101 110'])
  })
  it('give a call that rings a line of its own below the others of its minute', () => {
    const all = [...rooms('101', '102', '103'), call({ id: 'x', room: '100', status: 1 })]
    expect(told(all)).toEqual(['waits 101 102 103', 'ringing 100'])
  })
  it('stand by time, and keep a VIP apart while they wait', () => {
    const early = call({ id: 'e', room: '204', scheduled: '2026-11-15T05:00:00+01:00' })
    expect(told([...rooms('101', '102'), early], { isVip: ({ room }) => room === '102' })).toEqual([
      'waits 204',
      'waits 101',
      'waits 102',
    ])
  })
  it('are the same as before where nothing has changed', () => {
    const [one, other] = [call(), call({ id: 'b', room: '102', scheduled: '2026-11-15T07:00:00+01:00' })]
    const before = rowsOf([one, other], NEEDS)
    const known = new Map(before.map((row) => [row.key, row]))
    const after = rowsOf([{ ...one, status: 1 }, other], { ...NEEDS, before: known })
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
  })
  it('have at most eight large ones, the most urgent', () => {
    const ringing = Array.from({ length: 12 }, (_, at) =>
      call({ id: `r${at}`, room: `${200 + at}`, status: 1 }),
    )
    const late = call({ id: 'z', room: '999', status: 2, result: 2, machineResult: 2, alarm: 'x' })
    const rows = rowsOf([...ringing, late], NEEDS)
    expect(rows.filter(({ isLarge }) => isLarge).length).toBe(8)
    expect(rows.find(({ state }) => state === 'failed')?.isLarge).toBe(true)
    expect(rows.find(({ calls }) => calls.length > 1)?.calls.length).toBe(5)
  })
  it('keep a line where it is while somebody points at it', () => {
    const ringing = call({ id: 'x', room: '100', status: 1 })
    const held = alone(rowsOf([...rooms('101'), ringing], NEEDS))
    const answered = { ...ringing, status: 2, result: 1, machineResult: 1 }
    const other = call({ id: 'y', room: '99', status: 2, result: 1, machineResult: 1 })
    expect(told([...rooms('101'), other, answered], { held })).toEqual([
      'waits 101',
      'answered 99',
      'answered 100',
    ])
    expect(told([...rooms('101'), other, answered])).toEqual(['waits 101', 'answered 99 100'])
  })
})

describe('the stretch of time that Today shows', () => {
  it.each([
    ['2026-11-14', 23 * 60, '202611141100', '202611151200', '2026-11-15'],
    ['2026-11-15', 6 * 60 + 32, '202611141832', '202611151200', '2026-11-15'],
    ['2026-11-15', 10 * 60, '202611142200', '202611161200', '2026-11-16'],
    ['2026-12-31', 20 * 60, '202612310800', '202701011200', '2027-01-01'],
  ])('on %s at minute %i', (date, minute, start, end, morning) =>
    expect(windowAt(date, minute)).toEqual({ start, end, morning }),
  )
  it('of a day that was picked', () => {
    expect(windowOf('2026-11-15')).toEqual({
      start: '202611142200',
      end: '202611160000',
      morning: '2026-11-15',
    })
    expect([pickedDay('20261115'), pickedDay('20261332'), pickedDay(null)]).toEqual([
      '2026-11-15',
      null,
      null,
    ])
  })
})
