import type { AlarmRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import {
  alarmListIn,
  bannerOf,
  callOf,
  groupOf,
  isUnsettled,
  mayBeReached,
  mayRingAgain,
  guestStanding,
  whereIs,
} from './alarm.ts'
import { homeOf, may } from './permissions.ts'

let count = 0
const alarm = (kind: string, raised: string, room = ''): AlarmRecord => ({
  id: String(++count),
  kind,
  level: kind.startsWith('wakeup.') ? 'red' : 'amber',
  about: { type: 'house', id: '' },
  detail: {},
  room,
  wakeup: null,
  text: 'So',
  raised,
  state: 'open',
  by: null,
  ended: null,
  note: '',
  known: null,
  step: 0,
  calls: 0,
  mailed: null,
  tenant: '',
})

describe('the banner of alarms', () => {
  it('has what somebody must act on before what is not well, the oldest first', () => {
    const shown = bannerOf([
      alarm('line.down', '01'),
      alarm('wakeup.failed', '03', '118'),
      alarm('wakeup.no-line', '02', '204'),
    ])
    expect(shown.map(({ level, alarms: [{ room }] }) => `${level} ${room}`)).toEqual([
      'red 204',
      'red 118',
      'amber ',
    ])
  })

  it('folds five of a kind into one, and not four', () => {
    const many = (length: number) =>
      Array.from({ length }, (_, at) => alarm('wakeup.no-line', `0${at}`, `10${at}`))
    expect(bannerOf(many(4))).toHaveLength(4)
    expect(bannerOf(many(5)).map(({ alarms }) => alarms.length)).toEqual([5])
  })

  it('is empty when nothing is wrong', () => {
    expect(bannerOf([])).toEqual([])
  })
})

describe('a guest who was not woken', () => {
  const again = (result: number) => ({ id: 'b', scheduled: '2026-11-15T06:41:00+01:00', result })
  it.each<[string, Partial<AlarmRecord>, ReturnType<typeof guestStanding>, boolean]>([
    ['is still to be woken', { result: 2 }, null, true],
    ['was reached by somebody', { result: 1 }, 'reached', false],
    ['is rung again', { result: 2, again: again(-1) }, 'rings', true],
    ['has answered since', { result: 2, again: again(1) }, 'answered', false],
    ['has not answered again', { result: 2, again: again(2) }, 'unanswered', true],
    ['was reached, though they did not answer', { result: 1, again: again(2) }, 'reached', false],
    ['is of a call that is kept no longer', {}, null, false],
  ])('%s', (_, of, standing, isLeft) => {
    const known = { ...alarm('wakeup.failed', '01', '118'), state: 'acknowledged', wakeup: 'a', ...of }
    expect([guestStanding(known), isUnsettled(known)]).toEqual([standing, isLeft])
    expect(mayRingAgain(groupOf([known]))).toBe(standing !== 'reached')
    expect(isUnsettled({ ...known, state: 'open' })).toBe(false)
  })
})

describe('an alarm about a call', () => {
  it.each([
    ['wakeup.failed', { isRungAgain: true, isReached: true }],
    ['wakeup.by-hand', { isRungAgain: false, isReached: true }],
    ['wakeup.no-line', { isRungAgain: false, isReached: true }],
    ['wakeup.left-behind', { isRungAgain: false, isReached: false }],
  ])('has the deeds that help its guest: %s', (kind, { isRungAgain, isReached }) => {
    const one = { kind, level: 'red', alarms: [{ ...alarm(kind, '01', '118'), wakeup: 'w1' }] } as const
    expect([callOf(one), mayRingAgain(one), mayBeReached(one)]).toEqual(['w1', isRungAgain, isReached])
    const two = { ...one, alarms: [one.alarms[0], one.alarms[0]] } as const
    expect([callOf(two), mayRingAgain(two), mayBeReached(two)]).toEqual([null, false, false])
  })
})

describe('an alarm', () => {
  it.each([
    [{ type: 'wakeup', id: 'w 1' }, '/wakeup/w%201'],
    [{ type: 'delivery', id: 'd1' }, '/delivery/d1'],
    [{ type: 'connector', id: 'pms' }, '/deliveries?lane=pms'],
    [{ type: 'server', id: 'rooms' }, '/deliveries?lane=rooms'],
    [{ type: 'line', id: 'voice3' }, '/settings/lines/voice3'],
    [{ type: 'room', id: '118' }, '/room/118'],
    [{ type: 'charge', id: 'c1' }, '/minibar'],
    [{ type: 'house', id: '' }, '/system'],
  ] as const)('about %j leads to %s', (about, path) => {
    expect(whereIs(about, ['administrator', 'inventory'])).toBe(path)
  })

  it('leads nobody to a page that they may not see', () => {
    const led = (type: 'wakeup' | 'delivery' | 'line', ...permissions: string[]) =>
      whereIs({ type, id: '1' }, permissions)
    expect(led('wakeup', 'frontdesk')).toBe('/wakeup/1')
    expect(led('delivery', 'frontdesk')).toBeNull()
    expect(led('delivery', 'review')).toBe('/delivery/1')
    expect(led('line', 'review')).toBeNull()
  })
})

describe('what an account may see', () => {
  it('is what it needs one permission for, and what needs none', () => {
    expect(may(['frontdesk'], ['frontdesk', 'administrator'])).toBe(true)
    expect(may(['inventory'], ['frontdesk', 'administrator'])).toBe(false)
    expect(may([], [])).toBe(true)
  })

  it('begins where its work is', () => {
    expect(homeOf(['frontdesk'], false)[0]).toBe('/today')
    expect(homeOf(['inventory'], false)[0]).toBe('/minibar')
    expect(homeOf(['inventory'], true)[0]).toBe('/rooms')
    expect(homeOf([], true)[0]).toBe('/rooms')
    expect(homeOf(['review'], false)[0]).toBe('/today')
  })
})

it.each([
  ['', 'open'],
  ['?state=acknowledged', 'acknowledged'],
  ['?state=over&tenant=east', 'over'],
  ['?state=of-a-newer-server', 'open'],
])('the page of alarms at %s lists those that are %s', (query, list) => {
  expect(alarmListIn(new URLSearchParams(query))).toBe(list)
})
