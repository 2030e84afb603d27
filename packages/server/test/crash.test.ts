import { describe, expect, it } from 'vitest'
import { killRepeatedly } from './crash.ts'

// `npm run bench -- kill` does the same a hundred times.
const ROUNDS = 5

describe('a product that is killed in the middle of its work', () => {
  it(
    'has kept every call and every charge that it acknowledged, and none twice',
    { timeout: 300_000 },
    async () => {
      const figures = await killRepeatedly({ rounds: ROUNDS, seed: 20_261_115 })
      expect(figures).toMatchObject({ kills: ROUNDS, lost: 0, doubled: 0, wrong: 0 })
      expect(figures.acknowledged).toBeGreaterThan(0)
      expect(figures.retried).toBeGreaterThan(0)
    },
  )
})
