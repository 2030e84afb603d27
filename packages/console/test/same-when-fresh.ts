import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What time it is, how long ago something was and how long until it comes: another a moment later. */
const MOVING = /\b(now|jetzt) \d\d:\d\d\b|\b\d+ (s|min|h|d)\b( \d+ min\b)?/g

/** What people read on a page, without what moves by itself. */
export async function readOn(page: Page, part: string): Promise<string> {
  if (await page.locator('.stage .skeleton').first().isVisible()) return 'not read yet'
  return (await page.locator(part).innerText()).replaceAll(MOVING, '…')
}

/**
 * What a page has come to by what it was told and what was done on it is what whoever opens it now reads: nothing is
 * lost, doubled or left standing. Where a page also says what was done on it alone, its other part is looked at.
 */
export async function sameWhenFresh(page: Page, part = '.stage'): Promise<void> {
  const fresh = await page.context().newPage()
  await fresh.setViewportSize(page.viewportSize() ?? { width: 0, height: 0 })
  await fresh.goto(page.url())
  await fresh.locator('.link.live').waitFor()
  // Lines stay where they are for a while after somebody moved among them.
  await expect
    .poll(async () => {
      const [stands, read] = [await readOn(page, part), await readOn(fresh, part)]
      return stands === read ? 'the same' : { stands, read }
    })
    .toBe('the same')
  await fresh.close()
}
