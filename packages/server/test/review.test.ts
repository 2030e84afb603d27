import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventClient } from './event-client.ts'
import { basic, type Hotel, NEW_YORK, openHotel, SITE } from './hotel.ts'

const duty = (username: string, tenant?: string) => ({
  username,
  password: `${username}-pw`,
  permissions: ['review' as const],
  ...(tenant === undefined ? {} : { tenant }),
})

describe('a duty manager with the permission to review', () => {
  let hotel: Hotel
  beforeAll(async () => {
    const users = [...(SITE.users ?? []), duty('duty'), duty('nyduty', NEW_YORK)]
    hotel = await openHotel({ site: { ...SITE, users } })
    await hotel.open()
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Okafor' })
    await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
  })
  afterAll(() => hotel.close())

  const read = (user: string, url: string) => hotel.request(user, 'GET', url)

  it.each([
    '/rest/log',
    '/rest/report/wakeup',
    '/rest/report/inventory',
    '/rest/report/delivery',
    '/rest/report/roomstatus',
    '/rest/report/turnround',
    '/rest/delivery',
    '/rest/system/destination',
    '/rest/system/line',
    '/rest/system/check',
    '/rest/system/node',
  ])('reads %s', async (url) => {
    expect((await read('duty', url)).status).toBe(200)
  })

  it('reads that a guest came, and not who', async () => {
    const { log } = (await read('duty', '/rest/log?kind=guest')).json
    expect(log).toMatchObject([{ kind: 'guest.checked-in', room: '101', actor: '', text: '', detail: {} }])
    expect((await read('duty', '/rest/log')).text).not.toContain('Okafor')
    expect((await read('boss', '/rest/log')).text).toContain('Okafor')
  })

  it('follows what is logged as it happens', async () => {
    const headers = { authorization: basic('duty', 'duty-pw') }
    const client = await EventClient.follow(`${hotel.url}/rest/events`, null, headers)
    await client.until(() => client.isCaughtUp)
    await hotel.request('boss', 'PUT', '/rest/config/user/guest', { disabled: 'true' })
    await client.until(() => client.events.length > 0)
    expect(client.events.map(({ event }) => event)).toEqual(['user.changed'])
    client.hangUp()
  })

  it('sees nothing of another tenant', async () => {
    expect((await read('nyduty', '/rest/log?kind=inventory')).json.log).toEqual([])
    expect((await read('nyduty', '/rest/delivery')).json.deliveries).toEqual([])
    expect((await read('nyduty', '/rest/system/line')).json.lines).toEqual([])
  })

  it('changes nothing, and sees no settings', async () => {
    const [{ id }] = (await read('duty', '/rest/delivery')).json.deliveries
    const act = (url: string, body: Record<string, string>) => hotel.request('duty', 'POST', url, body)
    expect((await act(`/rest/delivery/${id}/replay`, {})).status).toBe(403)
    expect((await act(`/rest/delivery/${id}/settle`, { as: 'drop', reason: 'No' })).status).toBe(403)
    expect((await read('duty', '/rest/config/site')).status).toBe(403)
    expect((await read('duty', '/rest/config/connector')).status).toBe(403)
  })
})
