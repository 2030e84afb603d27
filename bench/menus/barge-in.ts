import { setTimeout } from 'node:timers/promises'
import { now } from '../../packages/server/test/bare-audio.ts'
import type { BareCall } from '../../packages/server/test/bare-phones.ts'
import { quantile, round } from '../figures.ts'
import { atMost, none } from '../report.ts'
import { FIRST_ROOM, openMenuHouse } from './house.ts'
import { EVENTS, type KeyKind, RELAY } from './keys.ts'
import { type Part, type PartOptions, together, upTo } from './part.ts'

const MOST_MS = 60
const AT_ONCE = 4
const PRESSES_PER_CALL = 5
/** So long after the key it is looked for words that still came. */
const LOOKED_FOR_MS = 400
const PACKET_MS = 20
const SPEAKS_WITHIN_MS = 5_000

/** A key in the middle of a word: how long the word goes on at the guest's ear. */
export async function measureBargeIn({ isQuick, chance }: PartOptions): Promise<Part> {
  const presses = isQuick ? 40 : 200
  const found = []
  for (const kind of [EVENTS, RELAY])
    found.push({ name: kind.name, ...(await cutOff(kind, presses, () => chance.between(0, 1_500))) })
  return {
    counted:
      'barge-in: from the first packet of a key that leaves the phone while something is said to the last packet with sound that arrives',
    tables: [
      {
        title: 'Barge-in, ms',
        rows: found.map(({ name, goesOn, silent }) => ({
          keys: name,
          presses: goesOn.length,
          p50: round(quantile(goesOn, 0.5)),
          p95: round(quantile(goesOn, 0.95)),
          max: round(Math.max(...goesOn)),
          'no words to cut': silent,
        })),
      },
    ],
    checks: [
      none(
        'presses before which nothing was said',
        found.reduce((sum, { silent }) => sum + silent, 0),
      ),
      ...found.flatMap(({ name, goesOn }) => [
        atMost(`barge-in p95, ${name}`, MOST_MS, quantile(goesOn, 0.95), ' ms'),
        atMost(`barge-in at most, ${name}`, MOST_MS, Math.max(...goesOn), ' ms'),
      ]),
    ],
  }
}

interface CutOff {
  readonly goesOn: readonly number[]
  readonly silent: number
}

async function cutOff(kind: KeyKind, presses: number, waitMs: () => number): Promise<CutOff> {
  const house = await openMenuHouse()
  const goesOn: number[] = []
  let silent = 0
  try {
    await together(AT_ONCE, upTo(presses / PRESSES_PER_CALL), async (at) => {
      const call = await house.dial(String(FIRST_ROOM + at), 'guest')
      for (let n = 0; n < PRESSES_PER_CALL; n++) {
        const ms = await cutOnce(kind, call, waitMs())
        if (ms === null) silent += 1
        else goesOn.push(ms)
      }
      await call.hangUp()
    })
    return { goesOn, silent }
  } finally {
    await house.close()
  }
}

/** A digit silences the prompt; star takes it back, and the prompt begins anew. */
async function cutOnce(kind: KeyKind, call: BareCall, waitMs: number): Promise<number | null> {
  if (!(await call.audio.speaks(now(), SPEAKS_WITHIN_MS))) return null
  await setTimeout(waitMs)
  if (!(await call.audio.speaks(now(), SPEAKS_WITHIN_MS))) return null
  // Somewhere between two packets, not always just after one.
  await setTimeout(waitMs % PACKET_MS)
  const pressedAt = await kind.press(call, '0')
  await setTimeout(LOOKED_FOR_MS)
  const last = call.audio.heard.findLast(({ isSound }) => isSound)?.at ?? 0
  await kind.press(call, '*')
  return Math.max(0, last - pressedAt)
}
