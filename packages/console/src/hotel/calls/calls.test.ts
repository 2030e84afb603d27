import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call } from '../../../testing/calls.ts'
import type { Glance } from '../../kernel/glance.ts'
import type { HouseEvent } from '../house-event.ts'
import { itemsOf } from './call-list.ts'
import { CallLines, type LineNeeds } from './call-rows.ts'
import { callState, tallyOf } from './call-state.ts'
import { pickedDay, windowAt, windowOf } from './call-window.ts'
import { callChange, changeWithRoom, inPlaceOf, type LiveCall, reduceCall, ringsSince } from './live-call.ts'

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
  it('is read anew when its room is rung again, and when that is over', () => {
    const failedIn = (room: string) => (room === '101' ? ['old'] : [])
    const also = { deed: 'read', id: 'a', also: ['old'] }
    for (const kind of ['wakeup.created', 'wakeup.settled', 'wakeup.overwritten'])
      expect(changeWithRoom(event({ kind }), failedIn)).toEqual(also)
    expect(changeWithRoom(event({}), failedIn)).toEqual({ deed: 'read', id: 'a' })
    expect(changeWithRoom(event({ kind: 'wakeup.settled', room: '9' }), failedIn)).toEqual({
      deed: 'read',
      id: 'a',
    })
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
    ['later', { status: 2, result: 2, machineResult: 2, againResult: 1, alarm: 'x' }],
    ['failed', { status: 2, result: 2, machineResult: 2, againResult: 2, alarm: 'x' }],
    ['known', { status: 2, result: 2, machineResult: 2, againResult: -1 }],
    ['marked', { status: 2, result: 1, machineResult: 2, againResult: 1 }],
    ['deleted', { gone: { by: 'anna', at: '' } }],
  ])('%s', (state, of) => expect(callState(call(of))).toBe(state))
  it('adds up to the verdict; what was cancelled counts no more', () => {
    const states = [
      'failed',
      'known',
      'ringing',
      'waits',
      'answered',
      'later',
      'marked',
      'by-hand',
      'deleted',
    ] as const
    expect(tallyOf(states)).toEqual({
      all: 8,
      woken: 1,
      later: 1,
      byHand: 1,
      missed: 2,
      underWay: 2,
      toCome: 1,
    })
  })
})

const [nobody, everybody] = [() => false, () => true]
const NEEDS: LineNeeds = { isVip: () => false, isWanted: () => true }
const byId = (all: readonly LiveCall[]) => new Map(all.map((one) => [one.id, one]))
/** Null: nobody knows what has changed. */
const glanceAt = (
  all: ReadonlyMap<string, LiveCall>,
  changed: readonly string[] | null = null,
): Glance<LiveCall> => ({
  version: 0,
  get: (id) => all.get(id),
  keys: () => [...all.keys()],
  changedSince: () => changed,
})
const toldOf = (all: readonly LiveCall[]) => [glanceAt(byId(all))]
const rowsOf = (all: readonly LiveCall[], of: Partial<LineNeeds> = {}) =>
  new CallLines({ ...NEEDS, ...of }).of(toldOf(all), nobody)
const wordsOf = (rows: ReturnType<CallLines['of']>) =>
  rows.map(({ state, calls }) => [state, ...calls.map(({ room }) => room)].join(' '))
const rooms = (...numbers: readonly string[]) => numbers.map((room) => call({ id: room, room }))
const told = (all: readonly LiveCall[], of: Partial<LineNeeds> = {}) => wordsOf(rowsOf(all, of))

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
    const lines = new CallLines(NEEDS)
    const before = lines.of(toldOf([one, other]), nobody)
    const after = lines.of(toldOf([{ ...one, status: 1 }, other]), nobody)
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
  })
  it('that are open are made anew for the room that changed, and for no other', () => {
    const lines = new CallLines(NEEDS)
    const inside = (all: readonly LiveCall[]) => {
      const rows = lines.of(toldOf(all), nobody)
      const opened = new Set(rows.map(({ key }) => key))
      const items = itemsOf(rows, { now: null, dateOf: () => '2026-11-15', opened, earlier: null })
      return items.flatMap((item) => (item.kind === 'row' && item.isInner ? [item.row] : []))
    }
    const all = rooms('101', '102', '103')
    const before = inside(all)
    const after = inside(all.map((one) => (one.room === '102' ? { ...one, prompt: 2 } : one)))
    expect(after.map((row, at) => row === before[at])).toEqual([true, false, true])
    expect(after[1]?.calls[0].prompt).toBe(2)
  })
  it('have at most eight large ones, the most urgent', () => {
    const ringing = Array.from({ length: 12 }, (_, at) =>
      call({ id: `r${at}`, room: `${200 + at}`, status: 1 }),
    )
    const late = call({ id: 'z', room: '999', status: 2, result: 2, machineResult: 2, alarm: 'x' })
    const rows = rowsOf([...ringing, late])
    expect(rows.filter(({ isLarge }) => isLarge).length).toBe(8)
    expect(rows.find(({ state }) => state === 'failed')?.isLarge).toBe(true)
    expect(rows.find(({ calls }) => calls.length > 1)?.calls.length).toBe(5)
  })
  it('never fold a guest who was not woken, nor put them away with what was earlier', () => {
    const missed = (at: number, alarm?: string) =>
      call({
        id: `m${at}`,
        room: `${200 + at}`,
        status: 2,
        result: 2,
        machineResult: 2,
        ...(alarm && { alarm }),
      })
    const rows = rowsOf(Array.from({ length: 16 }, (_, at) => missed(at, at < 12 ? 'x' : '')))
    expect(rows.map(({ calls }) => calls.length)).toEqual(Array.from({ length: 16 }, () => 1))
    const now = Date.parse('2026-11-15T09:00:00+01:00')
    const needs = { now, dateOf: () => '', opened: new Set<string>(), earlier: 'folded' as const }
    expect(itemsOf(rows, needs).filter(({ kind }) => kind === 'row')).toHaveLength(16)
  })
  it('keep a line where it is while somebody points at it', () => {
    const ringing = call({ id: 'x', room: '100', status: 1 })
    const lines = new CallLines(NEEDS)
    lines.of(toldOf([...rooms('101'), ringing]), everybody)
    const answered = { ...ringing, status: 2, result: 1, machineResult: 1 }
    const other = call({ id: 'y', room: '99', status: 2, result: 1, machineResult: 1 })
    expect(wordsOf(lines.of(toldOf([...rooms('101'), other, answered]), everybody))).toEqual([
      'waits 101',
      'answered 99',
      'answered 100',
    ])
    expect(told([...rooms('101'), other, answered])).toEqual(['waits 101', 'answered 99 100'])
  })
  it('are let go when nobody points any more, but for the one that somebody is at', () => {
    const lines = new CallLines(NEEDS)
    const ringing = ['97', '98', '99'].map((room) => call({ id: room, room, status: 1 }))
    lines.of(toldOf(ringing), everybody)
    const answered = ringing.map((one) => ({ ...one, status: 2, result: 1, machineResult: 1 }))
    const kept = lines.of(toldOf(answered), ({ id }) => id === '98')
    expect(wordsOf(kept)).toEqual(['answered 97 99', 'answered 98'])
    expect(wordsOf(lines.of(toldOf(answered), nobody))).toEqual(['answered 97 98 99'])
  })
  it('leave out what is not asked for, and take it in when it is', () => {
    const isWanted = ({ status }: LiveCall) => status === 1
    const lines = new CallLines({ ...NEEDS, isWanted })
    const [one, other] = [call(), call({ id: 'b', room: '102' })]
    expect(lines.of(toldOf([one, other]), nobody)).toEqual([])
    const after = lines.of(toldOf([one, { ...other, status: 1 }]), nobody)
    expect(wordsOf(after)).toEqual(['ringing 102'])
  })
  it('make few anew for one call among thousands', () => {
    const minute = (at: number) =>
      `2026-11-15T0${5 + Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}:00+01:00`
    const all = byId(
      Array.from({ length: 5_000 }, (_, at) =>
        call({ id: `c${at}`, room: String(100 + at), scheduled: minute(at % 200) }),
      ),
    )
    const lines = new CallLines(NEEDS)
    const before = new Set(lines.of([glanceAt(all)], nobody))
    const rung = new Map(all).set('c77', { ...call(), ...all.get('c77'), status: 1 })
    const after = lines.of([glanceAt(rung, ['c77'])], nobody)
    expect([before.size, after.length, after.filter((row) => !before.has(row)).length]).toEqual([200, 201, 2])
  })
  it('show what is gone only while nobody tells of it any more', () => {
    const lines = new CallLines(NEEDS)
    const [one, other] = [call(), call({ id: 'b', room: '102' })]
    const gone = call({ id: 'b', room: '102', gone: { by: 'desk', at: '2026-11-14T22:00:00+01:00' } })
    const both = [glanceAt(byId([one, other])), glanceAt(byId([gone]), ['b'])]
    expect(wordsOf(lines.of(both, nobody))).toEqual(['waits 101 102'])
    const left = [glanceAt(byId([one]), ['b']), glanceAt(byId([gone]), [])]
    expect(wordsOf(lines.of(left, nobody))).toEqual(['waits 101', 'deleted 102'])
    expect(wordsOf(lines.of([glanceAt(byId([one]), []), glanceAt(new Map(), ['b'])], nobody))).toEqual([
      'waits 101',
    ])
  })
  const ids = ['a', 'b', 'c', 'd', 'e']
  const step = fc.record({
    id: fc.constantFrom(...ids),
    deed: fc.constantFrom('wait', 'ring', 'answer', 'miss', 'go'),
    minute: fc.constantFrom('06:30', '07:00'),
    isHeld: fc.boolean(),
    isKnown: fc.boolean(),
  })
  const OUTCOMES = {
    wait: {},
    ring: { status: 1 },
    answer: { status: 2, result: 1, machineResult: 1 },
    miss: { status: 2, result: 2, alarm: 'x' },
  }
  it('are in the end the same as if all were looked at for the first time', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const lines = new CallLines({ ...NEEDS, isVip: ({ id }) => id === 'b' })
        let all: ReadonlyMap<string, LiveCall> = new Map()
        for (const { id, deed, minute, isHeld, isKnown } of steps) {
          const next = new Map(all)
          if (deed === 'go') next.delete(id)
          else
            next.set(
              id,
              call({ id, room: id, scheduled: `2026-11-15T${minute}:00+01:00`, ...OUTCOMES[deed] }),
            )
          all = next
          lines.of([glanceAt(all, isKnown ? [id] : null)], isHeld ? everybody : nobody)
        }
        const fresh = new CallLines({ ...NEEDS, isVip: ({ id }) => id === 'b' }).of([glanceAt(all)], nobody)
        expect(lines.of([glanceAt(all, [])], nobody)).toEqual(fresh)
      }),
    )
  })
})

describe('a call that another one was set for', () => {
  const gone = call({ gone: { by: 'desk', at: '2026-11-14T21:30:10+01:00' } })
  const series = call({ id: 'b', daily: true, created: '2026-11-14T21:30:09+01:00' })
  it.each([
    ['is known', series, 'b'],
    ['is not one of another room', { ...series, room: '102' }, undefined],
    ['nor of another minute', { ...series, scheduled: '2026-11-15T06:45:00+01:00' }, undefined],
    ['nor one that was there before', { ...series, created: '2026-11-14T20:00:00+01:00' }, undefined],
    ['nor of somebody else', { ...series, askedBy: 'boss' }, undefined],
    ['nor one that is gone as well', { ...series, gone: { by: 'desk', at: gone.created } }, undefined],
  ] as const)('%s', (_, other, found) => expect(inPlaceOf(gone, [gone, other])?.id).toBe(found))
})

describe('the stretch of time that Today shows', () => {
  it.each([
    ['2026-11-14', 23 * 60, '202611141100', '202611151200', '2026-11-15'],
    ['2026-11-15', 6 * 60 + 32, '202611141832', '202611161200', '2026-11-15'],
    ['2026-11-15', 10 * 60, '202611142200', '202611161200', '2026-11-16'],
    ['2026-12-31', 20 * 60, '202612310800', '202701011200', '2027-01-01'],
  ])('on %s at minute %i goes on to noon of the next day', (date, minute, start, end, morning) =>
    expect(windowAt(date, minute)).toMatchObject({ start, end, morning }),
  )
  it('counts for its verdict what rings before noon of its morning', () => {
    expect(windowAt('2026-11-15', 8 * 60 + 30).noon).toBe('202611151200')
    expect(windowAt('2026-11-15', 20 * 60).noon).toBe('202611161200')
  })
  it('of a day that was picked', () => {
    expect(windowOf('2026-11-15')).toEqual({
      start: '202611142200',
      end: '202611160000',
      morning: '2026-11-15',
      noon: '202611160000',
    })
    expect([pickedDay('20261115'), pickedDay('20261332'), pickedDay(null)]).toEqual([
      '2026-11-15',
      null,
      null,
    ])
  })
})
