import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel } from '../console-hotel.ts'
import { picture } from '../browser.ts'

describe.skipIf(!has('chromium-headless-shell'))('the Mini-bar page', () => {
  const at = consoleHotel()
  const charges = async () => (await at.hotel.request('boss', 'GET', '/rest/isi/charge')).json.charges

  /** A finger that counts its taps. */
  function finger(page: Page) {
    let taps = 0
    return {
      taps: () => taps,
      async tap(name: string | RegExp) {
        taps++
        await page
          .getByRole('button', { name, exact: typeof name === 'string' })
          .first()
          .tap()
      },
    }
  }

  it('charges three items to the next room on the corridor in 5 taps, and to any room in 7', async () => {
    const page = await at.sitAs('maid', '/minibar', { width: 'phone' })
    const next = finger(page)
    await next.tap(/^101/)
    await next.tap('One more Cola')
    await next.tap('One more Cola')
    await next.tap('One more Nuts')
    await picture(page, 'minibar-items-phone')
    await next.tap(/^Send 3 items to 101/)
    await page.getByText('3 items, 12.20').waitFor()
    expect(next.taps()).toBe(5)

    const any = finger(page)
    for (const digit of ['1', '0', '5']) await any.tap(digit)
    await any.tap('One more Cola')
    await any.tap('One more Nuts')
    await any.tap('One more Nuts')
    await any.tap(/^Send 3 items to 105/)
    await page.getByText('3 items, 10.90').waitFor()
    expect(any.taps()).toBe(7)
    expect(await charges()).toMatchObject([
      { room: '101', item: '10', quantity: 2, user: 'maid' },
      { room: '101', item: '11', quantity: 1 },
      { room: '105', item: '10', quantity: 1 },
      { room: '105', item: '11', quantity: 2 },
    ])
  })

  it('charges a room once, however often the button is pressed while the basket is being sent', async () => {
    const page = await at.sitAs('maid', '/minibar/101')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let posts = 0
    await page.route('**/rest/isi/basket*', async (route) => {
      posts++
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'One more Cola' }).click()
    const send = page.locator('.send .button.main')
    await send.dblclick()
    await send.getByText('Sending').waitFor()
    await send.click({ force: true })
    await page.keyboard.press('Enter')
    release()
    // The basket of the last press is shown, and it is stored.
    await page.locator('.receipt.s-good').waitFor()

    expect(posts).toBe(1)
    expect(await charges()).toMatchObject([{ room: '101', item: '10', quantity: 1 }])
  })
})
