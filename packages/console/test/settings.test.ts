import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { has } from '../../../peers/programs.ts'
import { EAST, NEW_YORK } from '../../server/test/hotel.ts'
import { scriptedConnector, took } from '../../server/test/scripted-connector.ts'
import { tone, wavFile, type WavFile } from '../../server/testing/wav-files.ts'
import { barriersOf, picture } from './browser.ts'
import { consoleHotel, everyLook, twoLooks } from './console-hotel.ts'

const PAGES: readonly (readonly [place: string, heading: string])[] = [
  ['site', 'The hotel'],
  ['site/email', 'Mail'],
  ['site/reports', 'Reports and CSV'],
  ['tenants/+', 'New tenant'],
  ['users/desk', 'Account desk'],
  ['rooms/101', 'Room with a telephone 101'],
  ['items/10', 'Item 10'],
  ['items/category~1', 'Category 1'],
  ['status/1', 'Room status 1'],
  ['lines/telephony', 'Telephony'],
  ['lines/+', 'New line'],
  ['connectors/bar', 'Connector bar'],
  ['connectors/pms', 'Connector pms'],
  ['servers/housekeeping', 'Server housekeeping'],
  ['prompts/1', 'Announcement 1'],
  ['wakeups', 'The site'],
  ['network', 'Ways out'],
]

/** A form with a drawing in it is looked at in both themes and at every width; others are made of the same parts. */
const LOOKED_AT = ['wakeups']
const LOOKED_AT_TWICE = ['users/desk', 'prompts/1']

const VOICE: WavFile = { rate: 48_000, encoding: 'pcm16', channels: [tone(440, 48_000, 4, 0.3)] }
const SILENT: WavFile = { rate: 16_000, channels: [new Float32Array(16_000)] }

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Within the console, as a link goes: what is loaded stays loaded. */
const visit = (page: Page, address: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)

describe.skipIf(!has('chromium-headless-shell'))('the settings', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-settings-'))
  const voice = path.join(folder, 'voice.wav')
  writeFileSync(voice, wavFile(VOICE))
  afterAll(() => rmSync(folder, { recursive: true }))
  const at = consoleHotel({ connectorFor: () => scriptedConnector({ script: took }) }, [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    // By itself the browser only beeps, which is too little for an announcement.
    `--use-file-for-fake-audio-capture=${voice}`,
  ])
  const boss = (method: string, url: string, fields?: object) =>
    at.hotel.request('boss', method, url, fields && JSON.stringify(fields), {
      'content-type': 'application/json',
    })
  const regatta = () =>
    boss('POST', '/rest/config/prompt', { id: 1, description: 'Regatta', text: 'The boats leave at eight.' })
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
  const isSaved = (page: Page) => page.locator('.form-head').getByText('Saved', { exact: true }).waitFor()

  it('has a page for everything, and nothing stands in anybody’s way', async () => {
    await regatta()
    const page = await at.sitAs('boss', '/settings/site')
    const found: string[] = []
    for (const [place, heading] of PAGES) {
      await visit(page, `/settings/${place}`)
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
      await page.getByRole('button', { name: /^(Save|Add)$/ }).waitFor()
      const name = `settings-${place.replaceAll(/\W+/g, '-')}`
      if (LOOKED_AT.includes(place)) found.push(...(await everyLook(page, name)))
      else if (LOOKED_AT_TWICE.includes(place)) found.push(...(await twoLooks(page, name)))
      else {
        await picture(page, name)
        found.push(...(await barriersOf(page)).map((barrier) => `${place}: ${barrier}`))
      }
    }
    expect(found).toEqual([])
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  }, 180_000)

  it('speaks German', async () => {
    await regatta()
    const page = await at.sitAs('boss', '/settings/wakeups', { language: 'de' })
    await page.getByRole('heading', { name: 'Wie ein Weckruf läuft' }).waitFor()
    await page.getByText('klingelt, Versuch 1').waitFor()
    await picture(page, 'settings-wakeups-german')
    await visit(page, '/settings/connectors/bar')
    await page.getByLabel('Adresse', { exact: true }).waitFor()
    await picture(page, 'settings-connectors-german')
    // What is seldom touched is folded away.
    await page.getByText('weitere, selten gebraucht').click()
    await page.getByLabel('Wartet auf Antwort').fill('bald')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Muss eine Dauer wie 24s, 5m, 2h oder 90d sein.').waitFor()
    await picture(page, 'settings-refused-german')
    await visit(page, '/settings/prompts/voice')
    await page.getByRole('heading', { name: 'Die Stimme', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Ersetzen: Good morning.' }).waitFor()
    await picture(page, 'settings-voice-german')
  })

  describe('where the east wing has one of the same number', () => {
    const siteId = async () => (await boss('GET', '/rest/session')).json.site.id
    const ofBoth = async (url: string) => {
      const house = await boss('GET', `${url}?tenant=${await siteId()}`)
      const east = await boss('GET', `${url}?tenant=${EAST}`)
      return [house.json, east.json]
    }

    it('a room of the house is opened, saved and deleted, and that of the wing stays', async () => {
      const page = await at.sitAs('boss', '/settings/rooms')
      const rowOf = (house: string) =>
        page.getByRole('row').filter({ hasText: '110' }).filter({ hasText: house })
      await rowOf('East wing').waitFor()
      await rowOf('Grand Hotel').getByRole('link').click()
      await page.getByLabel('Name', { exact: true }).fill('Garden suite')
      await page.keyboard.press('Enter')
      await isSaved(page)
      const both = await ofBoth('/rest/config/mailbox/110')
      expect(both).toMatchObject([{ name: 'Garden suite' }, { name: 'Room 110' }])
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('110')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await rowOf('Grand Hotel').waitFor({ state: 'detached' })
      await rowOf('East wing').waitFor()
    })

    it('an item is written in its own row, and has its own form', async () => {
      const asked = { id: '10', description: 'Kola', category: '1', price: '7.00', tenant: EAST }
      await boss('POST', '/rest/isi/item', asked)
      const page = await at.sitAs('boss', '/settings/items')
      const price = page.getByLabel('Price, 10 Grand Hotel')
      await price.fill('4.80')
      await price.press('Enter')
      await expect
        .poll(() => ofBoth('/rest/isi/item/10'))
        .toMatchObject([{ price: '4.80' }, { price: '7.00' }])
      await page.goto('/settings/items/10')
      await page.getByLabel('Description').fill('Cola light')
      await save(page).click()
      await isSaved(page)
      expect(await ofBoth('/rest/isi/item/10')).toMatchObject([
        { description: 'Cola light' },
        { description: 'Kola' },
      ])
    })

    it('a recording is that of the announcement that is open', async () => {
      await regatta()
      const east = { id: 1, description: 'Ball', text: 'The ball begins at eight.', tenant: EAST }
      await boss('POST', '/rest/config/prompt', east)
      const page = await at.sitAs('boss', `/settings/prompts/1?tenant=${EAST}`)
      await page.getByLabel('Upload').setInputFiles(voice)
      await page.getByRole('button', { name: 'Remove the recording' }).waitFor()
      const [house, wing] = await ofBoth('/rest/config/prompt/1')
      expect([house.recordings, wing.recordings]).toMatchObject([undefined, [{ language: 'en' }]])
    })
  })

  it('says beside the field what is wrong, by itself and by the server', async () => {
    at.expectRefused('PUT /rest/config/site 400')
    const page = await at.sitAs('boss', '/settings/site')
    // What is there to choose from is offered while somebody types.
    const offers = async (label: string, one: string) => {
      const list = await page.getByLabel(label, { exact: true }).getAttribute('list')
      await page.locator(`datalist#${list} option[value="${one}"]`).waitFor({ state: 'attached' })
    }
    await offers('Time zone', 'Europe/London')
    await offers('Language', 'de')
    await page.getByLabel('Time zone').fill('Mars/Base')
    await save(page).click()
    // Only the server knows which zones there are.
    await page.getByText('One field is not right.').waitFor()
    expect(await page.getByLabel('Time zone').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Time zone').fill('Europe/London')
    await save(page).click()
    await isSaved(page)
    await visit(page, '/settings/wakeups')
    await page.getByLabel('Attempts').fill('99')
    await page.getByLabel('Attempts').blur()
    await page.getByText('At most 20.').waitFor()
    await picture(page, 'settings-refused')
    await page.getByLabel('Attempts').fill('4')
    // What may be saved and is hardly meant is told before.
    await page.getByLabel('Grace').fill('900d')
    await page.getByText('as late as 900d after their time').waitFor()
    await page.getByLabel('Grace').fill('')
    await save(page).click()
    await isSaved(page)
    expect(at.tab.refused.filter((one) => !one.startsWith('GET /rest/session'))).toEqual([
      'PUT /rest/config/site 400',
    ])
    // A part of the house may lie in another zone: what that means is told as well.
    await visit(page, '/settings/tenants/+')
    await page.getByLabel('Time zone').fill('Asia/Tokyo')
    await page.getByText('There it is 04:00').waitFor()
    await page.getByText('Clocks never change there').waitFor()
    // What is missing is said, and nothing is missed that the form does not show.
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('This is needed.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Tea house')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: /^Tenant / }).waitFor()
    await page.getByRole('link', { name: /^Tea house/ }).waitFor()
  })

  it('tells the second of two administrators, who writes only what they changed', async () => {
    at.expectRefused('PUT /rest/isi/item/10 412')
    const page = await at.sitAs('boss', '/settings/items/10')
    await page.getByLabel('Description').fill('Cola light')
    await boss('PUT', '/rest/isi/item/10', { price: '4.90' })
    await save(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It was boss.').waitFor()
    await dialog.getByRole('row', { name: 'Price not changed 4.90' }).waitFor()
    await picture(page, 'settings-conflict')
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await isSaved(page)
    const { json } = await boss('GET', '/rest/isi/item/10')
    expect(json).toMatchObject({ description: 'Cola light', price: '4.90' })
  })

  it('writes items, categories and status types where they stand, by keys alone', async () => {
    const page = await at.sitAs('boss', '/settings/items')
    const price = page.getByLabel('Price, 10')
    await price.fill('4,80')
    await price.press('Enter')
    // The next row waits for its price, as the list on paper goes on.
    await page.locator(':focus[aria-label="Price, 11"]').waitFor()
    expect((await boss('GET', '/rest/isi/item/10')).json).toMatchObject({
      price: '4.80',
      description: 'Cola',
    })
    await page.keyboard.type('9')
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Price, 11').inputValue()).toBe('3.20')
    await price.fill('dear')
    await price.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await price.getAttribute('aria-invalid')).toBe('true')
    await price.press('Escape')
    // Somebody else was faster: it is said, and only what is meant is written over it.
    await boss('PUT', '/rest/isi/item/10', { price: '4.90' })
    await price.fill('5.10')
    await price.press('Enter')
    await page.getByText('Now 4.90 (boss).').waitFor()
    expect((await boss('GET', '/rest/isi/item/10')).json.price).toBe('4.90')
    await price.press('Enter')
    await page.locator(':focus[aria-label="Price, 11"]').waitFor()
    expect((await boss('GET', '/rest/isi/item/10')).json.price).toBe('5.10')
    await page.getByRole('img', { name: 'in the site file' }).first().waitFor()
    await page.getByLabel('Category, 10').selectOption('Snacks')
    await page.getByLabel('Colour, 2').fill('#ffee00')
    await page.getByText('hard to see').waitFor()
    await page.keyboard.press('Enter')
    expect(await twoLooks(page, 'settings-items')).toEqual([])
    await visit(page, '/settings/status')
    await page.getByLabel('Means, 001').selectOption('out of order')
    await page
      .getByRole('row', { name: /Maintenance.*out of order/ })
      .first()
      .waitFor()
    expect((await boss('GET', '/rest/isi/item/10')).json).toMatchObject({ category: '2' })
    expect((await boss('GET', '/rest/isi/category/2')).json).toMatchObject({ color: '#ffee00' })
    await picture(page, 'settings-status-table')
    expect(at.tab.wrong).toEqual([])
  })

  it('asks before somebody leaves what they wrote', async () => {
    const page = await at.sitAs('boss', '/settings/users')
    await visit(page, '/settings/rooms/101')
    const isAsked = () => page.getByText('There are unsaved changes.').waitFor()
    const stays = async () => {
      await isAsked()
      await page.getByRole('button', { name: 'Cancel' }).click()
      expect(await page.getByLabel('Section').inputValue()).toBe('West')
      expect(new URL(page.url()).pathname).toBe('/settings/rooms/101')
    }
    await page.getByLabel('Section').fill('West')
    await page.getByRole('link', { name: 'Lines' }).click()
    await stays()
    await page.goBack()
    await stays()
    await page.goBack()
    await stays()
    // Once it is saved, Back goes where it went before, by one press.
    await save(page).click()
    await isSaved(page)
    await page.goBack()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await page.goForward()
    await page.getByLabel('Section').fill('East')
    await page.goBack()
    await isAsked()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await page.goForward()
    await page.getByLabel('Section').fill('East')
    await page.getByRole('link', { name: 'Users' }).click()
    await isAsked()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/users')
  })

  it('adds an account with a slip for the envelope, and deletes it by its name only', async () => {
    const page = await at.sitAs('boss', '/settings/users/+')
    await page.getByLabel('User name').fill('night')
    await page.getByLabel('Check guests in and out, see names').check()
    await page.getByRole('button', { name: 'New password with a slip' }).click()
    const password = await page.locator('.slip code').innerText()
    await page.getByRole('img', { name: 'The address as a code for a camera' }).waitFor()
    // Nobody else reaches the address that this machine has for itself.
    await page.getByText('works on this machine only').waitFor()
    await picture(page, 'settings-slip')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Account night' }).waitFor()
    await page.getByRole('row', { name: 'night Checks guests in and out' }).waitFor()
    const { status } = await at.hotel.request(null, 'POST', '/rest/session', { username: 'night', password })
    expect(status).toBe(201)
    await page.getByRole('button', { name: 'Delete' }).click()
    const deed = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
    expect(await deed.isDisabled()).toBe(true)
    await page.getByLabel('Type night to go on').fill('night')
    await deed.click()
    await page.getByRole('row', { name: 'night' }).waitFor({ state: 'detached' })
    expect((await boss('GET', '/rest/config/user/night')).status).toBe(404)
  })

  it('tells what time it is in a zone by the clock of the house', async () => {
    await boss('PUT', '/rest/config/site', { console: { clock: '12h' } })
    const page = await at.sitAs('boss', '/settings/site')
    await page.getByText(/In the hotel it is 8:0\d:\d\d PM$/).waitFor()
    expect(await page.getByRole('timer').locator('time').innerText()).toMatch(/^8:0\d:\d\d PM$/)
    await picture(page, 'settings-12h')
    await page.goto(`/settings/tenants/${NEW_YORK}`)
    await page.getByText(/There it is 2:0\d:\d\d PM$/).waitFor()
  })

  it('shows at which screens an account is signed in, and ends one of them or all', async () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36'
    for (const [display, agent] of [
      [false, 'Trolley phone'],
      [true, chrome],
    ] as const) {
      const body = { username: 'maid', password: 'maid-pw', display }
      await at.hotel.request(null, 'POST', '/rest/session', body, { 'user-agent': agent })
    }
    const page = await at.sitAs('boss', '/settings/users/maid')
    const screens = page.getByRole('region', { name: 'Signed in at 2 screens' })
    await screens.getByText('127.0.0.1').first().waitFor()
    await screens.getByText('Trolley phone').waitFor()
    await screens.getByText('Chrome on Windows').waitFor()
    expect(await screens.getByText('since Sat 14 Nov 20:00').count()).toBe(2)
    expect(await twoLooks(page, 'settings-screens')).toEqual([])
    const display = screens.getByRole('listitem').filter({ hasText: 'display' })
    await display.getByRole('button', { name: 'Sign out' }).click()
    const sure = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await sure('Sign out')
    const one = page.getByRole('region', { name: 'Signed in at 1 screen' })
    await one.waitFor()
    expect(await one.getByText('display').count()).toBe(0)
    await one.getByRole('button', { name: 'Sign out everywhere' }).click()
    await sure('Sign out everywhere')
    await page.getByText('Signed out everywhere.').waitFor()
    await one.waitFor({ state: 'detached' })
    const { json } = await boss('GET', '/rest/config/session')
    expect(json.sessions).toMatchObject([{ account: 'boss' }])
    await visit(page, '/settings/users/boss')
    await page.getByText('this screen').waitFor()
  })

  it('sets the PIN for the phone of somebody whose name can be dialled, and takes it away', async () => {
    await boss('POST', '/rest/config/user', { username: '12', password: 'a-long-pass-phrase' })
    at.expectRefused('PUT /rest/config/user/12/phone-pin 400')
    const pins = at.hotel.app.database.read.pins
    const page = await at.sitAs('boss', '/settings/users/maid')
    await page.getByRole('heading', { name: 'Account maid' }).waitFor()
    expect(await page.getByRole('button', { name: 'Phone PIN' }).count()).toBe(0)
    await page.goto(`${at.hotel.url}/settings/users/12`)
    await page.getByRole('button', { name: 'Phone PIN' }).click()
    const set = page.getByRole('button', { name: 'Set the PIN' })
    await page.getByLabel('Phone PIN', { exact: true }).fill('271')
    expect(await set.isDisabled()).toBe(true)
    await page.getByLabel('Phone PIN', { exact: true }).fill('1234')
    await set.click()
    await page.getByText('This one is guessed first').waitFor()
    await page.getByLabel('Phone PIN', { exact: true }).fill('2718')
    await picture(page, 'settings-phone-pin')
    await set.click()
    await page.getByText('The PIN counts from now on.').waitFor()
    expect(await pins.get('phone', '12')).toBeDefined()
    await page.getByRole('button', { name: 'Phone PIN' }).click()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await page.getByText('There is no phone PIN any more.').waitFor()
    expect(await pins.get('phone', '12')).toBeUndefined()
  })

  it('takes rooms from a table once it was looked at, and none while one row is wrong', async () => {
    const page = await at.sitAs('boss', '/settings/rooms')
    await page.getByRole('button', { name: 'From a table (CSV)' }).click()
    await page
      .getByLabel('Table', { exact: true })
      .fill('number;name;vip;language\n101;Suite;true;\n901;Tower;;\n902;;perhaps;\n903;;;xx\nwest wing;;;\n')
    await page.getByRole('button', { name: 'Look at it' }).click()
    await page.getByText('3 wrong').waitFor()
    await page.getByText('Language: This language is not spoken here.').waitFor()
    await page.getByText('Extension: This number cannot be dialled: an extension is needed.').waitFor()
    // In words of its own, with the column that is meant.
    await page.getByText(/^VIP: /).waitFor()
    expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0)
    await picture(page, 'settings-import-wrong')
    await page.getByRole('textbox', { name: 'Table' }).fill('number;name;vip\n101;Suite;true\n901;Tower;\n')
    await page.getByRole('button', { name: 'Look at it' }).click()
    expect((await boss('GET', '/rest/config/mailbox/901')).status).toBe(404)
    await page.getByRole('button', { name: 'Apply 2 rows' }).click()
    await page.getByText('1 added, 1 changed.').waitFor()
    await page.getByRole('row', { name: '901 Tower' }).waitFor()
  })

  it('deletes the ticked rooms once their number is typed, and says which are still needed and why', async () => {
    await boss('POST', '/rest/mailbox/102/checkin', { name: 'Miller' })
    const page = await at.sitAs('boss', '/settings/rooms')
    const rooms = page.getByRole('table', { name: 'Rooms with a telephone' })
    await rooms.getByRole('row', { name: '0201 Room 0201 · Extension 201 · Floor 2' }).waitFor()
    for (const room of ['101', '102', '103', '0201']) await rooms.getByLabel(`Tick ${room}`).click()
    await page.getByRole('button', { name: 'Delete 4 rooms' }).click()
    const asked = page.getByRole('dialog', { name: 'Delete 4 rooms?' })
    expect(await asked.getByRole('button', { name: 'Delete 4 rooms' }).isDisabled()).toBe(true)
    await asked.getByLabel('Type 4 to go on').fill('4')
    at.expectRefused('DELETE /rest/config/mailbox/102 409')
    await page.keyboard.press('Enter')
    await page.getByText('3 of 4 deleted.').waitFor()
    await page.getByText('Guests stay in this room: check them out first.').waitFor()
    expect(await twoLooks(page, 'settings-rooms-deleted')).toEqual([])
    await page.getByRole('button', { name: 'Close' }).last().click()
    await rooms.getByLabel('Tick 101').waitFor({ state: 'detached' })
    expect(await rooms.getByLabel('Tick 102').isChecked()).toBe(false)
    expect((await boss('GET', '/rest/config/mailbox/101')).status).toBe(404)
    expect((await boss('GET', '/rest/config/mailbox/102')).status).toBe(200)
  })

  it('holds 2,000 rooms, of which only those in sight are drawn, and all are found, here and on the board', async () => {
    const csv = `number\n${Array.from({ length: 2_000 }, (_, room) => 2_000 + room).join('\n')}`
    await boss('POST', '/rest/config/mailbox/import', { csv })
    const page = await at.sitAs('boss', '/settings/rooms')
    await page.getByRole('row', { name: '2001 Room 2001' }).waitFor()
    expect(await twoLooks(page, 'settings-rooms')).toEqual([])
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    await page.keyboard.press('Control+f')
    await page.getByLabel('Filter').and(page.locator(':focus')).waitFor()
    await page.getByText('Ctrl F').waitFor()
    await page.getByLabel('Filter').fill('3999')
    await page.getByRole('row', { name: '3999 Room 3999' }).waitFor()
    expect(new URL(page.url()).search).toBe('?q=3999')
    await page.getByLabel('The one shown').click()
    await page.getByRole('button', { name: 'Delete 1 room' }).waitFor()
    await page.goto('/rooms')
    await page.locator('.tile').first().waitFor()
    await page.keyboard.press('Control+f')
    await page.getByText('the browser’s own search would miss the others').waitFor()
    await page.keyboard.type('no')
    await page.getByText('No room on the board begins so.').waitFor()
    await page.getByLabel('Room', { exact: true }).fill('3999')
    await page.getByRole('button', { name: 'Show 3999' }).waitFor()
    expect(await barriersOf(page)).toEqual([])
    await picture(page, 'rooms-find')
    await page.keyboard.press('Enter')
    await page.locator('.tile:focus', { hasText: '3999' }).waitFor()
    await page.goto('/log')
    await page.getByText('Ctrl F').waitFor()
    await page.keyboard.press('Control+f')
    await page.getByLabel('Words in the text').and(page.locator(':focus')).waitFor()
    await picture(page, 'log-long')
  })

  it('thinks a call through while the policy is written', async () => {
    const page = await at.sitAs('boss', '/settings/wakeups')
    await page.getByText('rings, attempt 3').waitFor()
    await page.getByLabel('Attempts').fill('2')
    await page.getByText('rings, attempt 3').waitFor({ state: 'detached' })
    // Nobody is named yet who is told that a guest was not woken.
    await page.getByText('nobody is rung: only the list').waitFor()
    await page.getByLabel('Extension', { exact: true }).fill('0')
    await page.getByText('0 is rung').waitFor()
    await page.getByRole('button', { name: 'Add one' }).click()
    await page.getByLabel('E-mail', { exact: true }).last().fill('manager@hotel.example')
    const manager = page.getByRole('listitem').filter({ hasText: 'nobody knows of it yet' })
    await manager.getByText('mail to manager@hotel.example').waitFor()
    expect(await manager.getByRole('time').textContent()).toBe('07:10:24')
    await manager.scrollIntoViewIfNeeded()
    await picture(page, 'settings-course-told')
    await page.getByRole('button', { name: 'Snoozed' }).click()
    await page.getByLabel('How often').fill('2')
    await page.getByText('put off by the guest').first().waitFor()
    await page.getByLabel('Language').selectOption('German')
    const heard = page.waitForResponse((answer) => answer.url().endsWith('/rest/wakeup/course/audio'))
    await page.getByRole('button', { name: 'Listen to what the guest hears' }).click()
    const { snooze } = (await heard).request().postDataJSON().wakeup
    expect([(await heard).status(), snooze.limit]).toEqual([200, 2])
    await page.locator('audio').waitFor()
    await picture(page, 'settings-course-snoozed')
    // What is emptied goes back to the default, whatever is stored; while something is wrong, the last course stays.
    await boss('PUT', '/rest/config/site', { wakeup: { attempts: 1, confirm: true } })
    await page.reload()
    await page.getByText('rings, attempt 1').waitFor()
    await page.getByLabel('Attempts').fill('')
    await page.getByText('rings, attempt 3').waitFor()
    await page.getByLabel('Attempts').fill('99')
    await page.getByText('rings, attempt 3').waitFor()
  })

  it('leaves a tenant’s policy as the site has it, field by field', async () => {
    const escalation = {
      extension: '0',
      chain: [{ extension: '9', webhook: { url: 'https://pager.example/alarms' } }],
    }
    await boss('PUT', '/rest/config/site', { wakeup: { attempts: 1, confirm: true, escalation } })
    const page = await at.sitAs('boss', '/settings/wakeups')
    await page.getByRole('link', { name: /^East wing/ }).click()
    await page.getByRole('heading', { name: 'East wing' }).waitFor()
    await page.getByText(/As the site: 1$/).waitFor()
    await page.getByText('pager.example is told').waitFor()
    const needsKey = page.getByLabel('A key is needed')
    expect(await needsKey.locator('option').allTextContents()).toEqual(['As the site: yes', 'yes', 'no'])
    expect(await twoLooks(page, 'settings-tenant-policy')).toEqual([])
    await needsKey.selectOption('no')
    await save(page).click()
    await isSaved(page)
    const own = async () => (await boss('GET', `/rest/config/tenant/${EAST}`)).json.wakeup
    expect(await own()).toEqual({ confirm: false })
    await needsKey.selectOption('As the site: yes')
    await save(page).click()
    await isSaved(page)
    expect((await own())?.confirm).toBeUndefined()
  })

  it('records an announcement at the screen, to hear before it is kept', async () => {
    await regatta()
    const page = await at.sitAs('boss', '/settings/prompts/1')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('Recording 0:02').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Keep this recording' }).waitFor()
    expect(await page.locator('.sounds audio').getAttribute('src')).toMatch(/^blob:/)
    await picture(page, 'settings-recorded')
    await page.getByRole('button', { name: 'Keep this recording' }).click()
    await page.getByText(/^Recorded in en, [23]\.\d s$/).waitFor()
    await page.getByText('Recorded well.').waitFor()
    expect(await page.getByRole('button', { name: 'Keep this recording' }).count()).toBe(0)
    // What nobody could hear is refused, in the server's words, and something better can be chosen.
    at.expectRefused('PUT /rest/config/prompt/1/audio 400')
    const silence = { name: 'silence.wav', mimeType: 'audio/wav', buffer: Buffer.from(wavFile(SILENT)) }
    await page.locator('input[type=file]').setInputFiles(silence)
    await page.getByText('Hardly anything can be heard in this recording.').waitFor()
    await picture(page, 'settings-recording-refused')
    expect((await boss('GET', '/rest/config/prompt/1')).json.recordings).toHaveLength(1)
    // One that is not there yet is heard as well, before it is added.
    await page.route('**/rest/config/prompt/speech', (route) =>
      route.fulfill({ contentType: 'audio/wav', body: Buffer.from(wavFile(SILENT)) }),
    )
    await page.getByRole('link', { name: 'New announcement' }).click()
    expect(await page.getByRole('button', { name: 'Listen' }).isDisabled()).toBe(true)
    await page.getByLabel('Text', { exact: true }).fill('The regatta begins at nine.')
    await page.getByRole('button', { name: 'Listen' }).click()
    await page.locator('audio[src^="blob:"]').waitFor()
    expect((await boss('GET', '/rest/config/prompt')).json.prompts).toHaveLength(1)
  })

  it('puts the hotel’s own voice in the place of a phrase, and takes it back', async () => {
    const page = await at.sitAs('boss', '/settings/prompts')
    await page.getByRole('link', { name: 'The voice' }).click()
    await page.getByRole('heading', { name: 'The voice', exact: true }).waitFor()
    await page.getByText('Good morning.', { exact: true }).waitFor()
    await page.locator('.voice').getByLabel('Language').selectOption('German')
    await page.getByText('Guten Morgen.', { exact: true }).waitFor()
    expect(await twoLooks(page, 'settings-voice')).toEqual([])
    await page.getByLabel('Filter').fill('guten morgen')
    await page.getByText('Guten Tag.', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Listen: Guten Morgen.' }).click()
    const heard = () => page.locator('.phrases audio').getAttribute('src')
    expect(await heard()).toBe('/rest/config/phrase/good-morning/audio?language=de&voice=delivered')

    await page.getByRole('button', { name: 'Replace: Guten Morgen.' }).click()
    const choose = page.locator('.phrases input[type=file]')
    at.expectRefused('PUT /rest/config/phrase/good-morning/audio 400')
    await choose.setInputFiles({
      name: 'silence.wav',
      mimeType: 'audio/wav',
      buffer: Buffer.from(wavFile(SILENT)),
    })
    await page.getByText('Hardly anything can be heard in this recording.').waitFor()
    await choose.setInputFiles(voice)
    await page.getByText('Recorded well.').waitFor()
    await page.getByText('Own voice', { exact: true }).waitFor()
    await page.getByText(/^1 of \d+ in your own voice$/).waitFor()
    expect(await heard()).toBe('/rest/config/phrase/good-morning/audio?language=de')
    expect(await twoLooks(page, 'settings-voice-own')).toEqual([])
    const stored = async () => (await boss('GET', '/rest/config/phrase?language=de')).json.phrases[0]
    expect(await stored()).toMatchObject({ name: 'good-morning', milliseconds: 4_000 })

    await page.getByRole('button', { name: 'Back to the delivered voice: Guten Morgen.' }).click()
    await page.getByText('Own voice', { exact: true }).waitFor({ state: 'detached' })
    expect(await stored()).not.toHaveProperty('recorded')
    await page.getByLabel('Filter').fill('')
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
    await page.getByText('sieben Uhr,', { exact: true }).waitFor()
  })

  it('says whether a secret is set, and changes or takes it away only where that is meant', async () => {
    await boss('POST', '/rest/config/line', { name: 'one', uri: 'sip:one@hotel.example', password: 'right' })
    const page = await at.sitAs('boss', '/settings/connectors/bar')
    const bar = async () => (await boss('GET', '/rest/config/connector/bar')).json
    const secret = page.getByRole('group', { name: 'Secret', exact: true })
    const deed = (name: string) => page.getByRole('button', { name, exact: true })
    const isSet = () => secret.getByText('Set', { exact: true }).waitFor()
    await isSet()
    await page.getByText('Not set. Password for basic credentials').waitFor()

    // Whoever saves something else, even with the field open, leaves it as it is.
    await deed('Secret: Change…').click()
    const written = page.getByLabel('Secret', { exact: true })
    await written.and(page.locator(':focus')).waitFor()
    expect(await written.inputValue()).toBe('')
    expect(await twoLooks(page, 'settings-secret-open')).toEqual([])
    await page.getByLabel('User name', { exact: true }).fill('voice')
    await page.getByLabel('Password', { exact: true }).fill('four-words')
    const eye = page
      .locator('.with-eye', { has: page.getByLabel('Password', { exact: true }) })
      .getByRole('button')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password')
    await eye.click()
    expect(await eye.getAttribute('aria-pressed')).toBe('true')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await save(page).click()
    await isSaved(page)
    expect(await bar()).toMatchObject({ secretSet: true, previousSecretSet: false, passwordSet: true })
    await isSet()
    await deed('Secret: Change…').click()
    await deed('Secret: Keep the old one').click()
    await isSet()

    // A new one is asked for by name, with what follows from it.
    const dialog = page.getByRole('dialog')
    const confirm = async (title: string, words: RegExp, name: string, what: string) => {
      await dialog.getByRole('heading', { name: title }).waitFor()
      await dialog.getByText(words).waitFor()
      await picture(page, `settings-${what}`)
      await dialog.getByLabel(`Type ${name} to go on`).fill(name)
      await dialog.locator('button[type=submit]').click()
      await isSaved(page)
    }
    await deed('Secret: Change…').click()
    await deed('Make one').click()
    await save(page).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await bar()).toMatchObject({ previousSecretSet: false })
    await save(page).click()
    await confirm(
      'A new signing secret for bar?',
      /^For 24 hours posts are signed with both/,
      'bar',
      'new-secret',
    )
    expect(await bar()).toMatchObject({ secretSet: true, previousSecretSet: true })

    // What was given for one address is wanted again for another.
    at.expectRefused('PUT /rest/config/connector/bar 400')
    const address = page.getByLabel('Address', { exact: true })
    await address.fill('http://10.0.0.77/charges')
    await save(page).click()
    await page.getByText('What is stored was given for another address').first().waitFor()
    await picture(page, 'settings-secret-again')
    await deed('Discard').click()
    await isSet()

    await deed('Secret: Remove').click()
    await secret.getByText('Is taken away when you save').waitFor()
    await deed('Secret: Keep the old one').click()
    await isSet()
    await deed('Secret: Remove').click()
    await save(page).click()
    await confirm('Sign nothing for bar any more?', /there is no signature/, 'bar', 'no-secret')
    expect(await bar()).toMatchObject({ secretSet: false, previousSecretSet: false, passwordSet: true })
    await page.getByText(/^Not set. Secret that signs each post/).waitFor()

    // A line and an account tell it as well, and an account is never without one.
    await visit(page, '/settings/lines/one')
    await page.getByLabel('Calls at once').fill('3')
    await page.getByRole('group', { name: 'Password' }).getByText('Set', { exact: true }).waitFor()
    await save(page).click()
    await isSaved(page)
    expect((await boss('GET', '/rest/config/line/one')).json).toMatchObject({ calls: 3, passwordSet: true })
    await visit(page, '/settings/users/desk')
    await page.getByText('Can be changed, not taken away').waitFor()
    expect(await deed('Password: Remove').count()).toBe(0)
  })

  it('keeps the secrets of the site’s sections, and of whoever is told of alarms', async () => {
    const pager = { url: 'https://pager.example/alarms', secret: SECRET }
    const email = { host: '10.0.0.9', from: 'voice@hotel.example', username: 'voice', password: 'right' }
    await boss('PUT', '/rest/config/site', { email, wakeup: { escalation: { webhook: pager } } })
    const site = async () => (await boss('GET', '/rest/config/site')).json
    const both = ['email.password', 'wakeup.escalation.webhook.secret']
    expect((await site()).secretsSet.toSorted()).toEqual(both)
    const page = await at.sitAs('boss', '/settings/site/email')
    const change = (name: string) => page.getByRole('button', { name: `${name}: Change…`, exact: true })
    await change('Password').waitFor()
    await page.getByLabel('From', { exact: true }).fill('desk@hotel.example')
    await save(page).click()
    await isSaved(page)
    expect((await site()).secretsSet.toSorted()).toEqual(both)

    await visit(page, '/settings/wakeups')
    await change('Secret').click()
    await page.getByText('Left empty, what is set stays as it is').waitFor()
    await page.getByRole('button', { name: 'Make one' }).first().click()
    await save(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('the old one ends at once').waitFor()
    const { name, wakeup } = await site()
    await dialog.getByLabel(`Type ${name} to go on`).fill(name)
    await dialog.getByRole('button', { name: 'Save the new secret' }).click()
    await isSaved(page)
    expect((await site()).wakeup).toEqual(wakeup)
    expect((await site()).secretsSet.toSorted()).toEqual(both)
    await page.getByText('Can be changed, not taken away').waitFor()
    await picture(page, 'settings-alarm-secret')
  })

  it('tries a receiver before it is saved', async () => {
    const page = await at.sitAs('boss', '/settings/connectors/bar')
    await page.getByText('Tests what is saved.').waitFor()
    // How it fares stands beside it, in words, with what went there last.
    await boss('POST', '/rest/mailbox/101/checkin', { name: 'Miller' })
    await boss('POST', '/rest/isi/charge', { room: '101', id: '10', quantity: 1 })
    const last = page.getByRole('list', { name: 'What went there last' }).getByRole('link')
    await last.first().waitFor()
    expect(await last.first().getAttribute('href')).toMatch(/^\/delivery\/.+/)
    await page.locator('.faring').getByText('Flowing').waitFor()
    const all = page.getByRole('link', { name: 'All deliveries' })
    expect(await all.getAttribute('href')).toBe('/deliveries?lane=bar')
    await picture(page, 'settings-faring')
    await page.getByLabel('Address', { exact: true }).fill('http://10.0.0.5/other')
    await page.getByText('Tests what is written here, before it is saved.').waitFor()
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      page.getByRole('button', { name: 'Send a test' }).click(),
    ])
    expect(new URL(sent.url()).pathname).toBe('/rest/config/connector/test')
    expect(sent.postDataJSON()).toEqual({ name: 'bar', url: 'http://10.0.0.5/other' })
    await page.getByText(/^It would be/).waitFor()
    await picture(page, 'settings-trial')
    expect((await boss('GET', '/rest/config/connector/bar')).json.url).not.toBe('http://10.0.0.5/other')
    // One of a tenant's is tried by what is written as well, and as the tenant's.
    const east = { name: 'east', type: 'webhook', url: 'http://10.0.0.5/east', tenant: EAST }
    await boss('POST', '/rest/config/connector', east)
    await page.goto('/settings/connectors/east')
    await page.getByLabel('Address', { exact: true }).fill('http://10.0.0.5/west')
    const [asked] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button', { name: 'Send a test' }).click(),
    ])
    const { pathname, searchParams } = new URL(asked.url())
    expect([pathname, searchParams.get('tenant'), asked.status()]).toEqual([
      '/rest/config/connector/test',
      EAST,
      200,
    ])
  })

  it('asks for the hotel’s name before a live house rings nobody', async () => {
    const page = await at.sitAs('boss', '/settings/lines/telephony')
    // Nobody has chosen yet, and nothing is shown as chosen.
    expect(await page.getByLabel('Mode').inputValue()).toBe('')
    await page.getByLabel('Mode').selectOption('virtual')
    await save(page).click()
    await page.getByText('Ring built-in phones only?').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect((await boss('GET', '/rest/config/site')).json.telephony.mode).not.toBe('virtual')
  })
})
