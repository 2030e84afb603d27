import type { DestinationRecord } from '@reveille/contract'
import { describe, expect, it } from 'vitest'
import { laneTexts, laneWords } from '../texts/lanes.ts'
import { verdictOn } from './delivery.ts'
import { answerIn, goesOn, isInTrouble, laneFare, nextTryOf, whyOf } from './lane-fare.ts'

const NINE = '2026-11-14T09:00:00+01:00'
const TEN = '2026-11-14T10:00:00+01:00'
const LATER = '2026-11-14T10:05:00+01:00'
const now = Date.parse(TEN)

const lane = (more: Partial<DestinationRecord>): DestinationRecord => ({
  name: 'bar',
  purpose: 'charge',
  tenant: '',
  state: 'flowing',
  link: null,
  waiting: 0,
  oldest: null,
  uncertain: 0,
  failures: 0,
  failing: null,
  next: null,
  last: null,
  disabled: null,
  why: '',
  ...more,
})
const FAILS = { failures: 2, failing: NINE }
const AWAY = { up: false, since: NINE, why: 'connection refused' }
const NONE = { uncertain: 0, refused: 0, waiting: 0, dead: 0, takenBack: 0, delivered: 0 }

// As the server tells it, and what is said of it: the badge, whether System lists it, and the sentence of the page.
const STATES: readonly (readonly [string, Partial<DestinationRecord>, string, boolean, string])[] = [
  ['flowing', {}, 'Flowing', false, 'well'],
  ['waiting', { waiting: 3, oldest: NINE }, 'Flowing', false, 'well'],
  ['uncertain', { uncertain: 1 }, 'Flowing', false, 'uncertain'],
  ['failing at first', { ...FAILS, waiting: 1 }, 'Nothing gets there', true, 'held'],
  ['failing, and nothing waits', FAILS, 'Nothing gets there', true, 'away'],
  ['paused', { state: 'paused', ...FAILS, waiting: 2 }, 'Paused', true, 'held'],
  ['tried with one', { state: 'probing', ...FAILS, waiting: 2 }, 'Trying one', true, 'held'],
  ['failing for long', { state: 'failing', ...FAILS, waiting: 2 }, 'Nothing gets there', true, 'held'],
  ['not linked', { state: 'unready', link: AWAY }, 'Not linked', true, 'away'],
  ['stopped by itself', { state: 'disabled', disabled: NINE, ...FAILS }, 'Disabled', true, 'disabled'],
  ['stopped by a person', { state: 'disabled', ...FAILS }, 'Disabled', false, 'disabled'],
]

describe('a lane, on every page', () => {
  it.each(STATES)('that is %s', (_, is, badge, isListed, verdict) => {
    const one = lane(is)
    const words = laneWords(laneTexts.en, laneFare(one), '')
    const said = verdictOn({ ...NONE, uncertain: one.uncertain, waiting: one.waiting }, [one]).is
    expect([words, isInTrouble(one), said]).toEqual([badge, isListed, verdict])
    // Nobody reads that all is well beside a lane that System shows.
    expect(isListed && said === 'well').toBe(false)
  })

  it('says when it is tried next, as exactly as the clock on the wall', () => {
    expect(laneWords(laneTexts.en, 'failing', '10:42:15')).toBe('Nothing gets there, next try at 10:42:15')
    expect(laneWords(laneTexts.de, 'paused', '10:42:15')).toBe('Pausiert, nächster Versuch um 10:42:15')
    expect(laneWords(laneTexts.en, 'flowing', '10:42:15')).toBe('Flowing')
    expect(laneWords(laneTexts.en, 'of a later version', '')).toBe('of a later version')
  })

  it('tells no time that has come', () => {
    const nextOf = (next: string | null) => nextTryOf({ next }, now)
    expect([nextOf(LATER), nextOf(TEN), nextOf(NINE), nextOf(null)]).toEqual([
      Date.parse(LATER),
      null,
      null,
      null,
    ])
  })

  it('tells why, and what was answered', () => {
    expect([whyOf(lane({ link: AWAY })), whyOf(lane({ link: AWAY, why: 'gone' }))]).toEqual([
      'connection refused',
      'gone',
    ])
    expect(whyOf(lane({ link: { ...AWAY, up: true } }))).toBe('')
    const attempt = { at: TEN, status: 503, ms: 3, text: 'no room', trigger: 'automatic' }
    expect([answerIn(attempt), answerIn({ ...attempt, status: null }), answerIn(null)]).toEqual([
      '503 no room',
      'no room',
      '',
    ])
  })
})

describe('a message that waits', () => {
  it.each([
    ['is due by itself', NINE, {}, { is: 'itself' }],
    ['has its own next try', LATER, { ...FAILS, next: LATER }, { is: 'at', at: Date.parse(LATER) }],
    // What waits longer by itself goes with the others, when the lane takes one.
    [
      'goes with its lane',
      '2026-11-14T15:00:00+01:00',
      { state: 'paused', next: LATER },
      { is: 'at', at: Date.parse(LATER) },
    ],
    [
      'goes with its lane',
      NINE,
      { state: 'failing', failures: 7, next: LATER },
      { is: 'at', at: Date.parse(LATER) },
    ],
    ['waits for somebody', NINE, { state: 'disabled' }, { is: 'enabled' }],
    ['waits for the link', NINE, { state: 'unready', link: AWAY }, { is: 'linked' }],
    [
      'has a lane that is another',
      LATER,
      { name: 'spa', state: 'disabled' },
      { is: 'at', at: Date.parse(LATER) },
    ],
  ])('%s', (_, next, is, goes) => {
    const message = { destination: 'bar', purpose: 'charge', owner: '', next }
    expect(goesOn(message, [lane(is)], now)).toEqual(goes)
  })
})
