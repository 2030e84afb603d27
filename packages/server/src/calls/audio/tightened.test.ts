import { expect, it } from 'vitest'
import { tightened } from './tightened.ts'

const EDGES = { below: 0.01, echoMs: 0 }
const MS = 16
const part = (ms: number, loud: number) =>
  Array.from({ length: ms * MS }, (_, n) => (n % 8 < 4 ? loud : -loud))
const speech = (...parts: number[][]) => Float32Array.from(parts.flat())

it('silence around speech is taken away, even if it hisses', () => {
  const kept = tightened(speech(part(300, 0.001), part(200, 0.5), part(400, 0.001)), EDGES)
  expect(kept.length / MS).toBe(5 + 200 + 15)
})

it('a pause within it is no longer than between two sentences', () => {
  const kept = tightened(speech(part(200, 0.5), part(900, 0), part(200, 0.5)), EDGES)
  expect(Math.abs(kept.length / MS - (200 + 350 + 200))).toBeLessThanOrEqual(15)
})

it('a shorter pause stays as it is', () => {
  const kept = tightened(speech(part(200, 0.5), part(250, 0), part(200, 0.5)), EDGES)
  expect(kept.length / MS).toBe(650)
})

it('of nothing, nothing is left', () => {
  expect(tightened(new Float32Array(16_000), EDGES)).toHaveLength(0)
})
