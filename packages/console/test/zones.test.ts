import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { waitsForLine } from './alarm.ts'
import { consoleHotel } from './console-hotel.ts'

/** Which night, seen from where, and how the hotel's clock shows it. Each at half past midnight in Zurich. */
const NIGHTS = [
  {
    night: 'the clocks go forward',
    now: Date.UTC(2027, 2, 27, 23, 30),
    calls: ['01:59', '03:00', '03:30'],
    moments: ['2027-03-28T01:59:00+01:00', '2027-03-28T03:00:00+02:00', '2027-03-28T03:30:00+02:00'],
    day: 'Sun 28 Mar',
  },
  {
    night: 'the clocks go back',
    now: Date.UTC(2026, 9, 24, 22, 30),
    calls: ['01:59', '02:30', '03:30'],
    moments: ['2026-10-25T01:59:00+02:00', '2026-10-25T02:30:00+02:00', '2026-10-25T03:30:00+01:00'],
    day: 'Sun 25 Oct',
  },
] as const
const ZONES = ['Pacific/Auckland', 'America/Los_Angeles']

describe.each(NIGHTS)('in the night in which $night', ({ now, calls, moments, day }) => {
  describe.skipIf(!has('chromium-headless-shell'))('a browser far away', () => {
    const at = consoleHotel({ now })

    it.each(ZONES)('shows the hotel’s clock on every page: %s', async (zone) => {
      for (const [n, time] of calls.entries())
        await at.hotel.request('desk', 'POST', '/rest/wakeup', {
          room: String(101 + n),
          time: time.replace(':', ''),
        })
      await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '101' })
      await at.hotel.request('maid', 'POST', '/rest/rsi/change', { id: '1', room: '102' })
      await at.hotel.request('desk', 'POST', '/rest/mailbox/103/checkin', { name: 'Okafor' })
      await waitsForLine(at.hotel, '118')
      const [{ id: delivery }] = (await at.hotel.request('boss', 'GET', '/rest/delivery')).json.deliveries
      const { json } = await at.hotel.request('desk', 'GET', '/rest/wakeup/list')
      expect(json.wakeups.map(({ scheduled }: { scheduled: string }) => scheduled)).toEqual(moments)
      const page = await at.sit({ zone }, '/today')
      // The clock at the door is the hotel’s as well.
      await page
        .locator('.heaven time')
        .getByText(/^00:3\d$/)
        .waitFor()
      await at.signIn('boss')
      await at.isLive()
      // This house has no line, which the page says as soon as it knows.
      await page.getByText('Nobody can be rung: no line works.').waitFor()
      await page.getByText(`3 calls on ${day}`).waitFor()
      expect(await page.locator('.call .at').allInnerTexts()).toEqual([...calls])
      expect(await page.getByRole('timer').innerText()).toMatch(/00:3\d.*Zurich/s)
      await page.locator('.call').last().getByRole('button').click()
      const story = page.getByRole('complementary')
      await story.getByText('03:30').first().waitFor()
      for (const [address, words] of [
        ['/room/103', '03:30'],
        [`/wakeup/${json.wakeups[2].id}`, '03:30'],
        ['/log', /00:3\d/],
        ['/guests', day.slice(4)],
        ['/alarms', /00:3\d/],
        ['/minibar', /00:3\d/],
        [`/delivery/${delivery}`, /00:3\d/],
        ['/system', /00:3\d/],
        ['/settings/site', /00:3\d/],
        ['/me', /00:3\d/],
      ] as const) {
        await page.evaluate(`history.pushState(null, '', '${address}')`)
        await page.locator('.stage').getByText(words).first().waitFor()
      }
      // Half an hour after midnight in the hotel is another day where this browser is.
      await page.evaluate(`history.pushState(null, '', '/reports/charges')`)
      await page.locator('.stage').getByText(day).first().waitFor()
      expect(at.tab.wrong).toEqual([])
    })
  })
})
