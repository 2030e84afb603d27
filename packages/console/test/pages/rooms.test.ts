import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel } from '../console-hotel.ts'
import { morning, reported, TALL } from '../housekeeping.ts'

const tile = (page: Page, room: string) => page.locator(`[data-room=" ${room}"]`)
const says = (page: Page, room: string, word: string) =>
  tile(page, room).getByText(word, { exact: true }).waitFor()
const choose = (page: Page, word: string) => page.getByRole('button', { name: word, exact: true }).click()

describe.skipIf(!has('chromium-headless-shell'))('the Rooms page', () => {
  const at = consoleHotel({ site: TALL })
  const stored = async (room: string) =>
    (await at.hotel.request('boss', 'GET', `/rest/room/${room}`)).json.status?.description

  it('reports a room clean with 2 clicks, takes it back with one, and shows what others report', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms')
    await tile(page, '201').click()
    await choose(page, 'Clean')
    await says(page, '201', 'Clean')
    await expect.poll(() => stored('201')).toBe('Clean')
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(page, '201', 'Dirty')
    await expect.poll(() => stored('201')).toBe('Dirty')
    // Several of them: with Ctrl, or by a button that stays.
    await tile(page, '201').click({ modifiers: ['Control'] })
    await tile(page, '203').click()
    await page.getByText('201 203', { exact: true }).waitFor()
    // Another person's report is drawn without a reload.
    await reported(at.hotel, '1', ['205'])
    await says(page, '205', 'Clean')
  })
})
