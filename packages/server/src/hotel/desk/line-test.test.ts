import { describe, expect, it } from 'vitest'
import { lineNews, statusIn } from '../site/line-health.ts'
import { type TestEnd, testWords, verdictOnTest } from './line-test.ts'

const AUDIO = {
  announced: '10.0.0.5:16384',
  wanted: '10.0.0.9:4000',
  codec: 'PCMA',
  sent: 100,
  received: 90,
  lost: 0,
}
const ANSWERED: TestEnd = {
  outcome: 'answered',
  status: 200,
  reason: 'OK',
  hungUpBy: 'them',
  heardMs: 4_000,
  keys: '1',
  audio: AUDIO,
}

describe('a test call', () => {
  it.each<[string, Partial<TestEnd>, string]>([
    ['a key was heard', {}, 'well'],
    ['sound came and no key', { keys: '' }, 'no-key'],
    ['nothing came at all', { keys: '', audio: { ...AUDIO, received: 0 } }, 'deaf'],
    ['the exchange tells keys by itself', { audio: { ...AUDIO, received: 0 } }, 'well'],
    ['nobody picked up', { outcome: 'no-answer' }, 'unanswered'],
    ['the phone was busy', { outcome: 'busy' }, 'unanswered'],
    ['the exchange refused it', { outcome: 'line-trouble', status: 503 }, 'refused'],
    ['the number is unknown', { outcome: 'unreachable', status: 404 }, 'refused'],
    ['no line was free in time', { outcome: 'no-line', status: null }, 'no-line'],
  ])('where %s', (_, end, verdict) => {
    expect(verdictOnTest({ ...ANSWERED, ...end })).toBe(verdict)
  })

  it('asks for a key in the language of the house, as far as it has words for it', () => {
    expect(testWords('de-CH', null)).toMatchObject([{ text: expect.stringContaining('Eins') }])
    expect(testWords('nl', null)).toEqual([{ phrase: 'attention' }, { phrase: 'press-one-if-known' }])
    expect(testWords('en', { recording: 'x' })).toEqual([{ recording: 'x' }])
  })
})

describe('a line', () => {
  it.each([
    ['starting', 'works', null],
    ['starting', 'down', 'down'],
    ['works', 'works', null],
    ['works', 'rests', 'rests'],
    ['rests', 'works', 'up'],
    ['works', 'down', 'down'],
    ['down', 'works', 'up'],
  ] as const)('that is %s and then %s: %s', (before, now, told) => {
    expect(lineNews(before, now)).toBe(told)
  })

  it.each([
    ['the exchange does not let it register (403 Forbidden)', 403],
    ['503 Service Unavailable', 503],
    ['the exchange does not answer', null],
    ['port 5062 is taken', null],
  ])('of which it is said that %s', (why, status) => {
    expect(statusIn(why)).toBe(status)
  })
})
