import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { minutes } from '../../server/src/kernel/clock.ts'
import { EAST } from '../../server/test/hotel.ts'
import { PHONE } from './browser.ts'
import { consoleHotel, everyLook, twoLooks } from './console-hotel.ts'
import { morning, reported, TALL } from './housekeeping.ts'
import { sameWhenFresh } from './same-when-fresh.ts'
import { soonest, timed } from './soonest.ts'

const tile = (page: Page, room: string) => page.locator(`[data-room=" ${room}"]`)
const says = (page: Page, room: string, word: string) =>
  tile(page, room).getByText(word, { exact: true }).waitFor()
const choose = (page: Page, word: string) => page.getByRole('button', { name: word, exact: true }).click()

/** How often tiles were drawn since the page came. */
const drawn = (page: Page): Promise<number> =>
  page
    .locator('.tile')
    .evaluateAll((all) => all.reduce((sum, one) => sum + Number(one.getAttribute('data-drawn')), 0))

/** The same, once what is near the eye is drawn as well. */
async function settled(page: Page): Promise<number> {
  let last = await drawn(page)
  await expect
    .poll(async () => {
      const before = last
      last = await drawn(page)
      return last === before
    })
    .toBe(true)
  return last
}

/** Tells of a border that has flashed, room by room. */
const WATCH_FLASHES = `window.flashed = []
  document.addEventListener('animationend', ({ animationName, target }) =>
    window.flashed.push(animationName + target.dataset.room))`
const flashed = (page: Page) => page.evaluate<readonly string[]>('window.flashed')

/** The room that has the focus, where something lies over its upper or its lower end. */
const COVERED = `(() => {
  const tile = document.activeElement
  const { left, right, top, bottom } = tile.getBoundingClientRect()
  const isSeen = (y) => tile.contains(document.elementFromPoint((left + right) / 2, y))
  return isSeen(top + 4) && isSeen(bottom - 4) ? '' : tile.innerText
})()`

describe.skipIf(!has('chromium-headless-shell'))('housekeeping at the board', () => {
  const at = consoleHotel({ site: TALL })
  const stored = async (room: string) =>
    (await at.hotel.request('boss', 'GET', `/rest/room/${room}`)).json.status?.description
  const nothingWrong = () => {
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  }

  it('takes back what was reported first of all of a room, and of a floor: nothing is reported of them again', async () => {
    const page = await at.sitAs('maid', '/rooms?floor=2')
    await tile(page, '201').click()
    await choose(page, 'Clean')
    await expect.poll(() => stored('201')).toBe('Clean')
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(page, '201', 'Not reported')
    await expect.poll(() => stored('201')).toBeUndefined()
    await page
      .locator('section', { has: tile(page, '201') })
      .getByRole('button', { name: 'Select floor' })
      .click()
    await choose(page, 'Dirty')
    await says(page, '206', 'Dirty')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await says(page, '206', 'Not reported')
    await expect.poll(() => stored('206')).toBeUndefined()
    nothingWrong()
  })

  it('reports a floor with 3 clicks; who is not to be disturbed is left out until included', async () => {
    await morning(at.hotel)
    await at.hotel.request('desk', 'PUT', '/rest/room/203/mark/dnd', {})
    const page = await at.sitAs('maid', '/rooms')
    await page.getByRole('button', { name: /^Floor 2/ }).click()
    await page
      .locator('section', { has: tile(page, '201') })
      .getByRole('button', { name: 'Select floor' })
      .click()
    await page.getByText('203: do not disturb, left out').waitFor()
    await choose(page, 'Inspected')
    await says(page, '206', 'Inspected')
    await says(page, '203', 'Dirty')
    await expect.poll(() => stored('206')).toBe('Inspected')
    nothingWrong()
  })

  it.each(['en', 'de'] as const)(
    'no tile moves below a pointer when a state comes that no room was in: %s',
    async (language) => {
      await reported(at.hotel, '2', ['101', '102'])
      const page = await at.sitAs('maid', '/rooms', { language })
      const placeOf = async () => (await tile(page, '105').boundingBox())?.y
      await tile(page, '105').waitFor()
      const before = await placeOf()
      const widthOfWord = async () =>
        (await page.locator('.board-head .chip-word').first().boundingBox())?.width
      expect(await widthOfWord()).toBeGreaterThan(20)
      await morning(at.hotel)
      const chips = page.locator('.board-head .chip')
      await expect.poll(() => chips.count()).toBeGreaterThan(10)
      expect(await placeOf()).toBe(before)
      // All that there was no room for is told to whoever points at it.
      expect(await widthOfWord()).toBe(1)
      for (const chip of (await chips.all()).slice(1)) expect(await chip.getAttribute('title')).toBeTruthy()
      await page.setViewportSize({ width: 720, height: 900 })
      const head = page.locator('.board-head')
      await expect.poll(async () => (await head.boundingBox())?.height).toBeLessThan(70)
      await head.getByRole('button', { name: language === 'en' ? 'View' : 'Ansicht' }).click()
      await head.getByRole('button', { name: language === 'en' ? 'Occupied' : 'Belegt' }).waitFor()
    },
  )

  it('says at the head of a floor how many rooms are in states that it does not name, and which', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms?floor=3')
    const head = page.locator('section', { has: tile(page, '301') }).locator('.group-head')
    await head.getByText('7 clean').waitFor()
    const rest = head.getByText('and 6 others')
    expect(await rest.getAttribute('title')).toBe(
      '3 inspected, 1 out of order, 1 out of service, 1 not reported',
    )
    await page.setViewportSize({ width: 1024, height: 768 })
    await head.getByText('and 13 others').waitFor()
    await page.setViewportSize({ width: 760, height: 768 })
    await head.getByText('and 16 others').waitFor()
  })

  it('says what was done beside what is chosen next, and not upon it', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms')
    const selectFloor = (room: string) =>
      page.locator('section', { has: tile(page, room) }).getByRole('button', { name: 'Select floor' })
    await selectFloor('201').click()
    await choose(page, 'Inspected')
    await selectFloor('101').click()
    const [said, bar] = [page.locator('.toast').first(), page.locator('.selection')]
    await bar.waitFor()
    const [over, below] = [await said.boundingBox(), await bar.boundingBox()]
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  })

  it('with one thumb: a room in 2 taps, a floor in 3, all of it in the lower 60 %', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms?floor=2', { width: 'phone' })
    // The button says what it takes: this floor, or the whole house.
    await page.locator('.floor-choice select').selectOption('all')
    await page.getByRole('button', { name: 'Select all' }).waitFor()
    await page.getByRole('button', { name: 'Floor 2', exact: true }).tap()
    await tile(page, '205').tap()
    const clean = page.getByRole('button', { name: 'Clean', exact: true })
    const box = await clean.boundingBox()
    expect(box?.y).toBeGreaterThan(PHONE.height * 0.4)
    expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(48)
    await clean.tap()
    await says(page, '205', 'Clean')

    await page.locator('.stage').evaluate((stage) => stage.scrollTo({ top: 400 }))
    let taps = 0
    const tap = async (name: string) => {
      taps++
      await page.getByRole('button', { name, exact: true }).tap()
    }
    await tap('Floor 4')
    await tile(page, '401').waitFor()
    // The floor begins with its first room, below the head.
    const head = await page.locator('.phone-head').boundingBox()
    const first = await tile(page, '401').boundingBox()
    expect(first?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1)
    await tap('Select floor')
    await tap('Dirty')
    await says(page, '412', 'Dirty')
    expect(taps).toBe(3)
    await expect.poll(() => stored('412')).toBe('Dirty')
    const waiting = () => page.locator('.waiting').count()
    await expect.poll(waiting).toBe(0)
    // The floor last worked on comes first the next time.
    await page.goto('/rooms')
    await says(page, '401', 'Dirty')
    await page.locator('.link.live').waitFor()
    await expect.poll(waiting).toBe(0)
    nothingWrong()
    // In a dead spot the head still fits the phone, and says how many wait.
    await at.tab.context.setOffline(true)
    await tile(page, '402').tap()
    await page.getByRole('button', { name: 'Clean', exact: true }).tap()
    await page.locator('.waiting b').getByText('1', { exact: true }).waitFor()
    await page.locator('.link.offline').waitFor()
    await tile(page, '403').tap()
    await page.getByRole('button', { name: 'Clean', exact: true }).tap()
    await page.getByText('403: Clean. It waits here until the server is back.').waitFor()
    await page.locator('.waiting b').getByText('2', { exact: true }).waitFor()
    const person = await page.locator('.person').boundingBox()
    expect((person?.x ?? PHONE.width) + (person?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
  })

  it('sees what another reports: one tile is drawn for it, and flashes where things may move', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms')
    await says(page, '201', 'Dirty')
    await page.evaluate(WATCH_FLASHES)
    const before = await settled(page)
    await reported(at.hotel, '1', ['201'])
    await says(page, '201', 'Clean')
    await expect.poll(() => flashed(page)).toEqual(['tile-changed 201'])
    expect((await drawn(page)) - before).toBe(1)
    expect(await page.locator('[data-changed]').count()).toBe(0)
    // Picked, it is the same room.
    await tile(page, '203').focus()
    await page.keyboard.press('x')
    await page.locator('.tile[aria-selected=true]').waitFor()
    await page.keyboard.press('Escape')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await reported(at.hotel, '1', ['202'])
    await says(page, '202', 'Clean')
    const changed = page.locator('[data-changed]')
    await changed.waitFor()
    expect(await changed.evaluateAll((all) => all.map((one) => one.getAttribute('data-room')))).toEqual([
      ' 202',
    ])
    expect(await changed.evaluate((one) => one.getAnimations().length)).toBe(0)
    // The strip is a drawing for each colour of a floor, and not a box for each room.
    const [floors, drawings] = [page.locator('.street button'), page.locator('.street .windows > *')]
    expect(await drawings.count()).toBeLessThanOrEqual((await floors.count()) * 5)
    nothingWrong()
  })

  it('two people see each other’s work within a second, without a reload', async () => {
    await morning(at.hotel)
    const one = await at.sitAs('maid', '/rooms')
    const other = await at.sitAs('boss', '/rooms')
    const seen = await soonest(1_000, ['202', '203', '204', '205', '201'], async (room) => {
      await tile(one, room).click()
      return timed(async () => {
        await choose(one, 'Clean')
        await says(other, room, 'Clean')
      })
    })
    expect(seen).toBeLessThan(1_000)
    await tile(other, '110').first().click()
    await choose(other, 'Pickup')
    await says(one, '110', 'Pickup')
    await sameWhenFresh(one)
    nothingWrong()
  })

  it('gets a room back with words when the server will not have it', async () => {
    await morning(at.hotel)
    at.expectRefused('POST /rest/rsi/changes 409')
    const page = await at.sitAs('maid', '/rooms')
    await page.route('**/rest/rsi/changes*', (route) =>
      route.fulfill({ status: 409, json: { error: 7, description: 'No', reference: 'r' } }),
    )
    await tile(page, '201').click()
    await choose(page, 'Clean')
    await page.getByText('201: not changed. That is not possible as things stand now.').waitFor()
    await says(page, '201', 'Dirty')
  })

  it('is asked before an occupied room is reported ready or unfit', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms')
    await tile(page, '301').click()
    await choose(page, 'Maintenance')
    await page.getByText('Room 301 is occupied. Maintenance?').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await says(page, '301', 'Dirty')
    await choose(page, 'Inspected')
    await choose(page, 'Report Inspected')
    await says(page, '301', 'Inspected')
    nothingWrong()
  })

  it('in a dead spot: 20 reports wait and arrive once and in their order; a later one of somebody else stays', async () => {
    const page = await at.sitAs('maid', '/rooms?floor=3')
    await tile(page, '301').focus()
    await at.tab.context.setOffline(true)
    await page.locator('.link.offline').waitFor()
    for (let n = 0; n < 20; n++) {
      await page.keyboard.press('Enter')
      await page.keyboard.press(String((n % 4) + 1))
      await page.keyboard.press('ArrowRight')
    }
    await page.getByText('20 changes wait').waitFor()
    at.hotel.clock.advance(minutes(10))
    await at.hotel.request('boss', 'POST', '/rest/rsi/change', { room: '301', id: '5' })
    await at.tab.context.setOffline(false)
    await page.getByText('301: boss reported later. That stays.').waitFor()
    await page.getByText(/\d changes? waits?/).waitFor({ state: 'detached' })
    await says(page, '301', 'Pickup')
    const { json } = await at.hotel.request('boss', 'GET', '/rest/log?kind=room.status.changed')
    const rooms = json.log.map(({ room }: { room: string }) => room)
    expect(rooms).toEqual(['301', ...Array.from({ length: 19 }, (_, n) => String(302 + n))])
    expect(at.tab.wrong).toEqual([])
  })

  it('by keyboard alone: goes to a room, reports it, selects two and reports both', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms')
    await tile(page, '101').focus()
    await page.keyboard.type('401')
    await tile(page, '401').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('2')
    await says(page, '401', 'Dirty')
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('x')
    await page.getByText('401 402', { exact: true }).waitFor()
    await page.keyboard.press('3')
    await says(page, '402', 'Being cleaned')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    nothingWrong()
  })

  it('shows whoever goes through it by keys where they are: below its head, and above what can be done', async () => {
    const page = await at.sitAs('maid', '/rooms?floor=all')
    await tile(page, '402').focus()
    const covered: string[] = []
    const walk = async () => {
      await page.locator('.tile:focus').waitFor()
      for (const key of ['ArrowUp', 'ArrowDown'])
        for (let step = 0; step < 12; step++) {
          await page.keyboard.press(key)
          await page.locator('.tile:focus').waitFor()
          covered.push(await page.evaluate<string>(COVERED))
        }
    }
    // As soon as the window is another: the focus is where it was, and seen.
    await page.keyboard.press('x')
    await page.locator('.selection').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.setViewportSize({ width: 1024, height: 480 })
    await page.locator('.tile:focus').waitFor()
    await expect.poll(() => page.evaluate(COVERED)).toBe('')
    await walk()
    await page.setViewportSize({ width: 390, height: 640 })
    await tile(page, '402').focus()
    await walk()
    await page.keyboard.press('Escape')
    await tile(page, '402').focus()
    await walk()
    expect(covered.filter((room) => room !== '')).toEqual([])
    nothingWrong()
  })

  it('finds by state and by what stands at the door, and the address keeps it', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms')
    await page.getByRole('button', { name: /^Dirty/ }).click()
    await page.getByRole('button', { name: /^Occupied/ }).click()
    await expect.poll(() => page.locator('.tile').count()).toBe(4)
    expect(new URL(page.url()).search).toBe('?state=dirty&occupied=1')
    await page.reload()
    await says(page, '301', 'Dirty')
    expect(await page.locator('.tile').count()).toBe(4)
    nothingWrong()
  })

  it('opens the page of the very room, also of one called 100% or of one whose number looks like an address', async () => {
    for (const [number, extension] of [
      ['100%', '901'],
      ['%31%30%31', '902'],
      ['Conference 12', '903'],
    ] as const)
      await at.hotel.request('boss', 'POST', '/rest/config/mailbox', { number, extension })
    const page = await at.sitAs('boss', '/rooms?floor=1')
    const title = page.locator('.room-head').first()
    for (const number of ['100%', '%31%30%31']) {
      await page.goto(`/room/${encodeURIComponent(number)}`)
      await title.getByText(number, { exact: true }).waitFor()
    }
    await page.goto('/rooms')
    const long = page.getByRole('gridcell', { name: /Conference 12/ }).locator('.room')
    await long.waitFor()
    const [tile, number] = [await long.locator('..').boundingBox(), await long.boundingBox()]
    expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThan((tile?.x ?? 0) + (tile?.width ?? 0))
    nothingWrong()
  })

  it('looks right: the board', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('boss', '/rooms?floor=3')
    await says(page, '301', 'Dirty')
    expect(await everyLook(page, 'rooms')).toEqual([])
  })

  it('looks right: a room opened on it, in German', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('boss', '/rooms?state=dirty&room=+308', { language: 'de' })
    await page.getByRole('dialog').waitFor()
    expect(await twoLooks(page, 'rooms-pane')).toEqual([])
    nothingWrong()
  })

  it('looks right: the page of a room', async () => {
    await morning(at.hotel)
    const { json } = await at.hotel.request('desk', 'POST', '/rest/wakeup', { room: '311', time: '0715' })
    await at.hotel.request('desk', 'DELETE', `/rest/wakeup/${json.id}`)
    const page = await at.sitAs('boss', '/room/311')
    await page.getByText('Guest of 311').first().waitFor()
    await page.getByText('06:30', { exact: true }).waitFor()
    expect(await everyLook(page, 'room')).toEqual([])
    // What was cancelled is told with its time, and leads to the proof.
    await page.getByRole('link', { name: 'Call asked for Sun 15 Nov 07:15' }).waitFor()
    await page.getByRole('link', { name: 'Call cancelled' }).click()
    await page.getByText('Cancelled by desk').waitFor()
    // Another house may have a room of this number.
    await page.goto(`/room/110?tenant=${EAST}`)
    await page.getByRole('link', { name: 'Open them in the log' }).click()
    await page.waitForURL(`**/log?room=110&tenant=${EAST}`)
    nothingWrong()
  })
})
