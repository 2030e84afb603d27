import type { Browser, Page } from 'playwright-core'
import { quantile } from '../figures.ts'
import { openVisitor, signIn } from './seat.ts'

/** From here on three rooms of four have nobody in them: what is reported of those is not asked about. */
const FIRST = 101
/** In the ordinary hotel those before it have a call, and would be asked about. */
const NOT_CALLED = 201

/** From the last click or key of one person to the paint in the browser of another, 95 of 100; milliseconds. */
export interface Sight {
  readonly status: number
  readonly call: number
}

/** Two people in a house, each in a browser of their own. */
export async function measureSight(browser: Browser, url: string, rounds: number): Promise<Sight> {
  const [one, other] = [await sitDown(browser, url), await sitDown(browser, url)]
  const sight = { status: await statusSeen(one, other, rounds), call: await callSeen(one, other, rounds) }
  for (const page of [one, other]) await page.context().close()
  return sight
}

async function sitDown(browser: Browser, url: string): Promise<Page> {
  const context = await openVisitor(browser, url)
  await signIn(context)
  return context.newPage()
}

async function goTo(pages: readonly Page[], path: string, isThere: string): Promise<void> {
  for (const page of pages) {
    await page.goto(path)
    await page.locator(isThere).first().waitFor()
    await page.locator('.link.live').waitFor()
  }
}

/** When the last click or key came, by the clock that both browsers share. */
const DONE = `(() => { for (const what of ['click', 'keydown']) addEventListener(what, () => (window.doneAt = Date.now()), true) })()`

/** When these words are painted where they were not; begun at once, told once they are. */
const painted = (part: string, words: string): string =>
  `new Promise((tell) => {
    const look = () => {
      if (!(document.querySelector(${JSON.stringify(part)})?.innerText ?? '').includes(${JSON.stringify(words)})) return false
      requestAnimationFrame(() => setTimeout(() => tell(Date.now())))
      return true
    }
    const watch = new MutationObserver(() => { if (look()) watch.disconnect() })
    watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  })`

async function seen(one: Page, other: Page, what: readonly [string, string], act: () => Promise<void>) {
  const told = other.evaluate<number>(painted(...what))
  await act()
  return (await told) - (await one.evaluate<number>('doneAt'))
}

async function statusSeen(one: Page, other: Page, rounds: number): Promise<number> {
  await goTo([one, other], '/rooms', '.board [data-room]')
  await one.evaluate(DONE)
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const tile = `[data-room=" ${FIRST + round + Math.floor(round / 3)}"]`
    took.push(
      await seen(one, other, [tile, 'Inspected'], async () => {
        await one.locator(tile).click()
        await one.getByRole('button', { name: 'Inspected', exact: true }).click()
      }),
    )
  }
  return quantile(took, 0.95)
}

async function callSeen(one: Page, other: Page, rounds: number): Promise<number> {
  await goTo([one, other], '/today', '.calls .row.call')
  await one.evaluate(DONE)
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const minute = String(41 + round)
    took.push(
      await seen(one, other, ['.calls', `04:${minute}`], async () => {
        await one
          .getByRole('textbox', { name: 'Set wake-up calls' })
          .fill(`${NOT_CALLED + round} 04${minute}`)
        await one.getByText('tomorrow, Sun 15 Nov').first().waitFor()
        await one.keyboard.press('Enter')
        await one.getByText('Read it back, then Enter.').waitFor()
        await one.keyboard.press('Enter')
      }),
    )
  }
  return quantile(took, 0.95)
}
