import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { raiseAlarm } from '../../server/src/logbook/raise-alarm.ts'
import { systemIds } from '../../server/src/kernel/ids.ts'
import { barriersOf, picture, type Seat } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'

const SEATS: readonly Required<Omit<Seat, 'zone'>>[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'de'] as const).flatMap((language) =>
    (['wide', 'phone'] as const).map((width) => ({ theme, language, width })),
  ),
)
const nameOf = ({ theme, language, width }: (typeof SEATS)[number]) => `${theme}-${language}-${width}`

describe.skipIf(!has('chromium-headless-shell'))('somebody sits down at the console', () => {
  const at = consoleHotel()
  const raise = (room: string, kind: 'wakeup.no-line' = 'wakeup.no-line') =>
    at.hotel.app.database.transaction((stores) =>
      raiseAlarm(
        stores,
        systemIds(),
        { kind, tenant: '', subject: room, room, text: `The call for ${room} waits`, detail: {} },
        at.hotel.clock.now(),
      ),
    )

  it('signs in, sees the hotel’s own time, and finds everything well', async () => {
    const page = await at.sit({ zone: 'Asia/Tokyo' }, '/alarms')
    await at.signIn()
    await at.isLive()
    await page.getByText('Grand Hotel').waitFor()
    await page.getByText('No alarm is open').waitFor()
    // The hotel's clock stands still at 20:00 in Zurich.
    expect(await page.getByRole('timer').innerText()).toContain('20:00')
    expect(await page.getByRole('timer').innerText()).toContain('Zurich')
    expect(at.tab.wrong).toEqual([])
    // Before anybody has signed in, the page asks who sits there.
    expect(at.tab.refused).toEqual(['GET /rest/session 401'])
  })

  it('is told in words that the password is wrong, and may try again at once', async () => {
    const page = await at.sit()
    await at.signIn('boss', 'wrong')
    await page.getByText('Name or password is wrong.').waitFor()
    await page.keyboard.type('boss-pw')
    await page.keyboard.press('Enter')
    await at.isLive()
    expect(at.tab.wrong).toEqual([])
  })

  it('hears of an alarm while looking, says that it is known, and it goes', async () => {
    const page = await at.sit()
    await at.signIn()
    await at.isLive()
    await raise('118')
    await page
      .getByRole('region', { name: 'Open alarms' })
      .getByRole('alert')
      .getByText('Call waits: no line')
      .waitFor()
    expect(await page.title()).toContain('(1)')
    await page.getByRole('button', { name: 'I know' }).first().click()
    await page.getByRole('dialog').getByRole('textbox').fill('On my way')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Open alarms' }).getByRole('alert').waitFor({ state: 'detached' })
    const { json } = await at.hotel.request('boss', 'GET', '/rest/alarm?state=acknowledged')
    expect(json.alarms).toMatchObject([{ room: '118', by: 'boss', note: 'On my way' }])
  })

  it('locks the screen, which goes on showing alarms, and unlocks it for a change', async () => {
    const page = await at.sit()
    await at.signIn()
    await at.isLive()
    await page.getByRole('button', { name: 'boss' }).click()
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('button', { name: 'Locked' }).waitFor()
    await raise('119')
    await page
      .getByRole('region', { name: 'Open alarms' })
      .getByRole('alert')
      .getByText('Call waits: no line')
      .waitFor()
    await page.getByRole('button', { name: 'I know' }).first().click()
    await page.getByRole('button', { name: 'I know' }).last().click()
    await page.getByLabel('Password').fill('boss-pw')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('region', { name: 'Open alarms' }).getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Locked' }).waitFor({ state: 'detached' })
    expect(at.tab.wrong).toEqual([])
  })

  it('looks at one part of the house, by its own clock, and is asked for nothing else', async () => {
    const page = await at.sitAs('boss', '/minibar')
    await page.getByRole('button', { name: /^101/ }).waitFor()
    await page.getByLabel('Part of the house').selectOption('New York house')
    await page.getByRole('button', { name: /^500/ }).waitFor()
    expect(await page.getByRole('button', { name: /^101/ }).count()).toBe(0)
    expect(await page.getByRole('timer').innerText()).toContain('14:00')
    await page.reload()
    await page.getByRole('button', { name: /^500/ }).waitFor()
    expect(at.tab.wrong).toEqual([])
  })

  it('signs out, and the door is shut', async () => {
    const page = await at.sit()
    await at.signIn()
    await at.isLive()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(at.tab.wrong).toEqual([])
  })

  it('is told when the server is away', async () => {
    const page = await at.sit()
    await at.signIn()
    await at.isLive()
    await at.hotel.app.stop()
    await page.locator('.link.offline').waitFor()
    expect(await page.locator('.link').innerText()).toContain('Offline')
  })

  it.each(SEATS)('$theme, $language, $width: nothing stands in anybody’s way', async (seat) => {
    const page = await at.sit(seat, '/alarms')
    await page.locator('input[name=username]').waitFor()
    await picture(page, `welcome-${nameOf(seat)}`)
    const atTheDoor = await barriersOf(page)
    await raise('118')
    await at.signIn()
    await at.isLive()
    await page.locator('.alarms [role=alert]').first().waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await picture(page, `alarms-${nameOf(seat)}`)
    const inside = await barriersOf(page)
    await page.locator('.person').click()
    await page.getByRole('dialog').getByRole('group').first().waitFor()
    const atTheMenu = await barriersOf(page)
    await picture(page, `person-${nameOf(seat)}`)
    expect({ atTheDoor, inside, atTheMenu }).toEqual({ atTheDoor: [], inside: [], atTheMenu: [] })
    expect(at.tab.wrong).toEqual([])
  })
})
