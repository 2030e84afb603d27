import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { EAST, SITE } from '../../server/test/hotel.ts'
import { guest } from '../../server/testing/records.ts'
import { picture } from './browser.ts'
import { consoleHotel, everyLook, twoLooks } from './console-hotel.ts'
import { sameWhenFresh } from './same-when-fresh.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
/** As wide as “von Hand” is written. */
const BY_HAND_PX = 56

const press = (page: Page, word: string) => page.getByRole('button', { name: word, exact: true }).click()

describe.skipIf(!has('chromium-headless-shell'))('guests at the desk', () => {
  const at = consoleHotel({ site: { ...SITE, wakeup: { vipMethod: 'manual' } } })
  const list = async () => (await at.hotel.request('desk', 'GET', '/rest/guest')).json.guests
  const nothingWrong = () => {
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  }

  beforeEach(async () => {
    const checkIn = (room: string, fields: Record<string, string>) =>
      at.hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, fields)
    await checkIn('101', { name: 'Ms Keller', language: 'de', vip: 'true' })
    await checkIn('101', { name: 'Anna Keller' })
    await checkIn('102', { name: 'Mr Ito' })
    await at.hotel.app.database.transaction(({ guests }) =>
      guests.insert(
        guest({
          id: '6f9619ff-8b86-4011-b42d-00cf4fc96400',
          room: '103',
          name: 'Zoe Okafor',
          system: 'pms',
          reservation: '77',
          arrivedAt: at.hotel.clock.now(),
        }),
      ),
    )
    for (const body of [{ time: '0630' }, { time: '0700', daily: 'true' }])
      await at.hotel.request('desk', 'POST', '/rest/wakeup', { room: '102', ...body })
  })

  it('say in whose room they stay where two houses have one of that number', async () => {
    const { site } = (await at.hotel.request('desk', 'GET', '/rest/session')).json
    for (const [tenant, name] of [
      [site.id, 'Ms House'],
      [EAST, 'Ms Wing'],
    ])
      await at.hotel.request('desk', 'POST', `/rest/mailbox/110/checkin?tenant=${tenant}`, { name })
    const page = await at.sitAs('desk', '/guests')
    await row(page, 'Ms House').getByText('Grand Hotel').waitFor()
    expect(await row(page, 'Mr Ito').getByText('Grand Hotel').count()).toBe(0)
    await picture(page, 'guests-of-two-houses')
    await row(page, 'Ms Wing').getByText('East wing').click()
    await row(page, 'Ms Wing').getByRole('button').click()
    await page.getByRole('heading', { name: /110 East wing/ }).waitFor()
    nothingWrong()
  })

  it('one of two leaves, and the other keeps the room; the last one’s calls are named before they are cancelled', async () => {
    const page = await at.sitAs('desk', '/guests')
    await press(page, 'Open Anna Keller')
    await press(page, 'Check out')
    await press(page, 'Only Anna Keller leaves')
    await row(page, 'Anna Keller').waitFor({ state: 'detached' })
    await row(page, 'Ms Keller').waitFor()
    await press(page, 'Open Mr Ito')
    await press(page, 'Check out')
    await page.getByText('2 calls will be cancelled: 06:30 and daily 07:00').waitFor()
    await press(page, 'Check out 102')
    await row(page, 'Mr Ito').waitFor({ state: 'detached' })
    await sameWhenFresh(page)
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Ms Keller', 'Zoe Okafor'])
    nothingWrong()
  })

  it('move into empty rooms only, and a guest of the property system is changed with a warning', async () => {
    const page = await at.sitAs('desk', '/guests')
    await press(page, 'Open Mr Ito')
    await press(page, 'Move')
    const offered = await page.getByLabel('To which room').locator('option').allInnerTexts()
    expect(offered).toEqual(['104', '105', '106', '107', '108', '109', '110', '0201'])
    await page.getByLabel('To which room').selectOption('108')
    await press(page, 'Move to 108')
    await row(page, 'Mr Ito').getByText('108').waitFor()
    await press(page, 'Open Zoe Okafor')
    await page.getByText('This guest comes from pms.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Zoe Okafor-Lind')
    await press(page, 'Save')
    await row(page, 'Zoe Okafor-Lind').waitFor()
    nothingWrong()
  })

  it('are not for housekeeping', async () => {
    const page = await at.sitAs('maid', '/guests')
    await page.getByText('This page needs the permission "frontdesk"').waitFor()
    nothingWrong()
  })

  it('look right: the list, with when each is rung next, and how where that is not once and by itself', async () => {
    const ask = (room: string, body: Record<string, string>) =>
      at.hotel.request('desk', 'POST', '/rest/wakeup', { room, ...body })
    await ask('101', { time: '0615', days: 'sun,mon' })
    const page = await at.sitAs('boss', '/guests')
    const next = (name: string) => row(page, name).locator('.next')
    await expect.poll(() => next('Mr Ito').innerText()).toMatch(/06:30$/)
    await expect.poll(() => next('Ms Keller').innerText()).toMatch(/06:15\s+by hand, every Mon, Sun$/)
    // It is told as it is set, and as it is cancelled.
    await ask('103', { time: '0645', daily: 'true' })
    await expect.poll(() => next('Zoe Okafor').innerText()).toMatch(/06:45\s+daily$/)
    const { pending } = (await at.hotel.request('desk', 'GET', '/rest/wakeup/list/pending?room=102')).json
    await at.hotel.request('desk', 'DELETE', `/rest/wakeup/${pending[0].id}`)
    await expect.poll(() => next('Mr Ito').innerText()).toMatch(/07:00\s+daily$/)
    expect(await everyLook(page, 'guests')).toEqual([])
    const phone = await at.sitAs('boss', '/guests', { language: 'de', width: 'phone' })
    const how = row(phone, 'Ms Keller').locator('.next .cut')
    await expect.poll(() => how.innerText()).toMatch(/^von Hand/)
    // What somebody has to do is not cut, however much else there is to say.
    expect(await how.evaluate((one) => one.clientWidth)).toBeGreaterThan(BY_HAND_PX)
    await picture(phone, 'guests-phone-german')
  })

  it('look right: a guest of the property system opened, in German', async () => {
    const page = await at.sitAs('boss', '/guests', { language: 'de' })
    await press(page, 'Zoe Okafor öffnen')
    await page.getByRole('dialog').getByText('kommt aus pms').waitFor()
    expect(await twoLooks(page, 'guest')).toEqual([])
    nothingWrong()
  })
})
