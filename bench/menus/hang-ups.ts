import { setTimeout } from 'node:timers/promises'
import { now } from '../../packages/server/test/bare-audio.ts'
import type { BareCall } from '../../packages/server/test/bare-phones.ts'
import type { Chance } from '../../packages/server/testing/chance.ts'
import { none } from '../report.ts'
import { FIRST_ROOM, type MenuHouse, openMenuHouse, PIN, STAFF, staffNumber } from './house.ts'
import { EVENTS, pressAll } from './keys.ts'
import { type Part, type PartOptions, together, upTo } from './part.ts'
import { readRecords, timesDone } from './records.ts'

/** No more than work here: nobody signs in twice at once. */
const AT_ONCE = 40
const KEY_MS = 100
const WORDS_WITHIN_MS = 5_000
/** Of the read-back, before its key counts. */
const READ_BACK_MS = 650
/** A call to its end; half of the hang-ups are around the key that charges. */
const WHOLE_MS = 8_000
const AROUND_MS = 150

interface HungUp {
  readonly room: string
  /** The key that charges had left the phone. */
  readonly isPressed: boolean
  /** Words were heard after it. */
  readonly isConfirmed: boolean
}

/** Somebody charges an item by telephone and hangs up at any moment. */
export async function measureHangUps({ isQuick, chance }: PartOptions): Promise<Part> {
  const house = await openMenuHouse({ staff: STAFF })
  const calls: HungUp[] = []
  try {
    await together(AT_ONCE, upTo(isQuick ? 100 : 1_000), async (at) => {
      calls.push(await hangUpSometime(house, at, chance))
    })
    return partOf(calls, await chargesOf(house, calls))
  } finally {
    await house.close()
  }
}

async function hangUpSometime(house: MenuHouse, at: number, chance: Chance): Promise<HungUp> {
  const room = String(FIRST_ROOM + at)
  const call = await house.dial(room, 'minibar')
  const charging = new Charging(call, staffNumber(at))
  if (chance.happens(0.5)) {
    await Promise.race([charging.done, setTimeout(chance.between(0, WHOLE_MS))])
  } else {
    await charging.atReadBack
    await setTimeout(READ_BACK_MS + chance.between(-AROUND_MS, AROUND_MS))
  }
  const { pressedAt } = charging
  const heard = call.audio.heard.findLast(({ isSound }) => isSound)?.at ?? 0
  await call.hangUp()
  const isPressed = pressedAt !== null
  return { room, isPressed, isConfirmed: isPressed && heard > pressedAt + AROUND_MS }
}

/** The keys of one charge, for as long as the call lasts. */
class Charging {
  readonly done: Promise<void>
  readonly atReadBack: Promise<void>
  pressedAt: number | null = null
  #isAtReadBack: () => void = () => {}

  constructor(call: BareCall, number: string) {
    this.atReadBack = new Promise((resolve) => (this.#isAtReadBack = resolve))
    this.done = this.#charge(call, number)
  }

  async #charge(call: BareCall, number: string) {
    await call.audio.speaks(0, WORDS_WITHIN_MS)
    for (const entry of [`${number}#`, `${PIN}#`, '10#', '2#']) {
      const at = await pressAll(EVENTS, call, entry, () => KEY_MS)
      await call.audio.speaks(at + AROUND_MS, WORDS_WITHIN_MS)
    }
    this.#isAtReadBack()
    await setTimeout(READ_BACK_MS)
    if (!call.isUp) return
    this.pressedAt = now()
    await EVENTS.press(call, '1')
    await call.audio.speaks(this.pressedAt + AROUND_MS, WORDS_WITHIN_MS)
  }
}

async function chargesOf(house: MenuHouse, calls: readonly HungUp[]): Promise<ReadonlyMap<HungUp, number>> {
  const records = await readRecords(house)
  return new Map(calls.map((call) => [call, timesDone(records, 'charge', call.room)]))
}

function partOf(calls: readonly HungUp[], charges: ReadonlyMap<HungUp, number>): Part {
  const count = (is: (call: HungUp, charged: number) => boolean) =>
    calls.filter((call) => is(call, charges.get(call) ?? 0)).length
  return {
    counted:
      'hang-ups: a call to the mini-bar menu that signs in, enters item and quantity and presses 1, hung up at a random moment, half of them within 150 ms of that key; confirmed: words were heard after it',
    tables: [
      {
        title: 'Hung up at the mini-bar',
        rows: [
          {
            calls: calls.length,
            'before 1': count(({ isPressed }) => !isPressed),
            'after 1': count(({ isPressed }) => isPressed),
            'of them charged': count(({ isPressed }, charged) => isPressed && charged > 0),
            confirmed: count(({ isConfirmed }) => isConfirmed),
          },
        ],
      },
    ],
    checks: [
      none(
        'charged although 1 was not pressed',
        count(({ isPressed }, charged) => !isPressed && charged > 0),
      ),
      none(
        'confirmed and not charged',
        count(({ isConfirmed }, charged) => isConfirmed && charged === 0),
      ),
      none(
        'charged twice',
        count((_, charged) => charged > 1),
      ),
    ],
  }
}
