import { describe, expect, it } from 'vitest'
import { ownerOf } from './owner.ts'

const room = (number: string, tenant: string) => ({ number, tenant })

describe('an address that says not whose thing it means', () => {
  it.each([
    ['the house’s own, also where a tenant has one', [room('110', 'east'), room('110', '')], ''],
    ['that of the only tenant who has one', [room('110', 'east'), room('111', '')], 'east'],
    [
      'none that can be told, where two tenants have one',
      [room('110', 'east'), room('110', 'west')],
      undefined,
    ],
    ['none, where there is none', [room('111', '')], undefined],
    ['what belongs to nobody', [{ number: '110' }], undefined],
  ])('means %s', (_, all, owner) => {
    expect(ownerOf(all, 'number', '110')).toBe(owner)
  })
})
