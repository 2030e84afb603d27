import type { SiteFile } from '@reveille/contract'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { SITE } from '../../server/test/hotel.ts'
import { barriersOf, picture, takesPictures } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'

/** What is asked for whatever page is open: who sits there, and what happens. */
const ALWAYS = ['/rest/session', '/rest/events']
const REFERENCE = 'reference-of-the-failure'

/** Pages that read what they show, and the shape of it. */
const READING: readonly (readonly [address: string, shape: string])[] = [
  ['/today', 'rows'],
  ['/rooms', 'tiles'],
  ['/room/101', 'rows'],
  ['/minibar', 'tiles'],
  ['/guests', 'rows'],
  ['/alarms', 'rows'],
  ['/alarms?state=over', 'rows'],
  ['/deliveries', 'rows'],
  ['/log', 'rows'],
  ['/reports/wakeups', 'plot'],
  ['/settings/items', 'rows'],
  ['/settings/site', 'form'],
  ['/system', 'rows'],
]

const nameOf = (address: string) => address.replaceAll(/\W+/g, '-').replace(/^-/, '')

/** The page as somebody by day and somebody by night sees it. */
async function inBothThemes(page: Page, name: string): Promise<void> {
  if (!takesPictures) return
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await picture(page, `state-${name}-${theme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Answers to what the page asks for: held back, and then none at all. */
async function troubledServer(page: Page) {
  const held: Route[] = []
  let does: 'hold' | 'fail' | 'answer' = 'hold'
  const fail = (route: Route) =>
    route
      .fulfill({ status: 500, json: { error: 99, description: 'It broke.', reference: REFERENCE } })
      .catch(() => {})
  await page.route('**/rest/**', (route) => {
    const { pathname } = new URL(route.request().url())
    if (does === 'answer' || ALWAYS.includes(pathname)) return route.fallback()
    return does === 'fail' ? fail(route) : void held.push(route)
  })
  return {
    hold: () => void (does = 'hold'),
    async fail() {
      does = 'fail'
      await Promise.all(held.splice(0).map(fail))
    },
    answer: () => void (does = 'answer'),
  }
}

describe.skipIf(!has('chromium-headless-shell'))('a page that has nothing to show yet', () => {
  const at = consoleHotel()
  const goTo = (page: Page, address: string) =>
    page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
  const trouble = (page: Page) => page.locator('.stage .trouble').first()

  it('has its own shape; what failed is said in words with its reference, and asked for again', async () => {
    at.expectRefused(/ 500$/)
    const page = await at.sitAs('boss', '/me')
    const server = await troubledServer(page)
    const found: string[] = []
    for (const [address, shape] of READING) {
      server.hold()
      await page.goto(address)
      await page.locator(`.stage .skeleton.of-${shape}`).first().waitFor()
      await inBothThemes(page, `loading-${nameOf(address)}`)
      await server.fail()
      await trouble(page).getByText(REFERENCE).waitFor()
      await inBothThemes(page, `failed-${nameOf(address)}`)
      found.push(...(await barriersOf(page)).map((barrier) => `${address}: ${barrier}`))
      server.answer()
      // What is followed by events is asked for again by itself as well.
      const again = trouble(page).getByRole('button', { name: 'Try again' })
      await expect
        .poll(async () => {
          if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {})
          return trouble(page).count()
        })
        .toBe(0)
      await page.locator('.stage .skeleton').first().waitFor({ state: 'detached' })
    }
    expect(found).toEqual([])
  })

  it('says what is gone, what nobody may see, and that an address leads nowhere', async () => {
    at.expectRefused(/ 404$/)
    const page = await at.sitAs('boss', '/alarms')
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const [address, words] of [
      [`/wakeup/${nobody}`, 'the log knows nothing of it'],
      [`/delivery/${nobody}`, /or no longer/],
      ['/room/999', /999/],
      ['/settings/rooms/999', /or no longer/],
      ['/nowhere', 'There is no such page'],
    ] as const) {
      await goTo(page, address)
      await page.locator('.stage').getByText(words).first().waitFor()
      await inBothThemes(page, `gone-${nameOf(address).slice(0, 14)}`)
      expect(await barriersOf(page)).toEqual([])
    }
    const maid = await at.sitAs('maid', '/guests')
    await maid.getByText('This page needs the permission "frontdesk"').waitFor()
    await inBothThemes(maid, 'not-permitted')
    expect(await barriersOf(maid)).toEqual([])
  })

  it('breaks alone, and the house is told of it', async () => {
    at.expectWrong(/./)
    const page = await at.sitAs('boss', '/me')
    await page.route('**/rest/system/destination', (route) => route.fulfill({ json: { destinations: 7 } }))
    const told = page.waitForRequest(/\/rest\/system\/report$/)
    await goTo(page, '/deliveries')
    await page.locator('.stage').getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    expect((await told).postDataJSON()).toMatchObject({ page: '/deliveries', message: expect.any(String) })
    await inBothThemes(page, 'broken')
    expect(await barriersOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Rooms' }).first().click()
    await page.locator('.tile').first().waitFor()
  })

  it('is one window too many, and says so beside what it reads by itself', async () => {
    at.expectRefused('GET /rest/events 429')
    const page = await at.sit({}, '/rooms')
    await page.route('**/rest/events', (route) =>
      route.fulfill({ status: 429, json: { error: 1, description: 'Too many', reference: REFERENCE } }),
    )
    await at.signIn()
    await page.locator('.link.crowded').waitFor()
    await page.locator('.tile').first().waitFor()
    await inBothThemes(page, 'crowded')
    expect(await barriersOf(page)).toEqual([])
  })
})

/** Where it stands beside a heading. */
const NOTHING_YET = /^(None yet|Nobody is told anything yet)/

/** A house on its first day, before anything was described. */
const BARE: SiteFile = {
  site: SITE.site ?? {},
  users: [{ username: 'boss', password: 'boss-pw', permissions: ['administrator'] }],
}

describe.skipIf(!has('chromium-headless-shell'))('in a house in which there is nothing yet', () => {
  const at = consoleHotel({ site: BARE })

  it('every page says so in a sentence', async () => {
    const page = await at.sitAs('boss', '/me')
    const found: string[] = []
    for (const address of [
      '/today',
      '/rooms',
      '/minibar',
      '/guests',
      '/alarms',
      '/alarms?state=acknowledged',
      '/alarms?state=over',
      '/deliveries',
      '/log?q=nothing-like-that',
      ...['wakeups', 'charges', 'deliveries', 'rooms'].map((report) => `/reports/${report}`),
      ...['tenants', 'rooms', 'items', 'status', 'lines', 'connectors', 'servers', 'prompts'].map(
        (list) => `/settings/${list}`,
      ),
    ]) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
      await page.locator('.stage').getByText(/\S/).first().waitFor()
      await expect.poll(() => page.locator('.stage .skeleton').count(), { interval: 20 }).toBe(0)
      await page
        .locator('.stage .nothing')
        .or(page.locator('.stage').getByText(NOTHING_YET))
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => found.push(address))
      await picture(page, `state-empty-${nameOf(address)}`)
    }
    expect(found).toEqual([])
  })
})
