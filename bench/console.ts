import type { Browser } from 'playwright-core'
import { openBrowser } from '../packages/console/test/browser.ts'
import { buildProduct } from './build-product.ts'
import { type BenchHouse, LARGE, openBenchHouse, ORDINARY } from './console/house.ts'
import { measureOthers, type OtherWays } from './console/others.ts'
import { measurePages, type Shown } from './console/pages.ts'
import { measureRush, type Rushed } from './console/rushes.ts'
import { measureVisits, type Visits } from './console/visits.ts'
import { round } from './figures.ts'
import { busyShare, heldWhenQuiet } from './quiet.ts'
import { atLeast, atMost, type Bench, type Check, none, type Report, type Row } from './report.ts'

/** The machine as it is, and one that takes four times as long for everything. */
type Speed = 1 | 4

const PER_SECOND = 400

interface Sizes {
  /** Seconds of each rush. */
  readonly rooms: Readonly<Record<Speed, number>>
  readonly calls: Readonly<Record<Speed, number>>
  /** Events of an hour, at a tenth of the pace. */
  readonly hour: number
}

const WHOLE: Sizes = { rooms: { 1: 60, 4: 20 }, calls: { 1: 20, 4: 20 }, hour: 144_000 }
const QUICK: Sizes = { rooms: { 1: 6, 4: 5 }, calls: { 1: 5, 4: 5 }, hour: 10_000 }

/** Milliseconds. */
const LIMITS = {
  shown: { 1: 200, 4: 600 },
  event: { 1: 50, 4: 120 },
  tap: { 1: 100, 4: 200 },
} as const
const MOST_BYTES = 250
const MOST_HEAP = 120

interface Measured {
  /** In the large hotel. */
  readonly visits: Visits
  readonly shown: Shown
  readonly rooms: Rushed
  readonly calls: Rushed
  readonly others: OtherWays
}

export const bench: Bench = {
  about:
    'the console in a browser: 2,000 rooms, 5,000 calls, 400 events a second, at full and quarter speed (words: --quick)',
  async run(words) {
    const sizes = words.includes('--quick') ? QUICK : WHOLE
    await buildProduct()
    const busy = await busyShare()
    const usual = await usualVisits()
    const house = await openBenchHouse(LARGE)
    const browser = await openBrowser()
    try {
      const full = await measure(browser, house, 1, sizes)
      const slow = await measure(browser, house, 4, sizes)
      return reportOf({ 1: full, 4: slow }, { busy, usual, slowestMs: house.slowestMs, hour: sizes.hour })
    } finally {
      await browser.close()
      house.close()
    }
  },
}

/** A hotel as most are: what is promised of visits is promised there. */
async function usualVisits(): Promise<Readonly<Record<Speed, Visits>>> {
  const house = await openBenchHouse(ORDINARY)
  try {
    return { 1: await measureVisits(house.url, 1), 4: await measureVisits(house.url, 4) }
  } finally {
    house.close()
  }
}

async function measure(browser: Browser, house: BenchHouse, slower: Speed, sizes: Sizes): Promise<Measured> {
  const rush = { perSecond: PER_SECOND }
  return {
    visits: await measureVisits(house.url, slower),
    shown: await measurePages(browser, house.url, slower),
    rooms: await measureRush(
      browser,
      house,
      { ...rush, of: 'rooms', seconds: sizes.rooms[slower] },
      { slower, hour: slower === 1 ? sizes.hour : 0 },
    ),
    calls: await measureRush(
      browser,
      house,
      { ...rush, of: 'calls', seconds: sizes.calls[slower] },
      { slower, hour: 0 },
    ),
    others: await measureOthers(browser, slower),
  }
}

type Both = Readonly<Record<Speed, Measured>>

interface Circumstances {
  readonly busy: number
  readonly usual: Readonly<Record<Speed, Visits>>
  readonly slowestMs: number
  readonly hour: number
}

function reportOf(both: Both, { busy, usual, slowestMs, hour }: Circumstances): Report {
  const held = heldWhenQuiet(busy, timeChecks(both, usual[4]))
  return {
    counted:
      'usable: from the address to the paint of the calls and a line that takes keys, signed in, with nothing kept and again, in a browser that nobody listens to, the median of five. Shown: from the click to the paint. Event to paint: from the arrival of its bytes in the page to the paint of what it changes on the screen, one for each change; of calls those that ring or are picked up. Tap: what the browser itself tells of every touch and Escape during the rush',
    notes: [
      held.note,
      'hotel, browser and this program share the machine; "4x" is the browser alone, slowed down by itself',
      `500 rooms reported at once took ${round(slowestMs)} ms at most, with all that was written`,
      `heap after an hour: ${hour} events more, an hour of 40 a second, told to the page as fast as it takes them`,
      'a call that is over is read from the server, 50 ms after it was told at the earliest: not among the events here',
    ],
    tables: [
      {
        title: `Visits, ms: ${ORDINARY.rooms} rooms and ${ORDINARY.calls} calls, and ${LARGE.rooms} and ${LARGE.calls}`,
        rows: ([1, 4] as const).flatMap((speed) => [
          { speed: `${speed}x`, hotel: 'ordinary', ...visitRow(usual[speed]) },
          { speed: `${speed}x`, hotel: 'large', ...visitRow(both[speed].visits) },
        ]),
      },
      { title: 'Pages, ms', rows: speeds(both, pageRow) },
      { title: `Rush of ${PER_SECOND} events a second`, rows: speeds(both, rushRows) },
      { title: 'Other ways to show 2,000 rooms, ms', rows: speeds(both, otherRow) },
      ...held.tables,
    ],
    checks: [...otherChecks(both), ...held.checks],
  }
}

const speeds = (both: Both, rowsOf: (of: Measured) => Row | readonly Row[]): Row[] =>
  ([1, 4] as const).flatMap((speed) =>
    [rowsOf(both[speed])].flat().map((row) => ({ speed: `${speed}x`, ...row })),
  )

const visitRow = ({ bytes, door, first, second }: Visits): Row => ({
  'kB gz': round(bytes / 1_000),
  door: round(door),
  'first visit': round(first),
  'second visit': round(second),
})

const pageRow = ({ shown }: Measured): Row => ({
  board: round(shown.board),
  Today: round(shown.today),
  'Today, first': round(shown.todayFirst),
  'of that, from its data on': round(shown.todayData),
  'longest task, scrolling': round(shown.scroll),
})

const rushRows = ({ rooms, calls }: Measured): readonly Row[] => [
  { of: 'rooms', ...rushRow(rooms) },
  { of: 'calls', ...rushRow(calls) },
]

const rushRow = (rush: Rushed): Row => ({
  told: rush.told,
  heard: rush.heard,
  'per second': Math.round(rush.perSecond),
  paints: rush.paints,
  'p50 ms': round(rush.p50),
  'p95 ms': round(rush.p95),
  taps: rush.taps,
  'tap p95 ms': round(rush.tapP95),
  'longest task ms': round(rush.longest),
  'heap MB': round(rush.heap),
  'after an hour': rush.heapAfterHour === null ? '' : round(rush.heapAfterHour),
})

const otherRow = ({ shown, rooms, others }: Measured): Row => ({
  'ours shown': round(shown.board),
  'library parts shown': round(others.partsShown),
  'ours, one event': round(rooms.p50),
  'library parts, one change': round(others.partsChange),
  'page loaded anew': round(others.reload),
})

/** What counts on any machine. */
const otherChecks = (both: Both): readonly Check[] => [
  atMost('first load, gzip', MOST_BYTES, both[1].visits.bytes / 1_000, ' kB'),
  none('requests to anywhere else', both[1].visits.elsewhere),
  none('events of the rush that did not reach the page', missed(both)),
  atMost('heap after the rush of rooms', MOST_HEAP, both[1].rooms.heap, ' MB'),
  atMost('heap after an hour', MOST_HEAP, both[1].rooms.heapAfterHour ?? Number.NaN, ' MB'),
  atMost('heap after the rush of calls', MOST_HEAP, both[1].calls.heap, ' MB'),
  atLeast('board on library parts / ours, shown', 2, both[1].others.partsShown / both[1].shown.board),
]

const missed = (both: Both) =>
  [both[1], both[4]]
    .flatMap(({ rooms, calls }) => [rooms, calls])
    .reduce((sum, { told, heard }) => sum + Math.max(0, told - heard), 0)

const timeChecks = (both: Both, slow: Visits): readonly Check[] => [
  atMost('usable on the first visit, 4x', 2_500, slow.first, ' ms'),
  atMost('usable on the second visit, 4x', 1_000, slow.second, ' ms'),
  ...([1, 4] as const).flatMap((speed) => speedChecks(speed, both[speed])),
  atMost('longest task while scrolling, 1x', 50, both[1].shown.scroll, ' ms'),
]

const speedChecks = (speed: Speed, { shown, rooms, calls }: Measured): readonly Check[] => [
  atMost(`board shown, ${speed}x`, LIMITS.shown[speed], shown.board, ' ms'),
  atMost(`Today shown, ${speed}x`, LIMITS.shown[speed], shown.today, ' ms'),
  atMost(`Today shown after its data came, ${speed}x`, LIMITS.shown[speed], shown.todayData, ' ms'),
  atMost(`rooms, event to paint p95, ${speed}x`, LIMITS.event[speed], rooms.p95, ' ms'),
  atMost(`calls, event to paint p95, ${speed}x`, LIMITS.event[speed], calls.p95, ' ms'),
  atMost(`rooms, tap p95, ${speed}x`, LIMITS.tap[speed], rooms.tapP95, ' ms'),
  atMost(`calls, tap p95, ${speed}x`, LIMITS.tap[speed], calls.tapP95, ' ms'),
]
