import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { hours, minutes, seconds } from '../../server/src/kernel/clock.ts'
import { PRESSES } from '../../server/test/test-exchange.ts'
import { picture } from './browser.ts'
import { everyLook } from './console-hotel.ts'
import { nightConsole } from './night-console.ts'

const GUESTS: Readonly<Record<string, string>> = {
  '101': 'Miller',
  '102': 'Rossi',
  '118': 'Varga',
  '204': 'Chen',
  '215': 'Lefèvre',
  '311': 'Okafor',
}

describe.skipIf(!has('chromium-headless-shell'))('the morning at the desk', () => {
  const night = nightConsole()
  const { at } = night
  const settle = async () => {
    for (const [room, name] of Object.entries(GUESTS))
      await night.hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, { name })
  }
  const set = async (time: string, rooms: string, more = {}) => {
    const { status, text } = await night.hotel.request('desk', 'POST', '/rest/wakeup', {
      rooms,
      time,
      ...more,
    })
    expect([status, text]).toEqual([201, text])
  }
  /** A whole morning: three times the lines at half past six, and something odd on the way. */
  const morning = async () => {
    await settle()
    night.exchange.does('118', { does: 'ring' })
    night.exchange.does('215', PRESSES('1'))
    night.exchange.does('208', { does: 'busy' })
    await set('0415', '311')
    await set('0500', '103-105')
    await set('0610', '118')
    await set('0615', '119', { daily: true })
    await set('0625', '215')
    await set('0630', '101-117')
    await set('0630', '204-208')
    await set('0645', '120-125')
    await set('0700', '209-228', { daily: true })
    await set('0730', '126-140')
    await set('0800', '229-239')
    await set('0930', '240')
  }

  it('in the rush', async () => {
    await morning()
    await night.hotel.pass(seconds(30))
    const page = await at.sitAs('desk', '/today')
    await page.getByText('The morning holds.').waitFor({ timeout: 5000 })
    const evening = await everyLook(page, 'today-evening')
    await night.hotel.pass(hours(10) + minutes(30) + seconds(4))
    await page.getByText('Ringing').first().waitFor()
    const rush = await everyLook(page, 'today-rush')
    await picture(page, 'x')
    expect({ evening, rush }).toEqual({ evening: [], rush: [] })
    expect(at.tab.wrong).toEqual([])
  }, 200_000)
})
