import { describe, expect, it } from 'vitest'
import { checkPlaces } from './line-places.ts'

const told = (telephony: object) =>
  checkPlaces({ telephony }).map(({ pointer, words }) => `${pointer} ${words}`)
const line = (more: object) => ({ lines: [{ uri: 'sip:voice1@hotel.example', ...more }] })

describe('a line', () => {
  it.each([
    ['uri', 'sip:voice1@hotel.example:99999'],
    ['uri', 'sips:voice1@[2001:db8::1]:0'],
    ['registrar', 'pbx.example:65536'],
    ['proxy', '10.0.0.2:0'],
  ])('whose %s names a port that no machine has is refused: %s', (field, place) => {
    expect(told(line({ [field]: place }))).toEqual([
      `/telephony/lines/0/${field} must name a port from 1 to 65535`,
    ])
  })

  it.each([
    ['uri', 'sip:voice1@hotel.example:5060'],
    ['registrar', '2001:db8::99999'],
    ['registrar', '[2001:db8::1]:65535'],
    ['proxy', 'pbx.example'],
  ])('may have %s %s', (field, place) => expect(told(line({ [field]: place }))).toEqual([]))
})

describe('the ports of this machine', () => {
  const audioPorts = { low: 20_000, high: 21_000 }
  it.each([
    [
      { audioPorts: { low: 20_000, high: 20_000 } },
      '/telephony/audioPorts/high must be above low, which is 20000',
    ],
    [{ audioPorts: { high: 9_000 } }, '/telephony/audioPorts/high must be above low, which is 16384'],
    [
      { port: 20_500, audioPorts },
      '/telephony/port and the one above it must not be among audioPorts, 20000 to 21000',
    ],
    [
      { port: 19_999, audioPorts },
      '/telephony/port and the one above it must not be among audioPorts, 20000 to 21000',
    ],
    [{ port: 16_384 }, '/telephony/port and the one above it must not be among audioPorts, 16384 to 32767'],
  ])('%j: %s', (telephony, words) => expect(told(telephony)).toEqual([words]))

  it.each([{}, { port: 0 }, { port: 19_998, audioPorts }, { port: 21_001, audioPorts }])(
    'may be %j',
    (ports) => expect(told(ports)).toEqual([]),
  )
})
