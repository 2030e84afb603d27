import { expect, it } from 'vitest'
import { killDeliveries } from './killed-deliveries.ts'

const ROUNDS = 6
const EQUAL = { missing: 0, doubled: 0, strange: 0, outOfOrder: 0, kept: 0, unexplained: 0 }

it('a product that is killed while it charges, takes back and delivers has the same accounts as its receivers and the folio', async () => {
  const found = await killDeliveries({ rounds: ROUNDS, seed: 20_261_114, thoughtful: 1 })

  expect(found.accounts).toMatchObject({ prompt: EQUAL, shaky: EQUAL, folio: EQUAL })
  expect(found).toMatchObject({ kills: ROUNDS, undelivered: 0, refused: 0, violations: [] })
  expect(found.charged).toBeGreaterThan(ROUNDS)
  expect(found.takenBack).toBeGreaterThan(0)
  expect(found.doubted).toBeGreaterThan(0)
  expect(found.accounts.folio.told).toBe(found.accounts.folio.twice)
}, 300_000)
