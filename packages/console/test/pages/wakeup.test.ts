import { describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { minutes } from '../../../server/src/kernel/clock.ts'
import { nightConsole } from '../night-console.ts'
import { sameWhenFresh } from '../same-when-fresh.ts'

describe.skipIf(!has('chromium-headless-shell'))('the page of a call', () => {
  const night = nightConsole()
  const { at } = night

  it('shows the phone ringing and no answer, rings again, and marks the guest as reached', async () => {
    night.exchange.does('118', { does: 'ring' })
    const id = await night.hotel.ask('118', '2010')
    const page = await at.sitAs('desk', `/wakeup/${id}`)
    await page.getByText('The room has not been rung.').waitFor()
    await night.hotel.ringing(id, minutes(12))
    await page.getByText('Ringing').first().waitFor()
    await night.hotel.settled(id)
    await page.getByText('Not woken. Somebody must go to room 118.').waitFor()
    await page.getByRole('alert').getByText('Guest not woken').waitFor()
    await page.getByRole('alert').getByText('Call for 20:10: nobody answered').waitFor()
    await page.locator('.alarm .age').getByText('open for').waitFor()
    const banner = page.getByRole('region', { name: 'Open alarms' })
    await banner.getByRole('button', { name: 'Ring again now' }).click()
    await page.getByText('118 rings in a moment').waitFor()
    expect(await banner.getByRole('button', { name: 'Rings in a moment' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Reached by hand' }).click()
    await page.getByText('Reached by a person.').waitFor()
    // Each with its time and whoever it was: the system before, the desk now.
    await page.getByText(/^Nobody answered\. Found by the system at 20:\d\d:\d\d\.$/).waitFor()
    await page.getByText(/^Set to “Reached” by hand by desk, 20:\d\d:\d\d/).waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ring again now' }).click()
    await page.getByText('Rings in a moment', { exact: true }).waitFor()
    await sameWhenFresh(page)
  })
})
