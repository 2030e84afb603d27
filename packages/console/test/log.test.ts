import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { SITE } from '../../server/test/hotel.ts'
import { picture } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'

describe.skipIf(!has('chromium-headless-shell'))('what happened here?', () => {
  const users = [
    ...(SITE.users ?? []),
    { username: 'duty', password: 'duty-pw', permissions: ['review' as const] },
  ]
  const at = consoleHotel({ site: { ...SITE, users } })
  const call = (room: string) => at.hotel.request('desk', 'POST', '/rest/wakeup', { room, time: '0630' })
  const report = (room: string) => at.hotel.request('maid', 'POST', '/rest/rsi/change', { id: '1', room })

  it('holds still while somebody reads, and says how much is new', async () => {
    for (let n = 0; n < 40; n++) await report(String(101 + (n % 10)))
    const page = await at.sitAs('duty', '/log', { language: 'de' })
    const region = page.getByRole('region', { name: 'Protokoll' })
    await region.getByText('Zimmerstatus').first().waitFor()
    await picture(page, 'log-de')
    await region.hover()
    await page.mouse.wheel(0, 400)
    await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    await call('105')
    await call('106')
    const fresh = page.getByRole('button', { name: / neue Zeilen?$/ })
    // Each is told once, however many others happen meanwhile.
    await expect.poll(async () => Number.parseInt(await fresh.innerText())).toBeGreaterThanOrEqual(2)
    await fresh.click()
    await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBe(0)
    await region.getByText('Weckruf verlangt').first().waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await saved).suggestedFilename()).toBe('log.csv')
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  })

  it('leaves the list alone where somebody began to read while the newest were on their way', async () => {
    for (let n = 0; n < 40; n++) await report(String(101 + (n % 10)))
    const page = await at.sitAs('duty', '/log')
    const region = page.getByRole('region', { name: 'Log' })
    await region.getByText('Room status').first().waitFor()
    let letThrough = () => {}
    const gate = new Promise<void>((resolve) => (letThrough = resolve))
    const asked = page.waitForRequest(/\/rest\/log\b/)
    await page.route(/\/rest\/log\b/, async (route) => {
      await gate
      await route.continue()
    })
    await call('107')
    await asked
    await region.hover()
    await page.mouse.wheel(0, 400)
    const fresh = page.getByRole('button', { name: /^\d+ new$/ })
    await fresh.waitFor()
    const answered = page.waitForResponse(/\/rest\/log\b/)
    letThrough()
    await (await answered).finished()
    await call('108')
    await expect.poll(async () => Number.parseInt(await fresh.innerText())).toBeGreaterThanOrEqual(2)
    expect(await region.getByText('Call asked for').count()).toBe(0)
    await fresh.click()
    await region.getByText('Call asked for').nth(1).waitFor()
  })
})
