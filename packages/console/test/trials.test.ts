import { prepareAudio } from '@reveille/sip'
import { openExchange, silence } from '@reveille/sip/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { minutes } from '../../server/src/kernel/clock.ts'
import { EVENING } from '../../server/test/hotel.ts'
import { openMailServer } from '../../server/test/mail-server.ts'
import { LISTENS } from '../../server/test/test-exchange.ts'
import { picture } from './browser.ts'
import { twoLooks } from './console-hotel.ts'
import { nightConsole } from './night-console.ts'

/** An exchange answers in real time: none of its answers may be passed over. */
const CLOSELY = { idleStepMs: 0 }
const SPEAKS = { ...LISTENS, says: prepareAudio(silence(12_000)) }

describe.skipIf(!has('chromium-headless-shell'))('what is proved before anybody relies on it', () => {
  const night = nightConsole(2, EVENING, {}, CLOSELY)
  const { at } = night
  const boss = (method: string, url: string, fields: object) =>
    at.hotel.request('boss', method, url, JSON.stringify(fields), { 'content-type': 'application/json' })
  const visit = (page: Page, address: string) =>
    page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  /** The house's clock stands still by itself, and an exchange is asked by its timers. */
  const tryIt = async (page: Page) => {
    const [answer] = await night.hotel.during(
      Promise.all([page.waitForResponse(/line\/try$/), press(page, 'Try')]),
    )
    expect(answer.status()).toBe(200)
  }
  const isTested = (times: number) =>
    night.hotel.until(async () => (await night.hotel.log('line.tested')).length === times, minutes(3))

  it('a line is tried as it is written and rung as it is saved, and each step is seen', async () => {
    const registrar = await openExchange({
      domain: 'hotel.test',
      accounts: { voice9: 'right' },
      phones: night.exchange.phones.address,
    })
    onTestFinished(() => registrar.close())
    const page = await at.sitAs('boss', '/settings/lines/+')
    await page.getByLabel('Address', { exact: true }).fill('sip:voice9@hotel.test')
    await page.locator('details summary').first().click()
    await page.getByLabel('Registrar').fill(`localhost:${registrar.address.port}`)
    await page.getByLabel('Password').fill('wrong')
    await tryIt(page)
    await page.getByText('The exchange does not take voice9 with this secret.').waitFor()
    await picture(page, 'settings-line-refused')
    // What is written otherwise is not what was tried.
    await page.getByLabel('Password').fill('right')
    await page.getByText('The exchange does not take voice9').waitFor({ state: 'detached' })
    await tryIt(page)
    await page.getByText('Signs in at the exchange as voice9').waitFor()
    expect(
      await page.locator('.checks li').evaluateAll((all) => all.map((one) => one.getAttribute('data-is'))),
    ).toEqual(['well', 'well'])
    const { lines } = (await boss('GET', '/rest/config/line', {})).json
    expect(lines.map(({ name }: { name: string }) => name)).toEqual(['voice1', 'voice2'])

    await page.getByRole('link', { name: /voice1/ }).click()
    await press(page, 'Leave without saving')
    night.exchange.does('101', { ...SPEAKS, keys: [{ keys: '1', afterMs: 3_000 }] })
    await page.getByLabel('Test call to').fill('101')
    await page.keyboard.press('Enter')
    await isTested(1)
    await page.getByText('Sound both ways and keys are proved.').waitFor()
    await page.getByText(/^I hear you: \d+ packets, 0 lost, PCM[AU]$/).waitFor()
    expect(await twoLooks(page, 'settings-line')).toEqual([])
    night.exchange.does('102', { does: 404 })
    await page.getByLabel('Test call to').fill('102')
    await press(page, 'Ring')
    await isTested(2)
    await page.getByText('The exchange does not know 102.').waitFor()
    await page.getByText(/^The exchange says 404/).waitFor()

    // Its secret is told to no other exchange: that is said where it is given.
    at.expectRefused('POST /rest/config/line/try 400')
    await boss('PUT', '/rest/config/line/voice1', { password: 'for-this-one' })
    await page.goto('/settings/lines/voice1')
    await page.getByLabel('Address', { exact: true }).fill('sip:voice1@elsewhere.test')
    await press(page, 'Try')
    await page.getByText('was given for another address').waitFor()
    await page.getByLabel('Password').and(page.locator('[aria-invalid=true]')).waitFor()
    expect(at.tab.wrong).toEqual([])
  })

  it('an announcement is rung to whoever wants to hear it, and a mail is sent', async () => {
    const mail = await openMailServer()
    onTestFinished(() => mail.close())
    const email = { host: '127.0.0.1', port: mail.port, from: 'voice@hotel.example', tls: 'off' }
    await boss('PUT', '/rest/config/site', { email })
    await boss('POST', '/rest/config/prompt', {
      id: 1,
      description: 'Regatta',
      text: 'The boats leave at eight.',
      language: 'en',
    })
    await boss('PUT', '/rest/config/mailbox/311', { language: 'de' })
    const page = await at.sitAs('boss', '/settings/prompts/1')
    await page.getByRole('row', { name: '1 room 311 German the text, spoken in English' }).waitFor()
    await page.getByLabel('Ring me at').fill('105')
    await press(page, 'Ring me and play it')
    await isTested(1)
    await page.getByText(/^I speak: \d/).waitFor()
    // Nobody has to press a key, or to speak, to have heard it.
    expect(await page.locator('.verdict-box').count()).toBe(0)
    await picture(page, 'settings-prompt-rung')

    await visit(page, '/settings/site/email')
    await page.getByLabel('Mail address').fill('desk@hotel.example')
    await page.keyboard.press('Enter')
    await page.getByText('The mail server took it.').waitFor()
    expect((await mail.next()).to).toEqual(['desk@hotel.example'])
    await picture(page, 'settings-mail-tested')
    await page.getByLabel('Port').fill('9')
    await page.getByText('Save first: it is sent by the mail server as it is saved.').waitFor()
    expect([at.tab.wrong, at.tab.refused]).toEqual([[], ['GET /rest/session 401']])
  })
})
