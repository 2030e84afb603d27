import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Hotel, type HotelOptions, openHotel } from '../../server/test/hotel.ts'
import { barriersOf, openBrowser, PHONE, picture, type Seat, sitDown, type Tab, WIDE } from './browser.ts'

const CONSOLE = fileURLToPath(new URL('../dist/', import.meta.url))
/** A small notebook, between the two. */
const NARROW = { width: 1024, height: 768 }

/** The real product with a real browser in front of it. */
export interface ConsoleHotel {
  readonly hotel: Hotel
  /** The tab opened last. */
  readonly tab: Tab
  /** Another tab with a visitor of its own: it is closed at the end of the test. */
  sit(seat?: Seat, path?: string): Promise<Page>
  signIn(name?: string, password?: string): Promise<void>
  isLive(): Promise<void>
  /** Sits down, signs in and waits until the page hears of everything. */
  sitAs(name: string, path: string, seat?: Seat): Promise<Page>
}

/**
 * Opened before each test of the file and closed after it; one browser for all of them. A hotel with
 * telephones of its own is opened by whoever knows how, with the console's folder.
 */
export function consoleHotel(
  options: HotelOptions | ((consoleFolder: string) => Promise<Hotel>) = {},
  /** For the browser. */
  args: readonly string[] = [],
): ConsoleHotel {
  const now: { browser?: Browser; hotel?: Hotel; tabs: Tab[] } = { tabs: [] }
  beforeAll(async () => {
    now.browser = await openBrowser(args)
  })
  afterAll(() => now.browser?.close())
  beforeEach(async () => {
    if (typeof options === 'function') {
      now.hotel = await options(CONSOLE)
      return
    }
    now.hotel = await openHotel({ consoleFolder: CONSOLE, ...options })
    await now.hotel.open()
  })
  afterEach(async () => {
    for (const tab of now.tabs.splice(0)) await tab.close()
    await now.hotel?.close()
  })
  return {
    get hotel() {
      return there(now.hotel)
    },
    get tab() {
      return there(now.tabs.at(-1))
    },
    async sit(seat = {}, path = '/') {
      const tab = await sitDown(there(now.browser), this.hotel.url, seat)
      now.tabs.push(tab)
      await tab.page.goto(path)
      return tab.page
    },
    async signIn(name = 'boss', password = `${name}-pw`) {
      const { page } = this.tab
      await page.locator('input[name=username]').fill(name)
      await page.locator('input[name=password]').fill(password)
      await page.keyboard.press('Enter')
    },
    isLive() {
      return this.tab.page.locator('.link.live').waitFor()
    },
    async sitAs(name, path, seat = {}) {
      const page = await this.sit(seat, path)
      await this.signIn(name)
      await this.isLive()
      return page
    },
  }
}

function there<T>(it: T | undefined): T {
  if (it === undefined) throw new Error('It is opened before each test')
  return it
}

/**
 * The page as it is now in both themes and at three widths: a picture of each (`<name>-<theme>-<width>`), and what
 * stands in somebody's way, `light wide: rule: element`.
 */
export async function everyLook(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const)
    for (const [width, viewport] of Object.entries({ wide: WIDE, narrow: NARROW, phone: PHONE })) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize(viewport)
      await picture(page, `${name}-${theme}-${width}`)
      found.push(...(await barriersOf(page)).map((barrier) => `${theme} ${width}: ${barrier}`))
    }
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
