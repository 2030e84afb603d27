import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { consoleHotel, everyLook } from './console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('somebody looks after their own account', () => {
  const at = consoleHotel()

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
