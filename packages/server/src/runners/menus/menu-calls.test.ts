import { describe, expect, it, vi } from 'vitest'
import { rest } from '../../../testing/hand.ts'
import { mailbox, NOON } from '../../../testing/records.ts'
import { steppedClock } from '../../../testing/stepped-clock.ts'
import type { InboundCall, Voice } from '../../calls/caller.ts'
import type { GuestResult } from '../../hotel/menus/guest-menu.ts'
import type { Word } from '../../hotel/wakeups/announcement.ts'
import { minutes, seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import { type GuestDeeds, MenuCalls, type MenuRules, type StaffDeeds } from './menu-calls.ts'

const SPEECH_MS = 3_000

/** A phone that calls, and a house that does what a test says. */
function phoneCall(
  deeds: Partial<GuestDeeds> = {},
  works: Partial<StaffDeeds> = {},
  menu: InboundCall['menu'] = 'guest',
  identity: MenuRules['identity'] = 'from',
) {
  const clock = steppedClock(NOON)
  const said: string[] = []
  const prepare = vi.fn<Voice['prepare']>((words) => {
    said.push(words.map(worded).join(' '))
    return Promise.resolve({ durationMs: SPEECH_MS })
  })
  let over: () => void = () => {}
  let needLine: () => void = () => {}
  let press: (key: string) => void = () => {}
  const call = {
    menu,
    line: 'voice1',
    tenant: '',
    caller: { from: '101', asserted: null, isAnonymous: false, isForwarded: false },
    callId: 'c',
    tag: 't',
    address: '10.0.0.2',
    ended: new Promise<void>((resolve) => (over = resolve)),
    lineNeeded: new Promise<void>((resolve) => (needLine = resolve)),
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
    transfer: vi.fn<InboundCall['transfer']>(() => Promise.resolve(false)),
  } as const
  const guests = {
    room: vi.fn<GuestDeeds['room']>(() =>
      Promise.resolve({ mailbox: mailbox({ number: '101' }), guests: [], calls: [] }),
    ),
    carryOut: vi.fn<GuestDeeds['carryOut']>(() => Promise.resolve<GuestResult>({ kind: 'too many' })),
    ...deeds,
  }
  const site = () => ({ language: 'en', spoken: ['en'] })
  const rules = () => ({ identity, atOnce: 10 })
  const staff = () => ({ ...NOBODY_WORKS_HERE, ...works })
  const menus = new MenuCalls({ voice: { prepare }, clock, log: silentLog, guests, staff, site, rules })
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
  return { menus, call, said, pass, keys, hangUp: () => over(), needLine: () => needLine() }
}

const never = () => Promise.reject(new Error('Nobody works here'))
const NOBODY_WORKS_HERE: StaffDeeds = {
  isDesk: false,
  signIn: () => Promise.resolve({ kind: 'wrong' }),
  housekeeping: never,
  minibar: never,
  desk: () => Promise.resolve({ kind: 'no alarm' }),
  end: () => {},
}

const worded = (word: Word) => ('phrase' in word ? word.phrase : '?')

describe('somebody who calls', () => {
  it('hears that it is not possible now, where it cannot be found out who that is', async () => {
    const forEver = () => new Promise<never>(() => {})
    for (const room of [() => Promise.reject(new Error('The database is away')), forEver]) {
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

  it('hears that the line is needed for a guest who is to be woken, and nothing is done any more', async () => {
    const { said, pass, keys, call, needLine, menus } = phoneCall()
    await pass(500)
    await keys('063')
    needLine()
    await keys('0')
    expect([said.at(-1), call.quiet.mock.calls.length > 0]).toEqual(['line-needed call-again-soon', true])
    await pass(SPEECH_MS)
    await pass(400)
    expect([call.hangUp.mock.calls.length, menus.going]).toEqual([1, 0])
    expect(said.at(-1)).toBe('line-needed call-again-soon')
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

  it('the number of all menus is counted where that leads to the menu of guests, and nowhere else', async () => {
    const { menus, call, said, pass, keys, hangUp } = phoneCall({}, {}, 'main')
    hangUp()
    const dial = async (choice: string) => {
      let end: () => void = () => {}
      menus.answer({ ...call, ended: new Promise((resolve) => (end = resolve)) })
      await pass(500)
      await keys(choice)
      const heard = said.at(-1)
      end()
      await pass(0)
      return heard
    }
    for (let n = 0; n < 11; n++) await dial('2')
    expect(call.refuse).not.toHaveBeenCalled()
    const heard: (string | undefined)[] = []
    for (let n = 0; n < 11; n++) heard.push(await dial('1'))
    expect([heard[9], heard[10]]).toEqual(['menu-wakeup enter-time', 'not-possible-now call-the-desk'])
  })

  it('is counted by the number that counts for who calls, whatever else the phone says of itself', async () => {
    const { menus, call, pass, hangUp } = phoneCall({}, {}, 'guest', 'asserted')
    hangUp()
    const callAs = async (from: string, asserted: string) => {
      menus.answer({ ...call, caller: { ...call.caller, from, asserted } })
      await pass(0)
    }
    for (let n = 0; n < 11; n++) await callAs('0', String(200 + n))
    expect(call.refuse).not.toHaveBeenCalled()
    for (let n = 0; n < 11; n++) await callAs(String(300 + n), '102')
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

describe('one number for all menus', () => {
  it('leads on to the menu that is chosen, which hears what is pressed meanwhile', async () => {
    const carryOut = vi.fn<GuestDeeds['carryOut']>(() => Promise.resolve({ kind: 'too many' }))
    const { call, said, pass, keys } = phoneCall({ carryOut }, {}, 'main')
    await pass(500)
    expect(said.at(-1)).toMatch(/^wakeup-one/)
    await keys('1')
    await keys('0630')
    expect(carryOut).toHaveBeenCalledOnce()
    expect(call.answer).toHaveBeenCalledOnce()
  })
})

describe('whoever works here', () => {
  it('does nothing before they have signed in', async () => {
    const housekeeping = vi.fn<StaffDeeds['housekeeping']>(() =>
      Promise.resolve({ kind: 'status set', code: '1', condition: 'clean' }),
    )
    const signIn = vi.fn<StaffDeeds['signIn']>(() => Promise.resolve({ kind: 'signed in' }))
    const { said, pass, keys } = phoneCall({}, { housekeeping, signIn }, 'housekeeping')
    await pass(500)
    expect(said.at(-1)).toBe('enter-number')
    await keys('12#')
    await keys('4711#')
    expect(signIn).toHaveBeenCalledWith({ kind: 'sign in', number: '12', pin: '4711' }, [])
    expect(housekeeping).not.toHaveBeenCalled()
    await keys('1#')
    expect(housekeeping).toHaveBeenCalledWith({ kind: 'set status', room: '101', code: '1' }, 2)
    expect(said.at(-1)).toBe('status-is clean next-room-one')
  })

  it.each([
    ['minibar', 'inventory'],
    ['desk', 'frontdesk'],
  ] as const)('needs for the menu %s the permission %s', async (menu, permission) => {
    const signIn = vi.fn<StaffDeeds['signIn']>(() => Promise.resolve({ kind: 'not allowed' }))
    const { said, pass, keys } = phoneCall({}, { signIn }, menu)
    await pass(500)
    await keys('12#4711#')
    expect(signIn).toHaveBeenCalledWith(expect.anything(), [permission])
    expect(said.at(-1)).toBe('not-allowed good-bye')
  })

  it('at the phone of the desk hears its alarms without a PIN', async () => {
    const end = vi.fn<StaffDeeds['end']>()
    const { said, pass, hangUp } = phoneCall({}, { isDesk: true, end }, 'desk')
    await pass(500)
    expect(said.at(-1)).toBe('no-alarms good-bye')
    hangUp()
    await pass(0)
    expect(end).toHaveBeenCalledOnce()
  })

  it('may call as often as there are rooms', async () => {
    const { menus, call, pass, hangUp } = phoneCall({}, {}, 'housekeeping')
    await pass(500)
    hangUp()
    await pass(0)
    for (let n = 0; n < 30; n++) {
      menus.answer(call)
      await pass(0)
    }
    expect(call.refuse).not.toHaveBeenCalled()
  })
})
