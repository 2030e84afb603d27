import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { SITE } from '../../server/test/hotel.ts'
import { waitsForLine } from './alarm.ts'
import { consoleHotel, twoLooks } from './console-hotel.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const goTo = (page: Page, address: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)

describe.skipIf(!has('chromium-headless-shell'))('what opens over a page', () => {
  const at = consoleHotel({
    site: {
      ...SITE,
      mailboxes: [...(SITE.mailboxes ?? []), { range: '301-304' }],
      roomStatus: {
        types: [
          { id: '1', description: 'Clean', condition: 'clean' },
          { id: '7', description: 'Maintenance', condition: 'out_of_order' },
        ],
      },
    },
  })

  /** Looked at by day at the desk and by night on a phone; then it is closed. */
  async function looked(page: Page, name: string, found: string[]) {
    const dialog = page.getByRole('dialog').last()
    await dialog.waitFor()
    const before = (await page.getByRole('dialog').count()) - 1
    found.push(...(await twoLooks(page, `dialog-${name}`)).map((barrier) => `${name}: ${barrier}`))
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(before)
  }

  it('stands in nobody’s way: of the morning and of guests', async () => {
    await at.hotel.request('desk', 'POST', '/rest/mailbox/301/checkin', { name: 'Okafor' })
    await at.hotel.request('desk', 'POST', '/rest/wakeup', { room: '301', time: '0630', daily: true })
    await waitsForLine(at.hotel, '118')
    const found: string[] = []
    const page = await at.sitAs('boss', '/today')
    await page.locator('.call', { hasText: '301' }).waitFor()
    await press(page, 'I know')
    await looked(page, 'know', found)
    await page.locator('#page').focus()
    await page.keyboard.press('Control+k')
    await looked(page, 'palette', found)
    await page.keyboard.press('?')
    await looked(page, 'keys', found)
    for (const key of ['j', 'e']) await page.keyboard.press(key)
    await looked(page, 'mark', found)
    await page.locator('#page').focus()
    for (const key of ['j', 'c']) await page.keyboard.press(key)
    await looked(page, 'cancel', found)
    await goTo(page, '/guests')
    await press(page, 'Check in')
    await page.getByLabel('Name', { exact: true }).fill('Lindqvist')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'What was written here is not sent yet.' }).waitFor()
    await looked(page, 'half-written', found)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Lindqvist')
    await page.keyboard.press('Escape')
    await press(page, 'Discard it')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // What was taken out again is nothing to be asked about.
    await press(page, 'Check in')
    await page.getByLabel('Name', { exact: true }).fill('Lindqvist')
    await page.getByLabel('Name', { exact: true }).fill('')
    await looked(page, 'check-in', found)
    await press(page, 'Open Okafor')
    await press(page, 'Check out')
    await page.getByText('will be cancelled').waitFor()
    await looked(page, 'check-out', found)
    await goTo(page, '/rooms?room=+301')
    await press(page, 'Maintenance')
    await page.getByText('Room 301 is occupied. Maintenance?').waitFor()
    await looked(page, 'occupied', found)
    expect(found).toEqual([])
  })

  it('stands in nobody’s way: of settings and deliveries', async () => {
    at.expectRefused('PUT /rest/isi/item/10 412')
    await at.hotel.request('maid', 'POST', '/rest/isi/charge', { id: '10', quantity: 2, room: '101' })
    const found: string[] = []
    const page = await at.sitAs('boss', '/deliveries')
    await press(page, 'Disable bar')
    await looked(page, 'confirm', found)
    await goTo(page, '/settings/users/maid')
    await press(page, 'Delete')
    await looked(page, 'typed-confirm', found)
    await goTo(page, '/settings/rooms')
    await press(page, 'From a table (CSV)')
    await looked(page, 'import', found)
    await goTo(page, '/settings/items/10')
    await page.getByLabel('Description').fill('Cola light')
    await at.hotel.request('boss', 'PUT', '/rest/isi/item/10', { price: '4.90' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('It was boss.').waitFor()
    await looked(page, 'conflict', found)
    expect(found).toEqual([])
  })

  it('stands in nobody’s way: of a locked screen and of one that is signed out', async () => {
    at.expectRefused(/^(GET|POST) .* 40[13]$/)
    const found: string[] = []
    const page = await at.sitAs('desk', '/alarms')
    await press(page, 'desk')
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await page.getByRole('button', { name: 'Locked' }).waitFor()
    found.push(...(await twoLooks(page, 'screen-locked')))
    await press(page, 'Locked')
    await looked(page, 'unlock', found)
    await at.hotel.request('boss', 'PUT', '/rest/config/user/desk', { password: 'night-owl-7' })
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    found.push(...(await twoLooks(page, 'dialog-sign-in-again')))
    const display = await at.sit({}, '/rooms')
    await display.getByRole('checkbox').check()
    await at.signIn('boss')
    await at.isLive()
    await display.locator('.tile').first().waitFor()
    found.push(...(await twoLooks(display, 'screen-display')))
    expect(found).toEqual([])
  })
})
