import type { PhoneScript } from '@reveille/sip/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type KilledHotel, openKilledHotel, waitUntil } from './killed-hotel.ts'
import { useDatabases } from './test-databases.ts'
import { type Kind, KINDS } from './premises.ts'
import { HEARD_ENOUGH_MS } from '../src/hotel/wakeups/answered-for-good.ts'
import { PATIENCE } from '../testing/eventually.ts'

// `npm run bench -- crash` kills at moments of its own choosing, with fifty phones, again and again.

const RINGING = '101'
const LISTENING = '102'
const CONFIRMED = '103'
const SNOOZED = '104'
/** Picked up when the process has died and the next one is not yet there. */
const IN_VAIN = '105'
const TO_COME = '106'
/** Picked up in the last moment: it has heard nothing yet. */
const PICKED_UP = '107'
const FIRST = [RINGING, LISTENING, CONFIRMED, SNOOZED, IN_VAIN, PICKED_UP]

const LISTENS: PhoneScript = { does: 'answer', ringMs: 200, hangsUpAfterMs: 60_000 }
const SHORT: PhoneScript = { does: 'answer', ringMs: 200, hangsUpAfterMs: 4_500 }
/** When another guest has listened for long enough. */
const presses = (keys: string): PhoneScript => ({ ...LISTENS, keys: [{ keys, afterMs: 6_000, by: 'info' }] })

/** At the first call everybody is at another step; at the second, everybody wakes. */
const FIRST_CALLS: Readonly<Record<string, PhoneScript>> = {
  [RINGING]: { does: 'ring' },
  [LISTENING]: LISTENS,
  [CONFIRMED]: presses('5'),
  [SNOOZED]: presses('1'),
  [IN_VAIN]: { does: 'ring' },
  [PICKED_UP]: { does: 'ring' },
}

const { newDatabase } = useDatabases()

async function openOn(kind: Kind): Promise<KilledHotel> {
  const options = kind === 'postgres' ? ['--database', await newDatabase()] : []
  const rung = new Set<string>()
  const script = (room: string) => {
    const known = rung.has(room)
    rung.add(room)
    return (!known && FIRST_CALLS[room]) || SHORT
  }
  const hotel = await openKilledHotel({ script, options })
  onTestFinished(() => hotel.close())
  return hotel
}

const sightsOf = ({ seen }: KilledHotel, room: string) => seen.filter((one) => one.room === room)
const whatOf = (hotel: KilledHotel, room: string) => sightsOf(hotel, room).map(({ what }) => what)
const rings = (hotel: KilledHotel, room: string) =>
  sightsOf(hotel, room).flatMap(({ what, at }) => (what === 'is rung' ? [at] : []))
const isLogged = (hotel: KilledHotel, kind: string, rows: number) => async () =>
  (await hotel.log(kind)).length === rows
const pickUp = async ({ phones }: KilledHotel, room: string) => {
  for (const { number, call } of phones.calls) if (number === room) await call.accept()
}

/** By the clock of the phone; with time to write that down. */
const hasListened = (hotel: KilledHotel, room: string) =>
  sightsOf(hotel, room).some(
    ({ what, at }) => what === 'answers' && Date.now() > at + HEARD_ENOUGH_MS + 2_500,
  )

/** Everybody at another step of the call; then the process is killed. */
async function killedInTheMiddle(hotel: KilledHotel) {
  await hotel.start()
  const ids = await hotel.ask(FIRST.join(','), 3_000)
  await waitUntil('all are rung', PATIENCE.timeout, () =>
    FIRST.every((room) => rings(hotel, room).length === 1),
  )
  // What is not committed when the process dies has not happened.
  await waitUntil('the answers are in the book', PATIENCE.timeout, isLogged(hotel, 'wakeup.answered', 3))
  await waitUntil('one has listened for long enough', PATIENCE.timeout, () => hasListened(hotel, LISTENING))
  await waitUntil('the keys are in the book', PATIENCE.timeout, isLogged(hotel, 'wakeup.key', 2))
  const [toCome = ''] = await hotel.ask(TO_COME, 8_000)
  await pickUp(hotel, PICKED_UP)
  await waitUntil('that is in the book', PATIENCE.timeout, isLogged(hotel, 'wakeup.answered', 4))
  await hotel.kill()
  await pickUp(hotel, IN_VAIN)
  expect(hotel.phones.calls.size).toBe(6)
  return new Map([...FIRST.map((room, at) => [room, ids[at] ?? ''] as const), [TO_COME, toCome]])
}

describe.concurrent('a product that is killed at every step of a call', () => {
  it.each(KINDS)(
    'leaves no phone off the hook, wakes nobody twice and forgets nobody (%s)',
    { timeout: 300_000 },
    async (kind) => {
      const hotel = await openOn(kind)
      const ids = await killedInTheMiddle(hotel)
      const call = (room: string) => hotel.call(ids.get(room) ?? '')

      await hotel.start()
      await waitUntil(
        'the phone that rang rings again',
        PATIENCE.timeout,
        () => rings(hotel, RINGING).length === 2,
      )
      await waitUntil('what was up is hung up', PATIENCE.timeout, () =>
        [LISTENING, CONFIRMED, SNOOZED].every((room) => whatOf(hotel, room).at(-1) === 'ends'),
      )
      expect(await call(LISTENING)).toMatchObject({ status: 2, result: 1, attempts: 1 })
      expect(await call(CONFIRMED)).toMatchObject({ status: 2, result: 1, attempts: 1 })
      expect(await call(SNOOZED)).toMatchObject({ status: 0, result: -1, snoozes: 1 })

      // All but the one who snoozes.
      await waitUntil(
        'the others are woken',
        PATIENCE.timeout,
        async () => (await hotel.pending()).length === 1,
      )
      await waitUntil('every phone is put down', PATIENCE.timeout, () => hotel.phones.calls.size === 0)
      for (const room of [RINGING, IN_VAIN, PICKED_UP, TO_COME])
        expect(await call(room)).toMatchObject({ result: 1, attempts: 1 })
      const times = Object.fromEntries([...ids.keys()].map((room) => [room, rings(hotel, room).length]))
      expect(times).toEqual({
        [RINGING]: 2,
        [LISTENING]: 1,
        [CONFIRMED]: 1,
        [SNOOZED]: 1,
        [IN_VAIN]: 2,
        [PICKED_UP]: 2,
        [TO_COME]: 1,
      })
      // Hung up before it rings again.
      expect(whatOf(hotel, IN_VAIN).slice(0, 4)).toEqual(['is rung', 'rings', 'ends', 'is rung'])
      expect(await hotel.log('wakeup.interrupted')).toHaveLength(6)
    },
  )
})
