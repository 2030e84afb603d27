import { openBrowser } from '../packages/console/test/browser.ts'
import { buildProduct } from './build-product.ts'
import { type BenchHouse, type HouseSize, LARGE, openBenchHouse, ORDINARY } from './console/house.ts'
import { measureOthers, type OtherWays } from './console/others.ts'
import { measurePages, type Shown } from './console/pages.ts'
import { type BenchDesk, measureRush, type Rushed } from './console/rushes.ts'
import { measureSight, type Sight } from './console/two-browsers.ts'
import { measureVisits, type Visits } from './console/visits.ts'
import { ratio, round } from './figures.ts'
import { needed } from './install-peers.ts'
import { type Amount, Pace } from './pace.ts'
import { atLeast, atMost, type Bench, type Check, none, type Report, type Row } from './report.ts'

/** The machine as it is, and one that takes four times as long for everything. */
type Speed = 1 | 4

const PER_SECOND = 400

interface Sizes {
  readonly large: HouseSize
  readonly speeds: readonly Speed[]
  readonly visits: Amount
  /** How often one person sees what another does. */
  readonly sights: number
  /** Of each rush, three seconds each. */
  readonly slices: Amount
  /** Events of an hour, at a tenth of the pace. */
  readonly hour: number
}

/** There are calls for a hundred seconds of it. */
const WHOLE: Sizes = {
  large: LARGE,
  speeds: [1, 4],
  visits: { wanted: 5, most: 7 },
  sights: 12,
  slices: { wanted: 7, most: 14 },
  hour: 144_000,
}
const QUICK: Sizes = { ...WHOLE, slices: { wanted: 3, most: 6 }, hour: 10_000 }
const AT_ONCE: Amount = { wanted: 1, most: 1 }
/** What is not measured at quarter speed is shown as at full speed. */
const SMOKE: Sizes = {
  large: { rooms: 500, calls: 500 },
  speeds: [1],
  visits: AT_ONCE,
  sights: 1,
  slices: AT_ONCE,
  hour: 400,
}
const ONCE: Amount = { wanted: 1, most: 3 }

/** Milliseconds. */
const LIMITS = {
  shown: { 1: 200, 4: 600 },
  event: { 1: 50, 4: 120 },
  tap: { 1: 100, 4: 200 },
  sight: 1_000,
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
  /** 500 rooms reported at once, the slowest of four times. */
  readonly reportedMs: number
}

export const bench: Bench = {
  about:
    'the console in a browser: 2,000 rooms, 5,000 calls, 400 events a second, at full and quarter speed (words: --quick)',
  smoke: ['--smoke'],
  needs: needed('chromium-headless-shell'),
  hasPeers: true,
  async run(words) {
    const sizes = words.includes('--smoke') ? SMOKE : words.includes('--quick') ? QUICK : WHOLE
    await buildProduct()
    const pace = new Pace()
    const usual = await usualVisits(pace, sizes)
    const browser = await openBrowser()
    try {
      const sight = await inHouse(ORDINARY, (house) => measureSight(browser, house.url, sizes.sights))
      const at = (slower: Speed) =>
        inHouse(sizes.large, (house) => measure({ browser, house, slower }, pace, sizes))
      const full = await at(1)
      const slow = sizes.speeds.includes(4) ? await at(4) : full
      return reportOf({ 1: full, 4: slow }, { pace: pace.note, usual, sight, hour: sizes.hour })
    } finally {
      await browser.close()
    }
  },
}

/** A hotel as most are: what is promised of visits is promised there. */
async function usualVisits(pace: Pace, { visits, speeds }: Sizes): Promise<Readonly<Record<Speed, Visits>>> {
  console.log('measuring visits in an ordinary hotel ...')
  const house = await openBenchHouse(ORDINARY)
  try {
    const full = await measureVisits(house.url, 1, pace, visits)
    return { 1: full, 4: speeds.includes(4) ? await measureVisits(house.url, 4, pace, visits) : full }
  } finally {
    house.close()
  }
}

/** Each with a morning of its own: a call rings once. */
async function inHouse<T>(size: HouseSize, use: (house: BenchHouse) => Promise<T>): Promise<T> {
  const house = await openBenchHouse(size)
  try {
    return await use(house)
  } finally {
    house.close()
  }
}

async function measure(
  desk: BenchDesk,
  pace: Pace,
  { visits: amount, slices, hour }: Sizes,
): Promise<Measured> {
  const { browser, house, slower } = desk
  const rush = { perSecond: PER_SECOND, slices }
  console.log(`measuring in a large hotel, ${slower}x ...`)
  const visits = await measureVisits(house.url, slower, pace, amount)
  const [shown] = await pace.gather(ONCE, slower, (brake) => measurePages(browser, house.url, brake))
  const [others] = await pace.gather(ONCE, slower, (brake) => measureOthers(browser, brake))
  if (shown === undefined || others === undefined) throw new Error('No page was shown')
  return {
    visits,
    shown,
    rooms: await measureRush(desk, pace, { ...rush, of: 'rooms', hour: slower === 1 ? hour : 0 }),
    calls: await measureRush(desk, pace, { ...rush, of: 'calls', hour: 0 }),
    others,
    reportedMs: house.slowestMs,
  }
}

type Both = Readonly<Record<Speed, Measured>>

interface Circumstances {
  /** In which moments it was measured. */
  readonly pace: string
  readonly usual: Readonly<Record<Speed, Visits>>
  readonly sight: Sight
  readonly hour: number
}

function reportOf(both: Both, { pace, usual, sight, hour }: Circumstances): Report {
  return {
    counted:
      'usable: from the address to the paint of the calls and a line that takes keys, signed in, with nothing kept and again, in a browser that nobody listens to, the median of five. Shown: from the click to the paint. Event to paint: from the arrival of its bytes in the page to the paint of what it changes on the screen, one for each change; of calls those that ring or are picked up. Tap: what the browser itself tells of every touch and Escape in another such rush, in which somebody opens something, looks, closes it and looks for the next, 600 ms each',
    notes: [
      pace,
      'hotel, browser and this program share the machine; "4x" is the page alone: it is braked until it takes four times as long as on this processor at its best, others on the same processor included',
      `500 rooms reported at once took ${round(Math.max(both[1].reportedMs, both[4].reportedMs))} ms at most, with all that was written`,
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
      {
        title: 'From the last click or key of one person to the paint before another, p95 ms',
        rows: [{ status: round(sight.status), call: round(sight.call) }],
      },
      { title: 'Pages, ms', rows: speeds(both, pageRow) },
      { title: `Rush of ${PER_SECOND} events a second`, rows: speeds(both, rushRows) },
      { title: 'Other ways to show 2,000 rooms, ms', rows: speeds(both, otherRow) },
    ],
    checks: [...otherChecks(both), ...timeChecks(both, usual[4]), ...sightChecks(sight)],
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
  'p95 ms meanwhile': round(rush.touchedP95),
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
  atLeast('board on library parts / ours, shown', 2, ratio(both[1].others.partsShown, both[1].shown.board)),
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

const sightChecks = ({ status, call }: Sight): readonly Check[] => [
  atMost('a status seen in another browser, p95', LIMITS.sight, status, ' ms'),
  atMost('a call seen in another browser, p95', LIMITS.sight, call, ' ms'),
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
