import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Hotel, type HotelOptions, openHotel } from '../../server/test/hotel.ts'
import {
  barriersOf,
  openBrowser,
  PHONE,
  picture,
  type Seat,
  sharedBrowser,
  sitDown,
  type Tab,
  WIDE,
} from './browser.ts'

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
  /** Of the requests that this test makes: `GET /rest/x 403`. Any other that is refused fails it, in whichever tab. */
  expectRefused(...requests: readonly (string | RegExp)[]): void
  /** An error of a page that this test is about; any other fails it. */
  expectWrong(...errors: readonly (string | RegExp)[]): void
  /** Sits down, signs in and waits until the page hears of everything. */
  sitAs(name: string, path: string, seat?: Seat): Promise<Page>
}

/** What a test is about, beside what every page does: before anybody has signed in, it asks who sits there. */
interface Expected {
  readonly refused: (string | RegExp)[]
  readonly wrong: (string | RegExp)[]
}

const expectedAtFirst = (): Expected => ({ refused: ['GET /rest/session 401'], wrong: [] })

const but = (happened: readonly string[], expected: readonly (string | RegExp)[]): string[] =>
  happened.filter(
    (one) => !expected.some((what) => (typeof what === 'string' ? what === one : what.test(one))),
  )

/** Nothing goes wrong in any tab, and nothing is refused, but what a test is about. */
function nothingElse(tabs: readonly Tab[], expected: Expected): void {
  const wrong = tabs.flatMap((tab) => but(tab.wrong, expected.wrong))
  const refused = tabs.flatMap((tab) => but(tab.refused, expected.refused))
  expect({ wrong, refused }).toEqual({ wrong: [], refused: [] })
}

/**
 * A hotel for each test of the file, opened before it and closed after it. A hotel with telephones is opened by
 * a function, which is given the console's folder.
 */
export function consoleHotel(
  options: HotelOptions | ((consoleFolder: string) => Promise<Hotel>) = {},
  /** With arguments, the file has a browser of its own. */
  args: readonly string[] = [],
): ConsoleHotel {
  const now: { browser?: Browser; hotel?: Hotel; tabs: Tab[]; expected: Expected } = {
    tabs: [],
    expected: expectedAtFirst(),
  }
  const isOwn = args.length > 0
  beforeAll(async () => {
    now.browser = isOwn ? await openBrowser(args) : await sharedBrowser()
  })
  afterAll(() => (isOwn ? now.browser?.close() : undefined))
  beforeEach(async () => {
    now.expected = expectedAtFirst()
    if (typeof options === 'function') {
      now.hotel = await options(CONSOLE)
      return
    }
    now.hotel = await openHotel({ consoleFolder: CONSOLE, ...options })
    await now.hotel.open()
  })
  afterEach(async () => {
    const tabs = now.tabs.splice(0)
    for (const tab of tabs) await tab.close()
    await now.hotel?.close()
    nothingElse(tabs, now.expected)
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
    expectRefused: (...requests) => void now.expected.refused.push(...requests),
    expectWrong: (...errors) => void now.expected.wrong.push(...errors),
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

const WIDTHS = { wide: WIDE, narrow: NARROW, phone: PHONE } as const

interface Look {
  readonly theme: 'light' | 'dark'
  readonly width: keyof typeof WIDTHS
  readonly rules: 'all' | 'colours'
}

/** Every rule once for each width, those of colours in both themes; a notebook has the colours of the desk. */
const EVERY_LOOK: readonly Look[] = [
  { theme: 'light', width: 'wide', rules: 'all' },
  { theme: 'light', width: 'narrow', rules: 'all' },
  { theme: 'light', width: 'phone', rules: 'all' },
  { theme: 'dark', width: 'wide', rules: 'colours' },
  { theme: 'dark', width: 'phone', rules: 'colours' },
]
const TWO_LOOKS: readonly Look[] = [
  { theme: 'light', width: 'wide', rules: 'all' },
  { theme: 'dark', width: 'phone', rules: 'all' },
]

/**
 * The page as it is now in both themes and at three widths: a picture of each (`<name>-<theme>-<width>`), and what
 * stands in somebody's way, `light wide: rule: element`.
 */
export const everyLook = (page: Page, name: string): Promise<string[]> => looks(page, name, EVERY_LOOK)

/** The same of a page that is looked at whole elsewhere, and is in another state here: at the desk, and on a phone at night. */
export const twoLooks = (page: Page, name: string): Promise<string[]> => looks(page, name, TWO_LOOKS)

async function looks(page: Page, name: string, all: readonly Look[]): Promise<string[]> {
  const found: string[] = []
  for (const { theme, width, rules } of all) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize(WIDTHS[width])
    await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
    await picture(page, `${name}-${theme}-${width}`)
    const barriers = await barriersOf(page, rules)
    found.push(...barriers.map((barrier) => `${theme} ${width}: ${barrier}`))
  }
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
