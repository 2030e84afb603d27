import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { consoleHotel } from '../console-hotel.ts'
import { morning, TALL } from '../housekeeping.ts'
import { sameWhenFresh } from '../same-when-fresh.ts'

const choose = (page: Page, word: string) => page.getByRole('button', { name: word, exact: true }).click()

describe.skipIf(!has('chromium-headless-shell'))('the page of a room', () => {
  const at = consoleHotel({ site: TALL })

  it('sets what staff must heed at the door, and clears it; no name of a guest is shown to them', async () => {
    await morning(at.hotel)
    const page = await at.sitAs('maid', '/rooms')
    await page.locator('[data-room=" 301"]').click()
    await choose(page, 'Do not disturb')
    // One press sets it; what is to be added comes after.
    await page.getByRole('button', { name: 'Do not disturb by maid', exact: true }).waitFor()
    // It is 20:00: the next noon is that of tomorrow.
    await page.getByLabel('Note').fill('Sleeps in')
    await choose(page, 'Until tomorrow noon')
    const facts = 'until Sun 15 Nov 12:00, by maid, Sleeps in'
    const set = page.getByRole('button', { name: `Do not disturb ${facts}` })
    await set.waitFor()
    await page.locator('.pane-head').getByText(`Do not disturb (${facts})`).waitFor()
    await page.getByRole('link', { name: 'Open room' }).click()
    await page.locator('.room-head').getByText(`Do not disturb (${facts})`).waitFor()
    // Whoever does not read the log sees how the room came to be so.
    await page.locator('.room-log').getByText('maid').first().waitFor()
    // Whoever changes one half finds the other as it stands, and leaves it so.
    await choose(page, 'Do not disturb: until when, or a note')
    expect(await page.getByLabel('Until (empty').inputValue()).toBe('2026-11-15T12:00')
    await page.getByLabel('Note').fill('Sleeps in until late')
    await choose(page, 'Set: Do not disturb')
    await page.getByRole('button', { name: `Do not disturb ${facts} until late` }).waitFor()
    await choose(page, 'Do not disturb: until when, or a note')
    await choose(page, 'Open end')
    await page
      .getByRole('button', { name: 'Do not disturb by maid, Sleeps in until late', exact: true })
      .click()
    await page.getByRole('button', { name: 'Do not disturb', exact: true }).waitFor()
    await page.getByText('Somebody is checked in.').waitFor()
    await sameWhenFresh(page)
    expect(await page.getByText('Guest of').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Guests' }).count()).toBe(0)
  })
})
