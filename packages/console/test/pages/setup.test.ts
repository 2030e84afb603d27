import { describe, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { tabTo } from '../browser.ts'
import { CODE, firstDay, PASSWORD } from '../first-day.ts'

describe.skipIf(!has('chromium-headless-shell'))('the Setup pages', () => {
  const day = firstDay()
  const { at, config } = day

  it('leads from the code to the first phone that rings, by keyboard alone', async () => {
    const page = await at.sit()
    const fill = async (label: RegExp, text: string) => {
      await tabTo(page, label)
      await page.keyboard.type(text)
    }
    const enter = async (name: RegExp) => {
      await page.getByRole('button', { name }).first().waitFor()
      await tabTo(page, name)
      await page.keyboard.press('Enter')
    }
    await enter(/^Set it up$/)
    await page.getByLabel('Code of this start').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(CODE)
    await fill(/^Your name here/, 'anna')
    await fill(/^Password/, PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'What is the hotel called?' }).waitFor()
    await config('PUT', '/rest/config/site', { telephony: { mode: 'sip', port: 0 } })
    await fill(/^Name/, 'Hotel Morgen')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Which rooms are there?' }).waitFor()
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('101-104')
    await enter(/^Add them$/)
    await page.getByText('4 rooms are there.').waitFor()
    await enter(/^Next: Telephone$/)
    await page.getByLabel('Server').waitFor()
    await fill(/^Server/, `localhost:${day.exchange.address.port}`)
    await fill(/^Extension/, '9001')
    await fill(/^Secret/, 'right-secret')
    await enter(/^Try$/)
    await enter(/^Use this line$/)
    await page.getByLabel('Extension of that phone').waitFor()
    await fill(/^Extension of that phone/, '101')
    await page.keyboard.press('Enter')
    await page.getByText('Sound both ways and keys are proved.').waitFor()
  })
})
