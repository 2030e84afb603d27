import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { demonstrationSite } from '../../server/src/config/demonstration.ts'
import { picture } from './browser.ts'
import { consoleHotel, twoLooks } from './console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('whoever looks after the system', () => {
  const at = consoleHotel()

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
