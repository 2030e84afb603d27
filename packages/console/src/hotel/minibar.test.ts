import { describe, expect, it } from 'vitest'
import {
  beginningWith,
  chosenOf,
  countGone,
  countOf,
  inOrder,
  isTooMany,
  lastOf,
  mayAdd,
  meant,
  nextRooms,
  shelvesFor,
  standingOf,
  sumsOf,
  withHeld,
} from './minibar.ts'

const room = (number: string, tenant = '') => ({ number, tenant })
const rooms = ['101', '102', '110', '1101', '98', '201'].map((number) => room(number))
const numbers = (all: readonly { readonly number: string }[]) => all.map(({ number }) => number).join(' ')
const item = (id: string, price: string, more: object = {}) => ({
  id,
  description: id,
  category: '1',
  max: 0,
  price,
  tenant: '',
  ...more,
})

describe('the keypad', () => {
  it.each([
    ['10', null],
    ['101', '101'],
    // 1101 may follow: then the tick says that it is meant.
    ['110', null],
    ['11', null],
    ['1101', '1101'],
    ['9', null],
    ['98', '98'],
    ['7', null],
  ])('takes %s for room %s', (typed, number) => {
    expect(meant(rooms, typed)?.number ?? null).toBe(number)
  })

  it('waits while a longer number begins with what was typed', () => {
    expect(meant([room('11'), room('110')], '11')).toBeNull()
  })

  it('waits where two tenants have a room of that number', () => {
    expect(meant([room('110'), room('110', 'East')], '110')).toBeNull()
  })

  it('shows the rooms that may be meant', () => {
    expect(numbers(beginningWith(rooms, '10'))).toBe('101 102')
    expect(numbers(beginningWith(rooms, ''))).toBe(numbers(rooms))
  })
})

describe('the round', () => {
  const done =
    (...some: string[]) =>
    ({ number }: { readonly number: string }) =>
      some.includes(number)

  it('goes by number, short ones first', () => {
    expect(numbers(inOrder(rooms))).toBe('98 101 102 110 201 1101')
  })

  it.each([
    ['102', [], '110 201 1101'],
    ['102', ['110'], '201 1101 98'],
    ['1101', [], '98 101 102'],
    ['', ['98'], '101 102 110'],
    ['102', ['98', '101', '110', '201', '1101'], ''],
  ])('leads on from %s with %j done: %s', (last, some, next) => {
    expect(numbers(nextRooms(rooms, last, done(...some), 3))).toBe(next)
  })

  it('stands where this person was last', () => {
    const at = (number: string, user: string, when: string) => ({
      room: number,
      tenant: '',
      at: `2026-11-16T${when}`,
      user,
      used: true,
    })
    const checks = [
      at('101', 'maria', '09:00:00+01:00'),
      at('102', 'ben', '09:05:00+01:00'),
      at('110', 'maria', '09:02:00+01:00'),
    ]
    expect([lastOf(checks, 'maria'), lastOf(checks, 'eva')]).toEqual(['110', ''])
    const held = withHeld(checks, [{ room: '98', tenant: '', at: '2026-11-16T08:03:00.000Z' }], 'maria')
    expect([lastOf(held, 'maria'), held.some(({ room: one }) => one === '98')]).toEqual(['98', true])
  })
})

describe('the basket', () => {
  it.each([
    [{ a: 2, b: 1 }, '12.90'],
    [{ a: 1 }, '4.50'],
    [{ c: 3 }, '0.3'],
    [{ a: 1, c: 1 }, '4.60'],
    [{ d: 2 }, '14'],
  ])('adds up %j exactly to %s', (quantities, total) => {
    const items = [item('a', '4.50'), item('b', '3.90'), item('c', '0.1'), item('d', '7')]
    expect(sumsOf(chosenOf(items, quantities))).toEqual([{ currency: '', total }])
  })

  it('adds no francs to euros', () => {
    const items = [item('a', '4.50', { currency: 'EUR' }), item('b', '3.90')]
    expect(sumsOf(chosenOf(items, { a: 1, b: 2 }))).toEqual([
      { currency: 'EUR', total: '4.50' },
      { currency: '', total: '7.80' },
    ])
    expect(sumsOf([])).toEqual([])
  })

  it('counts what was charged and stands, each currency by itself', () => {
    const charge = (total: string, more: object = {}) => ({
      kind: 'charge' as const,
      voided: false,
      total,
      currency: 'CHF',
      ...more,
    })
    const back = { kind: 'void' as const }
    const charges = [charge('9.00'), charge('3.2'), charge('4.50', { voided: true }), charge('-4.50', back)]
    expect(standingOf([...charges, charge('1.00', { currency: 'EUR' })])).toEqual({
      count: 3,
      sums: [
        { currency: 'CHF', total: '12.20' },
        { currency: 'EUR', total: '1.00' },
      ],
    })
    expect(standingOf([])).toEqual({ count: 0, sums: [] })
  })

  it('takes as many as the item allows', () => {
    expect([mayAdd({ max: 0 }, 900), mayAdd({ max: 2 }, 1), mayAdd({ max: 2 }, 2)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('leaves out what is no longer sold, and says how much that was', () => {
    const items = [item('a', '4.50'), item('b', '3.90')]
    const quantities = { a: 2, b: 0, z: 3 }
    const chosen = chosenOf(items, quantities)
    expect([countOf(chosen), sumsOf(chosen)]).toEqual([2, [{ currency: '', total: '9.00' }]])
    expect([countGone(items, quantities), countGone(items, { a: 1 })]).toEqual([3, 0])
  })

  it('is too much of an item that fewer are allowed of meanwhile', () => {
    expect([isTooMany({ max: 0 }, 9), isTooMany({ max: 2 }, 2), isTooMany({ max: 2 }, 3)]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('offers what the tenant of the room sells, and shared things that it has not replaced', () => {
    const items = [
      item('1', '1'),
      item('2', '2'),
      item('2', '9', { tenant: 'East' }),
      item('3', '3', { tenant: 'West' }),
    ]
    const categories = [
      { id: '1', description: 'Drinks', color: '', tenant: '' },
      { id: '2', description: 'Empty', color: '', tenant: '' },
    ]
    const prices = (tenant: string) =>
      shelvesFor(tenant, items, categories).map((shelf) => shelf.items.map(({ price }) => price))
    expect([prices(''), prices('East')]).toEqual([[['1', '2']], [['1', '9']]])
  })
})
