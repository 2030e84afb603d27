import { describe, expect, onTestFinished, test } from 'vitest'
import { EAST, type Hotel, openHotel, SITE } from './hotel.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const SITE_ROUTE = '/rest/config/site'
const TENANT_ROUTE = `/rest/config/tenant/${EAST}`

const DESK = {
  extension: '9',
  wait: '4m',
  webhook: { url: 'https://pager.example/alarms' },
  chain: [{ extension: '8' }],
}
const WAKEUP = { attempts: 2, snooze: { limit: 3, delay: '5m' }, escalation: DESK }

async function aHotel() {
  const tenants = [{ id: EAST, name: 'East wing', wakeup: WAKEUP }]
  const hotel = await openHotel({ site: { ...SITE, wakeup: WAKEUP, tenants } })
  onTestFinished(() => hotel.close())
  return hotel
}

const put = (hotel: Hotel, route: string, change: object) =>
  hotel.request('boss', 'PUT', route, JSON.stringify(change), JSON_BODY)

const wakeupAt = async (hotel: Hotel, route: string) =>
  (await hotel.request('boss', 'GET', route)).json.wakeup

describe.each([
  ['the site', SITE_ROUTE],
  ['a tenant', TENANT_ROUTE],
])('the wakeup settings of %s', (_, route) => {
  test('are changed field by field', async () => {
    const hotel = await aHotel()
    expect((await put(hotel, route, { wakeup: { method: 'manual' } })).status).toBe(200)
    expect(await wakeupAt(hotel, route)).toMatchObject({ ...WAKEUP, method: 'manual' })
  })

  test('also within a group: nobody is forgotten who was not named', async () => {
    const hotel = await aHotel()
    await put(hotel, route, { wakeup: { escalation: { wait: '7m' }, snooze: { delay: '2m' } } })
    expect(await wakeupAt(hotel, route)).toMatchObject({
      snooze: { limit: 3, delay: '2m' },
      escalation: { ...DESK, wait: '7m' },
    })
  })

  test('lose a way of telling the desk only when that is said', async () => {
    const hotel = await aHotel()
    await put(hotel, route, { wakeup: { escalation: { webhook: null, extension: null, chain: [] } } })
    expect((await wakeupAt(hotel, route)).escalation).toEqual({ wait: '4m', chain: [] })
  })

  test.each([{ email: 'a@b.example' }, { chain: [{ email: 'a@b.example' }] }])(
    'take no mail while there is no mail server: %j',
    async (escalation) => {
      const hotel = await aHotel()
      const refused = await put(hotel, route, { wakeup: { escalation } })
      expect(refused.status).toBe(400)
      expect(refused.text).toContain('needs a mail server')
      expect((await wakeupAt(hotel, route)).escalation).toEqual(DESK)
    },
  )
})

test('a report is sent by mail only where there is a mail server', async () => {
  const hotel = await aHotel()
  const reports = { mail: [{ report: 'inventory', to: 'accounts@hotel.example' }] }
  const refused = await put(hotel, SITE_ROUTE, { reports })
  expect([refused.status, refused.json.description]).toEqual([
    400,
    'reports.mail needs a mail server: add email with host, port and from',
  ])
  const email = { host: '10.0.0.9', from: 'voice@hotel.example' }
  expect((await put(hotel, SITE_ROUTE, { reports, email })).status).toBe(200)
  expect((await put(hotel, SITE_ROUTE, { reports: { bom: true } })).status).toBe(200)
})

test('ports and built-in phones of the telephony are changed field by field too', async () => {
  const hotel = await aHotel()
  const first = { mode: 'virtual', audioPorts: { low: 20_000 }, virtual: { default: 'busy' } }
  await put(hotel, SITE_ROUTE, { telephony: first })
  const changed = await put(hotel, SITE_ROUTE, { telephony: { audioPorts: { high: 21_000 } } })
  expect(changed.status).toBe(200)
  const { telephony } = (await hotel.request('boss', 'GET', SITE_ROUTE)).json
  expect(telephony).toMatchObject({ ...first, audioPorts: { low: 20_000, high: 21_000 } })
})

test('telephony that is not there yet begins with its mode', async () => {
  const hotel = await aHotel()
  const refused = await put(hotel, SITE_ROUTE, { telephony: { strangers: 'ignore' } })
  expect([refused.status, refused.json.description]).toEqual([
    400,
    'telephony.mode is missing: sip or virtual; there is none yet',
  ])
})
