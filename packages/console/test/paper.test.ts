import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { hours } from '../../server/src/kernel/clock.ts'
import { mendAlarms } from '../../server/src/logbook/end-alarm.ts'
import { ITSELF, record } from '../../server/src/logbook/record.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { waitsForLine } from './alarm.ts'
import { PHONE, picture, WIDE } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'
import { morning, TALL } from './housekeeping.ts'
import { sheetsOf } from './pdf.ts'

const A_LONG_FLOOR = { ...TALL, mailboxes: [...(TALL.mailboxes ?? []), { range: '801-860' }] }
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n))

const printed = async (page: Page) => sheetsOf(await page.pdf({ preferCSSPageSize: true }))

describe.skipIf(!has('chromium-headless-shell'))('what is taken from the screen on paper', () => {
  const at = consoleHotel({ site: A_LONG_FLOOR })
  const raise = async (rooms: readonly string[]) => {
    for (const room of rooms) await waitsForLine(at.hotel, room)
  }

  /** Somebody cannot decide, in few words and in many, whether a key must be pressed. */
  const changeOften = (wakeup: string, times: number) =>
    at.hotel.app.database.transaction(async (stores) => {
      for (let n = 0; n < times; n++)
        await record(stores, ITSELF, at.hotel.clock.now(), {
          kind: 'wakeup.changed',
          tenant: '',
          room: '801',
          wakeup,
          text: `Change ${n} ${'and why it was made '.repeat(n % 16)}`.trim(),
          detail: { confirm: true },
        })
    })

  it('the paper round: a floor to a sheet, a long floor on two, and nothing that can only be pressed', async () => {
    await morning(at.hotel)
    await raise(['101'])
    const page = await at.sitAs('maid', '/rooms?floor=3', { theme: 'dark' })
    await page.locator('.alarms [role=alert]').waitFor()
    const sheets = await printed(page)
    expect(sheets.map((sheet) => /^\d\/\d(?:GrandHotel·Floor\d+?(?=Printed))?/.exec(sheet)?.[0])).toEqual(
      ['1', '02', '2', '3', '4', '5', '8', ''].map((floor, n) =>
        floor === '' ? '8/8' : `${n + 1}/8GrandHotel·Floor${floor}`,
      ),
    )
    expect(sheets[3]).toMatch(/Printed14Nov2026,20:00:\d\dbymaidRoomStateSinceAtthedoorDoneNotes/)
    expect(sheets[3]).toContain('306DirtySat14Nov19:20Donotdisturb')
    // The alarm above and the rail are for screens.
    for (const sheet of sheets) expect(sheet).not.toMatch(/Iknow|Callwaits|Search|Selectfloor/)
    expect(at.tab.wrong).toEqual([])
  })

  it('the shift book: alarms that are open or known, all of them, with what was written', async () => {
    await raise(['118'])
    const { json } = await at.hotel.request('desk', 'GET', '/rest/alarm?state=open')
    const note = 'Lines rebooted'
    await at.hotel.request('desk', 'POST', `/rest/alarm/${json.alarms[0].id}/acknowledge`, { note })
    await raise(numbers(801, 60))
    const page = await at.sitAs('desk', '/alarms')
    await page.getByText('860', { exact: true }).waitFor()
    const open = await printed(page)
    expect(open).toHaveLength(2)
    expect(open[0]).toMatch(/^1\/2GrandHotel·Alarms:OpenPrinted14Nov2026,20:00:\d\dbydesk/)
    expect(open.join('')).toContain('Sat14Nov20:00860Callwaits:nolineItwillbelate')
    expect(open.join('')).not.toContain('Iknow')
    await page.getByRole('button', { name: 'Known' }).click()
    await page.getByText(note).waitFor()
    const known = await printed(page)
    expect(known).toHaveLength(1)
    expect(known[0]).toContain('118Callwaits:nolineItwillbelateknownbydesk20:00,Linesrebooted')
    // What ends while somebody looks is there by itself, and says on which day it did.
    at.hotel.clock.advance(hours(5))
    await at.hotel.app.database.transaction((stores) =>
      mendAlarms(stores, ['wakeup.no-line'], '801', 'Room 801 was rung', at.hotel.clock.now()),
    )
    await page.getByRole('button', { name: 'Over' }).click()
    await page.getByText('over by itself Sun 15 Nov 01:00').first().waitFor()
    await page.getByText('Sat 14 Nov').first().waitFor()
    await page.getByRole('button', { name: /^Open\s*\d+$/ }).waitFor()
    await at.hotel.app.database.transaction((stores) =>
      mendAlarms(stores, ['wakeup.no-line'], '802', 'Room 802 was rung', at.hotel.clock.now()),
    )
    await page.getByText('802', { exact: true }).waitFor()
    await picture(page, 'alarms-over')
    await page.setViewportSize(PHONE)
    await picture(page, 'alarms-over-phone')
    await page.setViewportSize(WIDE)
    expect(at.tab.wrong).toEqual([])
  })

  it('the list of the night with 2 keys, also out of the line where calls are typed', async () => {
    await at.hotel.request('desk', 'POST', '/rest/wakeup', { rooms: '801-860', time: '0630' })
    const page = await at.sit({}, '/today')
    await at.tab.context.addInitScript('window.print = () => { document.documentElement.id = "asked" }')
    await page.reload()
    await at.signIn('desk')
    await page.locator('.call').first().waitFor()
    await page.locator('section.entry:not([aria-busy]) textarea:focus').waitFor()
    // Either the key of every browser, or out of the line first; Enter answers the browser's own question.
    for (const keys of [['Control+p'], ['Escape', 'p']]) {
      const opening = page.waitForEvent('popup')
      for (const key of keys) await page.keyboard.press(key)
      const paper = await opening
      await paper.locator('html#asked').waitFor({ state: 'attached' })
      const sheets = await printed(paper)
      expect(sheets).toHaveLength(3)
      expect(sheets[0]).toMatch(/^Page1of3GrandHotelWake-upcalls/)
      for (const words of ['Printed14Nov2026,20:00:', '60calls', 'Bytime', 'Notes', '☐06:30801'])
        expect(sheets[0]).toContain(words)
      expect(sheets[2]).toContain('Byroom80106:30')
      await paper.close()
    }
    expect(at.tab.wrong).toEqual([])
  })

  it('of the list of the night the calls that were chosen, and no other', async () => {
    for (const [room, time] of Object.entries({ '801': '0630', '802': '0640', '803': '0650' }))
      await at.hotel.request('desk', 'POST', '/rest/wakeup', { room, time })
    const page = await at.sitAs('desk', '/today')
    await page.locator('.call').nth(2).waitFor()
    await page.locator('#page').focus()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByRole('region', { name: '2 selected' }).waitFor()
    await picture(page, 'today-selected')
    const byKey = () => page.keyboard.press('p')
    const byHand = () => page.getByRole('button', { name: 'Print p' }).click()
    for (const print of [byKey, byHand]) {
      const opening = page.waitForEvent('popup')
      await print()
      const paper = await opening
      await paper.getByText('Chosen calls').waitFor()
      expect(await paper.locator('tbody tr:has(.box) b').allTextContents()).toEqual(['801', '802'])
      await paper.close()
    }
    expect(at.tab.wrong).toEqual([])
  })

  it('the story of a call in German, where German is read', async () => {
    await at.hotel.request('desk', 'POST', '/rest/mailbox/801/checkin', { name: 'Müller' })
    await at.hotel.request('desk', 'POST', '/rest/wakeup', { room: '801', time: '0630' })
    const page = await at.sitAs('desk', '/today', { language: 'de' })
    await page.locator('.call .opens').first().click()
    const opening = page.waitForEvent('popup')
    await page.locator('.panel').getByRole('link', { name: 'Drucken' }).click()
    const paper = await opening
    await paper.getByText('Noch nicht angerufen').waitFor()
    const [sheet = ''] = await printed(paper)
    expect(sheet).toContain('Zimmer801Sonntag,15.November2026,06:30')
    for (const words of ['GrandHotel·Weckruf', 'JetztimZimmerMüller', 'Gedruckt14.November2026,20:00:'])
      expect(sheet).toContain(words)
    // What every browser prints with takes the same sheet, and not the list beside which the story is open.
    const again = page.waitForEvent('popup')
    await page.keyboard.press('Control+p')
    const [same = ''] = await printed(await again)
    expect(same).toContain('Zimmer801Sonntag,15.November2026,06:30')
    expect(at.tab.wrong).toEqual([])
  })

  it('a dossier: no row cut in two, pages numbered, and no wider than a phone', async () => {
    const asked = await at.hotel.request('desk', 'POST', '/rest/wakeup', { room: '801', time: '0630' })
    const id = asked.json.id as string
    await changeOften(id, 150)
    const dossier = `/rest/wakeup/${id}/dossier?language=en`
    const rows = await eventually(async () => {
      const { log } = (await at.hotel.request('desk', 'GET', dossier)).json
      for (const { sealed } of log) expect(sealed).not.toBeNull()
      return log as readonly { text: string; sealed: { hash: string } }[]
    })
    const html = await at.hotel.request('desk', 'GET', dossier, undefined, { accept: 'text/html' })
    // Within a page of the console its policy would hold, which allows a dossier no look of its own.
    const page = await at.sit({ width: 'phone' })
    await page.goto('about:blank')
    await page.setContent(html.text)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)

    const sheets = await printed(page)
    expect(sheets.length).toBeGreaterThan(3)
    for (const [n, sheet] of sheets.entries()) expect(sheet).toContain(`Page${n + 1}of${sheets.length}`)
    const whole = ({ text, sealed }: (typeof rows)[number]) => `${text.replaceAll(' ', '')}${sealed.hash}`
    expect(rows.filter((row) => !sheets.some((sheet) => sheet.includes(whole(row))))).toEqual([])
  })

  it('the list of the night in German, where German is read', async () => {
    const page = await at.sitAs('desk', '/today', { language: 'de' })
    const list = page.getByRole('link', { name: /drucken/i })
    expect(await list.first().getAttribute('href')).toContain('language=de')
  })
})
