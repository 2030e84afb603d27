import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { consoleHotel, everyLook } from './console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('somebody looks after their own account', () => {
  const at = consoleHotel()

  it('changes the password, and every other screen is signed out', async () => {
    at.expectRefused('GET /rest/events 401')
    const other = await at.sitAs('desk', '/alarms')
    const page = await at.sitAs('desk', '/me')
    const form = page.getByRole('form', { name: 'Password' })
    await form.getByLabel('Present password').fill('desk-pw')
    await form.getByLabel('New password').fill('night-owl-7')
    await form.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is changed.').waitFor()
    await page.getByText('this screen').waitFor()
    expect(await page.getByRole('button', { name: 'Sign out', exact: true }).count()).toBe(0)
    await other.getByText('Sign in again').waitFor()
  })

  it('signs out a screen elsewhere, and stands in nobody’s way', async () => {
    await at.sitAs('desk', '/alarms')
    const page = await at.sitAs('desk', '/me', { language: 'de' })
    await page.getByRole('button', { name: 'Abmelden', exact: true }).waitFor()
    expect(await everyLook(page, 'me')).toEqual([])
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Abmelden', exact: true }).click()
    await page.getByRole('button', { name: 'Abmelden', exact: true }).waitFor({ state: 'detached' })
    const { json } = await at.hotel.request('boss', 'GET', '/rest/config/session')
    expect(json.sessions).toHaveLength(1)
    expect(at.tab.wrong).toEqual([])
  })
})
