import type { SiteFile } from '@reveille/contract'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { EAST, SITE } from '../../server/test/hotel.ts'
import { barriersOf, PHONE, picture } from './browser.ts'
import { type ConsoleHotel, consoleHotel, twoLooks } from './console-hotel.ts'

/** There is no 117; 1201 and 1215 may be rooms and times. */
const HOTEL: SiteFile = {
  ...SITE,
  tenants: [],
  users: (SITE.users ?? []).filter(({ tenant }) => tenant === undefined),
  inventory: { categories: [], items: [], connectors: [] },
  roomStatus: { types: [], servers: [] },
  telephony: { mode: 'virtual' },
  mailboxes: [
    { range: '110-116' },
    { range: '118-126' },
    { range: '201-240' },
    { number: '1201' },
    { number: '1215' },
  ],
}

/** Hands on the keyboard that count its keys. */
function hands(page: Page) {
  let keys = 0
  return {
    keys: () => keys,
    async type(text: string) {
      keys += text.length
      await page.keyboard.type(text)
    },
    async press(...names: string[]) {
      keys += names.length
      for (const name of names) await page.keyboard.press(name)
    },
    /** A paste is one deed of its own: it is not counted. */
    paste: (text: string) => page.keyboard.insertText(text),
  }
}

interface Call {
  readonly room: string
  readonly scheduled: string
  readonly daily: boolean
}

const pending = async (at: ConsoleHotel): Promise<string[]> => {
  const { json } = await at.hotel.request('desk', 'GET', '/rest/wakeup/list/pending')
  const calls: readonly Call[] = json.pending
  return calls.map(
    ({ room, scheduled, daily }) => `${room} ${scheduled.slice(5, 16)}${daily ? ' daily' : ''}`,
  )
}
const ask = (at: ConsoleHotel, fields: Record<string, string | boolean>, user = 'guest') =>
  at.hotel.request(user, 'POST', '/rest/wakeup', fields)
const checkIn = (at: ConsoleHotel, room: string, name: string, vip = false) =>
  at.hotel.request('desk', 'POST', `/rest/mailbox/${room}/checkin`, { name, vip })

/** The page where the desk works, with its line ready. */
async function desk(at: ConsoleHotel, seat: Parameters<ConsoleHotel['sitAs']>[2] = {}) {
  const page = await at.sitAs('desk', '/today', seat)
  await page.locator('.entry input, .entry textarea').first().waitFor()
  return { page, hand: hands(page) }
}
const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

describe.skipIf(!has('chromium-headless-shell'))('the desk asks for calls in one line', () => {
  const at = consoleHotel({ site: HOTEL })
  const allWell = () => {
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  }

  it('loses no key that is typed before it is there', async () => {
    const page = await at.sitAs('desk', '/today')
    const cdp = await at.tab.context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.setBypassServiceWorker', { bypass: true })
    let bring: () => void = () => {}
    const brought = new Promise<void>((resolve) => (bring = resolve))
    await page.route(/entry-line-.*\.js$/, (route) => brought.then(() => route.continue()))
    await page.reload()
    await page.locator('.entry[aria-busy=true] textarea').waitFor()
    await page.keyboard.type('110 06')
    await page.keyboard.press('Enter')
    bring()
    await page.locator('.entry:not([aria-busy]) textarea').waitFor()
    await page.keyboard.type('30')
    expect(await page.locator('.entry textarea').inputValue()).toBe('110 0630')
    expect(at.tab.wrong).toEqual([])
  })

  it('what was set stays said: nothing moves below a pointer when its time to be taken back is over', async () => {
    const page = await at.sitAs('desk', '/today')
    await page.clock.install()
    const hand = hands(page)
    await hand.type('214 0630')
    await hand.press('Enter', 'Enter')
    await says(page, 'Set: 214 at 06:30, Sun 15 Nov')
    const line = page.locator('.call', { hasText: '214' })
    await line.waitFor()
    const before = await line.boundingBox()
    await page.clock.fastForward(10_000)
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    expect(await line.boundingBox()).toEqual(before)
    await says(page, 'Set: 214 at 06:30, Sun 15 Nov')
    // What is gone by then is not taken back by a key either.
    await hand.press('Control+z')
    expect(await pending(at)).toEqual(['214 11-15T06:30'])
    await hand.type('2')
    await page.getByText('Set: 214 at 06:30, Sun 15 Nov').waitFor({ state: 'detached' })
    allWell()
  })

  it('12 rooms by one line and 2 keys; the gap is said, the vacant ones are amber', async () => {
    for (const room of ['110', '111', '112', '113', '114', '115', '116', '118', '119', '120', '121'])
      await checkIn(at, room, `Guest ${room}`, room === '111')
    const { page, hand } = await desk(at)
    const line = '110-116,118-122 0630 key'
    await hand.type(line)
    await says(page, '12 rooms')
    await says(page, /Guest 111, VIP/)
    expect(await page.locator('.tag').allInnerTexts()).toEqual(['122 is vacant'])
    expect(await twoLooks(page, 'entry-rooms')).toEqual([])
    await hand.press('Enter', 'Enter')
    await says(page, 'Set: 12 calls')
    expect([hand.keys() - line.length, (await pending(at)).length]).toEqual([2, 12])
    allWell()
  })

  it('20 rooms are told of together, not one by one; what was open beside them makes way', async () => {
    await ask(at, { rooms: '201-212', time: '0600' })
    const { page, hand } = await desk(at)
    await page.locator('.call', { hasText: '201' }).getByRole('button').first().click()
    await page.locator('.call', { hasText: '212' }).last().getByRole('button').first().click()
    await page.getByRole('complementary').waitFor()
    await page.keyboard.press('n')
    await hand.type('201-220 0630')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await says(page, '20 are vacant: 201–220')
    await says(page, '201–212 have 06:00 already')
    expect(await page.locator('.entry .tag').count()).toBe(2)
    await picture(page, 'entry-many')
    expect(at.tab.wrong).toEqual([])
  })

  it('40 rooms at three times from the leader’s list: paste, and 2 keys', async () => {
    const times = ['0600', '0630', '7.15']
    const list = Array.from({ length: 40 }, (_, room) => `${201 + room}\t${times[room % 3]}`).join('\r\n')
    const { page, hand } = await desk(at)
    const begun = performance.now()
    await hand.paste(list)
    await page.getByRole('button', { name: 'Set 40 calls' }).waitFor()
    expect(await page.locator('.entry').getByRole('row').count()).toBe(41)
    await picture(page, 'entry-paste')
    await hand.press('Enter', 'Enter')
    await says(page, 'Set: 40 calls')
    // With reading it back; what is left of the 25 seconds is for whoever reads.
    expect(performance.now() - begun).toBeLessThan(25_000)
    const set = await pending(at)
    expect([hand.keys(), set.length, new Set(set.map((one) => one.slice(4))).size]).toEqual([2, 40, 3])
    allWell()
  })

  it('of a pasted list the good lines are read back, also where one is bad; but nothing is set', async () => {
    const { page, hand } = await desk(at)
    await hand.paste('201 0600\n999 0630\n202 7.15')
    const rows = page.locator('.entry').getByRole('row')
    await rows.nth(3).getByText('07:15').waitFor()
    expect(await rows.nth(1).innerText()).toContain('There is no such room')
    expect(await rows.nth(1).locator('u').innerText()).toBe('999')
    expect(await rows.nth(2).innerText()).toContain('06:00')
    await says(page, '1 of 3 lines cannot be set as it is. It comes first.')
    await hand.press('Enter', 'Enter')
    await picture(page, 'entry-paste-bad')
    expect(await pending(at)).toEqual([])
    allWell()
  })

  it('a leader’s list with names: who stays there is read back, and who does not is told of before it is set', async () => {
    await checkIn(at, '201', 'Meier, Hans')
    await checkIn(at, '202', 'Rossi')
    await checkIn(at, '205', 'Huber')
    const { page, hand } = await desk(at)
    await hand.paste(
      'Room\tName\tTime\n201 Hans Meier 0615\n202;Chen;0615\n203\tOkafor\t7.15\n204 Huber 0615\nPlease be punctual for breakfast',
    )
    const rows = page.locator('.entry').getByRole('row')
    await says(page, '3 of 4 lines cannot be set as they are. They come first.')
    expect(await rows.nth(1).innerText()).toContain('Huber stays in 205.')
    expect(await rows.nth(2).innerText()).toContain('not that of who stays there (Rossi)')
    expect(await rows.nth(2).locator('u').innerText()).toBe('Chen')
    expect(await rows.nth(4).innerText()).toContain('A heading: left out.')
    expect(await rows.nth(6).innerText()).toContain('No room in it: left out.')
    await says(page, '2 lines are left out')
    await rows.nth(5).getByText('06:15').waitFor()
    await picture(page, 'entry-paste-names')
    await hand.press('Enter', 'Alt+1')
    await page.getByRole('button', { name: /leave the names out of 2 lines/ }).waitFor()
    await hand.press('Alt+1')
    await page.getByRole('button', { name: 'Set 4 calls' }).waitFor()
    await says(page, 'tomorrow, Sun 15 Nov')
    await hand.press('Enter', 'Enter')
    await says(page, 'Set: 4 calls')
    expect((await pending(at)).map((one) => one.slice(0, 3)).toSorted()).toEqual(['201', '202', '203', '205'])
    await hand.type('202 Rossi 0700')
    await says(page, 'stays there')
    expect(await page.locator('.entry-gloss').innerText()).toContain('Rossi')
    await picture(page, 'entry-name')
    allWell()
  })

  it('another time with one key more: nothing is replaced that nobody said', async () => {
    await ask(at, { room: '214', time: '0630' })
    const { page, hand } = await desk(at)
    await hand.type('214 0645')
    await says(page, '214 has 06:30 already')
    await says(page, 'set by guest 20:00')
    await hand.press('Enter', 'Enter')
    expect(await pending(at)).toEqual(['214 11-15T06:30'])
    await page.keyboard.press('Escape')
    await picture(page, 'entry-replace')
    const change = hands(page)
    await change.press('Enter', '1')
    await page.getByRole('button', { name: 'Replace 06:30', exact: true }).waitFor()
    await change.press('Enter')
    await says(page, 'Changed: 214 at 06:45')
    expect([8 + change.keys(), await pending(at)]).toEqual([11, ['214 11-15T06:45']])
    await page.keyboard.press('Control+z')
    await says(page, 'Taken back.')
    expect(await pending(at)).toEqual(['214 11-15T06:30'])
    allWell()
  })

  it('the same call once: it is told who has set it', async () => {
    await ask(at, { room: '214', time: '0630' })
    const { page, hand } = await desk(at)
    await hand.type('214 0630')
    await says(page, /already set by guest 20:00, nothing to add/)
    await hand.press('Enter', 'Enter')
    expect(await page.getByRole('button', { name: 'Nothing to add' }).isDisabled()).toBe(true)
    expect(await pending(at)).toHaveLength(1)
    allWell()
  })

  it('cancels them, and takes that back; of a series, the day or all of it', async () => {
    await ask(at, { room: '214,215', time: '0630' })
    const { page, hand } = await desk(at)
    await hand.type('x 214 0555')
    await says(page, 'Not at that time, but set is')
    await says(page, /set by guest/)
    await page.keyboard.press('Escape')
    await hand.type('x 214-215')
    await says(page, /set by guest/)
    await hand.press('Enter')
    await page.getByRole('button', { name: 'Cancel 2 calls' }).waitFor()
    await hand.press('Enter')
    await says(page, 'Cancelled: 2 calls, 214, 215')
    expect(await pending(at)).toEqual([])
    await page.keyboard.press('Control+z')
    await says(page, 'Taken back.')
    expect((await pending(at)).length).toBe(2)
    await ask(at, { room: '216', time: '0700', daily: true })
    await hand.type('x 216')
    await says(page, 'A series is among them')
    await hand.press('Enter', 'Enter', '1')
    await page.getByRole('button', { name: 'Leave out Sun 15 Nov' }).waitFor()
    await hand.press('Enter')
    await says(page, 'Left out: Sun 15 Nov')
    expect(await pending(at)).toContain('216 11-16T07:00 daily')
    // However far ahead: Today shows nothing of it.
    await ask(at, { room: '217', time: '0630', date: '20261120' })
    await hand.type('x 217')
    await says(page, 'Fri 20 Nov')
    await hand.press('Enter', 'Enter')
    await says(page, 'Cancelled: 217 at 06:30, Fri 20 Nov')
    allWell()
  })

  it('what can be read in two ways waits for a choice, and Enter does nothing', async () => {
    const { page, hand } = await desk(at)
    await hand.type('1201 1215')
    await says(page, '1201 at 12:15')
    await says(page, /rooms 1201,1215/)
    await hand.press('Enter', 'Enter')
    expect(await pending(at)).toEqual([])
    await hand.press('1')
    await says(page, 'tomorrow, Sun 15 Nov')
    await hand.press('Enter')
    await says(page, 'Set: 1201 at 12:15')
    expect(await pending(at)).toEqual(['1201 11-15T12:15'])
    allWell()
  })

  it('a room that nobody knows stops all of them, and the nearest is offered', async () => {
    const { page, hand } = await desk(at)
    await hand.type('110,117 0630')
    await says(page, 'There is no such room.')
    await says(page, 'make it 110,116 0630')
    await picture(page, 'entry-unknown')
    await hand.press('Enter', 'Enter')
    expect(await pending(at)).toEqual([])
    await hand.press('1')
    await page.getByRole('button', { name: 'Set 2 calls' }).waitFor()
    await hand.press('Enter')
    await says(page, 'Set: 2 calls')
    allWell()
  })

  it('turns once into every day by one key, and finds a guest by name', async () => {
    await checkIn(at, '214', 'Ms Müller')
    await checkIn(at, '220', 'Muller')
    const { page, hand } = await desk(at)
    await hand.type('@mull 0630')
    await says(page, 'Who is meant?')
    await hand.press('Alt+1', 'Alt+r')
    await says(page, 'every day')
    await hand.press('Enter', 'Enter')
    await says(page, 'Set: 214 at 06:30')
    expect(await pending(at)).toEqual(['214 11-15T06:30 daily'])
    allWell()
  })

  it('in German, by German words', async () => {
    await checkIn(at, '214', 'Müller')
    const { page, hand } = await desk(at, { language: 'de' })
    await hand.type('214,215 0630 täglich bis fr taste')
    await says(page, 'jeden Tag')
    await says(page, /bis Fr 20. Nov./)
    await says(page, '215 ist frei')
    await says(page, 'ab morgen, So 15. Nov.')
    await picture(page, 'entry-de-wide')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(PHONE)
    await picture(page, 'entry-de-dark-phone')
    expect(await barriersOf(page)).toEqual([])
    await hand.press('Enter', 'Enter')
    await says(page, 'Gesetzt: 2 Weckrufe')
    allWell()
  })

  it('on a phone by thumb, with the words as chips', async () => {
    const { page } = await desk(at, { width: 'phone' })
    const line = page.locator('.entry-line').getByRole('textbox')
    expect(await line.getAttribute('inputmode')).toBe('tel')
    await line.tap()
    await page.keyboard.type('214')
    await page.getByRole('button', { name: 'time', exact: true }).tap()
    await page.keyboard.type('0630')
    await page.getByRole('button', { name: 'daily', exact: true }).tap()
    await page.getByRole('button', { name: '+ room', exact: true }).tap()
    await page.keyboard.type('215')
    expect(await line.inputValue()).toBe('214,215 0630 daily ')
    await picture(page, 'entry-phone-line')
    await page.getByRole('button', { name: 'Set 2 calls', exact: true }).tap()
    await says(page, 'Set: 2 calls')
    expect(await pending(at)).toEqual(['214 11-15T06:30 daily', '215 11-15T06:30 daily'])
    allWell()
  })

  it('from the search, where a line is read back and a room found', async () => {
    const { page, hand } = await desk(at)
    await page.goto('/alarms')
    await at.isLive()
    await hand.press('Control+k')
    await hand.type('214 0630')
    await says(page, 'Wake-up: 214 0630')
    // One box, and the page behind it: not a box as large as the screen around another.
    expect(await page.locator('.palette').count()).toBe(1)
    await hand.press('Enter')
    await page.getByRole('button', { name: 'Set', exact: true }).waitFor()
    await hand.press('Enter')
    await says(page, 'Set: 214 at 06:30')
    expect(new URL(page.url()).search).toBe('')
    allWell()
  })

  it('is told why nothing can be set while the server is away', async () => {
    const { page, hand } = await desk(at)
    await hand.type('214 0630')
    await says(page, 'tomorrow, Sun 15 Nov')
    await at.hotel.app.stop()
    await says(page, 'No connection: calls can be set again when it is back.')
    expect(await page.getByRole('button', { name: 'Set', exact: true }).isDisabled()).toBe(true)
    await picture(page, 'entry-offline')
    expect(at.tab.wrong).toEqual([])
  })

  it('is asked who they are at a locked screen, and goes on with the line', async () => {
    const { page, hand } = await desk(at)
    await page.getByRole('button', { name: 'desk' }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('button', { name: 'Locked' }).waitFor()
    await page.locator('.entry-line').getByRole('textbox').focus()
    await hand.type('214 0630')
    await says(page, 'This screen is locked.')
    at.expectRefused('POST /rest/wakeup/preview 403')
    await hand.press('Enter')
    await page.getByLabel('Password').fill('desk-pw')
    await page.keyboard.press('Enter')
    await says(page, 'tomorrow, Sun 15 Nov')
    await page.locator('.entry-line').getByRole('textbox').focus()
    await hand.press('Enter')
    await says(page, 'Set: 214 at 06:30')
    expect(at.tab.wrong).toEqual([])
  })
})

describe.skipIf(!has('chromium-headless-shell'))('where a number is there in two houses', () => {
  const at = consoleHotel()

  it('it is chosen which is meant, and `n` leads back to the line', async () => {
    const { page, hand } = await desk(at)
    await page.getByRole('main').click({ position: { x: 300, y: 600 } })
    await page.keyboard.press('n')
    await hand.type('110 0630')
    await says(page, 'There is a room 110 in more than one house. Which?')
    await hand.press('Enter', 'Enter')
    expect(await pending(at)).toEqual([])
    await page.getByRole('button', { name: 'East wing' }).click()
    await says(page, 'tomorrow, Sun 15 Nov')
    await hand.press('Enter')
    await says(page, 'Set: 110 East wing at 06:30')
    expect(at.tab.wrong).toEqual([])
    const { json } = await at.hotel.request('desk', 'GET', `/rest/wakeup/list?tenant=${EAST}`)
    expect(json.wakeups).toHaveLength(1)
    const { site } = (await at.hotel.request('desk', 'GET', '/rest/session')).json
    // The house itself has one too.
    await hand.type('110 0645')
    await says(page, 'There is a room 110 in more than one house. Which?')
    await hand.press('Enter', '1')
    await says(page, `110 ${site.name} is vacant`)
    await hand.press('Enter')
    await says(page, `Set: 110 ${site.name} at 06:45`)
    const own = await at.hotel.request('desk', 'GET', `/rest/wakeup/list?tenant=${site.id}`)
    expect(own.json.wakeups).toHaveLength(1)
    // Which of two rooms of one number rings is told in the list, and at the head of the call.
    await page.locator('.call', { hasText: '06:30' }).getByText('East wing').click()
    await page.getByRole('complementary').getByText('East wing').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await hand.type('x 110')
    await says(page, 'There is a room 110 in more than one house. Which?')
    await hand.press('Enter', '2')
    await page.getByRole('button', { name: 'Cancel 1 call', exact: true }).waitFor()
    await hand.press('Enter')
    await says(page, /Cancelled: 110 .* at 06:/)
    expect(await pending(at)).toHaveLength(1)
  })

  it('a screen that only shows has no line', async () => {
    const page = await at.sit({}, '/today')
    await page.getByRole('checkbox').check()
    await at.signIn('desk')
    await at.isLive()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await page.locator('.entry-line').getByRole('textbox').count()).toBe(0)
    expect(at.tab.wrong).toEqual([])
  })
})

/** Saturday evening before the clocks go forward, 20:00 in Zurich. */
const BEFORE_SPRING = Date.UTC(2027, 2, 27, 19, 0)

describe.skipIf(!has('chromium-headless-shell'))('in the night in which the clocks change', () => {
  const at = consoleHotel({ site: HOTEL, now: BEFORE_SPRING })

  it('a browser on the other side of the world reads the hotel’s words', async () => {
    const { page, hand } = await desk(at, { zone: 'Pacific/Auckland' })
    await hand.type('214 0230')
    await says(page, '02:30 does not exist on Sun 28 Mar: rings 03:30')
    await hand.press('Enter', 'Enter')
    await says(page, 'Set: 214 at 03:30, Sun 28 Mar')
    expect(await pending(at)).toEqual(['214 03-28T03:30'])
    expect(at.tab.wrong).toEqual([])
  })
})

/** Saturday evening before the clocks go back, 20:00 in Zurich. */
const BEFORE_WINTER = Date.UTC(2026, 9, 24, 18, 0)

describe.skipIf(!has('chromium-headless-shell'))('in the night that has an hour twice', () => {
  const at = consoleHotel({ site: HOTEL, now: BEFORE_WINTER })

  it('a browser on the other side of the world reads at which of the two it rings', async () => {
    const { page, hand } = await desk(at, { zone: 'America/Los_Angeles' })
    await hand.type('214 0230')
    await says(page, '02:30 comes twice on Sun 25 Oct: rings at the first')
    await hand.press('Enter', 'Enter')
    await says(page, 'Set: 214 at 02:30, Sun 25 Oct')
    const { json } = await at.hotel.request('desk', 'GET', '/rest/wakeup/list/pending')
    expect(json.pending[0].scheduled).toBe('2026-10-25T02:30:00+02:00')
  })
})
