import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { told } from '../alarm.ts'
import { PHONE, picture } from '../browser.ts'
import { consoleHotel } from '../console-hotel.ts'

const FAILED = { outcome: 'no-answer', scheduled: '2026-11-14T21:00:00+01:00' } as const

describe.skipIf(!has('chromium-headless-shell'))('the Alarms page', () => {
  const at = consoleHotel()

  it('shows an alarm when it is raised, rings the room again, and ends it when the guest was reached', async () => {
    const { json } = await at.hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '2100' })
    const page = await at.sitAs('boss', '/alarms')
    await page.getByText('No alarm is open').waitFor()
    await told(at.hotel, {
      kind: 'wakeup.failed',
      tenant: '',
      room: '101',
      subject: json.id,
      text: 'Room 101 did not answer',
      detail: FAILED,
    })
    const row = page.locator('main').getByRole('row').filter({ hasText: 'Guest not woken' })
    await row.waitFor()
    await picture(page, 'alarms-guest-wide')
    await page.setViewportSize({ width: 1024, height: 768 })
    await picture(page, 'alarms-guest-narrow')
    await page.setViewportSize(PHONE)
    await picture(page, 'alarms-guest-phone')
    await row.getByRole('button', { name: 'Ring again now' }).click()
    await page.getByText('101 rings in a moment').waitFor()
    const calls = (await at.hotel.request('desk', 'GET', '/rest/wakeup/list?room=101')).json.wakeups
    expect(calls).toHaveLength(2)
    await row.getByRole('button', { name: 'Reached by hand' }).click()
    await page.getByText('No alarm is open').waitFor()
  })
})
