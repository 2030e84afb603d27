import { describe, expect, it } from 'vitest'
import { KeyDedupe, type KeyWay } from './key-dedupe.ts'

const counted = (...presses: [key: string, way: KeyWay, at: number][]) => {
  const dedupe = new KeyDedupe()
  return presses.flatMap(([key, way, at]) => (dedupe.counts(key, way, at) ? [key] : [])).join('')
}

describe('a key that comes both ways', () => {
  it('counts once, whichever comes first', () => {
    expect(counted(['1', 'rtp', 0], ['1', 'info', 300])).toBe('1')
    expect(counted(['1', 'info', 0], ['1', 'rtp', 10])).toBe('1')
  })

  it('counts once, though the request was lost and sent again while others were pressed', () => {
    expect(counted(['1', 'rtp', 0], ['1', 'rtp', 300], ['1', 'info', 320], ['1', 'info', 520])).toBe('11')
    expect(counted(['0', 'rtp', 0], ['7', 'rtp', 300], ['7', 'info', 320], ['0', 'info', 1_520])).toBe('07')
  })

  it('counts twice when the second comes much later', () => {
    expect(counted(['1', 'rtp', 0], ['1', 'info', 2_001])).toBe('11')
  })

  it('counts as often as it was pressed, when it is pressed fast', () => {
    expect(counted(['1', 'rtp', 0], ['1', 'info', 20], ['1', 'rtp', 150], ['1', 'info', 170])).toBe('11')
    expect(counted(['1', 'rtp', 0], ['1', 'rtp', 150], ['1', 'info', 170], ['1', 'info', 180])).toBe('11')
  })

  it('does not swallow another key', () => {
    expect(counted(['1', 'rtp', 0], ['2', 'info', 20])).toBe('12')
  })
})
