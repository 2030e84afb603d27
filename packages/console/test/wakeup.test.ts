import { describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { PRESSES } from '../../server/test/test-exchange.ts'
import { picture } from './browser.ts'
import { everyLook, twoLooks } from './console-hotel.ts'
import { nightConsole } from './night-console.ts'

describe.skipIf(!has('chromium-headless-shell'))('the story of a call', () => {
  const night = nightConsole()
  const { at } = night

  it('is two clicks from Today: who set it, and how it went', async () => {
    night.exchange.does('101', { does: 'busy' }, PRESSES('5'))
    const id = await night.hotel.ask('101', '2010')
    const page = await at.sitAs('boss', '/today')
    await night.hotel.settled(id)
    const call = page.locator('.call', { hasText: '101' })
    await call.getByText('Answered').waitFor()
    let clicks = 0
    await call.getByRole('button').click()
    clicks++
    await page.getByText('Asked by').waitFor()
    await page.getByRole('complementary').getByText('desk', { exact: true }).waitFor()
    expect(clicks).toBeLessThanOrEqual(2)
    expect(await twoLooks(page, 'today-panel')).toEqual([])
    await page.goBack()
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await call.getByRole('button').click()
    await page.getByRole('link', { name: 'Open as a page' }).click()
    await page.getByText('2 attempts, time from dialling').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`/wakeup/${id}`)
    await page.getByText('Woken, a key was pressed.').waitFor()
    expect(await everyLook(page, 'wakeup')).toEqual([])
    const table = page.getByRole('table')
    expect(await table.innerText()).toContain('486 busy')
    expect([at.tab.wrong, at.tab.refused]).toEqual([[], ['GET /rest/session 401']])
    const german = await at.sitAs('boss', `/wakeup/${id}`, { language: 'de', width: 'phone' })
    await german.getByText('Gesetzt von').waitFor()
    await picture(german, 'wakeup-german-phone')
  })

  it('is found from the search: whether a room was woken, and what the call was before it was moved', async () => {
    const first = await night.hotel.ask('102', '2005')
    const { json } = await night.hotel.request('desk', 'POST', `/rest/wakeup/${first}/reschedule`, {
      time: '2010',
    })
    await night.hotel.settled(json.id)
    const page = await at.sitAs('desk', '/today')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('102')
    await page.getByRole('option', { name: /102/ }).first().waitFor()
    await page.keyboard.press('Enter')
    const call = page.getByRole('listitem').filter({ hasText: '20:10' })
    await call.getByText('Answered').waitFor()
    await call.getByRole('link').click()
    await page.getByText('Call asked for Sat 14 Nov 20:10, instead of Sat 14 Nov 20:05').waitFor()
    await page.goto(`/wakeup/${first}`)
    await page.getByText('Call moved to Sat 14 Nov 20:10').waitFor()
    expect(at.tab.wrong).toEqual([])
  })

  it('tells of another time, of a day left out and of the end of a series, and opens when it is gone', async () => {
    const id = await night.hotel.ask('102', '0630', { daily: true })
    const page = await at.sitAs('desk', `/wakeup/${id}`)
    const skip = page.getByRole('button', { name: 'Skip Sun 15 Nov' })
    await skip.waitFor()
    // Nobody who sleeps is rung by a slip.
    expect(await page.getByRole('button', { name: 'Ring again now' }).count()).toBe(0)
    await skip.dblclick()
    await page.getByText('Mon 16 Nov 06:30', { exact: true }).waitFor()
    await page.getByText('Sun 15 Nov is left out; it rings next Mon 16 Nov 06:30').waitFor()
    expect(await page.getByRole('button', { name: 'Sun 15 Nov is left out' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The call is there again').waitFor()
    const { json } = await night.hotel.request('desk', 'GET', '/rest/wakeup/list/pending')
    expect(json.pending).toMatchObject([
      { room: '102', scheduled: expect.stringContaining('11-15T06:30') },
      { id },
    ])
    await page.getByRole('button', { name: 'Change time' }).click()
    await page.getByLabel('New time').fill('06:45')
    await page.keyboard.press('Enter')
    await page.getByText('Rings at 06:45 now').waitFor()
    await page.waitForURL((url) => !url.pathname.endsWith(id))
    // In a panel the list beside it stays as it was.
    const moved = page.url().split('/').at(-1) ?? ''
    await page.goto(`/today?room=102&earlier=open&call=${moved}`)
    await page.getByRole('button', { name: 'Change time' }).click()
    await page.getByLabel('New time').fill('06:50')
    await page.keyboard.press('Enter')
    await page.getByText('Rings at 06:50 now').waitFor()
    await page.waitForURL((url) => (url.searchParams.get('call') ?? moved) !== moved)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('room'), searchParams.get('earlier')]).toEqual(['102', 'open'])
    await page.goto(`/wakeup/${searchParams.get('call') ?? ''}`)
    await page.getByRole('button', { name: 'Cancel series' }).click()
    await page.getByText('Cancelled by desk').waitFor()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await page.getByRole('button', { name: 'Cancel series' }).waitFor()
    at.expectRefused(/^GET .*\/dossier 404$/)
    await page.goto('/wakeup/00000000-0000-4000-8000-000000000000')
    await page.getByText('the log knows nothing of it').waitFor()
    expect(at.tab.wrong).toEqual([])
  })
})
