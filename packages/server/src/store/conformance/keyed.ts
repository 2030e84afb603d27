import { expect, test } from 'vitest'
import type { Scope } from '../../hotel/accounts/tenancy.ts'
import type { Stores } from '../stores/stores.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { ZEROS } from './words.ts'

interface Keyed {
  readonly tenant: string
  readonly id: string
}

interface KeyedStore<V> {
  list(scope: Scope): Promise<V[]>
  find(id: string, scope: Scope): Promise<V[]>
  get(tenant: string, id: string): Promise<V | undefined>
  insert(value: V): Promise<void>
  update(value: V): Promise<void>
  remove(value: V): Promise<void>
}

interface KeyedKind<V extends Keyed> {
  readonly noun: string
  readonly plural: string
  of(stores: Stores): KeyedStore<V>
  make(of?: Keyed): V
  /** Unlike each other in everything but tenant and id. */
  readonly unlike: readonly [V, V]
}

/** Things with a number as key, unique within a tenant, where those of no tenant are shared by all. */
export function testKeyed<V extends Keyed>(hotel: Hotel, kind: KeyedKind<V>) {
  const { of, make, unlike } = kind
  testShelf<V>(hotel, {
    noun: kind.noun,
    variants: unlike,
    neighbours: [
      make({ tenant: unlike[0].tenant, id: ZEROS }),
      make({ tenant: '', id: unlike[0].id }),
      make({ tenant: 'T1', id: unlike[0].id }),
    ],
    get: (stores, { tenant, id }) => of(stores).get(tenant, id),
    insert: (stores, value) => of(stores).insert(value),
    update: (stores, value) => of(stores).update(value),
    remove: (stores, value) => of(stores).remove(value),
  })
  testLists(hotel, kind)
}

function testLists<V extends Keyed>(hotel: Hotel, { plural, of, make }: KeyedKind<V>) {
  const fill = (keys: readonly (readonly [tenant: string, id: string])[]) =>
    hotel.write(async (stores) => {
      for (const [tenant, id] of keys) await of(stores).insert(make({ tenant, id }))
    })
  const ids = (found: readonly V[]) => found.map(({ id, tenant }) => `${id} ${tenant}`.trim())
  const list = async (scope: Scope) => ids(await of(hotel.read).list(scope))
  const find = async (id: string, scope: Scope) => ids(await of(hotel.read).find(id, scope)).toSorted()

  test(`${plural} are listed in the order of their numbers, by value and not by length`, async () => {
    const largest = '9'.repeat(20)
    await fill(['10', largest, '2', '007', '0', '7', '9', '000', '100'].map((id) => ['', id]))

    expect(await list(null)).toEqual(['0', '000', '2', '007', '7', '9', '10', '100', largest])
  })

  test(`${plural} of the same number are listed by tenant`, async () => {
    const tenants = ['b', 'é', '', 'B', 'a']
    await fill(tenants.map((tenant) => [tenant, '5']))

    expect(await list(null)).toEqual(['5', '5 B', '5 a', '5 b', '5 é'])
  })

  test(`a tenant sees its own ${plural} and the shared ones; no tenant sees the shared ones only`, async () => {
    await fill([
      ['t1', '1'],
      ['t2', '2'],
      ['', '3'],
      ['', '1'],
    ])

    expect(await list(null)).toEqual(['1', '1 t1', '2 t2', '3'])
    expect(await list('t1')).toEqual(['1', '1 t1', '3'])
    expect(await list('t3')).toEqual(['1', '3'])
    expect(await list('')).toEqual(['1', '3'])
    expect(await find('1', null)).toEqual(['1', '1 t1'])
    expect(await find('1', 't1')).toEqual(['1', '1 t1'])
    expect(await find('1', '')).toEqual(['1'])
    expect(await find('2', 't1')).toEqual([])
    expect(await find('01', null)).toEqual([])
  })
}
