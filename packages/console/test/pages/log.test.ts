import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel, everyLook } from '../console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('the Log page', () => {
  const at = consoleHotel()
  const call = (room: string) => at.hotel.request('desk', 'POST', '/rest/wakeup', { room, time: '0630' })
  const report = (room: string) => at.hotel.request('maid', 'POST', '/rest/rsi/change', { id: '1', room })

  it('shows new entries first and as they come, opens one with its seal, and filters by the address', async () => {
    await call('101')
    await report('102')
    const page = await at.sitAs('boss', '/log')
    const rows = page.getByRole('region', { name: 'Log' }).getByRole('listitem')
    await rows.getByText('Room status').first().waitFor()
    await call('103')
    await rows.first().getByText('Call asked for', { exact: true }).waitFor()
    await rows.first().getByRole('button').click()
    await page
      .getByRole('complementary', { name: 'Facts' })
      .getByText(/Seal \d+/)
      .waitFor()
    expect(await everyLook(page, 'log')).toEqual([])
    expect(await page.getByRole('link', { name: 'Room 103' }).getAttribute('href')).toBe('/room/103')
    expect(await page.getByRole('link', { name: 'The call' }).count()).toBe(1)
    // A link in a mail opens the row, also where it is no longer among those that are shown.
    const opened = new URL(page.url())
    opened.searchParams.set('room', '101')
    await page.goto(opened.href)
    await page.getByRole('link', { name: 'Room 103' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Without Room 101' }).click()
    await page.getByLabel('Room', { exact: true }).waitFor()
    await page.getByLabel('Room', { exact: true }).fill('102')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Without Room 102' }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    expect(page.url()).toContain('room=102')
    await page.getByRole('button', { name: 'Without Room 102' }).click()
    await page.getByLabel('Words in the text').fill('nothing of the kind')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing of this kind was written.').waitFor()
  })
})
