import { describe, expect, it } from 'vitest'
import { Client } from '../api/client.ts'
import { openDrawer } from '../kernel/storage.ts'
import { handClock } from '../../testing/hand-clock.ts'
import { Baskets, type Basket, type RefusedBasket } from './baskets.ts'
import type { Posted } from './outbox.ts'

const COLA: Basket = {
  room: '312',
  tenant: '',
  asked: 'grand',
  items: [{ id: '10', name: 'Cola', quantity: 2 }],
  sum: '9.00',
}

/** A server that answers as it is told to, and keeps under which key it was asked. */
function openHouse() {
  const asked: { path: string; key: string | null; body: string }[] = []
  const looksAt = { tenant: '' }
  const server = { answer: (): Response => Response.json({ error: 0, charges: ['c1'] }, { status: 201 }) }
  const drawer = openDrawer<Posted<Basket>>()
  let drawn = 0
  const clock = handClock(0)
  const ids = { key: () => `key-${++drawn}`, chance: () => 0 }
  const client = new Client({
    request: (path, init) => {
      asked.push({
        path: String(path),
        key: new Headers(init?.headers).get('idempotency-key'),
        body: String(init?.body),
      })
      return Promise.resolve(server.answer())
    },
    clock,
    ids,
    tenant: () => looksAt.tenant,
    csrf: () => 'token',
    untouchedMs: () => 0,
    signIn: () => Promise.resolve(false),
    unlock: () => Promise.resolve(false),
    sawBuild: () => {},
    onUnreachable: () => {},
  })
  const refused = openDrawer<RefusedBasket>()
  const drawers = new Map([['maria', drawer]])
  const open = async (who = 'maria') => {
    const baskets = new Baskets({
      client,
      ids,
      now: () => 0,
      drawerOf: (account) => drawers.get(account) ?? openDrawer(),
      refusedOf: (account) => (account === 'maria' ? refused : openDrawer()),
    })
    await baskets.open(who)
    return baskets
  }
  return { asked, server, drawer, open, looksAt }
}

const problem = (status: number, error: number) => Response.json({ error, description: 'No' }, { status })

describe('a basket', () => {
  it('that the server has stored is one, with its charges', async () => {
    const { open, drawer, asked } = openHouse()
    expect(await (await open()).charge(COLA)).toMatchObject({ state: 'stored', charges: ['c1'] })
    expect([await drawer.all(), asked[0]?.path]).toEqual([[], '/rest/isi/basket?tenant=grand'])
  })

  it('of which nothing was used is a look at the room', async () => {
    const { open, asked } = openHouse()
    await (await open()).charge({ ...COLA, items: [] })
    expect(asked).toMatchObject([{ path: '/rest/isi/check?tenant=grand', body: '{"room":"312"}' }])
  })

  it('of the house itself goes to its own room, also when it was held and another house is looked at by then', async () => {
    const { open, server, asked, looksAt } = openHouse()
    server.answer = () => problem(503, 1)
    const baskets = await open()
    await baskets.charge(COLA)
    await baskets.charge({ ...COLA, items: [] })
    looksAt.tenant = 'east'
    server.answer = () => Response.json({ error: 0, charges: ['c1'] }, { status: 201 })
    await baskets.flush()
    const sent = asked.slice(-2).map(({ path }) => path)
    expect(sent).toEqual(['/rest/isi/basket?tenant=grand', '/rest/isi/check?tenant=grand'])
  })

  it('that the server will not have is refused, and sent no more', async () => {
    const { open, server, drawer } = openHouse()
    server.answer = () => problem(422, 6)
    expect(await (await open()).charge(COLA)).toMatchObject({
      state: 'refused',
      failure: { told: { error: 6 } },
    })
    expect(await drawer.all()).toEqual([])
  })

  it('is held while nobody is signed in, outlives the page, and goes under the same key', async () => {
    const { open, server, asked, drawer } = openHouse()
    server.answer = () => problem(401, 4)
    expect(await (await open()).charge(COLA)).toMatchObject({ state: 'held' })
    expect((await open('ben')).receipts.get()).toEqual([])
    const later = await open()
    expect(later.receipts.get()).toMatchObject([{ state: 'held', basket: { room: '312' } }])
    server.answer = () => Response.json({ error: 0, charges: ['c1'] }, { status: 201 })
    await later.flush()
    expect(later.receipts.get()).toMatchObject([{ state: 'stored', charges: ['c1'] }])
    expect([asked[0]?.key, asked[0]?.key === asked.at(-1)?.key]).toEqual(['key-1', true])
    expect(await drawer.all()).toEqual([])
  })
  it('that is refused after it was held is told of, and stays on the device until it was seen', async () => {
    const { open, server, asked } = openHouse()
    server.answer = () => problem(401, 4)
    const baskets = await open()
    await baskets.charge(COLA)
    server.answer = () => problem(422, 6)
    await baskets.flush()
    expect(baskets.news.get()).toMatchObject({ basket: COLA, failure: { told: { error: 6 } } })
    expect((await open('ben')).receipts.get()).toEqual([])
    const later = await open()
    expect(later.receipts.get()).toMatchObject([
      { state: 'refused', basket: COLA, failure: { told: { error: 6 } } },
    ])
    expect([later.isWaiting(), asked.length]).toEqual([false, 2])
    await later.seen('key-1')
    expect([later.receipts.get(), (await open()).receipts.get()]).toEqual([[], []])
  })

  it('that is not stored is shown however many came after it', async () => {
    const { open, server } = openHouse()
    const baskets = await open()
    server.answer = () => problem(422, 6)
    await baskets.charge({ ...COLA, room: '301' })
    server.answer = () => Response.json({ error: 0, charges: ['c1'] }, { status: 201 })
    for (let room = 302; room < 330; room++) await baskets.charge({ ...COLA, room: String(room) })
    const all = baskets.receipts.get()
    expect([all.length, all.at(-1)?.basket.room]).toEqual([21, '301'])
  })
})
