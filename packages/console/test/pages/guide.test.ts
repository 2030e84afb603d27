import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { has } from '../../../../peers/programs.ts'
import { builtGuide } from '../../../server/test/built-guide.ts'
import { openHotel } from '../../../server/test/hotel.ts'
import { sharedBrowser, sitDown } from '../browser.ts'

describe.skipIf(!has('chromium-headless-shell'))('the guide', () => {
  let guide: Awaited<ReturnType<typeof builtGuide>>
  beforeAll(async () => {
    guide = await builtGuide()
  })
  afterAll(() => guide.remove())

  it('shows its first page and leads to the next one', async () => {
    const hotel = await openHotel({ guideFolder: guide.folder })
    const tab = await sitDown(await sharedBrowser(), await hotel.open())
    await tab.page.goto('/docs/guide')
    await tab.page.locator('a[rel=next]').click()
    await tab.page.locator('h1', { hasText: 'The first hour' }).waitFor()
    expect([tab.wrong, tab.refused]).toEqual([[], []])
    await tab.close()
    await hotel.close()
  })
})
