import { describe, expect, it } from 'vitest'
import { summaryOf, wakeupIn, withoutGuests } from './delivery-words.ts'

const COLA = {
  charge: 'c',
  item: { id: '10', description: 'Cola', category: { id: '1', description: 'Drinks' } },
  quantity: 2,
  price: '4.50',
  total: '9.00',
  user: 'maid',
}
const status = { id: '1', description: 'Clean' }

describe('what a message tells, in one line', () => {
  it.each([
    ['a charge', COLA, '2 × Cola 9.00'],
    ['a charge in a currency', { ...COLA, currency: 'CHF' }, '2 × Cola 9.00 CHF'],
    ['what takes a charge back', { ...COLA, quantity: -2, total: '-9.00' }, '-2 × Cola -9.00'],
    ['a room status', { status, previous: null, user: 'maid' }, 'Clean'],
    ['an event', { wakeup: 'w', text: 'Nobody answered' }, 'Nobody answered'],
    ['nothing that is known', {}, ''],
  ])('of %s', (_, payload, line) => {
    expect(summaryOf({ payload })).toBe(line)
  })

  it('names the call of an event', () => {
    expect(wakeupIn({ payload: { wakeup: 'w', text: '' } })).toBe('w')
    expect(wakeupIn({ payload: { wakeup: null } })).toBeNull()
    expect(wakeupIn({ payload: COLA })).toBeNull()
  })

  it('is the same without the guests', () => {
    const told = { ...COLA, guests: [{ id: 'g', name: 'Okafor', reservation: '1', system: 'pms' }] }
    expect(withoutGuests(told)).toEqual(COLA)
  })
})
