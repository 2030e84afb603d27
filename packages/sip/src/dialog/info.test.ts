import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyFromInfo, writeDtmfRelay } from './info.ts'

describe('the key in an INFO body', () => {
  it.each([
    ['application/dtmf-relay', 'Signal=1\r\nDuration=160\r\n', '1'],
    ['application/dtmf-relay', 'Signal= 1\r\nDuration= 250\r\n', '1'],
    ['application/dtmf-relay', 'Duration=160\nsignal = #', '#'],
    ['Application/DTMF-Relay; charset=utf-8', 'Signal=a\r\n', 'A'],
    ['application/dtmf-relay', 'Signal=11\r\n', '#'],
    ['application/dtmf-relay', 'Signal=\r\nDuration=160', null],
    ['application/dtmf-relay', 'Signal=flash\r\n', null],
    ['application/dtmf-relay', 'NoSignal=1\r\n', null],
    ['application/dtmf', '5', '5'],
    ['application/dtmf', ' *\r\n', '*'],
    ['application/dtmf', '', null],
    ['application/dtmf', '55', null],
    ['text/plain', '5', null],
    ['', '', null],
  ])('%s %j is %j', (type, body, key) => {
    expect(keyFromInfo(type, body)).toBe(key)
  })

  it('is what a phone wrote', () => {
    for (const key of '0123456789*#ABCD')
      expect(keyFromInfo('application/dtmf-relay', writeDtmfRelay(key, 100))).toBe(key)
  })

  it('is a key or none, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('application/dtmf-relay', 'application/dtmf'),
        fc.string(),
        (type, body) => {
          const key = keyFromInfo(type, body)
          return key === null || /^[0-9*#A-D]$/.test(key)
        },
      ),
    )
  })
})
