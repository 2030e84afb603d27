import { describe, expect, it } from 'vitest'
import { longNumbers } from './long-numbers.ts'

const room = (number: string, tenant = '') => ({ number, tenant })
const PMS = { type: 'fias', host: '10.0.0.6', port: 5010 } as const
const fias = (name: string, tenant = '') => ({ name, tenant, config: PMS })
const webhook = { name: 'bar', tenant: '', config: { url: 'http://10.0.0.5/' } }
const WHY = 'some property systems take room numbers of 8 characters at most'

describe('the number of a room', () => {
  it('of eight characters is known to every property system', () => {
    expect(longNumbers([room('12345678'), room('SUITE 08')], [fias('pms')])).toEqual([])
  })

  it('of more is doubtful, and the first of them is named', () => {
    expect(longNumbers([room('101'), room('SUITE 1001')], [fias('pms')])).toEqual([
      `pms may not know room SUITE 1001: ${WHY}`,
    ])
    const both = [room('123456789'), room('SUITE 1001'), room('123456789')]
    expect(longNumbers(both, [fias('pms')])).toEqual([`pms may not know room 123456789 and 1 more: ${WHY}`])
  })

  it('of any length will do without a property system', () => {
    expect(longNumbers([room('123456789')], [webhook])).toEqual([])
  })

  it("matters to the property system of the room's tenant, and to one of the whole house", () => {
    const systems = [fias('house'), fias('east', 'e'), fias('west', 'w')]
    expect(longNumbers([room('123456789', 'e')], systems)).toEqual([
      `house may not know room 123456789: ${WHY}`,
      `east may not know room 123456789: ${WHY}`,
    ])
  })
})
