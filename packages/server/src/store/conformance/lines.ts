import { expect, test } from 'vitest'
import { line } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { IN_BYTE_ORDER, SHUFFLED, WORLD_TEXT, ZEROS } from './words.ts'

export function testLines(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'a line',
    variants: [
      line({
        name: ZEROS,
        tenant: 't1',
        config: { uri: 'sip:0070@pbx', password: WORLD_TEXT, calls: 7, displayName: 'Zoë' },
      }),
      line({ name: ZEROS, tenant: 't1', config: { uri: 'sip:0070@pbx', register: false } }),
    ],
    neighbours: [line({ name: ZEROS }), line({ name: '70', tenant: 't1' }), line({ name: '', tenant: 't1' })],
    get: async ({ lines }, { tenant, name }) => (await lines.find(name, tenant))[0],
    insert: ({ lines }, value) => lines.insert(value),
    update: ({ lines }, value) => lines.update(value),
    remove: ({ lines }, value) => lines.remove(value),
  })

  test('lines are listed by name, and to a tenant only its own', async () => {
    await hotel.write(async ({ lines }) => {
      for (const name of SHUFFLED) await lines.insert(line({ name, tenant: name === 'é' ? 't1' : '' }))
    })

    const names = async (scope: string | null) => (await hotel.read.lines.list(scope)).map(({ name }) => name)
    expect(await names(null)).toEqual(IN_BYTE_ORDER)
    expect(await names('t1')).toEqual(['é'])
    expect(await names('')).toEqual(IN_BYTE_ORDER.filter((name) => name !== 'é'))
    expect(await names('T1')).toEqual([])
  })

  test('a name means one line to its tenant, and one for each tenant to those who see all', async () => {
    await hotel.write(async ({ lines }) => {
      for (const tenant of ['t2', '', 't1']) await lines.insert(line({ tenant }))
    })
    const tenants = async (scope: string | null, name = 'trunk') =>
      (await hotel.read.lines.find(name, scope)).map(({ tenant }) => tenant)

    expect(await tenants(null)).toEqual(['', 't1', 't2'])
    expect(await tenants('t1')).toEqual(['t1'])
    expect(await tenants('')).toEqual([''])
    expect(await tenants(null, 'Trunk')).toEqual([])
  })
}
