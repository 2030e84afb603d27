import type { Browser } from 'playwright-core'
import { quantile } from '../figures.ts'
import type { Amount, Pace } from '../pace.ts'
import type { BenchHouse, Rush } from './house.ts'
import { type BenchSeat, heapOf, openVisitor, signIn, takeSeat } from './seat.ts'

/** Event Timing tells of nothing shorter. */
const SHORTEST_MS = 16
/** Somebody looks at what was opened, and then for what to open next: faster than anybody works. */
const LOOK_MS = 600
/** Rushed for so long at a time, so that moments can be told apart. */
const SLICE_SECONDS = 3

interface Taken {
  readonly paints: readonly number[]
  readonly tasks: readonly { readonly ms: number }[]
  readonly taps: readonly number[]
  readonly heard: number
}

/** A few seconds of it. */
interface Slice extends Taken {
  readonly told: number
  readonly seconds: number
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
  /** Events while somebody touches something twice a second. */
  readonly touchedP95: number
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

export interface RushSize {
  readonly of: Rush['of']
  readonly perSecond: number
  /** Of each: with nobody touching anything, and with somebody who does. */
  readonly slices: Amount
  /** Events told again, of an hour; 0: none. */
  readonly hour: number
}

/** Who looks, at which hotel, and how many times as slow as the processor at its best. */
export interface BenchDesk {
  readonly browser: Browser
  readonly house: BenchHouse
  readonly slower: number
}

export async function measureRush(
  desk: BenchDesk,
  pace: Pace,
  { of, perSecond, slices, hour }: RushSize,
): Promise<Rushed> {
  const { path, isThere, touched } = SCENES[of]
  const context = await openVisitor(desk.browser, desk.house.url)
  await signIn(context)
  const seat = await takeSeat(context, desk.slower)
  await seat.page.goto(path)
  await seat.page.locator(isThere).first().waitFor()
  await seat.page.locator('.link.live').waitFor()
  await seat.probe('taken()')
  const all: Slice[] = []
  const slice = async (brake: number, meanwhile: () => Promise<number>): Promise<Slice> => {
    await seat.slow(brake)
    const { heard: late } = await seat.probe<Taken>('taken()')
    const rush = desk.house.rush({ of, perSecond, seconds: SLICE_SECONDS })
    const [{ events: told, seconds }, taps] = await Promise.all([rush, meanwhile()])
    const taken = await seat.probe<Taken>('taken()')
    const short = Array<number>(Math.max(0, taps - taken.taps.length)).fill(SHORTEST_MS)
    const one = { ...taken, heard: taken.heard + late, told, seconds, taps: [...taken.taps, ...short] }
    all.push(one)
    return one
  }
  const alone = await pace.gather(slices, desk.slower, (brake) => slice(brake, () => Promise.resolve(0)))
  const worked = await pace.gather(slices, desk.slower, (brake) => slice(brake, () => tapped(seat, touched)))
  const heap = await heapOf(seat)
  if (hour > 0) await seat.probe(`repeat(${hour})`)
  const heapAfterHour = hour > 0 ? await heapOf(seat) : null
  await context.close()
  return { ...rushedOf(all, alone, worked), heap, heapAfterHour }
}

/** Everything that was told must be heard; times are those of the moments that count. */
function rushedOf(
  all: readonly Slice[],
  alone: readonly Slice[],
  worked: readonly Slice[],
): Omit<Rushed, 'heap' | 'heapAfterHour'> {
  const sum = (of: (slice: Slice) => number) => all.reduce((before, one) => before + of(one), 0)
  const paints = alone.flatMap((one) => one.paints)
  const taps = worked.flatMap((one) => one.taps)
  return {
    told: sum(({ told }) => told),
    heard: sum(({ heard }) => heard),
    perSecond: sum(({ told }) => told) / sum(({ seconds }) => seconds),
    paints: paints.length,
    p50: quantile(paints, 0.5),
    p95: quantile(paints, 0.95),
    taps: taps.length,
    tapP95: quantile(taps, 0.95),
    touchedP95: quantile(
      worked.flatMap((one) => one.paints),
      0.95,
    ),
    longest: Math.max(0, ...alone.flatMap(({ tasks }) => tasks.map(({ ms }) => ms))),
  }
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Somebody works meanwhile: touches what is there, looks, and closes it again. */
async function tapped({ page }: BenchSeat, selector: string): Promise<number> {
  const end = performance.now() + SLICE_SECONDS * 1_000
  let taps = 0
  while (performance.now() < end) {
    const place = await page.evaluate<{ x: number; y: number } | null>(
      `(() => { const all = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => { const { top, bottom } = one.getBoundingClientRect(); return top > 330 && bottom < 860 }); const one = all[${taps * 7} % all.length]?.getBoundingClientRect(); return one === undefined ? null : { x: one.x + one.width / 3, y: one.y + one.height / 2 } })()`,
    )
    if (place !== null) {
      await page.mouse.click(place.x, place.y)
      await passed(LOOK_MS)
      await page.keyboard.press('Escape')
      taps += 2
    }
    await passed(LOOK_MS)
  }
  return taps
}
