import { expect, test } from 'vitest'
import type { WrittenSections } from '../../hotel/settings/sections.ts'
import type { Stores } from '../stores/stores.ts'
import * as a from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'
import { testShelf } from './shelf.ts'
import { EMPTY_TEXT, IN_BYTE_ORDER, SHUFFLED, WORLD_TEXT } from './words.ts'

export function testSite(hotel: Hotel) {
  testSections(hotel)
  testMemory(hotel)
  testShelf(hotel, {
    noun: 'a tenant',
    variants: [
      a.tenant({
        name: WORLD_TEXT,
        timezone: 'Asia/Tokyo',
        wakeup: { attempts: 3, snooze: { limit: 1 } },
      }),
      a.tenant({ name: EMPTY_TEXT, timezone: null, wakeup: null }),
      a.tenant({ name: EMPTY_TEXT, timezone: EMPTY_TEXT, wakeup: {} }),
    ],
    neighbours: [a.tenant({ id: 'T' }), a.tenant({ id: 't ' })],
    get: async ({ site }, { id }) => (await site.tenants()).find((found) => found.id === id),
    insert: ({ site }, value) => site.insertTenant(value),
    update: ({ site }, value) => site.updateTenant(value),
    remove: ({ site }, { id }) => site.removeTenant(id),
  })
  testTenants(hotel)
  testConfiguration(hotel)
}

function testSections(hotel: Hotel) {
  const save = <Name extends keyof WrittenSections>(name: Name, value: WrittenSections[Name]) =>
    hotel.write(({ site }) => site.saveSection(name, value))

  test('a site without settings has no sections', async () => {
    expect(await hotel.read.site.written()).toEqual({})
  })

  test('a section is read as it was written, and written over as a whole', async () => {
    const network = { allow: ['10.0.0.7', '127.0.0.0/8'] }
    await save('site', { name: 'Old', company: 'Inn' })
    await save('network', network)
    await save('limits', { callsPerSecond: 7 })
    await save('site', { name: 'Zoë’s 東京 😀' })
    await save('limits', undefined)

    expect(await hotel.read.site.written()).toEqual({ site: { name: 'Zoë’s 東京 😀' }, network })
  })

  test('settings that are none are not read, and the mistake says whose they are', async () => {
    const plant = (name: string, value: string) =>
      hotel.write(({ tables }) => tables.insertInto('setting').values({ name, value }).execute())
    await plant('wakeup', '{"attempts":"three"}')

    await expect(hotel.read.site.written()).rejects.toThrow(/the site settings cannot be used: \/wakeup/)
  })
}

function testMemory(hotel: Hotel) {
  test('the installation remembers the last word under each name', async () => {
    const notes = [
      ['siteId', 'old'],
      ['siteId', '0070'],
      ['SiteId', EMPTY_TEXT],
      ['words', WORLD_TEXT],
    ] as const
    expect(await hotel.read.site.remembered()).toEqual({})
    for (const [key, value] of notes) await hotel.write(({ site }) => site.remember(key, value))

    expect(await hotel.read.site.remembered()).toEqual({
      siteId: '0070',
      SiteId: '',
      words: WORLD_TEXT,
    })
  })

  test('what is forgotten is gone, and whoever comes second is told so', async () => {
    await hotel.write(({ site }) => site.remember('claim', 'code'))
    await hotel.write(({ site }) => site.remember('Claim', 'other'))
    const forget = () => hotel.write(({ site }) => site.forget('claim'))
    const both = await Promise.all([forget(), forget()])

    expect(both.toSorted()).toEqual([false, true])
    expect(await forget()).toBe(false)
    expect(await hotel.read.site.remembered()).toEqual({ Claim: 'other' })
  })
}

/** One thing of every kind that may belong to a tenant. */
const POSSESSIONS: Readonly<Record<string, (stores: Stores, tenant: string) => Promise<void>>> = {
  account: ({ accounts }, tenant) => accounts.insert(a.account({ tenant })),
  mailbox: ({ mailboxes }, tenant) => mailboxes.insert(a.mailbox({ tenant })),
  room: ({ rooms }, tenant) => rooms.insertCustom(a.customRoom({ tenant })),
  item: ({ inventory }, tenant) => inventory.items.insert(a.item({ tenant })),
  category: ({ inventory }, tenant) => inventory.categories.insert(a.category({ tenant })),
  'status type': ({ roomStatus }, tenant) => roomStatus.types.insert(a.statusType({ tenant })),
  line: ({ lines }, tenant) => lines.insert(a.line({ tenant })),
  destination: ({ destinations }, tenant) => destinations.insert(a.destination({ tenant })),
  announcement: ({ prompts }, tenant) => prompts.insert(a.prompt({ tenant })),
  'wakeup call': ({ wakeups }, tenant) => wakeups.insert(a.wakeup({ tenant })),
}

function testTenants(hotel: Hotel) {
  test('tenants are listed by name, and by id where two have the same', async () => {
    await hotel.write(async ({ site }) => {
      for (const name of SHUFFLED) await site.insertTenant(a.tenant({ id: `id of ${name}`, name }))
      for (const id of ['é', 'Z', 'a']) await site.insertTenant(a.tenant({ id, name: '' }))
    })

    const listed = await hotel.read.site.tenants()
    expect(listed.map(({ name }) => name)).toEqual(['', '', '', ...IN_BYTE_ORDER])
    expect(listed.slice(0, 3).map(({ id }) => id)).toEqual(['Z', 'a', 'é'])
  })

  test('a tenant that nothing belongs to is not in use', async () => {
    await hotel.write(({ site }) => site.insertTenant(a.tenant({ id: 't1' })))

    expect(await hotel.read.site.isTenantUsed('t1')).toBe(false)
  })

  test.each(Object.entries(POSSESSIONS))('a tenant with %s is in use, and no other is', async (_, insert) => {
    await hotel.write((stores) => insert(stores, 't1'))

    expect(await hotel.read.site.isTenantUsed('t1')).toBe(true)
    expect(await hotel.read.site.isTenantUsed('T1')).toBe(false)
  })
}

function testConfiguration(hotel: Hotel) {
  const line = { name: 'voice1', tenant: '', config: { uri: 'sip:voice1@pbx' } }
  const destination = { purpose: 'charge', name: 'bar', tenant: '' } as const
  const changes: readonly (readonly [string, (stores: Stores) => Promise<unknown>])[] = [
    ['a section', ({ site }) => site.saveSection('site', { name: 'Inn' })],
    ['a tenant', ({ site }) => site.insertTenant(a.tenant())],
    ['another name of a tenant', ({ site }) => site.updateTenant(a.tenant({ name: 'West' }))],
    ['a tenant less', ({ site }) => site.removeTenant('t1')],
    ['an account', ({ accounts }) => accounts.insert(a.account())],
    ['another password', ({ accounts }) => accounts.update(a.account({ passwordHash: 'x' }))],
    ['an account less', ({ accounts }) => accounts.remove('desk')],
    ['a line', ({ lines }) => lines.insert(line)],
    ['another address of a line', ({ lines }) => lines.update(line)],
    ['a line less', ({ lines }) => lines.remove(line)],
    ['a destination', ({ destinations }) => destinations.insert({ ...a.destination(), ...destination })],
    ['a destination less', ({ destinations }) => destinations.remove(destination)],
  ]

  test('the configuration rises with each change that running processes must know of', async () => {
    expect(await hotel.read.site.configuration()).toBe(0)
    for (const [at, [what, change]] of changes.entries()) {
      await hotel.write(change)
      expect([what, await hotel.read.site.configuration()]).toEqual([what, at + 1])
    }
    await hotel.write(({ site }) => site.remember('resync.pms', 'now'))
    expect(await hotel.read.site.configuration()).toBe(changes.length)
  })
}
