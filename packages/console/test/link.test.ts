import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { type Hotel, type HotelOptions, openHotel } from '../../server/test/hotel.ts'
import { waitsForLine } from './alarm.ts'
import { asking } from './asking.ts'
import { PHONE, picture, takesPictures, WIDE } from './browser.ts'
import { consoleHotel, twoLooks } from './console-hotel.ts'
import { openWire, type Wire } from './wire.ts'
import { readOn, sameWhenFresh } from './same-when-fresh.ts'
import { soonest, timed } from './soonest.ts'

/** A hotel behind a cable, which can be stopped and started again where it was. */
function wiredHotel() {
  const now: { hotel?: Hotel; wire?: Wire } = {}
  const there = <T>(it: T | undefined): T => {
    if (it === undefined) throw new Error('It is opened before each test')
    return it
  }
  const open = async (options: HotelOptions) => {
    now.hotel = await openHotel(options)
    there(now.wire).leadTo(await now.hotel.open())
  }
  let options: HotelOptions = {}
  const at = consoleHotel(async (consoleFolder) => {
    options = { consoleFolder, folder: mkdtempSync(path.join(tmpdir(), 'reveille-test-')) }
    now.wire = await openWire()
    await open(options)
    const close = async () => {
      await now.hotel?.close()
      await now.wire?.close()
      rmSync(options.folder ?? '', { recursive: true, force: true })
    }
    return new Proxy(there(now.hotel), {
      get: (_, name) => {
        if (name === 'url') return there(now.wire).url
        return name === 'close' ? close : Reflect.get(there(now.hotel), name)
      },
    })
  })
  return {
    at,
    get wire() {
      return there(now.wire)
    },
    stop: () => there(now.hotel).close(),
    startAgain: () => open({ ...options, clock: there(now.hotel).clock }),
  }
}

/** Pages of the house and a word of what each has read. */
const READ_LAST: readonly (readonly [address: string, words: string])[] = [
  ['/today', '1 call on Sun 15 Nov'],
  ['/rooms', '101'],
  ['/room/101', '06:30'],
  ['/minibar', '2 × Cola'],
  ['/guests', 'Miller'],
  ['/alarms', 'Call waits: no line'],
  ['/deliveries', 'Charge'],
  ['/log', '06:30'],
  ['/reports/wakeups', 'nothing to report'],
  ['/settings/items', 'Cola'],
  ['/settings/site', 'Save'],
  ['/system', 'Seals of the log'],
]

/** Further places where something is done, and a word of each. */
const DONE_AT: readonly (readonly [address: string, words: string])[] = [
  ['/guests?do=check-in', 'Miller'],
  ['/settings/users/desk', 'Save'],
  ['/settings/lines/+', 'Add'],
  ['/settings/connectors/bar', 'Save'],
  ['/settings/rooms', '101'],
  ['/settings/wakeups', 'Save'],
  ['/settings/prompts/voice', 'Replace'],
  ['/settings/prompts/+', 'Add'],
  ['/me', 'Set PIN'],
  ['/setup/hotel', 'Save'],
  ['/setup/rooms', 'Add'],
  ['/setup/desk', 'Ring'],
  ['/setup/people', 'Add'],
]

const TOLD_WHY = 'main button[title^="No connection"]'

/** By their names; the chips of a list and what opens a row of it go by what they are. */
const NEEDS_NO_SERVER: readonly RegExp[] = [
  // Leads somewhere, opens what was read, changes what is looked at, or puts it on paper.
  /^(?:\d|Floor |Select floor|View$|Open |Watch |Sat 14 Nov|Pause$|Filter$|Print|Copy$|Show |Back$|Later$|Next: )/,
  /^(?:Close|Cancel)$/,
  // Waits on the device until the server is back.
  /^(?:Clean|Maintenance)$/,
  // Is written into a form, which is saved by another button.
  /^(?:Password|Secret): |with a slip$|^(?:Make|Add) one$|^Replace: /,
  /^(?:Nobody answers|Answered|Snoozed|Busy|No line|VIP room)$/,
]

const ROOMS_TO_CALL = ['101', '102', '103', '104', '105', '106', '107', '108']
const ALARMED_ROOMS = ['118', '119', '120', '121', '122', '123', '124', '125']

describe.skipIf(!has('chromium-headless-shell'))('the link between a screen and the house', () => {
  const house = wiredHotel()
  const { at } = house
  const raise = (room: string) => waitsForLine(at.hotel, room)

  /** Whose clock the test moves: thirty-five seconds are none. */
  async function sitWithClock(address: string): Promise<Page> {
    const page = await at.sit({}, address)
    await page.clock.install()
    await page.reload()
    await at.signIn()
    await at.isLive()
    return page
  }

  /** However lately the last word came: whether the page has doubts. */
  async function grownStale(page: Page): Promise<number> {
    await page.clock.fastForward(35_000)
    return page.locator('.link').and(page.locator('.stale, .offline')).count()
  }

  const waits = (page: Page, room: string) => page.locator('.stage').getByText(room, { exact: true }).first()

  it('is told to be stale 35 s after the last word, and is live again 5 s after the next', async () => {
    const page = await sitWithClock('/alarms')
    house.wire.hold()
    await page.clock.fastForward(35_000)
    await page.locator('.link.stale').waitFor()
    expect(await page.locator('.link').innerText()).toContain('Stale 0:3')
    await raise('118')
    house.wire.release()
    await page.clock.fastForward(5_000)
    await at.isLive()
    await waits(page, '118').waitFor()
    expect(at.tab.wrong).toEqual([])
  })

  async function atTheDeskAndAtNight(page: Page, name: string): Promise<void> {
    if (!takesPictures) return
    await picture(page, `${name}-light-wide`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(PHONE)
    await picture(page, `${name}-dark-phone`)
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light' })
  }

  /** What could be pressed just now, and would be asked of the server. */
  async function pressedInVain(page: Page, address: string): Promise<string[]> {
    const names = await page
      .locator(':is(main, [role=dialog]) button:enabled:visible:not(.chip, .opens)')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.innerText.trim()))
    const those = names.filter((name) => !NEEDS_NO_SERVER.some((one) => one.test(name)))
    return those.map((name) => `${address} lets press ${name}`)
  }

  it('leaves what was read last on every page while unheard, and lets nobody press in vain', async () => {
    await at.hotel.request('desk', 'POST', '/rest/wakeup', { room: '101', time: '0630' })
    await at.hotel.request('desk', 'POST', '/rest/mailbox/102/checkin', { name: 'Miller' })
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { room: '101', id: '10', quantity: 2 })
    await raise('118')
    const page = await sitWithClock('/me')
    const asks = asking(page)
    const stands = async () => (await readOn(page, '.stage')).replaceAll(/\d\d:\d\d:\d\d/g, '').split('\n')
    const found: string[] = []
    const comeTo = async (address: string, words: string) => {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
      await page.locator('main').getByText(words).first().waitFor()
      await expect.poll(async () => asks() + (await page.locator('main .skeleton').count())).toBe(0)
    }
    for (const [address, words] of READ_LAST) {
      const name = address.replaceAll('/', '-')
      await comeTo(address, words)
      const before = await stands()
      house.wire.hold()
      await expect.poll(() => grownStale(page)).toBe(1)
      await picture(page, `state-stale${name}`)
      await at.tab.context.setOffline(true)
      await page.locator('.link.offline').waitFor()
      await atTheDeskAndAtNight(page, `state-offline${name}`)
      const after = await stands()
      found.push(...before.filter((line) => !after.includes(line)).map((line) => `${address} lost ${line}`))
      found.push(...(await pressedInVain(page, address)))
      await at.tab.context.setOffline(false)
      house.wire.release()
      await page.clock.fastForward(5_000)
      await at.isLive()
    }
    for (const [address, words] of DONE_AT) {
      await comeTo(address, words)
      await at.tab.context.setOffline(true)
      await page.locator(TOLD_WHY).first().waitFor()
      found.push(...(await pressedInVain(page, address)))
      await at.tab.context.setOffline(false)
      await page.clock.fastForward(5_000)
      await page.locator(TOLD_WHY).first().waitFor({ state: 'detached' })
    }
    expect([found, at.tab.wrong]).toEqual([[], []])
  })

  it('lets no key ask in vain either: it says why, and what it is about stays as it was', async () => {
    for (const [room, time] of [
      ['101', '0630'],
      ['102', '0640'],
    ])
      await at.hotel.request('desk', 'POST', '/rest/wakeup', { room, time })
    const page = await sitWithClock('/today')
    const rows = page.locator('.row.call')
    await rows.nth(1).waitFor()
    await page.locator('#page').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await page.getByText('cancelled').first().waitFor()
    await at.tab.context.setOffline(true)
    await page.locator('.link.offline').waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') asked.push(`${request.method()} ${request.url()}`)
    })
    // The button beside it cannot be pressed; its key says so.
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true)
    const why = page.locator('.toast.s-bad').filter({ hasText: 'No connection: this can be done again' })
    for (const key of ['Control+z', 'c', 'e', 'p', 'Control+p']) {
      await page.keyboard.press('j')
      await page.keyboard.press(key)
      await why.getByRole('button', { name: 'Close' }).click()
      await why.waitFor({ state: 'detached' })
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog').getByRole('combobox')
    for (const deed of ['Print the list', 'Lock', 'Sign out']) {
      await search.fill(deed)
      const option = page.getByRole('dialog').getByRole('option').first()
      expect(await option.innerText()).toMatch(new RegExp(`^${deed}\\s+No connection`))
      expect(await option.getAttribute('aria-disabled')).toBe('true')
      await page.keyboard.press('Enter')
    }
    await picture(page, 'palette-offline')
    await page.keyboard.press('Escape')
    expect(at.tab.context.pages()).toHaveLength(1)
    expect(asked).toEqual([])
    expect(at.tab.wrong).toEqual([])
  })

  it('is told to be away while the server is stopped, and shows all that happened once it is back', async () => {
    await raise('117')
    const page = await sitWithClock('/alarms')
    await waits(page, '117').waitFor()
    await house.stop()
    await page.locator('.link.offline').waitFor()
    await house.startAgain()
    for (const room of ['118', '119']) await raise(room)
    const [first] = (await at.hotel.request('boss', 'GET', '/rest/alarm?state=open')).json.alarms
    await at.hotel.request('boss', 'POST', `/rest/alarm/${first.id}/acknowledge`, { note: 'known' })
    await page.clock.fastForward(5_000)
    await at.isLive()
    await waits(page, '119').waitFor()
    await waits(page, '117').waitFor({ state: 'detached' })
    await sameWhenFresh(page)
    expect(at.tab.wrong).toEqual([])
  })

  it('says in words that the server is away to who opens a page then, and goes on by itself once it is back', async () => {
    const page = await at.sitAs('boss', '/alarms', { language: 'de' })
    // The frame is kept as soon as the page stands.
    const isKept = () => page.evaluate<boolean>("caches.match('/').then((kept) => kept !== undefined)")
    await expect.poll(isKept, { timeout: 20_000 }).toBe(true)
    await house.stop()
    await page.goto('/rooms')
    await page.getByRole('heading', { name: 'Der Server ist nicht erreichbar' }).waitFor()
    const barriers = await twoLooks(page, 'away-de')
    await house.startAgain()
    await at.isLive()
    await page.getByText('101').first().waitFor()
    // Nothing of the hotel is in what was kept.
    const kept = await page.evaluate<string[]>(
      'caches.keys().then(([name]) => caches.open(name)).then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))',
    )
    expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
    expect([barriers, at.tab.wrong]).toEqual([[], []])
  })

  it('tells another browser of a call and of what is known, within a second', async () => {
    const [desk, other] = [await at.sitAs('desk', '/today'), await at.sitAs('boss', '/today')]
    const everywhere = (act: (page: Page) => Promise<void>) => Promise.all([desk, other].map(act))
    const call = await soonest(1_000, ROOMS_TO_CALL, (room) =>
      timed(async () => {
        await at.hotel.request('boss', 'POST', '/rest/wakeup', { room, time: '0700' })
        await everywhere((page) => page.locator('.stage').getByText(room).first().waitFor())
      }),
    )
    const known = await soonest(1_000, ALARMED_ROOMS, async (room) => {
      await raise(room)
      const alert = (page: Page) => page.locator('.alarms [role=alert]')
      await everywhere((page) => alert(page).waitFor())
      await desk.getByRole('button', { name: 'I know' }).first().click()
      return timed(async () => {
        await desk.getByRole('dialog').getByRole('button', { name: 'I know' }).click()
        await everywhere((page) => alert(page).waitFor({ state: 'detached' }))
      })
    })
    expect(Math.max(call, known)).toBeLessThan(1_000)
    expect(at.tab.wrong).toEqual([])
  })

  /** The cable holds what is sent until somebody may well have doubted it. */
  async function heldAfter(page: Page, send: () => Promise<void>): Promise<void> {
    house.wire.hold()
    await send()
    await expect.poll(() => grownStale(page)).toBe(1)
    house.wire.release()
    await page.clock.fastForward(5_000)
    await at.isLive()
  }

  it('sets a call once and charges once, however long nothing is heard of it', async () => {
    const page = await sitWithClock('/today')
    await page.keyboard.type('101 0630')
    await page.getByText('tomorrow, Sun 15 Nov').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Read it back, then Enter.').waitFor()
    await heldAfter(page, () => page.keyboard.press('Enter'))
    await page.getByText('Set: 101 at 06:30').waitFor()
    const { pending } = (await at.hotel.request('desk', 'GET', '/rest/wakeup/list/pending')).json
    expect(pending).toHaveLength(1)

    await page.evaluate(`history.pushState(null, '', '/minibar/101')`)
    await page.getByRole('button', { name: 'One more Cola' }).click()
    await heldAfter(page, () => page.getByRole('button', { name: /^Send 1 item to 101/ }).click())
    const charges = async () => (await at.hotel.request('boss', 'GET', '/rest/isi/charge')).json.charges
    await expect.poll(charges).toHaveLength(1)
    await page.getByText('1 item, 4.50').first().waitFor()
    expect(await charges()).toHaveLength(1)
  })

  it('tells the second of two people who write the same field, each in a browser of their own', async () => {
    at.expectRefused('PUT /rest/isi/item/10 412')
    const [one, other] = [
      await at.sitAs('boss', '/settings/items/10'),
      await at.sitAs('boss', '/settings/items/10'),
    ]
    for (const [page, name] of [
      [one, 'Cola light'],
      [other, 'Cola zero'],
    ] as const) {
      await page.getByLabel('Description').fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      if (page === one) await page.locator('.form-head').getByText('Saved').waitFor()
    }
    const told = other.getByRole('dialog')
    await told.getByText('It was boss.').waitFor()
    await told.getByText('Cola light').first().waitFor()
    expect((await at.hotel.request('boss', 'GET', '/rest/isi/item/10')).json.description).toBe('Cola light')
  })

  it('shows an alarm on a display, on whatever page it stands', async () => {
    const page = await at.sit({}, '/today')
    await page.getByRole('checkbox').check()
    await at.signIn('desk')
    await at.isLive()
    await raise('118')
    await page.locator('.alarms [role=alert]').getByText('Call waits: no line').waitFor()
    expect(await page.title()).toContain('(1)')
    expect(at.tab.wrong).toEqual([])
  })
})
