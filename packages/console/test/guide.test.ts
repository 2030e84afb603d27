import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { builtGuide } from '../../server/test/built-guide.ts'
import { type Hotel, openHotel } from '../../server/test/hotel.ts'
import { sharedBrowser, sitDown } from './browser.ts'
import { sheetsOf } from './pdf.ts'

describe.skipIf(!has('chromium-headless-shell'))('the guide in a browser', () => {
  let browser: Browser
  let hotel: Hotel
  let guide: Awaited<ReturnType<typeof builtGuide>>
  let url = ''
  beforeAll(async () => {
    guide = await builtGuide()
    hotel = await openHotel({ guideFolder: guide.folder })
    ;[browser, url] = await Promise.all([sharedBrowser(), hotel.open()])
  })
  afterAll(async () => {
    await hotel.close()
    guide.remove()
  })

  it.each(['light', 'dark'] as const)(
    'shows its picture and breaks no rule of its policy, %s',
    async (theme) => {
      const tab = await sitDown(browser, url, { theme })
      await tab.page.goto('/docs/guide')
      const widths = await tab.page.evaluate<number[]>(
        "Array.from(document.querySelectorAll('main img'), (image) => image.naturalWidth)",
      )
      expect(widths.length).toBeGreaterThan(0)
      expect(widths.filter((width) => width === 0)).toEqual([])
      expect(tab.wrong).toEqual([])
      await tab.close()
    },
  )

  it.each(['/docs/guide', '/docs/guide/deployment', '/docs/guide/pbx/asterisk'])(
    'fits a phone: %s is not wider than it',
    async (address) => {
      const tab = await sitDown(browser, url, { width: 'phone' })
      await tab.page.goto(address)
      const [wide, screen] = await tab.page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      )
      expect(wide).toBe(screen)
      await tab.close()
    },
  )

  it('prints on two sheets at most what desk, housekeeping and administrator are to have at hand', async () => {
    const tab = await sitDown(browser, url)
    const long: string[] = []
    for (const page of ['desk', 'administrator', 'housekeeping']) {
      await tab.page.goto(`/docs/guide/${page}`)
      const { length } = sheetsOf(await tab.page.pdf({ format: 'A4', preferCSSPageSize: true }))
      if (length < 1 || length > 2) long.push(`${page}: ${length}`)
    }
    expect(long).toEqual([])
    await tab.close()
  })

  it('prints the sheet of the desk on one page', async () => {
    const tab = await sitDown(browser, url)
    await tab.page.goto('/docs/guide/desk-sheet')
    const sheets = sheetsOf(await tab.page.pdf({ format: 'A4', preferCSSPageSize: true }))
    expect(sheets.length).toBe(1)
    expect(sheets[0]).toContain('Theguestwasreached')
    await tab.close()
  })
})
