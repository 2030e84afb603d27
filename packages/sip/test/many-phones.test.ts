import { expect, it } from 'vitest'
import { ringMany } from './many-phones.ts'

// `npm run bench -- phones` rings three thousand.
const PHONES = 100

it('a hundred phones are rung at once, each comes to its own end, and nothing is left', async () => {
  expect(await ringMany(PHONES)).toEqual({ strange: [], left: 0 })
})
