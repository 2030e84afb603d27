import { describe, expect, it } from 'vitest'
import type { Word } from '../wakeups/announcement.ts'
import { type GuestDeed, guestMenu, type GuestResult, type GuestState, type SetCall } from './guest-menu.ts'
import type { MenuEvent, MenuStep } from './menu.ts'

type Event = MenuEvent<GuestResult>
type Step = MenuStep<GuestState, GuestDeed>

const SEVEN: SetCall = { id: 'a', time: { hour: 7, minute: 0 }, day: 'tomorrow', repeats: false }
const NINE: SetCall = { id: 'b', time: { hour: 9, minute: 30 }, day: 'on-friday', repeats: true }

const keys = (pressed: string, heardMs = 5_000): Event[] =>
  pressed.split('').map((key) => ({ kind: 'key', key, heardMs }))
const SILENCE: Event = { kind: 'silence' }
const FAILED: Event = { kind: 'failed' }
const done = (result: GuestResult): Event => ({ kind: 'done', result })
const set = (call: SetCall) => done({ kind: 'set', call })

/** What the menu wants after all of this. */
function after(calls: readonly SetCall[], ...events: readonly Event[]): Step {
  const menu = guestMenu(calls)
  return events.reduce<Step>((last, event) => menu.step(last.state, event), menu.begin)
}

const said = ({ say = [] }: Step) => say.map(worded).join(' ')
const worded = (word: Word) =>
  'phrase' in word
    ? word.phrase
    : 'time' in word
      ? `${word.time.hour}:${word.time.minute}`
      : 'digits' in word
        ? word.digits
        : '?'

describe('a guest without a call', () => {
  it('is asked for a time', () => {
    expect(said(after([]))).toBe('menu-wakeup enter-time')
  })

  it.each(['0630', '630'])('dials %s, which is stored before anything is said', (pressed) => {
    expect(after([], ...keys(pressed))).toMatchObject({
      say: [],
      deed: { kind: 'set', time: { hour: 6, minute: 30 }, replaces: null },
    })
  })

  it('may leave the zero out where it could go on: silence or hash ends it', () => {
    const time = { hour: 1, minute: 30 }
    expect(after([], ...keys('130'))).toMatchObject({ say: [], listenMs: 2_000 })
    for (const end of [SILENCE, ...keys('#')])
      expect(after([], ...keys('130'), end)).toMatchObject({ deed: { kind: 'set', time } })
  })

  it('hears it read back with its day, and what can be done', () => {
    expect(said(after([], ...keys('0700'), set(SEVEN)))).toBe(
      'call-is-set 7:0 tomorrow to-confirm-hang-up to-change-two to-cancel-star',
    )
  })

  it.each(['0675', '2500', '9999'])(
    'dials %s and hears once that it is no time, with an example',
    (pressed) => {
      expect(said(after([], ...keys(pressed)))).toBe('not-a-time enter-time for-example 0630 6:30')
    },
  )

  it('hears of a slip when nothing follows, and not before', () => {
    expect(after([], ...keys('26'))).toMatchObject({ say: [], listenMs: 2_000 })
    for (const end of [SILENCE, ...keys('#')])
      expect(said(after([], ...keys('26'), end))).toMatch(/^not-a-time enter-time/)
  })

  it('who dials on before that was heard has not begun another time', () => {
    expect(after([], ...keys('0675'), ...keys('5', 100), ...keys('0645'))).toMatchObject({
      deed: { kind: 'set', time: { hour: 6, minute: 45 } },
    })
  })

  it('is asked three times, and then the desk is told', () => {
    const tries = [...keys('26'), SILENCE, SILENCE, ...keys('0'), SILENCE]
    expect(after([], ...tries)).toMatchObject({ say: [], deed: { kind: 'get help', mayConnect: true } })
    const last = after([], ...tries, done({ kind: 'desk told' }))
    expect([said(last), last.isOver]).toEqual(['desk-is-told', true])
  })

  it('takes back what was dialled with star, and hears the prompt again with hash', () => {
    expect(said(after([], ...keys('06*')))).toBe('enter-time')
    expect(said(after([], ...keys('#')))).toBe('enter-time')
    expect(after([], ...keys('06*'), ...keys('0730'))).toMatchObject({
      deed: { time: { hour: 7, minute: 30 } },
    })
  })

  it('is told who helps, when it cannot be stored', () => {
    const last = after([], ...keys('0630'), FAILED)
    expect([said(last), last.isOver]).toEqual(['not-possible-now call-the-desk', true])
    expect(said(after([], ...keys('0630'), done({ kind: 'too many' })))).toBe('no-more-calls call-the-desk')
  })
})

describe('a guest with a call', () => {
  it('hears it first', () => {
    expect(said(after([SEVEN]))).toBe(
      'menu-wakeup call-is-set 7:0 tomorrow to-change-enter to-cancel-star to-add-hash',
    )
  })

  it('changes it by dialling another time, also who dials at once', () => {
    expect(after([SEVEN], ...keys('1030', 0))).toMatchObject({
      deed: { kind: 'set', time: { hour: 10, minute: 30 }, replaces: 'a' },
    })
  })

  it('asks for one more with hash, which leaves the first as it is', () => {
    expect(said(after([SEVEN], ...keys('#')))).toBe('enter-time')
    expect(after([SEVEN], ...keys('#0930'))).toMatchObject({ deed: { kind: 'set', replaces: null } })
    expect(after([SEVEN], ...keys('#0930'), set(NINE)).state).toMatchObject({ others: [SEVEN] })
  })

  it('goes back with star from adding one more: the call stays, and is read out again', () => {
    const back = after([SEVEN], ...keys('#*'))
    expect(back.deed).toBeUndefined()
    expect(said(back)).toBe('call-is-set 7:0 tomorrow to-change-enter to-cancel-star to-add-hash')
  })

  it('cancels it with star, and that is all', () => {
    expect(after([SEVEN], ...keys('*'))).toMatchObject({ deed: { kind: 'cancel', id: 'a' } })
    const last = after([SEVEN], ...keys('*'), done({ kind: 'cancelled' }))
    expect([said(last), last.isOver]).toEqual(['call-cancelled good-bye', true])
  })

  it('hears of the next, where there are several', () => {
    expect(said(after([SEVEN, NINE]))).toMatch(/^menu-wakeup several-set 7:0 tomorrow to-change/)
    expect(said(after([SEVEN, NINE], ...keys('*'), done({ kind: 'cancelled' })))).toBe(
      'call-cancelled call-is-set 9:30 on-friday and-again to-change-enter to-cancel-star to-add-hash',
    )
  })

  it('hears what there is now, where it was rung or changed meanwhile', () => {
    expect(said(after([SEVEN], ...keys('*'), done({ kind: 'changed', calls: [] })))).toBe('enter-time')
  })
})

describe('the read-back', () => {
  const READ_BACK = [...keys('0700'), set(SEVEN)]

  it.each([
    ['1', 'good-bye', true],
    ['2', 'enter-time', undefined],
    ['5', 'call-is-set 7:0 tomorrow to-confirm-hang-up to-change-two to-cancel-star', undefined],
  ])('with %s goes on with: %s', (key, words, isOver) => {
    const next = after([], ...READ_BACK, ...keys(key))
    expect([said(next), next.isOver]).toEqual([words, isOver])
  })

  it('changes the call that was just set, with 2', () => {
    expect(after([], ...READ_BACK, ...keys('20800'))).toMatchObject({ deed: { replaces: 'a' } })
  })

  it('takes no key that was pressed before it was heard', () => {
    const typedAhead = after([], ...READ_BACK, ...keys('*', 499))
    expect([typedAhead.deed, typedAhead.state.at]).toEqual([undefined, 'read back'])
    expect(after([], ...keys('0700'), ...keys('1*'), set(SEVEN)).state.at).toBe('read back')
  })

  it('is said twice to somebody who says nothing, and that is enough', () => {
    expect(said(after([], ...READ_BACK, SILENCE))).toMatch(/^call-is-set/)
    expect(after([], ...READ_BACK, SILENCE, SILENCE)).toMatchObject({ isOver: true })
  })
})

describe('whatever comes in whatever state', () => {
  const STATES: readonly GuestState[] = [
    { at: 'time', calls: [], adds: false, keys: '', tries: 0, mustHear: false },
    { at: 'time', calls: [SEVEN, NINE], adds: false, keys: '1', tries: 2, mustHear: true },
    { at: 'time', calls: [SEVEN], adds: true, keys: '', tries: 0, mustHear: false },
    { at: 'deed', others: [NINE] },
    { at: 'read back', call: SEVEN, others: [NINE], isAgain: true },
    { at: 'over' },
  ]
  const EVENTS: readonly Event[] = [
    ...keys('0123456789*#'),
    SILENCE,
    FAILED,
    set(SEVEN),
    done({ kind: 'cancelled' }),
    done({ kind: 'too many' }),
    done({ kind: 'changed', calls: [] }),
    done({ kind: 'desk told' }),
  ]
  const step = guestMenu([]).step

  it.each(STATES)('it waits for a key, does something, or ends: $at', (state) => {
    for (const event of EVENTS) {
      const next = step(state, event)
      const isAsBefore = next.state === state && next.say === undefined
      const wants = [next.listenMs !== undefined, next.deed !== undefined, next.isOver === true]
      expect([event, isAsBefore ? 1 : wants.filter(Boolean).length]).toEqual([event, 1])
      expect(next.state.at === 'deed' && !isAsBefore).toBe(next.deed !== undefined)
    }
  })

  it('nothing is done but for a key, or for silence after one', () => {
    for (const state of STATES)
      for (const event of EVENTS.filter(({ kind }) => kind === 'done' || kind === 'failed'))
        expect(step(state, event).deed).toBeUndefined()
  })
})
