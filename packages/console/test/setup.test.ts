import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { minutes, seconds } from '../../server/src/kernel/clock.ts'
import { type MailServer, openMailServer } from '../../server/test/mail-server.ts'
import { picture } from './browser.ts'
import { everyLook, twoLooks } from './console-hotel.ts'
import { clock, CODE, firstDay, PASSWORD } from './first-day.ts'

describe.skipIf(!has('chromium-headless-shell'))('from an empty machine to the first rung phone', () => {
  const day = firstDay()
  const { at, config } = day
  let mail: MailServer
  beforeEach(async () => {
    mail = await openMailServer()
  })
  afterEach(() => mail.close())

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  async function claim(page: Page) {
    await press(page, 'Set it up')
    await page.getByLabel('Code of this start').fill(CODE)
    await page.getByLabel('Your name here').fill('anna')
    const password = page.getByLabel('Password')
    await password.fill(PASSWORD)
    await page.getByText('Takes about half a minute').waitFor()
    await page.getByText('About 11 minutes to go').waitFor()
    // Whoever wants to see what they have typed presses the eye beside it.
    const eye = page.getByRole('button', { name: 'Show what is typed', pressed: false })
    await eye.click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Show what is typed', pressed: true }).click()
    expect(await password.getAttribute('type')).toBe('password')
    await press(page, 'This house is mine')
    await page.getByRole('heading', { name: 'What is the hotel called?' }).waitFor()
    // Hotels of other tests run on the same machine. And this one names an address where nobody reaches it.
    const telephony = { mode: 'sip', port: 0, publicAddress: '192.0.2.1' }
    await config('PUT', '/rest/config/site', { telephony })
  }

  async function describeHotel(page: Page) {
    // The zone is that of whoever sits there, until somebody says otherwise.
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Zurich')
    await page.getByLabel('Name').fill('Hotel Morgen')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'Which rooms are there?' }).waitFor()
    await press(page, 'Back')
    await page.getByLabel('Name').fill('Hotel Morgenrot')
    await press(page, 'Next: Rooms')
    await page.getByRole('heading', { name: 'Which rooms are there?' }).waitFor()
    const { json } = await config('GET', '/rest/config/site')
    expect(json).toMatchObject({ name: 'Hotel Morgenrot' })
    await page.getByLabel('Rooms').first().fill('101-104\n201-203')
    await page.getByText('7 rooms as they will stand').waitFor()
    await page.getByLabel('Rooms').first().fill('101-104\n201-203\n104')
    await page.getByText('7 rooms as they will stand').waitFor()
    await page.getByText('Left out, because they are there already: 104.').waitFor()
    await press(page, 'Add them')
    await page.getByText('7 rooms are there.').waitFor()
    const csv = (text: string) => ({ name: 'rooms.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const file = page.locator('input[type=file]')
    await file.setInputFiles(csv('number,vip\n301,perhaps\n'))
    await page.getByText('0 new, 0 changed, 1 wrong').waitFor()
    await file.setInputFiles(csv('number,name\n301,Tower\n'))
    await press(page, 'Add from the table: 1')
    await page.getByText('8 rooms are there.').waitFor()
    // Typed, and not added: going on adds it.
    await page.getByLabel('Rooms').first().fill('302')
    await press(page, 'Next: Telephone')
    await page.getByLabel('Server').waitFor()
    const added = await config('GET', '/rest/config/mailbox/302')
    expect(added.status).toBe(200)
  }

  /** A mail address, and the server that brings mails there. */
  async function giveMail(page: Page) {
    await page.getByLabel('Mail address').fill('desk@hotel.example')
    await press(page, 'Save')
    await page.getByText('No mail leaves without it.').waitFor()
    await page.getByLabel('Address of the mail server').fill('127.0.0.1')
    await page.getByLabel('Port').fill('9')
    await page.getByLabel('Login name').fill('voice')
    await press(page, 'Send a test')
    await page.getByText('Beside a login name a password is needed.').waitFor()
    await page.getByLabel('Login name').fill('')
    await press(page, 'Send a test')
    await page.getByText('Nothing answers there').waitFor()
    expect(await twoLooks(page, 'setup-desk')).toEqual([])
    await page.getByLabel('Port').fill(String(mail.port))
    await page.getByLabel('Mails come from').fill('voice@hotel.example')
    await press(page, 'Send a test')
    await page.getByText('The mail server took it.').waitFor()
    expect(await mail.next()).toMatchObject({ from: 'voice@hotel.example', to: ['desk@hotel.example'] })
  }

  /** What is saved is shown again, and changed; its secret is told to no other exchange. */
  async function correctLine(page: Page) {
    const place = `localhost:${day.exchange.address.port}`
    await page.getByLabel('Extension of that phone').waitFor()
    await press(page, 'Back')
    await page.getByText('The line 9001 is saved.').waitFor()
    expect(await page.getByLabel('Server').inputValue()).toBe(place)
    await page.getByLabel('Server').fill('localhost:9')
    await press(page, 'Try')
    await page.getByText('was given for another address').waitFor()
    expect(await page.getByLabel('Secret').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Server').fill(place)
    await page.getByLabel('Calls at once').fill('3')
    await press(page, 'Try')
    await press(page, 'Use this line')
    const { json } = await config('GET', '/rest/config/line/9001')
    expect(json).toMatchObject({ calls: 3, registrar: place, passwordSet: true })
  }

  it(
    'is led by the hand in ten minutes, and each mistake is explained in words',
    { timeout: 240_000 },
    async () => {
      const begun = clock.now()
      at.expectRefused('POST /rest/config/line/try 400')
      const page = await at.sit()
      await claim(page)
      await describeHotel(page)

      // The wrong address.
      await page.getByLabel('Server').fill('localhost:9')
      await page.getByLabel('Extension').fill('9001')
      await page.getByLabel('Secret').fill('wrong-secret')
      await press(page, 'Try')
      await page.getByText('Nobody answers at localhost:9.').waitFor()
      // Nothing came back, and nothing is drawn as if it had.
      const talk = page.locator('.talk svg[role=img]')
      expect(await talk.getAttribute('aria-label')).toMatch(/^-> .*\n-- no answer/)
      await picture(page, 'setup-silence')

      // The wrong password.
      await page.getByLabel('Server').fill(`localhost:${day.exchange.address.port}`)
      await press(page, 'Try')
      await page.getByText('The exchange does not take 9001 with this secret.').waitFor()
      expect(await everyLook(page, 'setup-telephone')).toEqual([])

      // A telephone, which takes no registrations and needs none.
      await page.getByLabel('Server').fill(`${day.phones.address.host}:${day.phones.address.port}`)
      await press(page, 'Try')
      await page.getByText(/^Nobody can sign in at /).waitFor()
      await page.getByRole('checkbox', { name: /^Signs in at the exchange/ }).uncheck()
      await press(page, 'Try')
      await page.getByRole('button', { name: 'Use this line' }).waitFor()
      await page.getByRole('checkbox', { name: /^Signs in at the exchange/ }).check()
      await page.getByLabel('Server').fill(`localhost:${day.exchange.address.port}`)

      await page.getByLabel('Secret').fill('right-secret')
      await press(page, 'Try')
      await press(page, 'Use this line')
      await correctLine(page)

      // Sound that comes one way only.
      await page.getByLabel('Extension of that phone').fill('101')
      await press(page, 'Ring it')
      await page.getByText('no sound comes from it').waitFor({ timeout: 60_000 })
      await page.getByText(/We asked for sound at 192\.0\.2\.1:\d+/).waitFor()
      expect(await twoLooks(page, 'setup-ring')).toEqual([])
      await page.getByLabel('Address by which the exchange reaches this machine').fill('127.0.0.1')
      await press(page, 'Set and ring again')
      await page.getByText('Sound both ways and keys are proved.').waitFor({ timeout: 60_000 })
      await press(page, 'Next: Desk')

      await page.getByLabel('Extension of the desk').fill('0')
      await press(page, 'Ring the desk')
      await page.getByText(/I hear you: /).waitFor({ timeout: 60_000 })
      await giveMail(page)
      await press(page, 'Save')
      await press(page, 'Next: People')
      await page.getByLabel('Name to sign in with').fill('desk')
      await press(page, 'Add')
      await page.getByRole('region', { name: 'Slips' }).getByText('desk', { exact: true }).waitFor()
      expect(await twoLooks(page, 'setup-people')).toEqual([])
      await press(page, 'Next: Prove')

      await press(page, 'Wake it in two minutes')
      await page.getByText(/Room 101 rings at \d\d:\d\d:\d\d$/).waitFor()
      clock.advance(seconds(112))
      await page.getByText('Room 101 was woken. The house works.').waitFor({ timeout: 60_000 })
      // Real time and what was passed over; what people need to read and to type is theirs.
      expect(clock.now() - begun).toBeLessThan(minutes(10))
      expect(await twoLooks(page, 'setup-prove')).toEqual([])
      await page.getByRole('link', { name: 'Open the dossier of this call' }).click()
      await page.getByRole('heading', { name: /101/ }).first().waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/wakeup\/.+/)
      await page.goBack()
      await page.getByText('Room 101 was woken. The house works.').waitFor()
      await press(page, 'Finish')
      await page.getByText('Hotel Morgenrot').first().waitFor()
      expect(at.tab.wrong).toEqual([])
      await page.goto('/setup/hotel')
      await page.locator('li.done', { hasText: 'Prove' }).waitFor()
      expect(at.tab.refused).toEqual(['GET /rest/session 401', 'POST /rest/config/line/try 400'])
    },
  )

  it('goes on where it was left, and says what a step that is skipped means', async () => {
    const page = await at.sit()
    await claim(page)
    await describeHotel(page)
    await page.goto('/setup')
    await page.getByRole('heading', { name: 'How does Reveille reach your telephones?' }).waitFor()
    await page.getByText('Without a line nobody is woken.').waitFor()
    await press(page, 'Later')
    await page.getByText('There is no line yet').waitFor()
    expect(at.tab.wrong).toEqual([])
  })

  it('takes no wrong code, and says so', async () => {
    at.expectRefused('POST /rest/setup/claim 403')
    const page = await at.sit({ language: 'de' })
    await press(page, 'Einrichten')
    await page.getByLabel('Code dieses Starts').fill('nope')
    await page.getByLabel('Ihr Name hier').fill('anna')
    await page.getByLabel('Passwort').fill(PASSWORD)
    await press(page, 'Dieses Haus gehört mir')
    await page.getByText('Das ist nicht der Code des letzten Starts.').waitFor()
    expect(await twoLooks(page, 'setup-claim-de')).toEqual([])
    expect(at.tab.wrong).toEqual([])
  })
})
