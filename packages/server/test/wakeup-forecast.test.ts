import { describe, expect, test } from 'vitest'
import type { WakeupCreated } from '@reveille/contract'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { seededChance } from '../testing/chance.ts'
import { type Night, openNight } from './night.ts'

const LINES = 4
const ROOMS = Array.from({ length: 40 }, (_, n) => String(101 + n))
const SITE = { mailboxes: [{ range: '101-140' }] }

/** Phones that ring and listen for as long as guests do: from 6 to 26 seconds, no two alike. */
function guestsOf({ exchange }: Night, seed: number) {
  const chance = seededChance(seed)
  for (const room of ROOMS) {
    const ringMs = Math.round(chance.between(seconds(2), seconds(10)))
    exchange.does(room, {
      does: 'answer',
      ringMs,
      hangsUpAfterMs: Math.round(chance.between(seconds(4), seconds(16))),
    })
  }
}

const askFor = async ({ hotel }: Night, rooms: readonly string[], time: string): Promise<WakeupCreated> =>
  (await hotel.request('desk', 'POST', '/rest/wakeup', { room: rooms.join(','), time })).json

/** Every call is over. */
const allOver = async ({ hotel }: Night) => {
  const pending = async () =>
    (await hotel.request('desk', 'GET', '/rest/wakeup/list/pending')).json.pending.length
  await hotel.until(async () => (await pending()) === 0, minutes(120))
}

/** When the last of these rooms was rung, at its latest call. */
const lastRung = ({ exchange }: Night, rooms: readonly string[]) =>
  Math.max(...rooms.map((room) => exchange.rings(room).at(-1) ?? 0))

/** By how many seconds the last call of each minute came later than it was told. */
function errorsOf(night: Night, peak: Readonly<Record<string, readonly string[]>>, told: readonly string[]) {
  const rung = Object.values(peak).map((rooms) => lastRung(night, rooms))
  return rung.map((at, n) => (at - Date.parse(told[n] ?? '')) / seconds(1))
}

/** The length of a call: so far apart may be what guests do this time and what they did before. */
const ONE_CALL = 16

describe('a rush', () => {
  test.each([1, 2, 3])(
    'goes as it was foretold from the calls before it (guests of seed %i)',
    async (seed) => {
      const night = await openNight({ lines: [LINES], site: SITE, wakeup: { attempts: 1 } })
      guestsOf(night, seed)
      await askFor(night, ROOMS, '2010')
      await allOver(night)

      const peak = { '2100': ROOMS.slice(0, 30), '2101': ROOMS.slice(30, 36), '2102': ROOMS.slice(36) }
      // They could all ring in time, or nearly: it is the peak that makes them late, and tells of them.
      expect((await askFor(night, peak['2102'], '2102')).forecast).toBeUndefined()
      expect((await askFor(night, peak['2101'], '2101')).forecast?.following).toEqual([])
      const { forecast } = await askFor(night, peak['2100'], '2100')
      expect(forecast).toMatchObject({ due: 30, lines: LINES, following: [{ due: 6 }, { due: 4 }] })
      await allOver(night)

      const told = [forecast?.last ?? '', ...(forecast?.following ?? []).map(({ last }) => last)]
      const worst = Math.max(...errorsOf(night, peak, told).map(Math.abs))
      expect(worst).toBeLessThan(ONE_CALL)
    },
  )
})
