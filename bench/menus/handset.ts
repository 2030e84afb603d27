import { now } from '../../packages/server/test/bare-audio.ts'
import { quantile, round } from '../figures.ts'
import { atMost, none } from '../report.ts'
import { WORDS_OVER_MS } from './entries.ts'
import { FIRST_ROOM, type MenuHouse, openMenuHouse } from './house.ts'
import { EVENTS, pressAll } from './keys.ts'
import { type Part, type PartOptions, together, upTo } from './part.ts'
import { BY_PHONE, someTime, storedCalls } from './stored.ts'

const AT_ONCE = 2
/** As people press. */
const KEY_MS = 300
const GIVEN_UP_MS = 5_000

interface Manner {
  readonly name: string
  readonly waits: boolean
  readonly mostMs: number
}

const MANNERS: readonly Manner[] = [
  { name: 'hears all words', waits: true, mostMs: 12_000 },
  { name: 'does not wait', waits: false, mostMs: 6_000 },
]
const STORED_MS = 200

interface Took {
  readonly wholeMs: number
  readonly afterKeyMs: number
  readonly isLateForWords: boolean
}

/** From lifting the handset to a call that the desk can see. */
export async function measureHandset({ isQuick, chance }: PartOptions): Promise<Part> {
  const house = await openMenuHouse()
  try {
    const guests = isQuick ? 6 : 40
    const found = []
    for (const [at, manner] of MANNERS.entries())
      found.push({ ...manner, took: await all(house, manner, at * guests, guests, () => someTime(chance)) })
    return partOf(found)
  } finally {
    await house.close()
  }
}

async function all(house: MenuHouse, { waits }: Manner, from: number, guests: number, time: () => string) {
  const took: Took[] = []
  await together(AT_ONCE, upTo(guests), async (at) => {
    took.push(await one(house, String(FIRST_ROOM + from + at), time(), waits))
  })
  return took
}

async function one(house: MenuHouse, room: string, time: string, waits: boolean): Promise<Took> {
  const call = await house.dial(room, 'guest')
  if (waits) await call.audio.quiet(WORDS_OVER_MS)
  await pressAll(EVENTS, call, time.slice(0, -1), () => KEY_MS)
  const pressed = now()
  const lastKey = EVENTS.press(call, time.slice(-1))
  const seen = storedAt(house, room)
  await lastKey
  const isRead = await call.audio.speaks(pressed, GIVEN_UP_MS)
  const isListed = (await storedCalls(house)).some((stored) => stored.room === room)
  const at = await seen
  await call.hangUp()
  return { wholeMs: at - call.invitedAt, afterKeyMs: at - pressed, isLateForWords: !isRead || !isListed }
}

/** When the interface first shows it. */
async function storedAt(house: MenuHouse, room: string): Promise<number> {
  for (const until = now() + GIVEN_UP_MS; now() < until;) {
    const calls = await storedCalls(house)
    if (calls.some((call) => call.room === room && call.source === BY_PHONE)) return now()
  }
  return Infinity
}

const partOf = (found: readonly (Manner & { readonly took: readonly Took[] })[]): Part => ({
  counted:
    'handset to stored: from the INVITE to the first answer of /rest/wakeup/list/pending that has the call, with source 3, asked for without a pause; keys 300 ms apart; after the key: from the first packet of the fourth key',
  tables: [
    {
      title: 'Handset to stored, ms',
      rows: found.map(({ name, took }) => ({
        guest: name,
        calls: took.length,
        'whole p50': round(
          quantile(
            took.map(({ wholeMs }) => wholeMs),
            0.5,
          ),
          0,
        ),
        'whole max': round(Math.max(...took.map(({ wholeMs }) => wholeMs)), 0),
        'after the fourth key p50': round(
          quantile(
            took.map(({ afterKeyMs }) => afterKeyMs),
            0.5,
          ),
        ),
        'after the fourth key max': round(Math.max(...took.map(({ afterKeyMs }) => afterKeyMs))),
      })),
    },
  ],
  checks: [
    none(
      'calls not listed when the read-back began',
      found.flatMap(({ took }) => took).filter(({ isLateForWords }) => isLateForWords).length,
    ),
    ...found.flatMap(({ name, took, mostMs }) => [
      atMost(`handset to stored, ${name}`, mostMs, Math.max(...took.map(({ wholeMs }) => wholeMs)), ' ms'),
      atMost(
        `fourth key to stored, ${name}`,
        STORED_MS,
        Math.max(...took.map(({ afterKeyMs }) => afterKeyMs)),
        ' ms',
      ),
    ]),
  ],
})
