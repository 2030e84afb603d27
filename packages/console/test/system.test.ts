import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { demonstrationSite } from '../../server/src/config/demonstration.ts'
import { picture } from './browser.ts'
import { consoleHotel, everyLook, twoLooks } from './console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('whoever looks after the system', () => {
  const at = consoleHotel()

  it('sees in one line how the house is, part by part, and has a backup made', async () => {
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
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  })

  it('reads it in German', async () => {
    const page = await at.sitAs('boss', '/system', { language: 'de' })
    await page.getByRole('button', { name: 'Jetzt prüfen' }).waitFor()
    // What was found is told in words of its own; details of what is wrong stay as the server has them.
    await page.getByText(/^\d+ % sind frei\.$/).waitFor()
    await page.getByText('Keine Weckrufe stehen an.').waitFor()
    await page.getByRole('button', { name: 'Installation untersuchen' }).click()
    await page.getByText('Jedes Siegel hält.').waitFor()
    await picture(page, 'system-de')
    expect(at.tab.wrong).toEqual([])
  })

  it('is told which permission is missing, where it is', async () => {
    const page = await at.sitAs('desk', '/system')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  })
})

const DEMONSTRATION = demonstrationSite({
  passwords: { admin: 'admin-pw-1234', desk: 'desk-pw-1234', maid: 'maid-pw-1234' },
  timezone: 'Europe/Zurich',
})

describe.skipIf(!has('chromium-headless-shell'))('whoever tries the demonstration out', () => {
  const at = consoleHotel({ begin: 'demonstration', site: DEMONSTRATION })

  it('is told that it is one, and finds the way to a hotel of their own and back', async () => {
    const page = await at.sit({}, '/settings/users')
    await at.signIn('admin', 'admin-pw-1234')
    await page.getByText('This is a demonstration hotel.').waitFor()
    await picture(page, 'settings-demonstration')
    await page.getByRole('link', { name: 'System' }).click()
    await page.getByText('This is a demonstration hotel: its guests and calls are made up.').waitFor()
    expect(await twoLooks(page, 'system-demonstration')).toEqual([])
    await page.getByRole('link', { name: 'Start your own hotel' }).click()
    await page.getByLabel(/Hotel Aurora/).fill('Hotel Aurora')
    await page.getByRole('button', { name: 'Start your own hotel' }).click()
    await page.getByRole('heading', { name: 'What is the hotel called?' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/setup/hotel')
    expect(await twoLooks(page, 'setup-hotel')).toEqual([])
    await page.getByRole('button', { name: 'To the console' }).click()
    await page.getByRole('link', { name: 'System' }).click()
    await page.getByRole('link', { name: 'Setup' }).click()
    await page.getByRole('heading', { name: 'What is the hotel called?' }).waitFor()
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  })
})
