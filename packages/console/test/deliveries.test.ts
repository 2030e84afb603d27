import { openPms, type ScriptedPms } from '@reveille/fias/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { EAST, SITE } from '../../server/test/hotel.ts'
import { openReceiver, type Receiver } from '../../server/test/receiver.ts'
import { atRest, picture, tabTo } from './browser.ts'
import { consoleHotel, everyLook, twoLooks } from './console-hotel.ts'
import { sameWhenFresh } from './same-when-fresh.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NOBODY_LISTENS = 'http://127.0.0.1:9/charges'

describe.skipIf(!has('chromium-headless-shell'))('why is this charge not booked?', () => {
  let [pms, receiver]: [ScriptedPms | null, Receiver | null] = [null, null]
  beforeAll(async () => {
    pms = await openPms({ behaviour: { posting: 'silence' } })
    receiver = await openReceiver()
    receiver.meet({ status: 422, body: 'unknown room' })
  })
  afterAll(async () => {
    await pms?.close()
    await receiver?.close()
  })

  const at = consoleHotel({
    connectorFor: 'network',
    get site() {
      return {
        ...SITE,
        users: [
          ...(SITE.users ?? []),
          { username: 'duty', password: 'duty-pw', permissions: ['review' as const] },
        ],
        inventory: {
          ...SITE.inventory,
          connectors: [
            { name: 'pms', type: 'fias' as const, ...there(pms).address, articles: { '10': '1450' } },
            { name: 'bar', type: 'webhook' as const, url: there(receiver).url, secret: SECRET },
            { name: 'spa', type: 'webhook' as const, url: NOBODY_LISTENS },
          ],
        },
        roomStatus: {},
        network: { allow: ['127.0.0.1'] },
      }
    },
  })

  const states = async (destination: string) =>
    (await at.hotel.request('boss', 'GET', `/rest/delivery?destination=${destination}`)).json.deliveries.map(
      ({ state }: { state: string }) => state,
    )

  const laneState = async (name: string): Promise<string> => {
    const { json } = await at.hotel.request('boss', 'GET', '/rest/system/destination')
    return json.destinations.find((one: { name: string }) => one.name === name).state
  }

  const postings = () => there(pms).received.filter(({ id }) => id === 'PS').length

  /** A charge that the bar refuses, the property system does not answer, and the spa cannot be reached for. */
  async function charge() {
    await expect.poll(() => there(pms).isAlive).toBe(true)
    const before = postings()
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    await expect.poll(() => states('bar')).toEqual(['refused'])
    await expect.poll(postings).toBe(before + 1)
    at.hotel.clock.advance(31_000)
    await expect.poll(() => states('pms')).toEqual(['uncertain'])
  }

  const row = (page: Page, word: string) => page.getByRole('listitem').filter({ hasText: word }).first()

  it('shows the bytes of a failed charge in 3 clicks, and the answer beside them', async () => {
    await charge()
    const page = await at.sitAs('boss', '/alarms')
    let clicks = 0
    const click = async (name: RegExp | string, within: Page | ReturnType<typeof row> = page) => {
      clicks++
      await within
        .getByRole(name === 'Deliveries' ? 'link' : 'button', { name })
        .first()
        .click()
    }
    await click('Deliveries')
    await click(/^Refused/, page)
    await click(/2 × Cola 9.00/)
    await page.getByText('"type":"inventory.charged"').waitFor()
    await page.getByText('422 unknown room').last().waitFor()
    expect(clicks).toBeLessThanOrEqual(3)
    expect(at.tab.wrong).toEqual([])
  })

  it('lists a lane as it goes on, whatever becomes of its messages, of one room and since a day', async () => {
    await charge()
    const page = await at.sitAs('duty', '/deliveries')
    const rows = page.locator('.deliveries > li')
    await page.getByRole('button', { name: 'Watch bar' }).click()
    await rows.filter({ hasText: 'Refused' }).getByText('to bar').waitFor()
    expect(await rows.count()).toBe(1)
    expect(page.url()).toContain('lane=bar&state=all')
    const before = postings()
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 1, room: '102' })
    await rows.getByText('102').waitFor()
    await expect.poll(postings).toBe(before + 1)
    at.hotel.clock.advance(31_000)
    await page.getByPlaceholder('Room').fill('101')
    await page.keyboard.press('Enter')
    await rows.filter({ hasText: '102' }).waitFor({ state: 'detached' })
    await page.getByLabel('Accepted since').selectOption('Since today')
    expect(page.url()).toContain('room=101&since=2026-11-14')
    await rows.getByText('2 × Cola').waitFor()
    const asked = page.waitForRequest(/\/rest\/delivery\?.*room=101&start=20261114/)
    await page.getByRole('button', { name: 'CSV' }).click()
    await asked
    await page.goto('/deliveries?room=109')
    await page.getByText('There is none of these.').waitFor()
    await expect.poll(() => states('pms')).toEqual(['uncertain', 'uncertain'])
    const boss = await at.sitAs('boss', '/deliveries?lane=pms')
    await settlesThemTogether(boss)
    await namesTheHouseOfANumber(boss)
    expect(at.tab.wrong).toEqual([])
  })

  /** There is a room 110 in the house itself, and one in its east wing. */
  async function namesTheHouseOfANumber(page: Page) {
    const asked = { id: '10', quantity: 1, room: '110' }
    const before = postings()
    await at.hotel.request('boss', 'POST', `/rest/isi/charge?tenant=${EAST}`, asked)
    await expect.poll(postings).toBe(before + 1)
    at.hotel.clock.advance(31_000)
    await expect.poll(() => states('pms')).toEqual(['delivered', 'delivered', 'uncertain'])
    await page.goto('/deliveries?state=all&room=110')
    await page.getByText('East wing · 1 × Cola 4.50').first().waitFor()
    expect(await page.getByText('East wing · 2 × Cola').count()).toBe(0)
    await page.goto('/log?room=110&kind=inventory.charged')
    const line = page.getByRole('listitem').filter({ hasText: 'East wing' })
    await line.getByRole('button').click()
    await page.getByRole('link', { name: 'Room 110' }).click()
    await page.waitForURL(`**/room/110?tenant=${EAST}`)
  }

  async function disablesThatOfTheWing(page: Page) {
    const areOff = async () => {
      const { json } = await at.hotel.request('boss', 'GET', '/rest/config/connector')
      const ofName = json.connectors.filter(({ name }: { name: string }) => name === 'pms')
      return ofName.map(({ tenant, disabled }: { tenant: string; disabled?: boolean }) => [
        tenant,
        disabled === true,
      ])
    }
    await page.getByRole('button', { name: 'Disable pms East wing' }).click()
    await page.getByRole('heading', { name: 'Disable pms East wing?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Enable pms East wing' }).waitFor()
    expect(await areOff()).toEqual([
      ['', false],
      [EAST, true],
    ])
    await page.getByRole('button', { name: 'Disable pms Grand Hotel' }).waitFor()
  }

  /** As they are on the folios: counted first, and sent again only by those who say that they have looked. */
  async function settlesThemTogether(page: Page) {
    // Another house has a lane of this name: neither is taken for the other.
    const east = { name: 'pms', type: 'webhook', url: 'http://10.0.0.5/east', tenant: EAST }
    await at.hotel.request('boss', 'POST', '/rest/config/connector', east)
    await page.getByRole('article').filter({ hasText: 'East wing · charges' }).waitFor()
    await disablesThatOfTheWing(page)
    await page.getByRole('button', { name: 'Settle all uncertain of pms, Grand Hotel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('They are 2 messages.').waitFor()
    await dialog.getByLabel('What is true of every one').selectOption('Send again')
    await dialog.getByLabel('Reason, for the log').fill('Seen on the folios')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('guests would pay again').waitFor()
    expect(await twoLooks(page, 'deliveries-settle')).toEqual([])
    await dialog.getByLabel('What is true of every one').selectOption('It is on the folio')
    await dialog.getByRole('button', { name: 'It is on the folio' }).click()
    await page.getByText('2 messages are settled').waitFor()
    await page.getByRole('button', { name: 'Settle all uncertain of pms' }).waitFor({ state: 'detached' })
    expect(await states('pms')).toEqual(['delivered', 'delivered'])
    await at.hotel.request('boss', 'DELETE', `/rest/config/connector/pms?tenant=${EAST}`)
    const { log } = (await at.hotel.request('boss', 'GET', '/rest/log?kind=delivery.ruled')).json
    expect(log).toMatchObject([
      { room: '101', detail: { reason: 'Seen on the folios' } },
      { room: '102', detail: { reason: 'Seen on the folios' } },
    ])
  }

  it('names the posting to look for, and settles it with a reason', async () => {
    await charge()
    const page = await at.sitAs('boss', '/deliveries')
    await page.getByText('1 needs a person').waitFor()
    // By keyboard alone.
    await tabTo(page, /^Uncertain.*2 × Cola/)
    await page.keyboard.press('Enter')
    await page.getByText('Look for posting P# 1 on the folio of 101').waitFor()
    await page.getByText('02 50 53 7C 52 4E 31 30 31').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await atRest(page)
    await picture(page, 'deliveries-hex-1280')
    const cut =
      '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".bytes"))'
    expect(await page.evaluate(cut)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await everyLook(page, 'deliveries')).toEqual([])
    await tabTo(page, /^It is on the folio/)
    await page.keyboard.press('Enter')
    await page.locator(':focus').and(page.getByLabel('Reason, for the log')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Say why').waitFor()
    await page.keyboard.type('Seen at the desk')
    await page.keyboard.press('Enter')
    // The other connector has refused the same charge.
    await page.getByText('1 was refused').waitFor()
    expect(await states('pms')).toEqual(['delivered'])
    await sameWhenFresh(page)
    const { log } = (await at.hotel.request('boss', 'GET', '/rest/log?kind=delivery.ruled')).json
    expect(log).toMatchObject([{ actor: 'boss', detail: { as: 'delivered', reason: 'Seen at the desk' } }])
    expect(at.tab.wrong).toEqual([])
  })

  it('shows a dead lane in words, its test, and what went over the link', async () => {
    await charge()
    await expect
      .poll(() => {
        at.hotel.clock.advance(20_000)
        return laneState('spa')
      })
      .not.toBe('flowing')
    const page = await at.sitAs('boss', '/deliveries?lane=spa')
    const lane = page.getByRole('article').filter({ hasText: 'spa' })
    await lane
      .getByText(/Paused|Trying one|Nothing gets there/)
      .first()
      .waitFor()
    await lane.getByText(/tries failed since/).waitFor()
    await lane.getByText(/last at .*refused/i).waitFor()
    await picture(page, 'deliveries-failing')
    await lane.getByRole('button', { name: 'Test spa' }).click()
    await page
      .locator('.toast.s-bad')
      .getByText(/spa could not be reached/)
      .waitFor()
    await lane.getByRole('button', { name: 'Disable spa' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await lane.getByText('Disabled').waitFor()
    await page.getByText(/^goes once its lane is enabled/).waitFor()
    await lane.getByRole('button', { name: 'Drop all for spa' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 message waits, and is not delivered any more.').waitFor()
    expect(await twoLooks(page, 'deliveries-clear')).toEqual([])
    await dialog.getByLabel('spa').fill('spa')
    await dialog.getByRole('button', { name: 'Drop 1 message' }).click()
    await dialog.getByText('Say why').waitFor()
    await dialog.getByLabel('Reason, for the log').fill('The spa was closed')
    await dialog.getByRole('button', { name: 'Drop 1 message' }).click()
    await page.getByText('1 message to spa dropped').waitFor()
    expect(await states('spa')).toEqual(['dead'])
    await lane.getByRole('button', { name: 'Drop all for spa' }).waitFor({ state: 'detached' })
    const { log } = (await at.hotel.request('boss', 'GET', '/rest/log?kind=delivery.cleared')).json
    expect(log).toMatchObject([
      { actor: 'boss', detail: { destination: 'spa', reason: 'The spa was closed' } },
    ])
    await page.getByRole('button', { name: 'Trace pms' }).click()
    await page.getByText(/^PS\|RN101\|/).waitFor()
    expect(await twoLooks(page, 'deliveries-trace')).toEqual([])
    await page.keyboard.press('Escape')
    expect(at.tab.wrong).toEqual([])
  })

  it('is open no more where it was refused and taken back, and says why nobody can send it again', async () => {
    await charge()
    const page = await at.sitAs('boss', '/deliveries?lane=bar')
    await row(page, 'Refused').getByRole('button', { name: 'Send again' }).waitFor()
    await row(page, 'Refused').getByRole('checkbox').check()
    await page.getByRole('region', { name: '1 selected' }).waitFor()
    await page.getByRole('button', { name: 'Send refused again…' }).waitFor()
    const { charges } = (await at.hotel.request('boss', 'GET', '/rest/isi/charge')).json
    await at.hotel.request('boss', 'POST', `/rest/isi/charge/${charges[0].id}/void`, { reason: 'Wrong room' })
    await page.getByText('Nothing is open').or(page.getByText('There is none of these.')).waitFor()
    await page.getByRole('button', { name: /^Refused\s*0$/ }).waitFor()
    // Nothing is selected that is not there, and nothing offered for what is not.
    expect(await page.getByRole('region', { name: '1 selected' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Send refused again…' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Given up\s*0$/ }).waitFor()
    await page.getByRole('button', { name: /^Taken back\s*1$/ }).click()
    await row(page, 'Taken back')
      .getByRole('button', { name: /2 × Cola/ })
      .click()
    await page.getByText('Its charge was taken back: it is not sent again.').waitFor()
    await page
      .getByText(/^Taken back by boss: Wrong room. It was refused: .*unknown room/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await twoLooks(page, 'deliveries-taken-back')).toEqual([])
    // Given back to nobody, and counted by the report all the same.
    await page.goto('/reports/deliveries?start=2026-11-14&end=2026-11-14')
    await page.getByText('Every accepted message is accounted for.').waitFor()
    await page.getByRole('row', { name: /bar 1 0 0 0 0 0 1 0/ }).waitFor()
    await page.goto('/reports/charges?start=2026-11-14&end=2026-11-14')
    await page.getByRole('row', { name: /^bar 0 0 0 0 0 1$/ }).waitFor()
    expect(at.tab.wrong).toEqual([])
  })

  it('lets a reviewer look, in German too, and do nothing', async () => {
    await charge()
    const page = await at.sitAs('duty', '/deliveries', { language: 'de' })
    await page.getByText('1 braucht eine Person').waitFor()
    await row(page, 'Ungewiss')
      .getByRole('button', { name: /2 × Cola/ })
      .click()
    await page.getByText('Suchen Sie zuerst Buchung P# 1').waitFor()
    await picture(page, 'deliveries-de')
    for (const name of [/Ist auf der Rechnung/, /Nochmals senden/, /Verwerfen/, /Testen/, /Abschalten/])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(at.tab.wrong).toEqual([])
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  })
})

describe.skipIf(!has('chromium-headless-shell'))('a house that tells nobody', () => {
  const at = consoleHotel({
    site: { ...SITE, inventory: { ...SITE.inventory, connectors: [] }, roomStatus: {} },
  })

  it('says that nobody is told anything yet, and claims nothing of what went anywhere', async () => {
    const page = await at.sitAs('boss', '/deliveries')
    await page.getByText('Nobody is told anything yet').waitFor()
    const shown = page.locator('main .nothing, main .skeleton')
    await expect.poll(() => shown.allInnerTexts()).toEqual([])
    await page.getByRole('button', { name: 'Given up' }).click()
    await page.getByText('There is none of these.').waitFor()
    await page.goBack()
    await page.getByText('There is none of these.').waitFor({ state: 'detached' })
    expect(await page.getByText('Nothing is open').count()).toBe(0)
  })
})

function there<T>(it: T | null): T {
  if (it === null) throw new Error('It is opened before all tests')
  return it
}
