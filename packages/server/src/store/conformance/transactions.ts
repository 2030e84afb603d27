import type { Kysely } from 'kysely'
import type { Schema } from '../engine/schema.ts'
import { expect, test } from 'vitest'
import type { Stores } from '../stores/stores.ts'
import * as a from '../../../testing/records.ts'
import type { Hotel } from './hotel.ts'

/** Something in every store. */
async function fill(stores: Stores) {
  await stores.accounts.insert(a.account())
  await stores.activity.add(a.activity())
  await stores.alarms.insert(a.alarm())
  await stores.attempts.insert([a.attempt()])
  await stores.destinations.insert(a.destination())
  await stores.guests.insert(a.guest())
  await stores.inventory.items.insert(a.item())
  await stores.inventory.categories.insert(a.category())
  await stores.lines.insert(a.line())
  await stores.mailboxes.insert(a.mailbox())
  await stores.deliveries.insert(a.delivery())
  await stores.prompts.insert(a.prompt())
  await stores.receipts.insert(a.receipt(), 0)
  await stores.roomMarks.save(a.roomMark())
  await stores.roomStatus.save([a.roomStatus()])
  await stores.roomStatus.types.insert(a.statusType())
  await stores.rooms.insertCustom(a.customRoom())
  await stores.seals.insert([a.seal()])
  await stores.site.saveSection('site', {})
  await stores.site.remember('key', 'value')
  await stores.site.insertTenant(a.tenant())
  await stores.wakeups.insert(a.wakeup())
}

/** What can be seen of it. */
const sight = async (stores: Stores) => ({
  accounts: await stores.accounts.list(null),
  activity: await stores.activity.page({ scope: null, limit: 10 }),
  alarms: await stores.alarms.page({ scope: null, limit: 10 }),
  attempts: await stores.attempts.ofWakeup('w'),
  destinations: await stores.destinations.list('charge', null),
  guests: await stores.guests.ofRoom('', '101'),
  items: await stores.inventory.items.list(null),
  categories: await stores.inventory.categories.list(null),
  lines: await stores.lines.list(null),
  mailboxes: await stores.mailboxes.list(null),
  deliveries: await stores.deliveries.page({ scope: null, limit: 10 }),
  prompts: await stores.prompts.list(null),
  receipts: [(await stores.receipts.get(a.receipt())) ?? []].flat(),
  statuses: await stores.roomStatus.list(null),
  types: await stores.roomStatus.types.list(null),
  rooms: await stores.rooms.listCustom(null),
  seals: await stores.seals.page(0, 10),
  sections: Object.keys(await stores.site.written()),
  memory: Object.keys(await stores.site.remembered()),
  tenants: await stores.site.tenants(),
  wakeups: await stores.wakeups.page({ scope: null, limit: 10 }),
})

const counts = async (stores: Stores) =>
  new Set(Object.values(await sight(stores)).map((found: readonly unknown[]) => found.length))

const NOTHING = new Set([0])
const ONE_OF_EACH = new Set([1])

export function testTransactions(hotel: Hotel) {
  testVisibility(hotel)
  testFailure(hotel)
  testConcurrency(hotel)
}

function testVisibility(hotel: Hotel) {
  test('a work sees what it has written, and nobody else does before it is done', async () => {
    await hotel.write(async (stores) => {
      await fill(stores)
      expect(await counts(stores)).toEqual(ONE_OF_EACH)
      expect(await counts(hotel.read)).toEqual(NOTHING)
    })

    expect(await counts(hotel.read)).toEqual(ONE_OF_EACH)
  })

  test('until a change is done, those outside see what was before', async () => {
    await hotel.write(({ accounts }) => accounts.insert(a.account()))
    await hotel.write(async ({ accounts }) => {
      await accounts.update(a.account({ disabled: true }))
      expect(await hotel.read.accounts.get('desk')).toEqual(a.account())
      await accounts.remove('desk')
      expect(await hotel.read.accounts.get('desk')).toEqual(a.account())
    })

    expect(await hotel.read.accounts.get('desk')).toBeUndefined()
  })
}

function testFailure(hotel: Hotel) {
  test('a work that is rejected leaves nothing in any store', async () => {
    const failed = hotel.write(async (stores) => {
      await fill(stores)
      throw new Error('No')
    })

    await expect(failed).rejects.toThrow('No')
    expect(await counts(hotel.read)).toEqual(NOTHING)
  })

  test('a work that is rejected leaves everything as it was', async () => {
    await hotel.write(fill)
    const before = await sight(hotel.read)
    const failed = hotel.write(async (stores) => {
      await stores.wakeups.remove(a.wakeup())
      await stores.alarms.update(a.alarm(), { state: 'over' })
      await stores.attempts.end(a.attempt(), a.NOON, null)
      await stores.deliveries.update(a.delivery(), a.delivery({ state: 'dead' }))
      await stores.roomStatus.save([a.roomStatus({ status: '2' })])
      await stores.site.remember('key', 'other')
      await stores.activity.purge('log', a.NOON + 1, 10)
      throw new Error('No')
    })

    await expect(failed).rejects.toThrow('No')
    expect(await sight(hotel.read)).toEqual(before)
  })

  test('a key that is taken takes back what its work had written before', async () => {
    await hotel.write(({ accounts }) => accounts.insert(a.account()))
    const failed = hotel.write(async (stores) => {
      await stores.wakeups.insert(a.wakeup())
      await stores.accounts.insert(a.account())
    })

    expect(hotel.dialect.isUniqueViolation(await failed.catch((reason: unknown) => reason))).toBe(true)
    expect(await hotel.read.wakeups.get('w')).toBeUndefined()
  })

  test('a write that is refused fails its work, also where nothing is read after it', async () => {
    await hotel.write(({ wakeups }) => wakeups.insert(a.wakeup()))
    const before = await sight(hotel.read)
    const alone = hotel.write(({ wakeups }) => wakeups.insert(a.wakeup()))
    const last = hotel.write(async ({ activity, wakeups }) => {
      await activity.add(a.activity())
      await activity.add(a.activity())
      await wakeups.insert(a.wakeup())
    })

    for (const failed of [alone, last])
      expect(hotel.dialect.isUniqueViolation(await failed.catch((reason: unknown) => reason))).toBe(true)
    expect(await sight(hotel.read)).toEqual(before)
  })

  test('a key that is taken is told also where rows are asked back', async () => {
    const insert = ({ tables }: { tables: Kysely<Schema> }) =>
      tables.insertInto('meta').values({ key: 'k', value: 'v' }).returning('key').execute()
    await hotel.write(insert)
    const failed = hotel.write(insert)

    expect(hotel.dialect.isUniqueViolation(await failed.catch((reason: unknown) => reason))).toBe(true)
  })

  test('of works at the same time, those that fail take nothing of the others along', async () => {
    const works = Array.from({ length: 16 }, (_, n) =>
      hotel.write(async ({ wakeups }) => {
        await wakeups.insert(a.wakeup({ id: `${n}` }))
        if (n % 2 === 1) throw new Error('No')
        return `${n}`
      }),
    )

    const done = (await Promise.allSettled(works)).flatMap((one) =>
      one.status === 'fulfilled' ? one.value : [],
    )
    const there = (await hotel.read.wakeups.page({ scope: null, limit: 100 })).map(({ id }) => id)
    expect(done).toHaveLength(8)
    expect(there.toSorted()).toEqual(done.toSorted())
  })
}

const EIGHT = Array.from({ length: 8 }, (_, n) => `${n}`)

function testConcurrency(hotel: Hotel) {
  test('of eight who add the same thing at the same time, one succeeds and seven hear that it is there', async () => {
    const works = EIGHT.map((name) => hotel.write(({ mailboxes }) => mailboxes.insert(a.mailbox({ name }))))
    const settled = await Promise.allSettled(works)

    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(refused).toHaveLength(7)
    expect(refused.every((reason) => hotel.dialect.isUniqueViolation(reason))).toBe(true)
    expect(await hotel.read.mailboxes.list(null)).toHaveLength(1)
  })

  test('eight who save the same thing at the same time all succeed, and one word stands at the end', async () => {
    await Promise.all(
      EIGHT.map((word) =>
        hotel.write(async (stores) => {
          await stores.roomStatus.save([a.roomStatus({ status: word })])
          await stores.site.remember('key', word)
          await stores.site.saveSection('site', { name: word })
        }),
      ),
    )

    const last = (await hotel.read.roomStatus.ofRoom('', '101'))?.status
    expect(EIGHT).toContain(last)
    expect(await hotel.read.site.remembered()).toEqual({ key: last })
    expect(await hotel.read.site.written()).toEqual({ site: { name: last } })
  })

  test('of eight who put in the same receipt at the same time one does, and the others wait for its answer', async () => {
    const found = await Promise.all(
      EIGHT.map((word) =>
        hotel.write(async ({ receipts }) => {
          if (await receipts.insert(a.receipt({ answer: '' }), 0)) await receipts.answer(a.receipt(), word)
          return (await receipts.get(a.receipt()))?.answer
        }),
      ),
    )

    expect(EIGHT).toContain(found[0])
    expect(new Set(found).size).toBe(1)
  })
}
