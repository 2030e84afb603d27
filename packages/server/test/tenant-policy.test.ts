import { expect, onTestFinished, test } from 'vitest'
import { EAST, openHotel, SITE } from './hotel.ts'

const JSON_BODY = { 'content-type': 'application/json' }

test("a tenant's wakeup settings are changed field by field", async () => {
  const wakeup = { attempts: 2, escalation: { extension: '9' } }
  const hotel = await openHotel({ site: { ...SITE, tenants: [{ id: EAST, name: 'East wing', wakeup }] } })
  onTestFinished(() => hotel.close())
  const change = JSON.stringify({ wakeup: { method: 'manual' } })
  const changed = await hotel.request('boss', 'PUT', `/rest/config/tenant/${EAST}`, change, JSON_BODY)
  expect(changed.status).toBe(200)
  const tenant = (await hotel.request('boss', 'GET', `/rest/config/tenant/${EAST}`)).json
  expect(tenant).toMatchObject({ name: 'East wing', wakeup: { ...wakeup, method: 'manual' } })
})
