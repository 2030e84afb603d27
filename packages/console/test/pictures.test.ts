import { openPms, type ScriptedPms } from '@reveille/fias/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { hours, minutes, seconds } from '../../server/src/kernel/clock.ts'
import { EVENING } from '../../server/test/hotel.ts'
import { LISTENS, PRESSES } from '../../server/test/test-exchange.ts'
import { BELLEVUE, floorsAreDone, guestsArrive, morningIsAsked } from './bellevue.ts'
import { picture } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'
import { nightConsole } from './night-console.ts'

/** Small enough to be read on paper, and to be kept. */
const DESK = { width: 1200, height: 780 }
const HAND = { width: 390, height: 700 }

/** A picture for the documentation; `npm run pictures` puts it there. */
async function forDocs(page: Page, name: string, viewport = DESK): Promise<void> {
  await page.setViewportSize(viewport)
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
  await picture(page, `docs-${name}`)
}

const row = (page: Page, text: string) => page.locator('.call', { hasText: text })

describe.skipIf(!has('chromium-headless-shell'))('the pictures of the night', () => {
  const night = nightConsole(4, EVENING + hours(10) + minutes(15), BELLEVUE)
  const { at } = night

  it('are taken at half past six, in the rush', async () => {
    const { exchange, hotel } = night
    await guestsArrive(hotel)
    exchange.does('115', { does: 'ring' })
    exchange.does('215', PRESSES('1'))
    exchange.does('204', { does: 'busy' })
    for (const room of ['101', '203']) exchange.does(room, { ...LISTENS, ringMs: seconds(8) })
    await morningIsAsked(hotel)
    const page = await at.sitAs('anna', '/today')
    await row(page, '06:30').first().waitFor()
    await hotel.pass(minutes(15) + seconds(6))
    await row(page, 'Ringing').first().waitFor()
    await row(page, 'Picked up').first().waitFor()
    await page.getByText('now 06:30').waitFor()
    await page.getByRole('alert').getByText('Guest not woken').waitFor()
    await forDocs(page, 'today')
    await row(page, 'Not woken').getByRole('button').first().click()
    await page.getByText('Asked by').waitFor()
    await forDocs(page, 'call')
    expect(at.tab.wrong).toEqual([])
  })
})

describe.skipIf(!has('chromium-headless-shell'))('the pictures of the day', () => {
  const pms: { it?: ScriptedPms } = {}
  beforeAll(async () => {
    pms.it = await openPms({ behaviour: { status: 'OK' } })
  })
  afterAll(() => pms.it?.close())

  const at = consoleHotel({
    now: EVENING + hours(3) + minutes(4),
    connectorFor: 'network',
    get site() {
      const address = pms.it?.address ?? { host: '127.0.0.1', port: 9 }
      const connectors = [{ name: 'pms', type: 'fias' as const, ...address }]
      return {
        ...BELLEVUE,
        telephony: { mode: 'virtual' as const },
        inventory: { ...BELLEVUE.inventory, connectors },
        network: { allow: ['127.0.0.1'] },
      }
    },
  })
  const charge = (room: string, id: string, quantity: number) =>
    at.hotel.request('maid', 'POST', '/rest/isi/charge', { id, quantity, room })

  const states = async (): Promise<string[]> =>
    (await at.hotel.request('walter', 'GET', '/rest/delivery')).json.deliveries.map(
      ({ state }: { state: string }) => state,
    )

  it('are taken at the desk in the evening, on the floors and in the office', async () => {
    await guestsArrive(at.hotel)
    await floorsAreDone(at.hotel)
    await morningIsAsked(at.hotel)
    const desk = await at.sitAs('anna', '/today')
    await desk.setViewportSize(DESK)
    await desk.locator('.entry input, .entry textarea').first().waitFor()
    await desk.keyboard.type('206,209,215-216 0645 key')
    await desk.getByText('209 has 06:30 already').waitFor()
    await forDocs(desk, 'entry')
    await desk.goto('/rooms')
    await desk.getByText('Being cleaned').first().waitFor()
    await forDocs(desk, 'rooms')

    const hand = await at.sitAs('maid', '/rooms?floor=2', { width: 'phone' })
    await hand.locator('[data-room=" 204"]').tap()
    await hand.getByRole('button', { name: 'Clean', exact: true }).waitFor()
    await forDocs(hand, 'rooms-phone', HAND)
    await hand.goto('/minibar/209')
    for (const what of ['Mineral water', 'Mineral water', 'Almonds'])
      await hand.getByRole('button', { name: `One more ${what}` }).tap()
    await forDocs(hand, 'minibar-phone', HAND)

    await charge('206', '12', 2)
    await charge('209', '20', 1)
    await expect.poll(states).toEqual(['delivered', 'delivered'])
    pms.it?.behave({ posting: 'silence' })
    await charge('311', '13', 1)
    await expect.poll(() => pms.it?.received.filter(({ id }) => id === 'PS').length).toBe(3)
    at.hotel.clock.advance(seconds(31))
    await expect.poll(states).toContain('uncertain')
    const office = await at.sitAs('walter', '/deliveries')
    await office.getByText('needs a person').waitFor()
    await forDocs(office, 'deliveries')
    await office.goto('/system')
    await office.getByText('Seals of the log').waitFor()
    await forDocs(office, 'system')
    await office.goto('/settings/wakeups')
    await office.getByRole('button', { name: 'Save' }).first().waitFor()
    await forDocs(office, 'settings')
    expect(at.tab.wrong).toEqual([])
  })
})

describe.skipIf(!has('chromium-headless-shell'))('the picture of the first day', () => {
  const at = consoleHotel({ begin: { code: 'abcd-efgh-jkmn' } })

  it('is taken where the exchange does not answer', async () => {
    const page = await at.sit()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Set it up')
    await page.getByLabel('Code of this start').fill('abcd-efgh-jkmn')
    await page.getByLabel('Your name here').fill('walter')
    await page.getByLabel('Password').fill('early-bird-9')
    await press('This house is mine')
    await page.getByLabel('Name').fill('Hotel Bellevue')
    await press('Save')
    await page.getByLabel('Rooms').first().fill('101-116\n201-218\n301-318')
    await press('Add them')
    await page.getByText('52 rooms are there.').waitFor()
    await press('Next: Telephone')
    await page.getByLabel('Server').fill('10.0.0.2')
    await page.getByLabel('Extension').fill('9001')
    await page.getByLabel('Secret').fill('not-this-one')
    await press('Try')
    await page.getByText('Check the address of the exchange').waitFor()
    await forDocs(page, 'setup')
    expect(at.tab.wrong).toEqual([])
  })
})
