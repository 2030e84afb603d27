import { describe, expect, it, vi } from 'vitest'
import { rest } from '../../../testing/hand.ts'
import { mailbox, NOON } from '../../../testing/records.ts'
import { steppedClock } from '../../../testing/stepped-clock.ts'
import type { InboundCall, Voice } from '../../calls/caller.ts'
import type { GuestResult } from '../../hotel/menus/guest-menu.ts'
import type { Word } from '../../hotel/wakeups/announcement.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { type GuestDeeds, MenuCalls } from './menu-calls.ts'

const SPEECH_MS = 3_000

/** A phone that calls, and a house that does what a test says. */
function phoneCall(deeds: Partial<GuestDeeds> = {}) {
  const clock = steppedClock(NOON)
  const said: string[] = []
  const prepare = vi.fn<Voice['prepare']>((words) => {
    said.push(words.map(worded).join(' '))
    return Promise.resolve({ durationMs: SPEECH_MS })
  })
  let over: () => void = () => {}
  let press: (key: string) => void = () => {}
  const call = {
    menu: 'guest',
    line: 'voice1',
    tenant: '',
    caller: { from: '101', asserted: null, isAnonymous: false, isForwarded: false },
    callId: 'c',
    address: '10.0.0.2',
    ended: new Promise<void>((resolve) => (over = resolve)),
    refuse: vi.fn<InboundCall['refuse']>(),
    answer: vi.fn<InboundCall['answer']>((onKey) => {
      press = onKey
      return Promise.resolve()
    }),
    say: vi.fn<InboundCall['say']>(
      () => new Promise((resolve) => void clock.at(clock.now() + SPEECH_MS, resolve)),
    ),
    quiet: vi.fn<InboundCall['quiet']>(),
    hangUp: vi.fn<InboundCall['hangUp']>(() => over()),
  } as const
  const guests = {
    room: vi.fn<GuestDeeds['room']>(() =>
      Promise.resolve({ mailbox: mailbox({ number: '101' }), guests: [], calls: [] }),
    ),
    carryOut: vi.fn<GuestDeeds['carryOut']>(() => Promise.resolve<GuestResult>({ kind: 'too many' })),
    ...deeds,
  }
  const site = () => ({ language: 'en', spoken: ['en'] })
  const rules = () => ({ identity: 'from', atOnce: 10 }) as const
  const menus = new MenuCalls({ voice: { prepare }, clock, log: silentLog, guests, site, rules })
  const pass = async (ms: number) => {
    await rest(clock)
    clock.advance(ms)
    await rest(clock)
  }
  const keys = async (pressed: string) => {
    for (const key of pressed) press(key)
    await rest(clock)
  }
  menus.answer(call)
  return { menus, call, said, pass, keys, hangUp: () => over() }
}

const worded = (word: Word) => ('phrase' in word ? word.phrase : '?')

describe('somebody who calls', () => {
  it('hears that it is not possible now, where it cannot be found out who that is', async () => {
    const never = () => new Promise<never>(() => {})
    for (const room of [() => Promise.reject(new Error('The database is away')), never]) {
      const { said, pass, call, menus } = phoneCall({ room })
      await pass(seconds(2))
      expect(said.at(-1)).toBe('not-possible-now call-the-desk')
      await pass(SPEECH_MS)
      await pass(400)
      expect([call.hangUp.mock.calls.length, menus.going]).toEqual([1, 0])
    }
  })

  it('hears what was stored, also where the first answer of the database was lost', async () => {
    const carryOut = vi
      .fn<GuestDeeds['carryOut']>(() => Promise.resolve({ kind: 'too many' }))
      .mockRejectedValueOnce(new Error('The answer was lost'))
    const { said, pass, keys } = phoneCall({ carryOut })
    await pass(500)
    await keys('0630')
    expect(said.at(-1)).toBe('no-more-calls call-the-desk')
    expect(carryOut.mock.calls.map(([, { number }]) => number)).toEqual([1, 1])
  })

  it('more than ten times in ten minutes hears that it is busy', async () => {
    const { menus, call, pass, hangUp } = phoneCall()
    await pass(500)
    hangUp()
    await pass(0)
    for (let n = 0; n < 10; n++) {
      menus.answer(call)
      await pass(0)
    }
    expect(call.refuse).toHaveBeenCalledTimes(1)
    await pass(minutes(10))
    menus.answer(call)
    expect(call.refuse).toHaveBeenCalledTimes(1)
  })

  it('hears so too, where what they ask for cannot be stored', async () => {
    const { said, pass, keys } = phoneCall({ carryOut: () => Promise.reject(new Error('away')) })
    await pass(500)
    await keys('0630')
    expect(said.at(-1)).toBe('not-possible-now call-the-desk')
  })

  it('cuts the words off with a key, and only keys of a phone count', async () => {
    const carryOut = vi.fn<GuestDeeds['carryOut']>(() => Promise.resolve({ kind: 'too many' }))
    const { call, pass, keys } = phoneCall({ carryOut })
    await pass(500)
    const before = call.quiet.mock.calls.length
    await keys('A0')
    expect(call.quiet.mock.calls.length - before).toBe(1)
    await keys('630D')
    expect(carryOut.mock.calls.map(([deed]) => deed)).toEqual([
      { kind: 'set', time: { hour: 6, minute: 30 }, replaces: null },
    ])
  })

  it('who hangs up before it is stored has asked for it all the same', async () => {
    let stored: (result: GuestResult) => void = () => {}
    const carryOut = vi.fn<GuestDeeds['carryOut']>(() => new Promise((resolve) => (stored = resolve)))
    const { pass, keys, hangUp, said, menus } = phoneCall({ carryOut })
    await pass(500)
    await keys('0630')
    hangUp()
    await pass(0)
    stored({ kind: 'too many' })
    await pass(0)
    expect([carryOut.mock.calls.length, said.length, menus.going]).toEqual([1, 2, 0])
  })

  it('is hung up after two minutes, whatever they do', async () => {
    const { call, pass, keys } = phoneCall()
    await pass(500)
    for (let n = 0; n < 40; n++) {
      await keys('#')
      await pass(seconds(3))
    }
    expect(call.hangUp).toHaveBeenCalledTimes(1)
  })
})
