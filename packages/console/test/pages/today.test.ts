import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { SITE } from '../../../server/test/hotel.ts'
import { consoleHotel } from '../console-hotel.ts'

const says = (page: Page, words: string) => page.getByText(words).first().waitFor()
const row = (page: Page, text: string) => page.locator('.call', { hasText: text })

describe.skipIf(!has('chromium-headless-shell'))('the Today page', () => {
  const at = consoleHotel({ site: { ...SITE, telephony: { mode: 'virtual' } } })
  const pending = async (): Promise<string[]> =>
    (await at.hotel.request('desk', 'GET', '/rest/wakeup/list/pending')).json.pending.map(
      ({ room, scheduled }: { room: string; scheduled: string }) => `${room} ${scheduled.slice(5, 16)}`,
    )

  it('sets one room in 10 keys, reads it back first, takes it back, and shows what others set', async () => {
    await at.hotel.request('desk', 'POST', '/rest/mailbox/104/checkin', { name: 'Miller' })
    const page = await at.sitAs('desk', '/today')
    await page.locator('.entry textarea:focus').waitFor()
    for (const key of '104 0630') await page.keyboard.press(key)
    await says(page, 'Miller')
    await says(page, 'tomorrow, Sun 15 Nov')
    await says(page, 'in 10 h 30 min')
    await says(page, '06:30 then has 1 call')
    expect(await pending()).toEqual([])
    await page.keyboard.press('Enter')
    await says(page, 'Read it back, then Enter.')
    await page.keyboard.press('Enter')
    await says(page, 'Set: 104 at 06:30, Sun 15 Nov')
    await row(page, '104').waitFor()
    expect(await pending()).toEqual(['104 11-15T06:30'])
    await page.keyboard.press('Control+z')
    await says(page, 'Taken back. “Set: 104 at 06:30, Sun 15 Nov” no longer holds.')
    expect(await pending()).toEqual([])
    await at.hotel.request('boss', 'POST', '/rest/wakeup', { room: '105', time: '0700' })
    await row(page, '105').getByText('Waits').waitFor()
  })
})
