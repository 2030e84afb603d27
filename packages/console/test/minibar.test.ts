import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { consoleHotel, everyLook, twoLooks } from './console-hotel.ts'
import { PHONE, picture, tabTo, WIDE } from './browser.ts'
import { sameWhenFresh } from './same-when-fresh.ts'

describe.skipIf(!has('chromium-headless-shell'))('the mini-bar attendant with the trolley', () => {
  const at = consoleHotel()
  const charges = async () => (await at.hotel.request('boss', 'GET', '/rest/isi/charge')).json.charges

  it('sees without scrolling what was charged, where the keys stay in their place, and is led there', async () => {
    const page = await at.sitAs('maid', '/minibar', { width: 'phone' })
    await page.getByText('No charges in 24 hours').waitFor()
    const keys = page.locator('.pad')
    const place = await keys.boundingBox()
    for (const quantity of [2, 1])
      await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity, room: '101' })
    const line = page.getByRole('link', { name: '2 charges in 24 hours, 13.50' })
    await line.waitFor()
    expect(await keys.boundingBox()).toEqual(place)
    const [first] = await charges()
    await at.hotel.request('boss', 'POST', `/rest/isi/charge/${first.id}/void`, { reason: 'Was 102' })
    const what = '1 charge in 24 hours, 4.50'
    await page.getByRole('link', { name: what }).waitFor()
    expect(await keys.boundingBox()).toEqual(place)
    expect(await twoLooks(page, 'minibar-charged')).toEqual([])
    await page.setViewportSize(PHONE)
    const tabs = (await page.locator('.tabs').boundingBox())?.y ?? 0
    const bottomOf = async (what: Locator) => {
      const { y = 0, height = 0 } = (await what.boundingBox()) ?? {}
      return y + height
    }
    const last = page.locator('.charged li').last()
    expect(await bottomOf(last)).toBeGreaterThan(tabs)
    await page.getByRole('link', { name: what }).tap()
    await expect.poll(() => bottomOf(last)).toBeLessThanOrEqual(tabs)
    // The last receipt above the keys leaves the lowest of them where a thumb reaches it.
    await page.goto('/minibar/103')
    await page.getByRole('button', { name: 'Nothing used' }).tap()
    await page.locator('.receipt').waitFor()
    expect(await bottomOf(page.locator('.pad button').last())).toBeLessThanOrEqual(tabs)
    expect(at.tab.wrong).toEqual([])
  })

  it('sees what became of it, however far down the list was scrolled', async () => {
    const page = await at.sitAs('maid', '/minibar/101', { width: 'phone' })
    await page.setViewportSize({ width: 390, height: 420 })
    await page.getByRole('button', { name: 'One more Nuts' }).tap()
    await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: 9_999 }))
    await page.getByRole('button', { name: /^Send 1 item to 101/ }).tap()
    const receipt = page.getByText('1 item, 3.20')
    await receipt.waitFor()
    await expect.poll(async () => (await receipt.boundingBox())?.y ?? 0).toBeGreaterThan(48)
    expect(at.tab.wrong).toEqual([])
  })

  it('says what each connector answers as it answers, and goes on from where the trolley stands', async () => {
    // Who was there last is said also of yesterday.
    await at.hotel.request('maid', 'POST', '/rest/isi/check', { room: '104' })
    at.hotel.clock.advance(25 * 3_600_000)
    const page = await at.sitAs('maid', '/minibar/104')
    await page.getByText('checked Sat 14 Nov 20:00, maid').waitFor()
    await page.getByRole('button', { name: 'One more Cola' }).click()
    await page.getByRole('button', { name: /^Send 1 item to 104/ }).click()
    await page.getByText('bar waits, goes by itself').first().waitFor()
    await page.getByRole('button', { name: /^105/ }).click()
    await page.getByRole('button', { name: 'Nothing used' }).click()
    await page.getByRole('button', { name: /^106/ }).waitFor()
    const { json } = await at.hotel.request('maid', 'GET', '/rest/isi/check')
    expect(json.checks).toMatchObject([
      { room: '104', used: true, user: 'maid' },
      { room: '105', used: false, user: 'maid' },
    ])
    await sameWhenFresh(page, '.charged')
    await page.goto('/room/104')
    await page.locator('.room-part').getByText('bar waits, goes by itself').waitFor()
  })

  it('offers no more than may be charged, and is told in words what was refused', async () => {
    const page = await at.sitAs('maid', '/minibar/103')
    const more = page.getByRole('button', { name: 'One more Cola' })
    for (let one = 0; one < 5; one++) await more.click()
    expect(await more.isDisabled()).toBe(true)
    // Meanwhile somebody allows fewer: what stands there is too much before it is sent.
    at.expectRefused('POST /rest/isi/basket 422')
    await at.hotel.request('boss', 'PUT', '/rest/isi/item/10', { max: 2 })
    await page.getByText('More than may be charged at once').waitFor()
    expect(await page.getByRole('button', { name: /^Send 5/ }).isDisabled()).toBe(true)
    // What is taken off the list meanwhile is left out, and nobody takes it for sent.
    await page.getByRole('button', { name: 'One more Nuts' }).click()
    await at.hotel.request('boss', 'DELETE', '/rest/isi/item/10')
    await page.getByText('5 that were chosen are no longer sold, and left out.').waitFor()
    await page.route('**/rest/isi/basket*', (route) =>
      route.fulfill({ status: 422, json: { error: 7, code: 'room.vacant', description: '', reference: '' } }),
    )
    await page.getByRole('button', { name: /^Send 1 item to 103/ }).click()
    await page.getByText('Nobody stays in this room: it cannot be charged.').waitFor()
    expect(await charges()).toEqual([])
  })

  it('holds a basket on the device while the server is away, and charges it once', async () => {
    const page = await at.sitAs('maid', '/minibar/102', { width: 'phone' })
    await page.getByRole('button', { name: 'One more Nuts' }).click()
    await at.tab.context.setOffline(true)
    await page.getByRole('button', { name: /^Send 1 item to 102/ }).click()
    const sent = performance.now()
    await page.getByText('Not sent').waitFor()
    // At once, on a machine that is busy: nobody waits for the server to be given up.
    expect(performance.now() - sent).toBeLessThan(5_000)
    // What stands beside it does not say otherwise.
    await page.locator('.link.offline').waitFor()
    // The trolley has been in 102: the next door is 103.
    expect(await page.locator('.nexts button b').first().innerText()).toBe('103')
    expect(await charges()).toEqual([])
    await page.getByRole('button', { name: /^103/ }).click()
    for (let one = 0; one < 3; one++) await page.getByRole('button', { name: 'One more Cola' }).click()
    await page.getByRole('button', { name: /^Send 3 items to 103/ }).click()
    await page.getByText('2 changes wait').waitFor({ state: 'attached' })
    // Meanwhile fewer are allowed, and the trolley goes on to another page.
    at.expectRefused('POST /rest/isi/basket 422')
    await at.hotel.request('boss', 'PUT', '/rest/isi/item/10', { max: 2 })
    await at.tab.context.setOffline(false)
    await page.getByText('Not sent').first().waitFor({ state: 'detached' })
    await page.getByText('Mini-bar of 103: not charged.').waitFor()
    expect(await charges()).toMatchObject([{ room: '102', item: '11', quantity: 1 }])
    // It is not gone with the page: somebody has to know of it.
    await page.reload()
    await page.getByText('Not charged: 3 × Cola').waitFor()
    await picture(page, 'minibar-refused-phone')
    await page.getByRole('button', { name: 'I have seen it' }).tap()
    await page.getByText('Not charged: 3 × Cola').waitFor({ state: 'detached' })
    await page.reload()
    await at.isLive()
    expect(await page.getByText('Not charged').count()).toBe(0)
  })

  it('charges the house’s own 110 where the east wing has one too, also what was held while another house was chosen', async () => {
    const page = await at.sitAs('maid', '/minibar/110')
    const send = async () => {
      await page.getByRole('button', { name: 'One more Nuts' }).click()
      await page.getByRole('button', { name: /^Send 1 item to 110/ }).click()
    }
    await page.getByRole('button', { name: 'Grand Hotel' }).click()
    await send()
    await page.getByText('1 item, 3.20').waitFor()
    await page.locator('.receipts').getByText('Grand Hotel').waitFor()
    await page.locator('.charged').getByText('Grand Hotel · maid').waitFor()
    await page.goto('/minibar/110?tenant=')
    await page.locator('.basket .head').getByText('Grand Hotel').waitFor()
    await at.isLive()
    await at.tab.context.setOffline(true)
    await send()
    await page.getByText('Not sent').waitFor()
    await page.getByLabel('Part of the house').selectOption('East wing')
    await at.tab.context.setOffline(false)
    await page.getByText('Not sent').waitFor({ state: 'detached' })
    // What is under way is no longer "not sent", and not stored yet.
    await expect.poll(charges).toMatchObject([
      { room: '110', tenant: '' },
      { room: '110', tenant: '' },
    ])
  })

  it('is used by keyboard alone, and takes back or corrects what was charged wrongly', async () => {
    const page = await at.sitAs('boss', '/minibar')
    await page.getByRole('group', { name: 'Room number' }).waitFor()
    await page.keyboard.type('107')
    await page.getByRole('heading', { name: '107' }).waitFor()
    const press = async (name: RegExp, times = 1) => {
      await tabTo(page, name)
      for (let time = 0; time < times; time++) await page.keyboard.press('Enter')
    }
    await press(/^One more Cola$/, 3)
    await press(/^One Cola less$/)
    await press(/^One more Nuts$/)
    await press(/^Send 3 items to 107/)
    // The pad has the focus again, for the next room.
    await page.locator('.keypad:focus').waitFor()
    await page.getByText('3 items, 12.20').waitFor()
    await press(/^Take back…$/)
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('Was 106')
    await page.keyboard.press('Enter')
    await page.getByText('taken back').waitFor()
    expect(await charges()).toMatchObject([
      { kind: 'charge', item: '10', quantity: 2, voided: false },
      { kind: 'charge', item: '11', quantity: 1, voided: true },
      { kind: 'void', item: '11', reason: 'Was 106' },
    ])
    // Of the other there was one less: what is right stands in its place.
    await press(/^Correct…$/)
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('1')
    await page.keyboard.press('Tab')
    await page.keyboard.type('One was still there')
    expect(await twoLooks(page, 'minibar-correct')).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('.charged').getByText('1 × Cola').waitFor()
    expect((await charges()).slice(-2)).toMatchObject([
      { kind: 'void', item: '10', reason: 'One was still there' },
      { kind: 'charge', item: '10', quantity: 1, voided: false },
    ])
    expect(at.tab.wrong).toEqual([])
  })

  it('corrects over what stood there, keeps what was typed where it is refused, and is bounded by the item', async () => {
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    const page = await at.sitAs('boss', '/minibar')
    // Beside the keypad, too, what was charged can be read.
    const what = page.locator('.charged .what')
    await what.waitFor()
    for (const width of [1600, 1440, 1280, 1100, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect((await what.boundingBox())?.width ?? 0, `${width}`).toBeGreaterThan(150)
    }
    await page.setViewportSize(WIDE)
    await page.getByRole('button', { name: 'Correct…' }).click()
    const dialog = page.getByRole('dialog')
    const quantity = dialog.getByLabel('How many')
    const deed = dialog.getByRole('button', { name: 'Correct it' })
    await dialog.locator('input:focus').waitFor()
    await page.keyboard.type('1')
    expect(await quantity.inputValue()).toBe('1')
    await dialog.getByText('5 at most').waitFor()
    await dialog.getByText('First say why.').waitFor()
    await dialog.getByLabel('Why').fill('Miscounted')
    await dialog.getByText('First say why.').waitFor({ state: 'detached' })
    await quantity.fill('6')
    await dialog.getByText('More than may be charged at once').waitFor()
    expect(await deed.isDisabled()).toBe(true)
    // What the server says no to although the dialog does not know better: it is asked for more than stands there.
    await quantity.fill('4')
    at.expectRefused(/^POST \/rest\/isi\/charge\/[^/]+\/correct 422$/)
    const more = { quantity: 6, reason: 'Miscounted' }
    await page.route('**/correct', (route) => route.continue({ postData: more }), { times: 1 })
    await deed.click()
    await dialog.getByText('That is more than may be charged at once.').waitFor()
    expect(await quantity.getAttribute('aria-invalid')).toBe('true')
    await dialog.locator('input[type=number]:focus').waitFor()
    expect([await quantity.inputValue(), await dialog.getByLabel('Why').inputValue()]).toEqual([
      '4',
      'Miscounted',
    ])
    expect(await page.locator('.toast').count()).toBe(0)
    expect(await twoLooks(page, 'minibar-correct-refused')).toEqual([])
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect((await charges()).slice(-2)).toMatchObject([
      { kind: 'void', item: '10', reason: 'Miscounted' },
      { kind: 'charge', item: '10', quantity: 3, voided: false },
    ])
    await page.locator('.charged').getByText('3 × Cola').waitFor()
    // Of another room it is taken back, and said what is to be charged there.
    await page.getByRole('button', { name: 'Correct…' }).click()
    await dialog.getByRole('button', { name: 'It was another room…' }).click()
    await dialog.getByLabel('Why').fill('Was 102')
    await page.keyboard.press('Enter')
    await page.getByText('Taken back. Now charge 3 × Cola to the right room.').waitFor()
  })

  it('stands in nobody’s way', async () => {
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    const page = await at.sitAs('maid', '/minibar', { language: 'de' })
    await page.getByText('2 × Cola').waitFor()
    const atTheKeypad = await everyLook(page, 'minibar')
    await page.goto('/minibar/104')
    await page.getByRole('button', { name: 'Cola: eins mehr' }).click()
    expect([...atTheKeypad, ...(await everyLook(page, 'minibar-room'))]).toEqual([])
    expect([at.tab.wrong, at.tab.refused]).toEqual([[], ['GET /rest/session 401']])
  })
})
