import { expect, test } from 'vitest'
import { node } from '../../../testing/records.ts'
import {
  areAgreed,
  COMMON_HOUSE,
  houseOf,
  housesFor,
  housesOf,
  LOG_HOUSE,
  tenantsByHouse,
  toHandOver,
  whoseOf,
} from './houses.ts'

const line = (tenant: string) => ({ tenant })

test.each([
  ['no lines', [], [LOG_HOUSE, COMMON_HOUSE]],
  ['a line that serves all', [line('east'), line('')], [LOG_HOUSE, COMMON_HOUSE]],
  ['lines of tenants only', [line('east'), line('west')], [LOG_HOUSE, COMMON_HOUSE, 'east', 'west']],
])('with %s', (_, lines, houses) => {
  expect(housesOf(['east', 'west'], lines)).toEqual(houses)
})

test('a tenant lives in a house of its own, or in that of all', () => {
  const houses = new Set(housesOf(['east'], [line('east')]))
  expect([houseOf('east', houses), houseOf('', houses), houseOf('gone', houses)]).toEqual(['east', '', ''])
})

test('whose calls a node rings that has a house', () => {
  const tenants = ['east', 'west']
  const own = { houses: housesOf(tenants, [line('east')]), tenants, print: '' }
  expect([...tenantsByHouse(own)]).toEqual([
    ['@log', []],
    ['', ['']],
    ['east', ['east']],
    ['west', ['west']],
  ])
  const one = { ...own, houses: housesOf(tenants, []) }
  expect([...tenantsByHouse(one)]).toEqual([
    ['@log', []],
    ['', ['', 'east', 'west']],
  ])
})

test('who has everybody that there is has all', () => {
  const tenants = ['east']
  expect([whoseOf(new Set(['', 'east']), { tenants }), whoseOf(new Set(['']), { tenants })]).toEqual([
    null,
    [''],
  ])
})

test.each([
  ['has nothing', [], '', 'up', true],
  ['has something by the same arrangement', ['b1'], 'now', 'up', true],
  ['has something by another', ['b1'], 'before', 'up', false],
  ['has something by another, and leaves', ['b1'], 'before', 'leaving', false],
  ['was lost with it', ['b1'], 'before', 'lost', true],
] as const)('a node may take what is free where the other %s', (_, leases, arranged, state, may) => {
  const nodes = [node(), node({ lease: 'b1', arranged, state })]
  expect(areAgreed('now', 'a1', nodes, homes('a1', ...leases))).toBe(may)
})

const homes = (...leases: (string | null)[]) =>
  leases.map((lease, n) => ({ house: `h${n}`, lease, wanted: '', since: 0 }))

test.each([
  ['alone keeps all', homes('a', 'a', 'a'), 1, null],
  ['with too much gives one', homes('a', 'a', 'a'), 2, 'h0'],
  ['with its share keeps it', homes('a', 'a', 'b'), 2, null],
  ['counts what nobody has yet', homes('a', 'a', null, null), 2, null],
])('a node that is %s', (_, all, up, given) => {
  expect(toHandOver(all, 'a', up, () => true)).toBe(given)
})

test('only a quiet house is handed over', () => {
  expect(toHandOver(homes('a', 'a', 'a'), 'a', 2, (house) => house === 'h2')).toBe('h2')
  expect(toHandOver(homes('a', 'a', 'a'), 'a', 2, () => false)).toBeNull()
})

test('a share is rounded up, so that no house is left without a node', () => {
  expect([housesFor(31, 3), housesFor(30, 3), housesFor(3, 0)]).toEqual([11, 10, 3])
})
