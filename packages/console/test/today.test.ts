import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { hours, minutes, seconds } from '../../server/src/kernel/clock.ts'
import { EVENING } from '../../server/test/hotel.ts'
import { LISTENS, PRESSES } from '../../server/test/test-exchange.ts'
import { everyLook, twoLooks } from './console-hotel.ts'
import { barriersOf, PHONE, picture, twoFrames } from './browser.ts'
import { type NightConsole, nightConsole } from './night-console.ts'
import { sameWhenFresh } from './same-when-fresh.ts'

const GUESTS: Readonly<Record<string, string>> = {
  '101': 'Miller',
  '118': 'Varga',
  '204': 'Chen',
  '215': 'Lefèvre',
  '311': 'Okafor',
}

/** Read after the calls; who sleeps there is drawn into the lines. */
async function roomsAreThere(page: Page) {
  const isRead = `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('/rest/room') && responseEnd > 0)`
  await expect.poll(() => page.evaluate<boolean>(isRead)).toBe(true)
  await twoFrames(page)
}

/** What is told is shown only after what was to be read: a list that was read before the stream began may be read again. */
async function allIsRead(page: Page, { hotel }: NightConsole) {
  await hotel.ask('120', '2150')
  await row(page, '21:50').waitFor()
}

/** Whatever the verdict has ever said, however shortly. */
const REMEMBERS_FACTS = `
  globalThis.facts = []
  new MutationObserver(() => facts.push(document.querySelector('.facts')?.innerText ?? '')).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  })`

/** The list of calls comes when it is let through. */
async function heldList(page: Page) {
  let letThrough = () => {}
  const gate = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/rest/wakeup/list?*', (route) => gate.then(() => route.continue()))
  return { letThrough }
}

const LONG = 90

/** Of the lines of a long list only some: how far the first is from its top, and the last from its end. */
async function drawn(page: Page) {
  const [count, above, below] = await page.evaluate<readonly [number, number, number]>(
    `(() => {
      const whole = document.querySelector('.calls .whole')
      const lines = [...whole.querySelectorAll('.row, .rule')].map((one) => one.getBoundingClientRect())
      const { top, bottom } = whole.getBoundingClientRect()
      return [lines.length, lines[0].top - top, bottom - lines.at(-1).bottom]
    })()`,
  )
  return { isFew: count > 5 && count < LONG / 2, above, below }
}

/** A line that is not as high as was reckoned would leave a gap at an end, or reach over it. */
const near = (px: number) => Math.abs(px) < 1

const row = (page: Page, text: string) => page.locator('.call', { hasText: text })

/** A whole morning: more than the lines take at half past six, and something odd on the way. */
async function setMorning({ hotel, exchange }: NightConsole) {
  const set = async (time: string, rooms: string, more = {}) => {
    const { status } = await hotel.request('desk', 'POST', '/rest/wakeup', { rooms, time, ...more })
    expect(status).toBe(201)
  }
  for (const [room, name] of Object.entries(GUESTS))
    await hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, { name })
  exchange.does('118', { does: 'ring' })
  exchange.does('215', PRESSES('1'))
  exchange.does('208', { does: 'busy' })
  await set('0730', '311')
  await set('0617', '103-105')
  await set('0618', '118')
  await set('0619', '102')
  await set('0620', '119', { daily: true })
  await set('0627', '215')
  await set('0630', '101-117')
  await set('0630', '204-208')
  await set('0645', '120-125')
  await set('0700', '209-228', { daily: true })
  await set('0730', '126-140')
  await set('0800', '229-239')
  await set('0930', '240')
}

describe.skipIf(!has('chromium-headless-shell'))('the morning at the desk', () => {
  const night = nightConsole()
  const { at } = night

  it('is empty at first, says what to do, and claims nothing that it has not read', async () => {
    const page = await at.sitAs('desk', '/')
    await page.getByText('Nobody is to be woken until noon').waitFor()
    expect(new URL(page.url()).pathname).toBe('/today')
    expect(await twoLooks(page, 'today-empty')).toEqual([])
    await night.hotel.ask('101', '0630')
    await night.hotel.request('desk', 'POST', '/rest/wakeup', { room: '102', date: '20261120', time: '0700' })
    await page.addInitScript(REMEMBERS_FACTS)
    const list = await heldList(page)
    await page.goto('/today')
    await page.locator('.stage .skeleton').waitFor()
    list.letThrough()
    await page.locator('.facts').getByText('1 call on Sun 15 Nov').waitFor()
    await page.locator('.facts').getByText('Night check').waitFor()
    await page.evaluate(`history.pushState(null, '', '/today?day=20261120')`)
    await page.locator('.facts').getByText('1 call on Fri 20 Nov').waitFor()
    const claims = await page.evaluate<readonly string[]>('facts')
    expect(claims.filter((one) => /^(?:0 call|1 call on (?!Sun 15|Fri 20))/.test(one))).toEqual([])
    expect(claims.some((one) => one.startsWith('1 call'))).toBe(true)
    expect([at.tab.wrong, at.tab.refused]).toEqual([[], ['GET /rest/session 401']])
  })

  it('says of a party how many rooms it has, also on a phone, and that it unfolds', async () => {
    await night.hotel.request('desk', 'POST', '/rest/wakeup', { rooms: '101-130', time: '0630' })
    await night.hotel.request('desk', 'POST', '/rest/wakeup', { rooms: '131-132', time: '0640' })
    for (const [width, words] of [
      ['wide', '101 · 102 · 103+ 27 rooms'],
      ['phone', '101+ 29 rooms'],
    ] as const) {
      const page = await at.sitAs('desk', '/today', { width })
      const opener = row(page, '06:30').getByRole('button').first()
      expect(await opener.textContent()).toBe(words)
      expect(await opener.locator('.rest').evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
      expect(await opener.locator('.icon').count()).toBe(1)
      expect(await row(page, '06:40').getByRole('button').first().textContent()).toBe('131 · 132')
    }
    // Who sleeps there is named, as far as there is room; the rest is counted.
    for (const [room, name] of Object.entries({
      '101': 'Miller',
      '102': 'Rossi',
      '131': 'Featherstonehaugh',
    }))
      await night.hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, { name })
    for (const [width, words, pair] of [
      ['wide', '101 Miller · 102 Rossi + 28 rooms', /^131 Featherstonehaugh/],
      ['phone', '101 + 29 rooms', /^131 · 132$/],
    ] as const) {
      const page = await at.sitAs('desk', '/today', { width })
      await page.getByRole('button', { name: words, exact: true }).waitFor()
      await page.getByRole('button', { name: pair }).waitFor()
      // In the same words as where nobody may read names.
      expect(await row(page, '06:30').locator('.rest').innerText()).toBe(words.slice(words.indexOf('+')))
      const cells = await page
        .locator('.call .who')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))
      expect(cells).toEqual([])
      await picture(page, `today-party-names-${width}`)
    }
  })

  it('shows a call ringing and answered without a reload, and draws only its line', async () => {
    night.exchange.does('101', { ...LISTENS, ringMs: 8_000 })
    await night.hotel.ask('101', '2030')
    await night.hotel.ask('102', '2040')
    await night.hotel.ask('103', '2030', { daily: true })
    const page = await at.sitAs('desk', '/today')
    await row(page, '101 · 103').waitFor()
    await roomsAreThere(page)
    await allIsRead(page, night)
    const drawn = () => row(page, '102').getAttribute('data-drawn')
    const before = await drawn()
    await night.hotel.pass(minutes(30) + seconds(3))
    await row(page, '101').getByText('Ringing').waitFor()
    // How soon the phone heard of it is the machine's to say: second by second, until somebody picks it up.
    const isPickedUp = () => row(page, '101').getByText('Picked up').isVisible()
    await expect
      .poll(async () => (await isPickedUp()) || (await night.hotel.pass(seconds(1)), false), {
        interval: 300,
      })
      .toBe(true)
    // The finished day of the series is a line of its own; the series waits for tomorrow.
    await night.hotel.pass(minutes(1))
    await row(page, '101 · 103').getByText('Answered').waitFor()
    await row(page, '20:40').getByText('Waits').waitFor()
    expect(await drawn()).toBe(before)
    expect(at.tab.wrong).toEqual([])
  })

  it('draws exactly one line for one event', async () => {
    for (const room of ['101', '102', '103', '104']) await night.hotel.ask(room, `2${Number(room) % 4}30`)
    const page = await at.sitAs('desk', '/today')
    await row(page, '104').waitFor()
    await roomsAreThere(page)
    await allIsRead(page, night)
    const drawn = () =>
      page.locator('.call').evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-drawn'))))
    const before = await drawn()
    await night.hotel.request('desk', 'PUT', `/rest/wakeup/${await idOf('102')}`, { result: 2 })
    await row(page, '102').getByText('Not woken').waitFor()
    const after = await drawn()
    expect(
      after.map((count, n) => count - (before[n] ?? 0)).filter((more) => more > 0).length,
    ).toBeLessThanOrEqual(1)
  })

  it('is there by one question for each list, asked beside the stream and not after it', async () => {
    await night.hotel.ask('101', '0630')
    const page = await at.sitAs('desk', '/today')
    await row(page, '101').waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/today')
    await row(page, '101').waitFor()
    await page.locator('.facts').getByText('Night check').waitFor()
    await at.isLive()
    await expect.poll(() => asked.includes('/rest/room')).toBe(true)
    const data = asked.filter((one) => one.startsWith('/rest/') && one !== '/rest/prompt')
    expect(data.toSorted()).toEqual([
      // Those that are open, and the guests of whom somebody knows and whom nobody has reached.
      '/rest/alarm',
      '/rest/alarm',
      '/rest/events',
      '/rest/room',
      '/rest/rsi/status',
      '/rest/session',
      '/rest/wakeup/forecast',
      '/rest/wakeup/list',
    ])
    // What the page names is asked for before its rooms, and its own part is named beside the script.
    expect(data.indexOf('/rest/wakeup/list')).toBeLessThan(data.indexOf('/rest/room'))
    const named = async (path: string) =>
      [
        ...(await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()).matchAll(
          /data-page="([^"]*)"/g,
        ),
      ].map(([, of]) => of)
    expect([new Set(await named('/today')), new Set(await named('/rooms')), await named('/log')]).toEqual([
      new Set(['/today']),
      new Set(['/rooms']),
      [],
    ])
    expect(at.tab.wrong).toEqual([])
  })

  it('is marked, cancelled and taken back by keys, one or many', async () => {
    for (const room of ['101', '102', '103']) await night.hotel.ask(room, '0630')
    await night.hotel.ask('104', '0700')
    const page = await at.sitAs('desk', '/today')
    await row(page, '104').waitFor()
    await page.locator('#page').focus()
    for (const key of ['j', 'j', 'c']) await page.keyboard.press(key)
    await page.getByText('The call is cancelled').waitFor()
    await row(page, '104').getByText('cancelled by desk, 20:00').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, '104').getByText('Waits').waitFor()
    // A box that was ticked by hand takes no keys away.
    await row(page, '104').getByRole('checkbox').check()
    await page.getByRole('region', { name: '1 selected' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: '1 selected' }).waitFor({ state: 'detached' })
    await page.locator('#page').focus()
    for (const key of ['j', 'x', 'e']) await page.keyboard.press(key)
    await page.getByRole('dialog').getByText('It cannot be taken back').waitFor()
    await page.keyboard.press('Enter')
    await row(page, '101 · 102 · 103').getByText('By hand').waitFor()
    // Of a series the day that is seen is left out, and rung all the same when that is taken back.
    await night.hotel.ask('105', '0715', { daily: true })
    await row(page, '105').getByRole('button').focus()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Leave out the next day' }).click()
    await page.getByText('Sun 15 Nov is left out').waitFor()
    await row(page, '105').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row(page, '105').getByText('Waits').waitFor()
    await sameWhenFresh(page)
    expect(at.tab.wrong).toEqual([])
  })

  it('goes on by keys where the line was that has just gone, and nothing is done to another room', async () => {
    for (const [room, time] of Object.entries({ '101': '2200', '102': '2210', '103': '2220' }))
      await night.hotel.ask(room, time)
    const page = await at.sitAs('desk', '/today')
    await row(page, '22:20').waitFor()
    await page.locator('#page').focus()
    const focused = () => page.evaluate<string>(`document.activeElement.closest('.call')?.textContent ?? ''`)
    const lines = await page.locator('.call').allTextContents()
    const place = lines.findIndex((text) => text.startsWith('22:10'))
    for (let at = 0; at <= place; at++) await page.keyboard.press('j')
    expect(await focused()).toContain('22:10')
    await night.hotel.request('desk', 'PUT', `/rest/wakeup/${await idOf('102')}`, { result: 1 })
    await row(page, '22:10').getByText('Waits').waitFor({ state: 'detached' })
    expect(await focused()).toBe('')
    await page.keyboard.press('j')
    expect(await focused()).toContain('22:10')
    await page.keyboard.press('j')
    expect(await focused()).toContain('22:20')
  })

  it('is the same for everybody who looks, within a second', async () => {
    const other = await at.sitAs('boss', '/today')
    const page = await at.sitAs('desk', '/today')
    await night.hotel.ask('101', '0630')
    await Promise.all([page, other].map((one) => row(one, '101').waitFor({ timeout: 1_000 })))
    expect(at.tab.wrong).toEqual([])
  })

  it('is filtered by the address, and a screen that only shows has neither names nor deeds', async () => {
    await setMorning(night)
    const page = await at.sitAs('desk', '/today?room=2')
    await page.getByRole('heading', { name: 'The morning holds: 06:30 rings until 06:31.' }).waitFor()
    await page.getByText('of 83 calls shown').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, '311').getByText('Okafor').waitFor()
    expect(await twoLooks(page, 'today-evening')).toEqual([])
    expect(await page.getByText('Ctrl F').count()).toBe(0)
    const filter = page.getByLabel('Room, name, time')
    await filter.fill('oka')
    await page.getByText('1 of 83 calls shown').waitFor()
    await filter.fill('06:30')
    await row(page, '09:30').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?at=0630')
    const display = await at.sit({}, '/today')
    await display.getByText('This screen is a display').click()
    await at.signIn('desk')
    await row(display, '311').waitFor()
    expect(await display.getByText(/Okafor|Miller|Chen/).count()).toBe(0)
    expect(await display.getByRole('checkbox').count()).toBe(0)
  })

  it('draws of a long list what is near the eye, line below line, and moves with the page', async () => {
    for (let minute = 0; minute < LONG; minute++)
      await night.hotel.ask('101', `0${5 + Math.floor(minute / 60)}${String(minute % 60).padStart(2, '0')}`)
    await night.hotel.request('desk', 'POST', '/rest/wakeup', { rooms: '102-140', time: '0500' })
    const page = await at.sitAs('desk', '/today')
    for (const width of [1_440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: 0 }))
      await row(page, '05:00').first().waitFor()
      const first = await drawn(page)
      expect([first.isFew, near(first.above), near(first.below)]).toEqual([true, true, false])
      await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: stage.scrollHeight }))
      await row(page, '06:29').waitFor()
      expect(await row(page, '05:00').count()).toBe(0)
      const last = await drawn(page)
      expect([last.isFew, near(last.above), near(last.below)]).toEqual([true, false, true])
    }
    // The browser's own search would find only what is drawn: the filter takes its place, once.
    await page.locator('#page').focus()
    const isLeftToBrowser = () =>
      page.evaluate<boolean>(
        `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }))`,
      )
    expect(await isLeftToBrowser()).toBe(false)
    await page.locator('.finds input:focus').waitFor()
    expect(await isLeftToBrowser()).toBe(true)
    await page.setViewportSize({ width: 1_440, height: 844 })
    // It says so in the field, and goes on to when so few are left that they would all be there.
    await page.locator('.finds').getByText('Ctrl F').waitFor()
    await page.keyboard.type('102')
    await page.getByText('1 of 129 calls shown').waitFor()
    await page.locator('#page').focus()
    expect(await isLeftToBrowser()).toBe(false)
    await page.getByRole('button', { name: 'Show all' }).click()
    // Rows of another height: what is reckoned follows.
    await page.evaluate(`document.documentElement.dataset.density = 'touch'`)
    await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: 0 }))
    await row(page, '05:00').first().waitFor()
    await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: stage.scrollHeight }))
    await row(page, '06:29').waitFor()
    expect(near((await drawn(page)).below)).toBe(true)
    expect(at.tab.wrong).toEqual([])
  })

  it('unfolds a party: its first rooms at once, the others right after them, and only the one that is open is framed', async () => {
    for (let minute = 10; minute < 50; minute++) await night.hotel.ask('101', `07${minute}`)
    await night.hotel.request('desk', 'POST', '/rest/wakeup', { rooms: '102-140', time: '0500' })
    const page = await at.sitAs('desk', '/today')
    await row(page, '05:00').waitFor()
    const inner = page.locator('.call.inner')
    const atOnce = await page.evaluate<number>(
      `(document.querySelector('.call [aria-expanded=false]').click(), Promise.resolve())
        .then(() => document.querySelectorAll('.call.inner').length)`,
    )
    expect(atOnce).toBe(10)
    await inner.nth(14).waitFor()
    await page.locator('.calls .whole > div > :not(.row, .rule)').first().waitFor({ state: 'detached' })
    // Beside its number: the whole line is the button.
    await inner.filter({ hasText: '105' }).locator('.at').click()
    await page.locator('.panel:focus, .panel :focus').first().waitFor()
    await expect.poll(() => page.locator('.call.shown').getAttribute('class')).toContain('inner')
    await picture(page, 'today-party')
    const focused = () => page.evaluate<string>(`document.activeElement.closest('.call')?.textContent ?? ''`)
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await expect.poll(focused).toContain('105')
    await page.keyboard.press('Enter')
    await page.locator('.panel:focus, .panel :focus').first().waitFor()
    await page.keyboard.press('j')
    expect(await focused()).toContain('106')
  })

  async function idOf(room: string): Promise<string> {
    const { json } = await night.hotel.request('desk', 'GET', `/rest/wakeup/list?room=${room}`)
    return json.wakeups[0].id
  }
})

/** A quarter past six in the morning. */
const QUARTER_PAST_SIX = EVENING + hours(10) + minutes(15)

describe.skipIf(!has('chromium-headless-shell'))('the rush at the desk', () => {
  const night = nightConsole(5, QUARTER_PAST_SIX)
  const { at } = night

  it('is seen in the rush, with nothing in anybody’s way', async () => {
    await setMorning(night)
    const page = await at.sitAs('desk', '/today')
    await row(page, '06:30').first().waitFor()
    await night.hotel.pass(minutes(15) + seconds(4))
    await row(page, 'Ringing').first().waitFor()
    await page.getByRole('heading', { name: '1 guest is not woken.' }).waitFor()
    // The guest of 118 did not answer twice; at most eight are large.
    await page.getByRole('alert').getByText('Guest not woken').waitFor()
    await row(page, 'Not woken').waitFor()
    await expect.poll(() => page.locator('.call.act').count()).toBe(8)
    await sameWhenFresh(page, '.facts')
    // What is set for the afternoon stands in the list; the verdict is about the morning.
    const facts = await page.locator('.facts').innerText()
    await night.hotel.ask('120', '1430')
    await row(page, '14:30').waitFor()
    expect(await page.locator('.facts').innerText()).toBe(facts)
    const rush = await everyLook(page, 'today-rush')
    expect(rush).toEqual([])
    expect(at.tab.wrong).toEqual([])
    const german = await at.sitAs('desk', '/today', { language: 'de', theme: 'dark' })
    await row(german, 'Klingelt').first().waitFor()
    expect(await barriersOf(german)).toEqual([])
    const moving = 'document.getAnimations().length'
    expect(await german.evaluate<number>(moving)).toBeGreaterThan(0)
    await german.emulateMedia({ reducedMotion: 'reduce' })
    expect(await german.evaluate<number>(moving)).toBe(0)
    await picture(german, 'today-rush-german')
    await german.setViewportSize(PHONE)
    await row(german, 'Nicht geweckt').locator('.more .name').getByText('Varga').waitFor()
    await picture(german, 'today-rush-german-phone')
  })
})
