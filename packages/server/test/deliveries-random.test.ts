import { expect, it } from 'vitest'
import { runRandomHouse } from './random-deliveries.ts'

// `npm run bench -- random-deliveries` tries hundreds.
it.each([1, 2])(
  'whatever happens, nothing is lost, doubled, out of order or left lying (seed %i)',
  async (seed) => {
    expect(await runRandomHouse(seed)).toEqual({ wrongs: [], open: [] })
  },
)
