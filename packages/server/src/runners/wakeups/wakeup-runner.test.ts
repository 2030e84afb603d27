import { patience } from './patience.ts'
import { describe, expect, it, vi } from 'vitest'
import { rest } from '../../../testing/hand.ts'
import { steppedClock } from '../../../testing/stepped-clock.ts'
import type { Caller, HeldLine, PreparedCall, Voice } from '../../calls/caller.ts'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import { policyOf } from '../../hotel/wakeups/wakeup-policy.ts'
import { toInstant } from '../../hotel/time/local-time.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { days, minutes, seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import { aloneAtHome } from '../nodes/at-home.ts'
import type { WakeupBook } from './wakeup-book.ts'
import { WakeupRunner } from './wakeup-runner.ts'
import { ALONE, NO_OUTAGE } from '../../../testing/no-outage.ts'
import { mailbox, wakeup as wakeupRecord } from '../../../testing/records.ts'

const SEVEN = toInstant('2026-11-15T07:00:00', 'Europe/Zurich')

const wakeup = (id: string, of: Partial<Wakeup> = {}): ClaimedWakeup => ({
  ...wakeupRecord({ id, scheduledAt: SEVEN, ...of }),
  lease: 'ours',
})

const forEver = () => new Promise<never>(() => {})

/** A runner over a book and a line that do what a test says. */
function runnerOf(calls: ClaimedWakeup[], callsPerSecond = 20) {
  const clock = steppedClock(SEVEN - seconds(30))
  const claimable = [...calls]
  const call = {
    handle: { callId: 'c' },
    ended: new Promise<CallResult>(() => {}),
    dial: vi.fn<PreparedCall['dial']>(),
    hangUp: vi.fn<PreparedCall['hangUp']>(),
  }
  const line = {
    name: 'voice1',
    exchange: 'pbx.example:5060',
    prepare: vi.fn<HeldLine['prepare']>((_, steps) =>
      Promise.resolve({
        ...call,
        dial() {
          call.dial()
          steps.dialled()
        },
      }),
    ),
    release: vi.fn<HeldLine['release']>(),
  }
  const dialled = (all: readonly { call: ClaimedWakeup }[]): Promise<ClaimedWakeup[]> =>
    Promise.resolve(all.map((one) => ({ ...one.call, state: 'calling', dials: one.call.dials + 1 })))
  const mailboxOf = (room: string) => ({
    mailbox: mailbox({ number: room, extension: room }),
    guests: [],
  })
  const book = {
    openAttempts: () => Promise.resolve([]),
    roomsOf: (claimed: readonly Wakeup[]) =>
      Promise.resolve(new Map(claimed.map(({ room }) => [`/${room}`, mailboxOf(room)]))),
    claim: vi.fn<WakeupBook['claim']>(() => Promise.resolve({ calls: claimable.splice(0), more: false })),
    arm: vi.fn<WakeupBook['arm']>(dialled),
    disarm: vi.fn<WakeupBook['disarm']>(() => Promise.resolve()),
    unchanged: vi.fn<WakeupBook['unchanged']>((all) => Promise.resolve(all.map(({ id }) => id))),
    begun: vi.fn<WakeupBook['begun']>((all) => Promise.resolve(all.map((one) => one.call.id))),
    note: vi.fn<WakeupBook['note']>(() => Promise.resolve()),
    answered: vi.fn<WakeupBook['answered']>(() => Promise.resolve()),
    ended: vi.fn<WakeupBook['ended']>(() => Promise.resolve()),
    ahead: () => Promise.resolve({ calls: [], rooms: new Map() }),
    freeOthers: vi.fn<WakeupBook['freeOthers']>(() => Promise.resolve(0)),
    giveUp: vi.fn<WakeupBook['giveUp']>(() => Promise.resolve()),
    tellNoLine: vi.fn<WakeupBook['tellNoLine']>(() => Promise.resolve()),
  }
  const take = vi.fn<Caller['take']>((_, { mayUse } = {}) =>
    mayUse?.(line.exchange) === false ? null : line,
  )
  const prepare = vi.fn<Voice['prepare']>(() => Promise.resolve({ durationMs: 6_000 }))
  const isOurs = vi.fn<(tenant: string) => boolean>(() => true)
  const home = { ...aloneAtHome(), rings: isOurs }
  const runner = new WakeupRunner({
    home,
    book: book as unknown as WakeupBook,
    outage: NO_OUTAGE,
    patience: patience({ clock, isThere: () => Promise.resolve(false) }),
    alive: ALONE,
    outageDesk: { raise: () => {}, end: () => {} },
    caller: {
      take,
      onFree: () => {},
      onBack: () => {},
      guestsFirst: () => {},
      abandon: forEver,
    },
    voice: { prepare },
    clock,
    log: silentLog,
    policy: () => policyOf({ ...DEFAULTS.wakeup }, null),
    site: () => ({ name: 'Grand Hotel', language: 'en', spoken: ['en', 'de'] }),
    callsPerSecond: () => callsPerSecond,
    prompt: () => Promise.resolve(undefined),
  })
  /** Time passes, and what it sets off happens. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    await rest(clock)
  }
  const start = async () => {
    runner.start()
    await home.start()
    await pass(0)
  }
  /** Three seconds before seven its attempt is in the book. */
  const armed = async () => {
    await start()
    for (let second = 0; second < 27; second++) await pass(seconds(1))
  }
  return { runner, clock, book, line, call, take, prepare, claimable, start, pass, armed, isOurs }
}

describe('the one who rings', () => {
  it('may leave only while its house is ours, up to the last moment', async () => {
    const { line, armed, isOurs } = runnerOf([wakeup('a')])
    await armed()
    const order = line.prepare.mock.calls[0]?.[0]
    expect(order?.mayLeave?.()).toBe(true)
    isOurs.mockReturnValue(false)
    expect(order?.mayLeave?.()).toBe(false)
  })

  it('dials at the moment, and not before', async () => {
    const house = runnerOf([wakeup('w')])
    await house.start()
    expect(house.runner.describe()).toEqual({ held: 1, waiting: 0, ringing: 0 })
    await house.pass(seconds(30) - 1)
    expect(house.call.dial).not.toHaveBeenCalled()
    await house.pass(1)
    expect(house.call.dial).toHaveBeenCalledOnce()
    expect(house.runner.describe()).toEqual({ held: 0, waiting: 0, ringing: 1 })
  })

  it('lets a call go that was ready when its house was lost, although it may act elsewhere', async () => {
    const house = runnerOf([wakeup('w')])
    await house.armed()
    house.isOurs.mockReturnValue(false)
    await house.pass(seconds(5))
    expect(house.call.dial).not.toHaveBeenCalled()
    expect(house.book.disarm).toHaveBeenCalledOnce()
    expect(house.runner.describe()).toEqual({ held: 0, waiting: 0, ringing: 0 })
  })

  it('takes no line for a call whose house was lost', async () => {
    const house = runnerOf([wakeup('w')])
    house.isOurs.mockReturnValue(false)
    await house.armed()
    await house.pass(seconds(5))
    expect(house.take).not.toHaveBeenCalled()
  })

  it('rings nobody before it knows what the process before it has left', async () => {
    const house = runnerOf([wakeup('w', { dueAt: SEVEN - minutes(1), nextAt: SEVEN - minutes(1) })])
    house.runner.nudge()
    await house.pass(seconds(5))
    expect(house.book.claim).not.toHaveBeenCalled()
    await house.start()
    expect(house.call.dial).toHaveBeenCalledOnce()
  })

  it('claims once more at once what became free while it was claiming', async () => {
    const house = runnerOf([])
    let claimed: (found: Awaited<ReturnType<WakeupBook['claim']>>) => void = () => {}
    house.book.claim.mockImplementationOnce(() => new Promise((resolve) => (claimed = resolve)))
    await house.start()
    house.claimable.push(wakeup('w', { dueAt: SEVEN - minutes(1), nextAt: SEVEN - minutes(1) }))
    house.runner.nudge()
    claimed({ calls: [], more: false })
    await house.pass(0)
    expect(house.call.dial).toHaveBeenCalledOnce()
  })

  it('claims again soon when a claim has failed', async () => {
    const house = runnerOf([wakeup('w', { dueAt: SEVEN - minutes(1), nextAt: SEVEN - minutes(1) })])
    house.book.claim.mockRejectedValueOnce(new Error('gone'))
    await house.start()
    await house.pass(seconds(1))
    expect(house.call.dial).toHaveBeenCalledOnce()
  })

  it('rings by the latest claim a call that was changed while it waited', async () => {
    const due = { dueAt: SEVEN - minutes(1), nextAt: SEVEN - minutes(1) }
    const house = runnerOf([wakeup('w', due)])
    house.take.mockReturnValue(null)
    await house.start()
    // A takeover has decided about it: that ended the claim.
    house.claimable.push({ ...wakeup('w', due), lease: 'ours, anew' })
    house.runner.nudge()
    await house.pass(seconds(1))
    house.take.mockReturnValue(house.line)
    await house.pass(seconds(1))
    expect(house.book.arm.mock.calls.flatMap(([all]) => all.map(({ call }) => call.lease))).toEqual([
      'ours, anew',
    ])
  })

  it('tells of a line that is missing on each day of a series', async () => {
    const house = runnerOf([wakeup('w')])
    house.take.mockReturnValue(null)
    await house.start()
    for (let minute = 0; minute < 13; minute++) await house.pass(minutes(1))
    expect(house.book.giveUp).toHaveBeenCalledOnce()
    const tomorrow = SEVEN + days(1)
    house.claimable.push(wakeup('w', { scheduledAt: tomorrow, dueAt: tomorrow, nextAt: tomorrow }))
    await house.pass(tomorrow - house.clock.now())
    for (let minute = 0; minute < 13; minute++) await house.pass(minutes(1))
    expect(house.book.tellNoLine).toHaveBeenCalledTimes(2)
  })

  it('writes the attempt down before its moment, and then waits for nobody', async () => {
    const house = runnerOf([wakeup('w')])
    await house.armed()
    expect(house.book.arm).toHaveBeenCalledOnce()
    await house.pass(seconds(3) - 1)
    expect(house.call.dial).not.toHaveBeenCalled()
    house.book.begun.mockImplementation(forEver)
    await house.pass(1)
    expect(house.call.dial).toHaveBeenCalledOnce()
    expect(house.book.arm).toHaveBeenCalledOnce()
    expect(house.book.begun).toHaveBeenCalledWith([
      expect.objectContaining({ call: expect.objectContaining({ id: 'w', dialledAt: SEVEN }) as Wakeup }),
    ])
  })

  it('stores the handle with the attempt, before anybody is dialled', async () => {
    const house = runnerOf([wakeup('w')])
    await house.armed()
    expect(house.book.arm.mock.calls[0]?.[0]).toMatchObject([{ handle: house.call.handle, line: 'voice1' }])
    expect(house.call.dial).not.toHaveBeenCalled()
  })

  it('takes a last look at the book, and does not ring what somebody has changed', async () => {
    const house = runnerOf([wakeup('w')])
    house.book.unchanged.mockResolvedValueOnce([])
    await house.armed()
    expect(house.book.unchanged).not.toHaveBeenCalled()
    await house.pass(seconds(3) - 150)
    expect(house.book.unchanged).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ id: 'w', lease: 'ours' }),
    ])
    await house.pass(150)
    expect(house.call.dial).not.toHaveBeenCalled()
    expect(house.book.disarm).toHaveBeenCalledOnce()
  })

  it('waits for no look at its moment', async () => {
    const house = runnerOf([wakeup('w')])
    house.book.unchanged.mockImplementation(forEver)
    await house.armed()
    await house.pass(seconds(3))
    expect(house.call.dial).toHaveBeenCalledOnce()
  })

  it('writes nothing down while rooms are being dialled, and then all of them together', async () => {
    const rooms = Array.from({ length: 120 }, (_, at) => wakeup(`w${at}`, { room: String(at) }))
    const house = runnerOf(rooms, 1_000)
    await house.armed()
    const dialled: number[] = []
    house.book.begun.mockImplementation((all) => {
      dialled.push(house.call.dial.mock.calls.length)
      return Promise.resolve(all.map((one) => one.call.id))
    })
    await house.pass(seconds(3))
    expect(dialled).toEqual([120, 120])
  })

  it('rings no more in a second than the exchange takes, those that came first first', async () => {
    const house = runnerOf(
      ['101', '102', '103'].map((room) => wakeup(room, { room })),
      1,
    )
    await house.armed()
    const rung = () => house.book.arm.mock.calls.flatMap(([all]) => all.map(({ call }) => call.room))
    expect(rung()).toEqual(['101'])
    await house.pass(seconds(3))
    expect([house.call.dial.mock.calls.length, rung()]).toEqual([1, ['101']])
    await house.pass(seconds(1))
    await house.pass(seconds(1))
    expect([house.call.dial.mock.calls.length, rung()]).toEqual([3, ['101', '102', '103']])
  })

  it('does not ring what was taken away between the book and the phone', async () => {
    const house = runnerOf([wakeup('w')])
    await house.armed()
    house.runner.recall(['w'])
    await house.pass(seconds(3))
    expect(house.call.dial).not.toHaveBeenCalled()
    expect(house.call.hangUp).toHaveBeenCalledOnce()
    expect(house.book.disarm).toHaveBeenCalledOnce()
  })

  it('stops what rings when somebody has changed the call in the moment when it was dialled', async () => {
    const house = runnerOf([wakeup('w')])
    house.book.begun.mockResolvedValueOnce([])
    await house.armed()
    await house.pass(seconds(3))
    expect(house.call.hangUp).toHaveBeenCalledOnce()
  })

  it('hands on what is written down and not yet rung when it stops', async () => {
    const house = runnerOf([wakeup('w')])
    await house.armed()
    await house.runner.stop()
    expect(house.call.dial).not.toHaveBeenCalled()
    expect(house.call.hangUp).toHaveBeenCalledOnce()
    expect(house.book.disarm).toHaveBeenCalledOnce()
  })

  it.each([
    ['set past its grace time', minutes(11)],
    ['set back an hour', -minutes(60)],
  ])('leaves a call that is written down to the rule when the clock is %s', async (_, by) => {
    const house = runnerOf([wakeup('w')])
    await house.armed()
    house.clock.set(house.clock.now() + by)
    await house.pass(seconds(4))
    expect(house.call.dial).not.toHaveBeenCalled()
    expect(house.book.disarm).toHaveBeenCalledOnce()
    expect(house.call.hangUp).toHaveBeenCalledOnce()
  })

  it('takes no line ahead of those who wait for one', async () => {
    const house = runnerOf([
      wakeup('late', { dueAt: SEVEN - minutes(1), nextAt: SEVEN - minutes(1) }),
      wakeup('w', { room: '102' }),
    ])
    house.take.mockReturnValue(null)
    await house.armed()
    expect(house.runner.describe()).toEqual({ held: 1, waiting: 1, ringing: 0 })
    house.take.mockReturnValueOnce(house.line)
    house.runner.nudge()
    await house.pass(0)
    expect(house.book.arm).toHaveBeenCalledWith(
      [expect.objectContaining({ call: expect.objectContaining({ id: 'late' }) as Wakeup })],
      expect.any(Number),
    )
  })

  it('rings at once what falls due while it was looking elsewhere', async () => {
    const soon = SEVEN + 500
    const house = runnerOf([wakeup('w', { dueAt: soon, nextAt: soon })])
    house.take.mockReturnValue(null)
    await house.start()
    house.book.freeOthers.mockImplementation(() => {
      house.take.mockReturnValue(house.line)
      house.clock.advance(600)
      return Promise.resolve(0)
    })
    for (let second = 0; second < 30; second++) await house.pass(seconds(1))
    await house.pass(0)
    expect(house.clock.now()).toBe(SEVEN + 600)
    expect(house.call.dial).toHaveBeenCalledOnce()
  })

  it('does not ring what was taken away while it was being written down', async () => {
    const house = runnerOf([wakeup('w')])
    let write: (calls: ClaimedWakeup[]) => void = () => {}
    house.book.arm.mockImplementationOnce(() => new Promise((resolve) => (write = resolve)))
    await house.start()
    await house.pass(seconds(30))
    house.runner.recall(['w'])
    write([wakeup('w', { state: 'calling', dials: 1 })])
    await house.pass(0)
    expect(house.call.dial).not.toHaveBeenCalled()
    expect(house.call.hangUp).toHaveBeenCalledOnce()
    expect(house.book.disarm).toHaveBeenCalledOnce()
  })

  it('rings what was moved while it was being written down, in its new room', async () => {
    const house = runnerOf([wakeup('w')])
    let write: (calls: ClaimedWakeup[]) => void = () => {}
    house.book.arm.mockImplementationOnce(() => new Promise((resolve) => (write = resolve)))
    await house.start()
    await house.pass(seconds(30))
    house.runner.recall(['w'])
    house.claimable.push(wakeup('w', { room: '102' }))
    write([])
    await house.pass(seconds(6))
    expect(house.book.arm).toHaveBeenCalledTimes(2)
    expect(house.call.dial).toHaveBeenCalledOnce()
    // The one that was made ready for the old room.
    expect(house.call.hangUp).toHaveBeenCalledOnce()
  })

  it('rings what was moved while it rang, in its new room, once it has stopped in the old one', async () => {
    const house = runnerOf([wakeup('w')])
    let end: (result: CallResult) => void = () => {}
    house.call.ended = new Promise((resolve) => (end = resolve))
    await house.start()
    await house.pass(seconds(30))
    house.claimable.push(wakeup('w', { room: '102', dials: 1 }))
    house.runner.recall(['w'])
    await house.pass(seconds(6))
    expect(house.call.hangUp).toHaveBeenCalledOnce()
    expect(house.call.dial).toHaveBeenCalledOnce()
    end({ kind: 'no-answer', status: 487, reason: '', cause: null, forwarded: false, rang: true })
    await house.pass(0)
    expect(house.call.dial).toHaveBeenCalledTimes(2)
  })

  it('tries again what the database did not take', async () => {
    const house = runnerOf([wakeup('w')])
    house.book.arm.mockRejectedValueOnce(new Error('The database is gone'))
    await house.start()
    await house.pass(seconds(30))
    expect(house.call.hangUp).toHaveBeenCalledOnce()
    await house.pass(seconds(1))
    expect(house.call.dial).toHaveBeenCalledOnce()
  })

  it('gives the line back when the announcement could not be made, and does not count that as an attempt', async () => {
    const house = runnerOf([wakeup('w')])
    house.prepare.mockRejectedValue(new Error('No voice'))
    await house.start()
    await house.pass(seconds(30))
    expect(house.line.release).toHaveBeenCalledOnce()
    expect(house.book.ended.mock.calls.at(-1)?.[0]).toMatchObject([
      { rung: { call: { id: 'w' } }, result: { kind: 'line-trouble', reason: 'No voice' } },
    ])
  })

  it('looks on when the database cannot be read', async () => {
    const house = runnerOf([wakeup('w')])
    house.book.claim.mockRejectedValueOnce(new Error('The database is gone'))
    await house.start()
    expect(house.runner.describe().held).toBe(0)
    await house.pass(seconds(5))
    expect(house.runner.describe().held).toBe(1)
  })

  it('tells once that a call waits for a line, and gives it up when its grace time ends', async () => {
    const house = runnerOf([wakeup('w')])
    house.take.mockReturnValue(null)
    await house.start()
    for (let second = 0; second < 30 + 121; second++) await house.pass(seconds(1))
    expect(house.book.tellNoLine).toHaveBeenCalledOnce()
    for (let minute = 0; minute < 9; minute++) await house.pass(minutes(1))
    expect(house.book.giveUp).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'w' }),
      { outcome: 'no-line', proof: null },
      expect.any(Number),
    )
    expect(house.runner.describe()).toEqual({ held: 0, waiting: 0, ringing: 0 })
  })

  it('does not ring what was taken away while another call was being decided', async () => {
    const early = SEVEN - minutes(1)
    const house = runnerOf([
      wakeup('missed', { dueAt: SEVEN - days(1), nextAt: SEVEN - days(1) }),
      wakeup('w', { room: '102', dueAt: early, nextAt: early }),
    ])
    let decided: () => void = () => {}
    house.book.giveUp.mockImplementationOnce(() => new Promise((resolve) => (decided = resolve)))
    await house.start()
    house.runner.recall(['w'])
    decided()
    await house.pass(seconds(1))
    expect(house.call.dial).not.toHaveBeenCalled()
    expect(house.runner.describe()).toEqual({ held: 0, waiting: 0, ringing: 0 })
  })

  it('tells nobody of a call that was taken away while another one was being told of', async () => {
    const house = runnerOf([wakeup('first'), wakeup('w', { room: '102' })])
    house.take.mockReturnValue(null)
    let told: () => void = () => {}
    house.book.tellNoLine.mockImplementationOnce(() => new Promise((resolve) => (told = resolve)))
    await house.start()
    for (let second = 0; second < 30 + 121; second++) await house.pass(seconds(1))
    house.runner.recall(['w'])
    told()
    await house.pass(seconds(1))
    expect(house.book.tellNoLine).toHaveBeenCalledOnce()
  })

  it('does not try again what was taken away while the database did not take it', async () => {
    const house = runnerOf([wakeup('w')])
    let fail: (error: Error) => void = () => {}
    house.book.arm.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)))
    await house.start()
    await house.pass(seconds(30))
    house.runner.recall(['w'])
    fail(new Error('The database is gone'))
    await house.pass(seconds(2))
    expect(house.call.dial).not.toHaveBeenCalled()
    expect(house.runner.describe()).toEqual({ held: 0, waiting: 0, ringing: 0 })
  })

  it('stops although the database has gone and cannot be told how a call ended', async () => {
    const house = runnerOf([wakeup('w')])
    let end: (result: CallResult) => void = () => {}
    house.call.ended = new Promise((resolve) => (end = resolve))
    house.book.ended.mockRejectedValue(new Error('The database is gone'))
    await house.start()
    await house.pass(seconds(30))
    end({ kind: 'no-answer', status: 487, reason: '', cause: null, forwarded: false, rang: true })
    await house.pass(seconds(3))
    let isStopped = false
    void house.runner.stop(seconds(20)).then(() => (isStopped = true))
    for (let second = 0; second < 20; second++) await house.pass(second === 0 ? 0 : seconds(1))
    expect(isStopped).toBe(false)
    for (let second = 0; second < 3; second++) await house.pass(seconds(1))
    expect(isStopped).toBe(true)
  })

  it('writes each word of the exchanges once, however many calls there are', async () => {
    const rooms = Array.from({ length: 120 }, (_, at) => wakeup(`w${at}`, { room: String(at) }))
    const house = runnerOf(rooms, 1_000)
    const written: string[] = []
    const texts = (all: readonly { notes: readonly { text: string }[] }[]) =>
      written.push(...all.flatMap(({ notes }) => notes.map(({ text }) => text)))
    let first: () => void = () => {}
    let answered: () => void = () => {}
    house.book.note.mockImplementation((all) => {
      texts(all)
      return Promise.resolve()
    })
    house.book.note.mockImplementationOnce((all) => {
      texts(all)
      return new Promise((resolve) => (first = resolve))
    })
    house.book.answered.mockImplementation((all) => {
      texts(all.map(({ rung }) => rung))
      return new Promise((resolve) => (answered = resolve))
    })
    await house.start()
    await house.pass(seconds(30))
    const steps = house.line.prepare.mock.calls.map(([, one]) => one)
    for (const one of steps) one.progress(180, 'Ringing')
    await house.pass(0)
    // The last of them is picked up while the first hundred are being written.
    const picked = steps.at(-1)?.answered({ callId: 'c' })
    await house.pass(0)
    first()
    await house.pass(0)
    answered()
    await picked
    expect(written.filter((text) => text.includes('180'))).toHaveLength(120)
  })

  it('frees what carries its name and is not in its hands', async () => {
    const house = runnerOf([wakeup('w')])
    await house.start()
    await house.pass(seconds(31))
    const isOurs = house.book.freeOthers.mock.calls.at(-1)?.[1]
    expect([isOurs?.('w'), isOurs?.('other')]).toEqual([true, false])
  })
})
