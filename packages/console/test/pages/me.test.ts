import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel } from '../console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('the page of one’s own account', () => {
  const at = consoleHotel()

  it('sets a PIN, and unlocks the screen with it', async () => {
    const page = await at.sitAs('desk', '/me')
    const pin = page.getByRole('form', { name: 'PIN' })
    await pin.getByLabel('Present password').fill('desk-pw')
    await pin.getByLabel('PIN', { exact: true }).fill('1234')
    await pin.getByRole('button', { name: 'Set PIN' }).click()
    await pin.getByText('A PIN has six digits.').waitFor()
    await pin.getByLabel('PIN', { exact: true }).fill('271828')
    await pin.getByRole('button', { name: 'Set PIN' }).click()
    await page.getByText('A PIN is set.').waitFor()
    await page.getByRole('button', { name: 'desk' }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    // Enter leads back in, and not to the menu once more.
    await page.getByRole('button', { name: 'Locked' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('PIN', { exact: true }).fill('271828')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Locked' }).waitFor({ state: 'detached' })
  })

  it('changes the password: this screen goes on working, every other is signed out', async () => {
    at.expectRefused('GET /rest/events 401')
    const other = await at.sitAs('desk', '/alarms')
    const page = await at.sitAs('desk', '/me')
    const form = page.getByRole('form', { name: 'Password' })
    await form.getByLabel('Present password').fill('desk-pw')
    await form.getByLabel('New password').fill('night-owl-7')
    await form.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is changed.').waitFor()
    await page.getByText('this screen').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Sign out', exact: true }).count()).toBe(0)
    await other.getByText('Sign in again').waitFor()
    const pin = page.getByRole('form', { name: 'PIN' })
    await pin.getByLabel('Present password').fill('night-owl-7')
    await pin.getByLabel('PIN', { exact: true }).fill('271828')
    await pin.getByRole('button', { name: 'Set PIN' }).click()
    await page.getByText('A PIN is set.').waitFor()
  })
})
