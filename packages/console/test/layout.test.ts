import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { waitsForLine } from './alarm.ts'
import { asking } from './asking.ts'
import { barriersOf, PHONE, WIDE } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'
import { morning, TALL } from './housekeeping.ts'

const source = readFileSync(new URL('../testing/layout.ts', import.meta.url), 'utf8')
const { code } = transformSync(source.replace('export ', ''), { loader: 'ts' })

/** A desk, a notebook, and the desk at twice the size. */
const WIDTHS = [1440, 1024, 720]
/** A desk at four times its size (WCAG 1.4.10). */
const REFLOWED = 320

/** Room between letters, words and lines for those who need it (WCAG 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`
const LOOKED_AT_SPACED = ['/today', '/room/311', '/guests', '/deliveries', '/settings/site']

const SETTINGS =
  'site tenants users rooms items status lines connectors servers prompts wakeups network'.split(' ')

/** Every page, and what opens over one. */
const pagesOf = (call: string, delivery: string) => [
  '/today',
  `/today?call=${call}`,
  `/wakeup/${call}`,
  '/rooms?floor=3',
  '/rooms?floor=3&room=+306',
  '/room/311',
  '/minibar',
  '/minibar/101',
  '/guests',
  '/alarms',
  '/alarms?state=over',
  '/deliveries',
  `/delivery/${delivery}`,
  '/log',
  ...['wakeups', 'charges', 'deliveries', 'rooms'].map((report) => `/reports/${report}`),
  ...SETTINGS.map((place) => `/settings/${place}`),
  '/settings/users/maid',
  '/settings/rooms/101',
  '/system',
  '/me',
]

/** Some forty pages, each at four widths: on a machine that others use as well, that takes minutes. */
const PATIENCE = { timeout: 400_000 }

describe.skipIf(!has('chromium-headless-shell'))('every page at every width', () => {
  const at = consoleHotel({ site: TALL })

  async function aBusyHouse(): Promise<string[]> {
    await morning(at.hotel)
    for (const room of ['101', '102', '103', '104'])
      await at.hotel.request('desk', 'POST', '/rest/wakeup', { room, time: '0630', daily: room === '104' })
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    await waitsForLine(at.hotel, '118')
    const { wakeups } = (await at.hotel.request('desk', 'GET', '/rest/wakeup/list?room=311')).json
    const { deliveries } = (await at.hotel.request('boss', 'GET', '/rest/delivery')).json
    return pagesOf(wakeups[0].id, deliveries[0].id)
  }

  /** Led there by the page itself: to load it anew would take longer than to look at it. */
  async function goTo(page: Page, asked: () => number, address: string): Promise<void> {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
    await page.locator('.stage').locator('h1, h2, .tile').first().waitFor({ state: 'attached' })
    await expect.poll(asked, { interval: 20 }).toBe(0)
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    await expect.poll(() => page.locator('.skeleton').count(), { interval: 20 }).toBe(0)
  }

  /** The colours of the night, on a page that was looked at by day. */
  async function barriersByNight(page: Page): Promise<string[]> {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    const barriers = await barriersOf(page, 'colours')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
    return barriers
  }

  /** What is lost where everything takes more room: of small targets nothing is said. */
  const lossesOf = async (page: Page): Promise<string[]> =>
    (await faultsOf(page, 0)).filter((fault) => /^(wider|cut off)/.test(fault))

  async function spacedLossesOf(page: Page): Promise<string[]> {
    const set = (css: string) =>
      page.evaluate(`(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(${JSON.stringify(css)})
        document.adoptedStyleSheets = [sheet]
      })()`)
    await set(SPACED)
    const losses = await lossesOf(page)
    await set('')
    return losses
  }

  const faultsOf = async (page: Page, least: number): Promise<string[]> =>
    page.evaluate(`(() => { ${code}\nreturn layoutFaults(${least}) })()`)

  it.each(['en', 'de'] as const)(
    'has nothing wide, cut off, covered or too small: %s',
    PATIENCE,
    async (language) => {
      const pages = await aBusyHouse()
      const found: string[] = []
      const desk = await at.sitAs('boss', '/today', { language })
      const hand = await at.sitAs('boss', '/today', { language, width: 'phone' })
      for (const page of [desk, hand]) await page.emulateMedia({ reducedMotion: 'reduce' })
      const [deskAsks, handAsks] = [asking(desk), asking(hand)]
      for (const address of pages) {
        await goTo(desk, deskAsks, address)
        await desk.setViewportSize(WIDE)
        // The words of German are longer and others; elsewhere pages are looked at in English.
        const barriers = language === 'de' ? await barriersOf(desk) : await barriersByNight(desk)
        found.push(...barriers.map((barrier) => `${address}: ${barrier}`))
        if (LOOKED_AT_SPACED.includes(address))
          found.push(...(await spacedLossesOf(desk)).map((loss) => `${address} spaced: ${loss}`))
        for (const width of WIDTHS) {
          await desk.setViewportSize({ width, height: 900 })
          found.push(...(await faultsOf(desk, 24)).map((fault) => `${address} ${width}: ${fault}`))
        }
        await goTo(hand, handAsks, address)
        found.push(...(await faultsOf(hand, 48)).map((fault) => `${address} 390: ${fault}`))
        if (language === 'en')
          found.push(...(await barriersByNight(hand)).map((barrier) => `${address} 390: ${barrier}`))
        await hand.setViewportSize({ ...PHONE, width: REFLOWED })
        found.push(...(await lossesOf(hand)).map((loss) => `${address} ${REFLOWED}: ${loss}`))
        await hand.setViewportSize(PHONE)
      }
      expect(found).toEqual([])
    },
  )
})
