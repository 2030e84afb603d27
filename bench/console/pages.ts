import type { Browser } from 'playwright-core'
import { median } from '../figures.ts'
import { type BenchSeat, openVisitor, signIn, takeSeat } from './seat.ts'

const BOARD = `['.board [data-room]']`
const CALLS = `['.calls .row.call']`
const ROUNDS = 7
const WHEEL = 240
const FRAME_MS = 16

export interface Shown {
  /** Milliseconds from the click to the paint, where what is shown was read before. */
  readonly board: number
  readonly today: number
  /** The first time, with its part of the console and 5,000 calls still to be loaded. */
  readonly todayFirst: number
  /** Of that, from the arrival of the calls on. */
  readonly todayData: number
  /** The longest task while the board and Today are scrolled from top to bottom; 0: none over 50 ms. */
  readonly scroll: number
}

interface Gone {
  readonly whole: number
  readonly afterData: number | null
}

/** From page to page in a console that runs. */
export async function measurePages(browser: Browser, url: string, brake: number): Promise<Shown> {
  const context = await openVisitor(browser, url)
  await signIn(context)
  const seat = await takeSeat(context, brake)
  await seat.page.goto('/rooms')
  await seat.page.locator('.board [data-room]').first().waitFor()
  await seat.page.locator('.link.live').waitFor()
  const first = await seat.probe<Gone>(`go('a[href="/today"]', ${CALLS})`)
  const [board, today]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    board.push((await seat.probe<Gone>(`go('a[href="/rooms"]', ${BOARD})`)).whole)
    if (round === ROUNDS - 1) break
    today.push((await seat.probe<Gone>(`go('a[href="/today"]', ${CALLS})`)).whole)
  }
  const scroll = Math.max(await scrolled(seat), await scrolledToday(seat))
  await context.close()
  return {
    board: median(board),
    today: median(today),
    todayFirst: first.whole,
    todayData: first.afterData ?? Number.NaN,
    scroll,
  }
}

async function scrolledToday(seat: BenchSeat): Promise<number> {
  await seat.probe(`go('a[href="/today"]', ${CALLS})`)
  return scrolled(seat)
}

/** As a wheel does, one turn a frame. */
async function scrolled({ page, probe }: BenchSeat): Promise<number> {
  await page.mouse.move(800, 600)
  await page.waitForFunction('document.readyState === "complete"')
  await probe('taken()')
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, turn < 40 ? WHEEL : -WHEEL * 2)
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
  }
  const { tasks } = await probe<{ readonly tasks: readonly { readonly ms: number }[] }>('taken()')
  return Math.max(0, ...tasks.map(({ ms }) => ms))
}
