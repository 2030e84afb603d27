import { setTimeout } from 'node:timers/promises'
import type { Line } from '../../packages/contract/src/index.ts'
import type { BareCall } from '../../packages/server/test/bare-phones.ts'
import { HERE } from '../../peers/ports.ts'
import { median, quantile, round } from '../figures.ts'
import { openPhoneProcess } from '../punctuality/phones.ts'
import { atMost, none, type Row } from '../report.ts'
import { FIRST_ROOM, type MenuHouse, openMenuHouse } from './house.ts'
import { type Part, type PartOptions, upTo } from './part.ts'

const WAKEUPS = 200
const MENUS = 50
/** More than the line has left: who calls beyond that hears that it is busy. */
const CALLERS = 80
/** To be ready for the rush; and so long before it guests call the menu, which talks to them for half a minute. */
const LEAD_MS = 25_000
const MENUS_BEFORE_MS = 8_000
const WATCHED_MS = 6_000
const MOST_DIFFERENCE_MS = 20

interface Rush {
  readonly p99: number
  readonly rung: number
  readonly talking: number
  readonly refused: number
  readonly otherwise: number
}

/** Everybody is to be woken at one moment, on the very line that guests call. */
export async function measureRush({ isQuick }: PartOptions): Promise<Part> {
  const rows: (Row & Rush)[] = []
  const differences: number[] = []
  for (let pair = 0; pair < (isQuick ? 1 : 5); pair++) {
    // Whatever else changes on the machine meanwhile, each is as often first as second.
    const order = pair % 2 === 0 ? [false, true] : [true, false]
    const found = new Map<boolean, Rush>()
    for (const hasMenus of order) found.set(hasMenus, await rush(hasMenus))
    for (const [hasMenus, one] of found) rows.push({ pair, menus: hasMenus ? 'with' : 'without', ...one })
    differences.push((found.get(true)?.p99 ?? Infinity) - (found.get(false)?.p99 ?? 0))
    console.log(JSON.stringify(rows.slice(-2)))
  }
  return partOf(rows, median(differences))
}

async function rush(hasMenus: boolean): Promise<Rush> {
  const phones = await openPhoneProcess('ringing')
  const house = await openMenuHouse({
    lines: () => [sharedLine(phones.port)],
    site: { limits: { callsPerSecond: 1_000 }, menus: { atOnce: 200 } },
  })
  try {
    const dueAt = Math.ceil((Date.now() + LEAD_MS) / 1_000) * 1_000
    await askForAll(house, dueAt)
    await setTimeout(dueAt - MENUS_BEFORE_MS - Date.now())
    const calls = hasMenus ? await callMenus(house) : []
    await setTimeout(dueAt + WATCHED_MS - Date.now())
    const talking = calls.filter(({ isUp }) => isUp).length
    const { invited } = await phones.account()
    for (const call of calls) call.drop()
    return { ...latenessOf(invited, dueAt), talking, ...refusals(calls) }
  } finally {
    phones.close()
    await house.close()
  }
}

/** As many as are woken, and a few menus beside them. */
const sharedLine = (exchange: number): Line => ({
  uri: `sip:700@${HERE}:${exchange}`,
  register: false,
  calls: WAKEUPS + MENUS,
  menu: 'guest',
})

async function askForAll(house: MenuHouse, dueAt: number) {
  const room = upTo(WAKEUPS).map((at) => String(FIRST_ROOM + at))
  await house.ask('POST', '/rest/wakeup', {
    room: room.join(','),
    datetime: new Date(dueAt).toISOString(),
  })
}

/** From rooms where nobody is to be woken. */
const callMenus = (house: MenuHouse): Promise<BareCall[]> =>
  Promise.all(upTo(CALLERS).map((at) => house.dial(String(FIRST_ROOM + WAKEUPS + at), 'guest')))

const latenessOf = (invited: readonly number[], dueAt: number) => ({
  p99: round(
    quantile(
      invited.map((at) => at - dueAt),
      0.99,
    ),
  ),
  rung: invited.length,
})

const refusals = (calls: readonly BareCall[]) => ({
  refused: calls.filter(({ status }) => status === 486).length,
  otherwise: calls.filter(({ status }) => status !== 486 && status !== 200).length,
})

function partOf(rows: readonly (Row & Rush)[], difference: number): Part {
  const withMenus = rows.filter(({ menus }) => menus === 'with')
  const sum = (count: (one: Rush) => number) => withMenus.reduce((all, one) => all + count(one), 0)
  return {
    counted: `rush: ${WAKEUPS} calls due at one moment, from that to the INVITE at the phone; with menus, ${CALLERS} guests call the same line ${MENUS_BEFORE_MS / 1_000} s before, of whom ${MENUS} find it free`,
    tables: [{ title: 'Wake-ups on a line that guests call', rows }],
    checks: [
      none(
        'rooms that were not rung',
        rows.reduce((all, { rung }) => all + WAKEUPS - rung, 0),
      ),
      none(
        'menus that had a line which a wake-up needs',
        sum(({ refused }) => Math.max(0, CALLERS - MENUS - refused)),
      ),
      none(
        'menus that were not up during the rush',
        sum(({ talking }) => Math.max(0, MENUS - talking)),
      ),
      none(
        'menus answered otherwise than 200 and 486',
        sum(({ otherwise }) => otherwise),
      ),
      atMost('p99 of lateness, with menus more than without, median', MOST_DIFFERENCE_MS, difference, ' ms'),
    ],
  }
}
