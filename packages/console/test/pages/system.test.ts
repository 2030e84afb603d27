import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel, everyLook } from '../console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('the System page', () => {
  const at = consoleHotel()

  it('shows the state of every part, makes a backup, and checks the installation', async () => {
    const page = await at.sitAs('boss', '/system')
    await page.getByRole('button', { name: 'Check now' }).waitFor()
    await page
      .getByRole('table', { name: 'Parts of the house' })
      .getByRole('cell', { name: 'Disk', exact: true })
      .waitFor()
    await page.getByText('Europe/Zurich, rules of 2026c').waitFor()
    await page.getByText('Seals of the log').waitFor()
    await page.locator('.seals').getByText('Grand Hotel').waitFor()
    const parts = page.getByRole('table', { name: 'Parts of the house' })
    await parts.getByText('1 signed in, 0 that only show').waitFor()
    await parts.getByText(/^\d+ open, which tell at once/).waitFor()
    await parts.getByText('Wakeup, Inventory, Room status; serial number').waitFor()
    expect(await parts.getByRole('link', { name: 'Open Lines' }).getAttribute('href')).toBe('/settings/lines')
    const untold = page.getByRole('table', { name: 'Not told at the moment' })
    await untold.getByRole('row', { name: 'pms Not linked' }).waitFor()
    expect(await untold.getByRole('link', { name: 'Open pms' }).getAttribute('href')).toBe(
      '/deliveries?lane=pms',
    )
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByRole('link', { name: /Download reveille-/ }).waitFor()
    await page.getByRole('button', { name: 'Examine the installation' }).click()
    await page.getByRole('table', { name: 'Doctor' }).getByText('Database: ok').waitFor()
    // What the server says in English needs no second sentence.
    expect(await page.locator('.what:has(> span + span[lang=en])').allTextContents()).toEqual([])
    expect(await everyLook(page, 'system')).toEqual([])
  })
})
