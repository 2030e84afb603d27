import type { Browser } from 'playwright-core'
import { quantile } from '../figures.ts'
import type { BenchHouse, Rush } from './house.ts'
import { type BenchSeat, heapOf, openVisitor, signIn, takeSeat } from './seat.ts'

/** Event Timing tells of nothing shorter. */
const SHORTEST_MS = 16
const TAP_EVERY_MS = 700

interface Taken {
  readonly paints: readonly number[]
  readonly tasks: readonly { readonly ms: number }[]
  readonly taps: readonly number[]
  readonly heard: number
  readonly unpainted: number
}

export interface Rushed {
  readonly told: number
  readonly heard: number
  readonly perSecond: number
  readonly paints: number
  readonly p50: number
  readonly p95: number
  readonly taps: number
  readonly tapP95: number
  readonly longest: number
  readonly heap: number
  /** After as many events more as an hour of it has. */
  readonly heapAfterHour: number | null
}

interface Scene {
  readonly path: string
  readonly isThere: string
  /** What is touched, and opens something that Escape closes. */
  readonly touched: string
}

const SCENES: Readonly<Record<Rush['of'], Scene>> = {
  rooms: { path: '/rooms', isThere: '.board [data-room]', touched: '.board [data-room]' },
  calls: { path: '/today', isThere: '.calls .row.call', touched: '.calls .row.call .opens' },
}

export async function measureRush(
  browser: Browser,
  house: BenchHouse,
  rush: Rush,
  { slower, hour }: { readonly slower: number; readonly hour: number },
): Promise<Rushed> {
  const { path, isThere, touched } = SCENES[rush.of]
  const context = await openVisitor(browser, house.url)
  await signIn(context)
  const seat = await takeSeat(context, slower)
  await seat.page.goto(path)
  await seat.page.locator(isThere).first().waitFor()
  await seat.page.locator('.link.live').waitFor()
  await seat.probe('taken()')
  const [told, taps] = await Promise.all([house.rush(rush), tapped(seat, touched, rush.seconds)])
  const taken = await seat.probe<Taken>('taken()')
  const heap = await heapOf(seat)
  if (hour > 0) await seat.probe(`repeat(${hour})`)
  const heapAfterHour = hour > 0 ? await heapOf(seat) : null
  await context.close()
  const waits = [...taken.taps, ...Array<number>(Math.max(0, taps - taken.taps.length)).fill(SHORTEST_MS)]
  return {
    told: told.events,
    heard: taken.heard,
    perSecond: told.events / told.seconds,
    paints: taken.paints.length,
    p50: quantile(taken.paints, 0.5),
    p95: quantile(taken.paints, 0.95),
    taps,
    tapP95: quantile(waits, 0.95),
    longest: Math.max(0, ...taken.tasks.map(({ ms }) => ms)),
    heap,
    heapAfterHour,
  }
}

/** Somebody works meanwhile: touches what is there, looks, and closes it again. */
async function tapped({ page }: BenchSeat, selector: string, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let taps = 0
  while (performance.now() < end) {
    const place = await page.evaluate<{ x: number; y: number } | null>(
      `(() => { const all = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => { const { top, bottom } = one.getBoundingClientRect(); return top > 330 && bottom < 860 }); const one = all[${taps * 7} % all.length]?.getBoundingClientRect(); return one === undefined ? null : { x: one.x + one.width / 3, y: one.y + one.height / 2 } })()`,
    )
    if (place !== null) {
      await page.mouse.click(place.x, place.y)
      await page.keyboard.press('Escape')
      taps += 2
    }
    await new Promise((resolve) => setTimeout(resolve, TAP_EVERY_MS))
  }
  return taps
}
