import { describe, expect, it } from 'vitest'
import { callNews } from './fias-wakeup.ts'

describe('the time of a call that a property system asks for', () => {
  it.each([
    ['261115', '070030', '2026-11-15T07:00:30'],
    ['261115', '0700', '2026-11-15T07:00:00'],
    ['280229', '235959', '2028-02-29T23:59:59'],
    ['270229', '070000', null],
    ['261131', '070000', null],
    ['261115', '240000', null],
    ['261115', '076000', null],
    ['261115', '070060', null],
    ['261115', '07003', null],
    ['20261115', '070000', null],
    ['2611', '070000', null],
    ['', '', null],
    ['abcdef', 'ghijkl', null],
  ])('%s %s', (date, time, wall) =>
    expect(callNews({ kind: 'request', room: '101', date, time })).toEqual({
      kind: 'request',
      room: '101',
      date,
      time,
      wall,
    }),
  )
})

describe('what a property system clears', () => {
  it.each([
    ['everything', null, null, { day: null, time: null }],
    ['that call', '261116', '070030', { day: '20261116', time: '07:00:30' }],
    ['that day', '261116', null, { day: '20261116', time: null }],
    ['that time of any day', null, '070030', { day: null, time: '07:00:30' }],
    ['a day that does not exist', '261131', '070030', null],
    ['a time that does not exist', null, '250000', null],
  ])('%s', (_, date, time, moment) =>
    expect(callNews({ kind: 'clear', room: '101', date, time })).toEqual({
      kind: 'clear',
      room: '101',
      date,
      time,
      moment,
    }),
  )
})
