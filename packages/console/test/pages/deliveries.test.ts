import type { SiteFile } from '@reveille/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { SITE } from '../../../server/test/hotel.ts'
import { openReceiver, type Receiver } from '../../../server/test/receiver.ts'
import { tabTo } from '../browser.ts'
import { consoleHotel } from '../console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('the Deliveries page', () => {
  let receiver: Receiver | null = null
  beforeAll(async () => {
    receiver = await openReceiver()
  })
  afterAll(() => receiver?.close())

  const site = (url: string): SiteFile => ({
    ...SITE,
    inventory: { ...SITE.inventory, connectors: [{ name: 'bar', type: 'webhook', url }] },
    network: { allow: ['127.0.0.1'] },
  })
  const at = consoleHotel({
    connectorFor: 'network',
    get site() {
      return site(receiver?.url ?? '')
    },
  })

  const says = (page: Page, words: string) => page.getByText(words).first().waitFor()
  async function press(page: Page, ...keys: readonly string[]) {
    for (const key of keys) await page.keyboard.press(key)
  }

  it('shows why a charge was refused, sends it again, and shows that it arrived, by keyboard alone', async () => {
    receiver?.meet({ status: 422, body: 'unknown room' })
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    const states = async () =>
      (await at.hotel.request('boss', 'GET', '/rest/delivery')).json.deliveries.map(
        ({ state }: { state: string }) => state,
      )
    await expect.poll(states).toEqual(['refused'])
    const page = await at.sitAs('boss', '/today')
    await page.locator('.entry textarea:focus').waitFor()
    await press(page, 'Escape')
    // Both at once: the second letter counts for a second and a half.
    await Promise.all([press(page, 'g'), press(page, 'd')])
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    await says(page, '1 was refused')
    await tabTo(page, /^Refused.*2 × Cola/)
    await press(page, 'Enter')
    await says(page, '422 unknown room')
    receiver?.meet()
    await tabTo(page, /^Send again/)
    await press(page, 'Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('The room is known now')
    await press(page, 'Enter')
    await expect.poll(states).toEqual(['delivered'])
    await page.getByText('1 was refused').waitFor({ state: 'detached' })
  })
})
