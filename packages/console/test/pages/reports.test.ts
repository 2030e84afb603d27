import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { scriptedConnector, took } from '../../../server/test/scripted-connector.ts'
import { picture } from '../browser.ts'
import { consoleHotel, everyLook } from '../console-hotel.ts'
import { SITE_WITH_DUTY, twoDays } from '../two-days.ts'

describe.skipIf(!has('chromium-headless-shell'))('the Reports page', () => {
  const at = consoleHotel({ site: SITE_WITH_DUTY, connectorFor: () => scriptedConnector({ script: took }) })

  it('shows each report as a plot with a sentence, and as a table', async () => {
    await twoDays(at.hotel)
    const page = await at.sitAs('duty', '/reports')
    await page
      .getByRole('img', { name: '6 calls: 0 answered, 4 reached by hand, 2 not woken.' })
      .locator('canvas')
      .waitFor()
    await page.getByRole('region', { name: 'Wake-ups' }).getByRole('row').nth(2).waitFor()
    expect(await everyLook(page, 'reports')).toEqual([])
    await page.getByRole('slider').first().focus()
    await page.keyboard.press('End')
    await page.getByText(/Sun 15 Nov, answered 0, reached by hand 2, no answer 1/).waitFor()
    await page.getByLabel('Table only').check()
    await page.getByRole('img', { name: '6 calls' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Charges' }).click()
    await page.getByRole('img', { name: '4 charges, 28.90 net.' }).locator('canvas').waitFor()
    await page.getByText('bar: 1 delivered; pms: 1 delivered').first().waitFor()
    await page.getByText('Every charge has arrived at every connector.').waitFor()
    await page.getByRole('row', { name: 'bar 4 0 0 0 0 0' }).waitFor()
    await page.getByRole('row', { name: 'Total 4 7 28.90 0 0.00 7 28.90' }).waitFor()
    await picture(page, 'reports-charges')
    await page.getByRole('link', { name: 'Rooms' }).last().click()
    await page.getByRole('img', { name: /2 rooms became clean, half of them within 30 minutes/ }).waitFor()
  })
})
