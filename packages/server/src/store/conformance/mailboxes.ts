import { expect, test } from 'vitest'
import { mailbox } from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { plansOf, takeStock } from './plans.ts'
import { testShelf } from './shelf.ts'
import { EMPTY_TEXT, IN_BYTE_ORDER, SHUFFLED, WORLD_TEXT, ZEROS } from './words.ts'

const PLACED = { floor: '03', section: WORLD_TEXT }
const UNPLACED = { floor: EMPTY_TEXT, section: EMPTY_TEXT }
const KEY = { tenant: 't1', number: ZEROS }

export function testMailboxes(hotel: Hotel) {
  testShelf(hotel, {
    noun: 'a mailbox',
    variants: [
      { ...KEY, extension: '007', name: WORLD_TEXT, language: 'fr', vip: true, ...PLACED },
      { ...KEY, extension: EMPTY_TEXT, name: EMPTY_TEXT, language: null, vip: false, ...UNPLACED },
      { ...KEY, extension: '*#+', name: ' ', language: EMPTY_TEXT, vip: false, ...UNPLACED },
    ],
    neighbours: [
      mailbox({ number: ZEROS }),
      mailbox({ ...KEY, number: '70' }),
      mailbox({ ...KEY, tenant: 'T1' }),
    ],
    get: async ({ mailboxes }, { number, tenant }) => (await mailboxes.find(number, tenant))[0],
    insert: ({ mailboxes }, value) => mailboxes.insert(value),
    update: ({ mailboxes }, value) => mailboxes.update(value),
    remove: ({ mailboxes }, value) => mailboxes.remove(value),
  })

  test('mailboxes are listed by number, and by tenant where two have the same', async () => {
    await hotel.write(async ({ mailboxes }) => {
      for (const number of SHUFFLED) await mailboxes.insert(mailbox({ number }))
      for (const tenant of ['é', 'Z', 'a']) await mailboxes.insert(mailbox({ number: ' ', tenant }))
    })

    const listed = await hotel.read.mailboxes.list(null)
    expect(listed.map(({ number }) => number)).toEqual([' ', ' ', ' ', ...IN_BYTE_ORDER])
    expect(listed.slice(0, 4).map(({ tenant }) => tenant)).toEqual(['', 'Z', 'a', 'é'])
  })

  test('the mailboxes of several numbers of a tenant are found at once', async () => {
    const both = [mailbox(), mailbox({ number: '102' })]
    const others = [mailbox({ tenant: 't1' }), mailbox({ number: '0101' })]
    await hotel.write(async ({ mailboxes }) => {
      for (const one of [...both, ...others]) await mailboxes.insert(one)
    })
    const { mailboxes: store } = hotel.read

    const found = await store.ofNumbers('', ['102', '101', '999'])
    expect(found).toHaveLength(2)
    expect(found).toEqual(expect.arrayContaining(both))
    expect(await store.ofNumbers('t1', ['102', '101'])).toEqual([mailbox({ tenant: 't1' })])
    expect(await store.ofNumbers('', [])).toEqual([])
    expect(await store.named(['102', '101', '999'], '')).toHaveLength(2)
    expect(await store.named(['101'], null)).toHaveLength(2)
    expect(await store.named([], null)).toEqual([])
  })

  test('a phone that calls is found by its extension, in the hotel or in all of them', async () => {
    const garden = mailbox({ number: 'Garden', extension: '7001' })
    const elsewhere = mailbox({ tenant: 't1', number: '12', extension: '7001' })
    await hotel.write(async ({ mailboxes }) => {
      for (const one of [garden, elsewhere, mailbox()]) await mailboxes.insert(one)
    })
    const { mailboxes: store } = hotel.read

    expect(await store.ofExtension('7001', '')).toEqual([garden])
    expect(await store.ofExtension('7001', null)).toHaveLength(2)
    expect(await store.ofExtension('Garden', null)).toEqual([])
  })

  test('however many hotels there are, only one of them is looked at for the rooms of a call', async () => {
    await hotel.write(async ({ tables }) => {
      const rows = Array.from({ length: 2_000 }, (_, n) => ({
        ...mailbox({ tenant: `t${n}` }),
        vip: 0 as const,
      }))
      for (let from = 0; from < rows.length; from += 500)
        await tables
          .insertInto('mailbox')
          .values(rows.slice(from, from + 500))
          .execute()
    })
    await takeStock(hotel, 'mailbox')
    const [plan] = await plansOf(hotel, ({ mailboxes }) => mailboxes.ofNumbers('t7', ['101', '102']))

    expect(plan).toMatch(/mailbox_key|sqlite_autoindex_mailbox/)
    expect(plan).not.toMatch(/SCAN mailbox|Seq Scan on mailbox/)
    const [ofPhone] = await plansOf(hotel, ({ mailboxes }) => mailboxes.ofExtension('7001', null))
    expect(ofPhone).toMatch(/mailbox_by_extension/)
  })

  test('a number means one mailbox to its tenant, and one for each tenant to those who see all', async () => {
    await hotel.write(async ({ mailboxes }) => {
      for (const tenant of ['', 't1', 't2']) await mailboxes.insert(mailbox({ tenant }))
    })

    const { mailboxes: store } = hotel.read
    const tenants = (found: readonly { tenant: string }[]) => found.map(({ tenant }) => tenant).toSorted()
    expect(tenants(await store.find('101', null))).toEqual(['', 't1', 't2'])
    expect(tenants(await store.find('101', 't1'))).toEqual(['t1'])
    expect(tenants(await store.find('101', ''))).toEqual([''])
    expect(tenants(await store.find('0101', null))).toEqual([])
    expect(tenants(await store.hold('101', null))).toEqual(['', 't1', 't2'])
    expect(tenants(await store.list('t2'))).toEqual(['t2'])
    expect(tenants(await store.list(''))).toEqual([''])
  })
}
