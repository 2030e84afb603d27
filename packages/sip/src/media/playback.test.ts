import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transcode } from './g711.ts'
import type { PlayOptions } from './media-types.ts'
import { Playback } from './playback.ts'

const audioOf = (pcmu: Uint8Array) => ({
  pcmu,
  pcma: transcode(pcmu, 'PCMU', 'PCMA'),
  durationMs: pcmu.length / 8,
})
const SPEECH = Uint8Array.from({ length: 200 }, (_, at) => at % 100)
const blocks = (playback: Playback, count: number, size = 160) =>
  Array.from({ length: count }, () => {
    const block = new Uint8Array(size)
    playback.next(block, 'PCMU')
    return Array.from(block)
  }).flat()
const silence = (count: number) => Array.from({ length: count }, () => 0xff)

describe('a playback', () => {
  it('plays to the end and is silent afterwards', () => {
    const playback = new Playback(audioOf(SPEECH))
    expect(blocks(playback, 3)).toEqual([...SPEECH, ...silence(280)])
    expect(playback).toMatchObject({ done: false, rounds: 1 })
    expect(blocks(playback, 4)).toEqual(silence(640))
    expect(playback).toMatchObject({ done: true, rounds: 1 })
  })

  it('waits, begins where it is told, and repeats from the front with a pause', () => {
    const playback = new Playback(audioOf(SPEECH), { delayMs: 2, fromMs: 10, times: 2, gapMs: 5 })
    const expected = [...silence(16), ...SPEECH.slice(80), ...silence(40), ...SPEECH]
    expect(blocks(playback, 3)).toEqual([...expected, ...silence(480 - expected.length)])
  })

  it('speaks the other law in the middle of a round', () => {
    const playback = new Playback(audioOf(SPEECH))
    const [first, second] = [new Uint8Array(100), new Uint8Array(100)]
    playback.next(first, 'PCMU')
    playback.next(second, 'PCMA')
    expect(transcode(second, 'PCMA', 'PCMU')).toEqual(
      transcode(audioOf(SPEECH).pcma, 'PCMA', 'PCMU').slice(100),
    )
  })

  it('is the same sound in any sizes of block, and counts all of it', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.record({
          delayMs: fc.nat(20),
          fromMs: fc.nat(50),
          times: fc.integer({ min: 0, max: 4 }),
          gapMs: fc.nat(20),
        }),
        fc.constantFrom(80, 160, 240, 320),
        (bytes, options: PlayOptions, size) => {
          const one = blocks(new Playback(audioOf(bytes), options), 1, 4_800)
          expect(blocks(new Playback(audioOf(bytes), options), 4_800 / size, size)).toEqual(one)
        },
      ),
    )
  })

  it('has nothing to say without audio, even for ever', () => {
    const playback = new Playback(audioOf(new Uint8Array()), { times: Infinity })
    expect(blocks(playback, 1)).toEqual(silence(160))
    expect(playback.done).toBe(true)
  })
})
