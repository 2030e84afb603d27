import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel } from '../console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('the Settings page', () => {
  const at = consoleHotel()

  it('saves a change, says who made it, and the list shows it at once', async () => {
    const page = await at.sitAs('boss', '/settings/rooms/101')
    await page.getByLabel('Name', { exact: true }).fill('Garden suite')
    await page.getByText('Unsaved').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.form-head').getByText('Saved', { exact: true }).waitFor()
    await page.getByText('Last changed by boss').waitFor()
    await page.getByRole('row', { name: '101 Garden suite' }).waitFor()
    expect((await at.hotel.request('boss', 'GET', '/rest/config/mailbox/101')).json).toMatchObject({
      name: 'Garden suite',
    })
    // What the site file has named it says so.
    await page.getByText('The site file sets this too').waitFor()
  })
})
