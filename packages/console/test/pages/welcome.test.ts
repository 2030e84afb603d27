import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel } from '../console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('the sign-in page', () => {
  const at = consoleHotel()

  it('refuses a wrong password in words, takes the right one at once, and is shown again after signing out', async () => {
    at.expectRefused('POST /rest/session 401')
    const page = await at.sit()
    await at.signIn('boss', 'wrong')
    await page.getByText('Name or password is wrong.').waitFor()
    await page.keyboard.type('boss-pw')
    await page.keyboard.press('Enter')
    await at.isLive()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('sign out')
    // The palette covers a part of the page, not all of it.
    expect((await page.locator('.palette').first().boundingBox())?.width).toBeLessThan(700)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
