import { beforeEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { refuses, type Script, scriptedConnector, took } from '../../server/test/scripted-connector.ts'
import { PHONE, picture, WIDE } from './browser.ts'
import { consoleHotel, twoLooks } from './console-hotel.ts'
import { SITE_WITH_DUTY, twoDays } from './two-days.ts'

describe.skipIf(!has('chromium-headless-shell'))('the morning after, on paper', () => {
  let answers: Script = took
  const at = consoleHotel({
    site: SITE_WITH_DUTY,
    connectorFor: () => scriptedConnector({ script: (...given) => answers(...given) }),
  })
  beforeEach(() => void (answers = took))
  const ask = (user: string, url: string, body: Record<string, string | number>) =>
    at.hotel.request(user, 'POST', url, body)

  it('reconciles the charges of the day in 3 steps, and shows in one more what did not arrive', async () => {
    await ask('maid', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    const page = await at.sitAs('duty', '/today')
    let steps = 0
    const click = async (name: string) => {
      steps++
      await page.getByRole('link', { name, exact: true }).first().click()
    }
    const reconcile = async () => {
      steps = 0
      await click('Reports')
      await click('Charges')
      steps++
      await page.getByLabel('Span').selectOption('Today')
      await page.getByText('Charges, Sat 14 Nov').waitFor()
    }
    await reconcile()
    await page.getByText('Every charge has arrived at every connector.').waitFor()
    await page.getByRole('row', { name: 'bar 1 0 0 0 0 0' }).waitFor()
    expect(steps).toBe(3)

    answers = refuses
    await ask('maid', '/rest/isi/charge', { id: '11', quantity: 1, room: '102' })
    await click('Today')
    await reconcile()
    await page.getByText('2 messages have not arrived').waitFor()
    await page.getByRole('row', { name: 'bar 1 0 0 1 0 0' }).waitFor()
    await picture(page, 'reports-reconciled')
    await click('Deliveries of bar')
    await page.getByText('no such room').first().waitFor()
    expect([steps, new URL(page.url()).search]).toEqual([4, '?lane=bar&since=2026-11-14'])
    expect(at.tab.wrong).toEqual([])
  })

  it('has beside each amount the items that it is the price of, also where some were taken back', async () => {
    await ask('maid', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    await ask('maid', '/rest/isi/charge', { id: '10', quantity: 3, room: '101' })
    const { charges } = (await at.hotel.request('boss', 'GET', '/rest/isi/charge')).json
    await ask('boss', `/rest/isi/charge/${charges[0].id}/void`, { reason: 'Wrong room' })
    const page = await at.sitAs('duty', '/reports/charges?start=2026-11-14&end=2026-11-14')
    const figures = page.locator('.figures')
    await figures.getByText('items net').waitFor()
    expect((await figures.innerText()).split(/\s*\n\s*/)).toEqual([
      'charges',
      '2',
      'items net',
      '3',
      'net',
      '13.50',
      'taken back',
      '1',
    ])
    const table = page.getByRole('region', { name: 'Charges' })
    expect((await table.getByRole('columnheader').allInnerTexts()).slice(2, 9)).toEqual([
      'charges',
      'items charged',
      'charged',
      'items taken back',
      'taken back',
      'items net',
      'net',
    ])
    await table.getByRole('row', { name: 'Total 2 5 22.50 -2 -9.00 3 13.50' }).waitFor()
    expect(await twoLooks(page, 'reports-taken-back')).toEqual([])
    expect(at.tab.wrong).toEqual([])
  })

  it('accounts for every message, in German too, for the days in the address', async () => {
    await twoDays(at.hotel)
    const path = '/reports/deliveries?start=2026-11-14&end=2026-11-14'
    const page = await at.sitAs('boss', path, { language: 'de', theme: 'dark' })
    await page.getByText('4 angenommen = 4 zugestellt').waitFor()
    await page.getByText('Jede angenommene Meldung ist belegt.').waitFor()
    await page.locator('canvas').first().waitFor()
    await picture(page, 'reports-deliveries-de')
    await page.goto('/reports/charges?start=2026-11-14&end=2026-11-14')
    await page.getByText('bar: 1 zugestellt; pms: 1 zugestellt').first().waitFor()
    await page.getByText('Jede Buchung ist bei jeder Anbindung angekommen.').waitFor()
    await page.locator('canvas').first().waitFor()
    await page.setViewportSize(PHONE)
    await picture(page, 'reports-charges-de-phone')
    await page.setViewportSize(WIDE)
    await page.goto('/reports/wakeups?by=hour&start=2026-11-14&end=2026-11-15')
    await page.getByRole('heading', { name: 'Wie spät geläutet wurde' }).waitFor()
    await page.goto('/reports/rooms?start=2026-11-01&end=2026-11-02')
    await page.getByText('kein Zimmer von schmutzig zu sauber').waitFor()
    expect(at.tab.wrong).toEqual([])
  })
})
