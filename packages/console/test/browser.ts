import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { PATIENCE } from '../../server/testing/eventually.ts'

const SCREENS = path.resolve(import.meta.dirname, '../screens')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What opens over a page lies outside its regions: no rule of WCAG, but a habit. */
const RULES = { region: { enabled: false } }

export const WIDE = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export interface Seat {
  readonly width?: 'wide' | 'phone'
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'de'
  /** The zone of the device. */
  readonly zone?: string
}

/** A tab, and everything that went wrong in it and in those that were opened from it. */
export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the page, of its console and of its policy. */
  readonly wrong: string[]
  /** Requests that were refused: `GET /rest/x 403`. */
  readonly refused: string[]
  close(): Promise<void>
}

/** A browser that the caller closes. It is mute until a page was touched, as at a desk. */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=document-user-activation-required', ...more],
    timeout: PATIENCE.timeout,
    // A signal ends the worker as if there were no browser: Chromium exits when the pipe to it is closed.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })

let shared: Browser | null = null

/** The browser of this worker, for all of its files. It ends when the worker ends. */
export async function sharedBrowser(): Promise<Browser> {
  if (shared?.isConnected() === true) return shared
  shared = await openBrowser()
  // An open browser keeps its process alive: a forked worker would outlive a killed vitest.
  process.once('disconnect', () => process.exit(1))
  return shared
}

export async function sitDown(browser: Browser, url: string, seat: Seat = {}): Promise<Tab> {
  const { width = 'wide', theme = 'light', language = 'en', zone = 'Europe/Zurich' } = seat
  const context = await browser.newContext({
    viewport: width === 'wide' ? WIDE : PHONE,
    colorScheme: theme,
    locale: language === 'de' ? 'de-CH' : 'en-GB',
    timezoneId: zone,
    baseURL: url,
    hasTouch: width === 'phone',
  })
  context.setDefaultTimeout(PATIENCE.timeout)
  await context.addInitScript(
    "document.addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))",
  )
  const heard = listen(context)
  const page = await context.newPage()
  return { page, context, ...heard, close: () => context.close() }
}

function listen(context: BrowserContext): Pick<Tab, 'wrong' | 'refused'> {
  const [wrong, refused]: [string[], string[]] = [[], []]
  context.on('weberror', (thrown) => wrong.push(thrown.error().message))
  context.on('console', (said) => {
    // The browser tells of every refusal by itself; those are counted by themselves.
    if (said.type() === 'error' && !said.text().startsWith('Failed to load resource')) wrong.push(said.text())
  })
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400)
      refused.push(`${response.request().method()} ${pathname} ${response.status()}`)
  })
  return { wrong, refused }
}

interface Found {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** All that depends on which theme is shown: otherwise both have the same elements in the same places. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What stands in the way of people who see, hear or move otherwise: `rule: element`; or only by its colours. */
export async function barriersOf(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  await atRest(page)
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const options =
    what === 'all' ? { runOnly: TAGS, rules: RULES } : { runOnly: { type: 'rule', values: OF_COLOURS } }
  const asked = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`
  const { violations } = await page.evaluate<Found>(asked)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** What the page has heard is drawn. */
export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')

/** What goes on for ever, or with the scrolling, is not waited for. */
const ANIMATED = `Promise.allSettled(document.getAnimations()
  .filter((one) => one.timeline === document.timeline && one.effect.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished))`

/**
 * The page is drawn as it stays. It hears of another width or theme in the next frame, and draws in the one after it
 * what was measured then; in between something may slide or change its colour.
 */
export async function atRest(page: Page): Promise<void> {
  await twoFrames(page)
  await page.evaluate(ANIMATED)
  await twoFrames(page)
}

const MOST_TABS = 120
const FOCUSED =
  '(({ activeElement: on }) => on.getAttribute("aria-label") ?? on.labels?.[0]?.textContent ?? on.textContent ?? "")(document)'

/** Goes on with Tab until what is called so has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab')
    if (name.test(await page.evaluate<string>(FOCUSED))) return
  }
  throw new Error(`No Tab leads to ${name}`)
}

/** They are for people to look at: a run without them is a tenth shorter. */
export const takesPictures = process.env['REVEILLE_SCREENS'] !== undefined

/** A picture in a folder that is not kept, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return
  mkdirSync(SCREENS, { recursive: true })
  await page.screenshot({ path: path.join(SCREENS, `${name}.png`) })
}
