import { expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { openRandomHouse } from './random-deliveries.ts'

// `SEEDS=1000+50` tries fifty others.
const [first = 1, count = 4] = (process.env['SEEDS'] ?? '').split('+').filter(Boolean).map(Number)
const seeds = Array.from({ length: count }, (_, n) => first + n)

it.each(seeds)(
  'whatever happens, nothing is lost, doubled, out of order or left lying (seed %i)',
  async (seed) => {
    const { house, close } = await openRandomHouse(seed)
    try {
      for (let n = 0; n < 80; n++) await house.step()
      await house.mend()
      await house.drain(minutes(12))
      expect(await house.wrongs()).toEqual([])
      expect(await house.open()).toEqual([])
    } finally {
      await close()
    }
  },
)
