import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { hours, minutes } from '../../server/src/kernel/clock.ts'
import { EVENING } from '../../server/test/hotel.ts'
import { waitsForLine } from './alarm.ts'
import { asking } from './asking.ts'
import { forgetPictures, heldTo, otherThanBefore } from './baselines.ts'
import { BELLEVUE, floorsAreDone, guestsArrive, morningIsAsked } from './bellevue.ts'
import { PHONE, WIDE } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'

/** The same points on every machine that has the same fonts; and none of them says that the browser is mute. */
const EVEN = [
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--autoplay-policy=no-user-gesture-required',
]

const LOOKS = [
  { theme: 'light', width: 'wide' },
  { theme: 'dark', width: 'wide' },
  { theme: 'dark', width: 'phone' },
  { theme: 'light', width: 'phone' },
] as const

describe.skipIf(!has('chromium-headless-shell'))('the key pages', () => {
  const at = consoleHotel(
    { site: { ...BELLEVUE, telephony: { mode: 'virtual' } }, now: EVENING + hours(3) + minutes(4) },
    EVEN,
  )

  /** Somebody whose clock stands still as the hotel's does: ages stay what they are. */
  async function sitStill(): Promise<Page> {
    const page = await at.sit({}, '/me')
    await page.clock.setFixedTime(at.hotel.clock.now())
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await at.signIn('walter')
    return page
  }

  /** The page by day and by night, at the desk and on a phone: which of them are other than they were. */
  async function looksOf(page: Page, address: string, words: string): Promise<(string | null)[]> {
    const asks = asking(page)
    await page.setViewportSize(WIDE)
    await page.goto(address)
    await page.locator('.stage').getByText(words).first().waitFor()
    await at.isLive()
    await expect.poll(async () => asks() + (await page.locator('.skeleton').count())).toBe(0)
    const found: (string | null)[] = []
    for (const { theme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize(width === 'wide' ? WIDE : PHONE)
      const [, place = ''] = address.split('/')
      found.push(await otherThanBefore(page, `${place}-${theme}-${width}`))
    }
    return found
  }

  it(heldTo, async () => {
    forgetPictures()
    await guestsArrive(at.hotel)
    await floorsAreDone(at.hotel)
    await morningIsAsked(at.hotel)
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { room: '206', id: '12', quantity: 2 })
    const page = await sitStill()
    const found = [
      ...(await looksOf(page, '/today', 'Built-in phones: no real phone rings')),
      ...(await looksOf(page, '/rooms', 'Being cleaned')),
      ...(await looksOf(page, '/minibar', '2 × Lager')),
    ]
    await waitsForLine(at.hotel, '115')
    found.push(...(await looksOf(page, '/alarms', 'Call waits: no line')))
    expect(found.filter((one) => one !== null)).toEqual([])
    expect(at.tab.wrong).toEqual([])
  })
})
