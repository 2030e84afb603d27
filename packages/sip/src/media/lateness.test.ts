import { describe, expect, it } from 'vitest'
import { Lateness } from './lateness.ts'

describe('lateness', () => {
  it('is told every ten seconds, as what one in a hundred is worse than', () => {
    const lateness = new Lateness()
    const told: (number | null)[] = []
    for (let packet = 0; packet <= 1_000; packet++)
      told.push(lateness.note(packet % 100 === 0 ? 300 : packet % 100 < 3 ? 25.9 : 0.4, packet * 10))
    expect(told.slice(0, -1)).toEqual(Array.from({ length: 1_000 }, () => null))
    expect(told.at(-1)).toBe(25)
  })

  it('begins anew each time', () => {
    const lateness = new Lateness()
    for (let packet = 0; packet < 100; packet++) lateness.note(80, packet)
    expect(lateness.note(0, 10_000)).toBe(80)
    for (let packet = 0; packet < 100; packet++) lateness.note(0, 10_001 + packet)
    expect(lateness.note(0, 20_000)).toBe(0)
  })

  it('knows no more than a second', () => {
    const lateness = new Lateness()
    lateness.note(1e9, 0)
    lateness.note(-5, 1)
    expect(lateness.note(0, 10_000)).toBe(1_000)
  })
})
