import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { SITE } from '../../server/test/hotel.ts'
import { waitsForLine } from './alarm.ts'
import { tabTo } from './browser.ts'
import { consoleHotel } from './console-hotel.ts'

/** Nobody here has a pointer: whatever a test does, it does by keys. */
describe.skipIf(!has('chromium-headless-shell'))('the desk works without a mouse', () => {
  const at = consoleHotel({
    site: {
      ...SITE,
      tenants: [],
      users: (SITE.users ?? []).filter(({ tenant }) => tenant === undefined),
      roomStatus: {},
      telephony: { mode: 'virtual' },
      mailboxes: [{ range: '101-102' }, { range: '110-116' }, { range: '118-126' }],
    },
  })

  const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

  async function press(page: Page, ...keys: readonly string[]) {
    for (const key of keys) await page.keyboard.press(key)
  }

  /** The name has the focus already. */
  async function comeIn(name: string, path: string): Promise<Page> {
    const page = await at.sit({}, path)
    await page.locator('input[name=username]:focus').waitFor()
    await page.keyboard.type(name)
    await press(page, 'Tab')
    await page.keyboard.type(`${name}-pw`)
    await press(page, 'Enter')
    await at.isLive()
    return page
  }

  const pending = async (): Promise<string[]> => {
    const { json } = await at.hotel.request('desk', 'GET', '/rest/wakeup/list/pending')
    return json.pending.map(
      ({ room, scheduled }: { room: string; scheduled: string }) => `${room} ${scheduled.slice(11, 16)}`,
    )
  }

  it('sets twelve calls, changes one, cancels one, and finds who has set it', async () => {
    const page = await comeIn('desk', '/today')
    await page.locator('.entry textarea:focus').waitFor()
    await page.keyboard.type('110-116,118-122 0630')
    await says(page, '12 rooms')
    await press(page, 'Enter', 'Enter')
    await says(page, 'Set: 12 calls')
    expect(await pending()).toHaveLength(12)

    await page.keyboard.type('110 0645')
    await says(page, '110 has 06:30 already')
    await press(page, 'Enter', '1')
    await page.getByRole('button', { name: 'Replace 06:30', exact: true }).waitFor()
    await press(page, 'Enter')
    await says(page, 'Changed: 110 at 06:45')
    expect(await pending()).toContain('110 06:45')

    // From the line into the list: the minute opens, and the first of its rooms is cancelled.
    await tabTo(page, /^111.*112/)
    await press(page, 'Enter', 'j')
    expect(await page.locator(':focus').innerText()).toContain('111')
    await press(page, 'c')
    await says(page, 'The call is cancelled')
    expect(await pending()).toHaveLength(11)
    expect(await pending()).not.toContain('111 06:30')
    await press(page, 'Control+z')
    await expect.poll(pending).toContain('111 06:30')

    // What the page can do, and the calls of a room, are found as well.
    await press(page, 'Control+k')
    await page.keyboard.type('new')
    await page.getByRole('option', { name: 'New call' }).waitFor()
    await press(page, 'Enter')
    await page.locator('.entry textarea:focus').waitFor()
    await press(page, 'Control+k')
    await page.keyboard.type('113')
    await page.getByRole('option', { name: '113, 06:30, waits' }).waitFor()
    await press(page, 'ArrowDown', 'Enter')
    await page.waitForURL('**/wakeup/*')
    await page.goBack()
    await page.locator('.entry textarea:focus').waitFor()

    await press(page, 'Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('113')
    await page.getByRole('option', { name: /113/ }).first().waitFor()
    await press(page, 'Enter')
    await page.getByRole('heading', { name: /113/ }).waitFor()
    await page.getByRole('link', { name: '06:30' }).waitFor()
    await tabTo(page, /06:30/)
    await press(page, 'Enter')
    await says(page, 'Asked by')
    expect(await page.locator('.asked').innerText()).toContain('Asked by desk at the console')
    expect(at.tab.wrong).toEqual([])
  })

  it('knows of an alarm, and stands again where it stood', async () => {
    const page = await comeIn('desk', '/today')
    await page.locator('.entry textarea:focus').waitFor()
    await waitsForLine(at.hotel, '118')
    await page.getByRole('alert').waitFor()
    // An alarm takes nobody's keys away.
    expect(await page.locator('.entry textarea:focus').count()).toBe(1)
    await tabTo(page, /^I know$/)
    await press(page, 'Enter')
    await page.getByRole('dialog').waitFor()
    // What is open keeps the focus until it is closed, and gives it back.
    await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
    expect(await page.locator('[role=dialog] :focus').count()).toBe(1)
    await press(page, 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'I know' }).and(page.locator(':focus')).waitFor()
    await press(page, 'Enter')
    // People see where they write before they write.
    await page.getByRole('dialog').locator('input:focus, textarea:focus').waitFor()
    await page.keyboard.type('On my way')
    await press(page, 'Enter')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const { json } = await at.hotel.request('boss', 'GET', '/rest/alarm?state=acknowledged')
    expect(json.alarms).toMatchObject([{ room: '118', by: 'desk', note: 'On my way' }])
    expect(at.tab.wrong).toEqual([])
  })

  it('checks a guest in, says at the door that nobody may disturb, and checks the guest out', async () => {
    const guests = async () =>
      (await at.hotel.request('desk', 'GET', '/rest/guest')).json.guests.map(
        ({ name, room }: { name: string; room: string }) => `${room} ${name}`,
      )
    const page = await comeIn('desk', '/guests')
    await page.getByRole('button', { name: 'Check in' }).first().waitFor()
    await tabTo(page, /^Check in$/)
    await press(page, 'Enter')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('110')
    await press(page, 'Tab')
    await page.keyboard.type('Eva Roth')
    await press(page, 'Enter')
    await page.getByRole('row', { name: /Eva Roth/ }).waitFor()
    expect(await guests()).toEqual(['110 Eva Roth'])

    await press(page, 'Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('110')
    await page.getByRole('option', { name: /110/ }).first().waitFor()
    await press(page, 'Enter')
    await page.getByRole('heading', { name: /110/ }).waitFor()
    await tabTo(page, /^Do not disturb$/)
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Do not disturb by desk', exact: true }).waitFor()
    await tabTo(page, /^Note/)
    await page.keyboard.type('Sleeps in')
    await tabTo(page, /^Until tomorrow noon$/)
    await press(page, 'Enter')
    await page.getByRole('button', { name: /^Do not disturb until .* by desk, Sleeps in$/ }).waitFor()

    await tabTo(page, /^Guests$/)
    await press(page, 'Enter')
    await page.getByRole('row', { name: /Eva Roth/ }).waitFor()
    await tabTo(page, /^Open Eva Roth$/)
    await press(page, 'Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /^Check out$/)
    await press(page, 'Enter')
    await page.getByRole('button', { name: 'Check out 110' }).waitFor()
    await tabTo(page, /^Check out 110$/)
    await press(page, 'Enter')
    await page.getByRole('row', { name: /Eva Roth/ }).waitFor({ state: 'detached' })
    expect(await guests()).toEqual([])
    expect(at.tab.wrong).toEqual([])
  })
})
