import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel } from '../console-hotel.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

describe.skipIf(!has('chromium-headless-shell'))('the Guests page', () => {
  const at = consoleHotel()
  const checkIn = (room: string, name: string) =>
    at.hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, { name })

  it('finds guests by name and room, checks one in, and shows who comes without a reload', async () => {
    for (const name of ['Ms Keller', 'Anna Keller']) await checkIn('101', name)
    const page = await at.sitAs('desk', '/guests')
    await row(page, 'Ms Keller').waitFor()
    await checkIn('102', 'Mr Ito')
    await row(page, 'Mr Ito').waitFor()
    await page.getByRole('searchbox').fill('keller an')
    await row(page, 'Mr Ito').waitFor({ state: 'detached' })
    expect(await page.getByRole('row').count()).toBe(1)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await page.getByLabel('Room', { exact: true }).fill('105')
    await page.getByLabel('Name', { exact: true }).fill('Eva Roth')
    await page.getByLabel('Language').selectOption('Japanese')
    await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click()
    // A language without announcements is accepted, and the desk is warned.
    await page.getByText('There are no announcements in Japanese').waitFor()
    await row(page, 'Eva Roth').waitFor()
  })
})
