import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { scriptedConnector } from '../../server/test/scripted-connector.ts'
import { waitsForLine } from './alarm.ts'
import { asking } from './asking.ts'
import { atRest, barriersOf, PHONE, picture, twoFrames, WIDE } from './browser.ts'
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

/** Led there by the page itself: to load it anew would take longer than to look at it. */
async function goTo(page: Page, asked: () => number, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
  await page.locator('.stage').locator('h1, h2, .tile').first().waitFor({ state: 'attached' })
  await expect.poll(asked, { interval: 20 }).toBe(0)
  await twoFrames(page)
  await expect.poll(() => page.locator('.skeleton').count(), { interval: 20 }).toBe(0)
}

const faultsOf = async (page: Page, least: number): Promise<string[]> => {
  await atRest(page)
  return page.evaluate(`(() => { ${code}\nreturn layoutFaults(${least}) })()`)
}

/** What is lost where everything takes more room: of small targets nothing is said. */
const lossesOf = async (page: Page): Promise<string[]> =>
  (await faultsOf(page, 0)).filter((fault) => /^(wider|cut off)/.test(fault))

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

  /** The colours of the night, on a page that was looked at by day. */
  async function barriersByNight(page: Page): Promise<string[]> {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    const barriers = await barriersOf(page, 'colours')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
    return barriers
  }

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

/** Nobody's name, and what a machine writes that knows no blanks. */
const WORD = 'Llanfairpwllgwyngyll'
const LONG = WORD.repeat(15)
const CLERK = `${WORD.repeat(3)}gogo`

describe.skipIf(!has('chromium-headless-shell'))('a word of hundreds of letters without a blank', () => {
  const at = consoleHotel({
    site: {
      ...TALL,
      users: [
        ...(TALL.users ?? []),
        { username: CLERK, password: `${CLERK}-pw`, permissions: ['inventory', 'frontdesk', 'correct'] },
      ],
      inventory: {
        ...TALL.inventory,
        categories: [{ id: '1', description: LONG, color: '#3366cc' }],
        items: [{ id: '10', description: LONG, category: '1', price: '4.50' }],
      },
      roomStatus: {
        ...TALL.roomStatus,
        types: [
          { id: '1', description: LONG, condition: 'clean' },
          ...(TALL.roomStatus?.types ?? []).slice(1),
        ],
      },
    },
    connectorFor: () =>
      scriptedConnector({
        script: () => ({ verdict: { kind: 'refused', reason: LONG }, status: 422, text: LONG }),
      }),
  })

  const clerk = (method: string, url: string, body: Record<string, string | number | boolean> = {}) =>
    at.hotel.request(CLERK, method, url, body)

  /** Wherever somebody may write: a guest, a mark, an alarm, charges that are refused, and one that is taken back. */
  async function wordsEverywhere(): Promise<string[]> {
    await morning(at.hotel)
    await clerk('POST', '/rest/mailbox/312/checkin', { name: WORD.repeat(5), vip: true })
    await clerk('PUT', '/rest/room/312/mark/dnd', { note: LONG })
    await clerk('POST', '/rest/rsi/change', { room: '312', id: '1' })
    const { json: failed } = await clerk('POST', '/rest/wakeup', { room: '312', time: '2030' })
    await clerk('PUT', `/rest/wakeup/${failed.id}`, { result: 2 })
    const { json: call } = await clerk('POST', '/rest/wakeup', { room: '312', time: '0630' })
    await waitsForLine(at.hotel, '312')
    const { alarms } = (await clerk('GET', '/rest/alarm?state=open')).json
    await clerk('POST', `/rest/alarm/${alarms[0].id}/acknowledge`, { note: LONG })
    await waitsForLine(at.hotel, '312')
    for (const quantity of [2, 3])
      await clerk('POST', '/rest/isi/charge', { id: '10', quantity, room: '312' })
    const { charges } = (await clerk('GET', '/rest/isi/charge')).json
    await clerk('POST', `/rest/isi/charge/${charges[0].id}/void`, { reason: LONG })
    const { guests } = (await clerk('GET', '/rest/guest')).json
    const guest = guests.find(({ room }: { room: string }) => room === '312').id
    const { log } = (await at.hotel.request('boss', 'GET', '/rest/log?kind=inventory.voided')).json
    const { deliveries } = (await at.hotel.request('boss', 'GET', '/rest/delivery')).json
    const of = (state: string) => deliveries.find((one: { state: string }) => one.state === state).id
    return [
      '/today',
      `/today?call=${call.id}`,
      `/wakeup/${call.id}`,
      `/wakeup/${failed.id}`,
      '/rooms?floor=3',
      '/rooms?floor=3&room=+312',
      '/room/312',
      '/minibar',
      '/minibar/312',
      '/guests',
      `/guests?guest=${guest}`,
      '/alarms',
      '/alarms?state=acknowledged',
      '/alarms?state=over',
      '/deliveries',
      `/deliveries?open=${of('refused')}`,
      `/deliveries?state=takenBack&open=${of('dead')}`,
      `/delivery/${of('refused')}`,
      '/log',
      `/log?open=${log[0].id}`,
      '/reports/charges',
      '/reports/rooms',
      '/settings/items',
      '/settings/status',
      '/settings/users',
    ]
  }

  it('is broken and not cut, and makes no page wider than a phone', PATIENCE, async () => {
    const pages = await wordsEverywhere()
    const page = await at.sitAs('boss', '/today', { width: 'phone' })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const asked = asking(page)
    const found: string[] = []
    for (const address of pages) {
      await goTo(page, asked, address)
      found.push(...(await lossesOf(page)).map((loss) => `${address}: ${loss}`))
      await picture(page, `long-${address.replaceAll(/[^a-z]+/g, '-').slice(1, 24)}`)
    }
    expect(found).toEqual([])
  })
})
