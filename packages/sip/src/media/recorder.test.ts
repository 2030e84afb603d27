import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode } from './g711.ts'
import { Recorder } from './recorder.ts'

const SPEECH = Uint8Array.from({ length: 1_600 }, (_, at) => (at * 7) % 256)
const block = (at: number) => SPEECH.subarray(at * 160, at * 160 + 160)

describe('a recording', () => {
  it('is what was said, in whatever order it came, over the turn of the timestamps', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 9 }),
        fc.integer({ min: 0, max: 0xffff_ffff }),
        (order, origin) => {
          const recorder = new Recorder(60_000)
          for (const at of [0, ...order]) recorder.add(block(at), 'PCMU', (origin + at * 160) >>> 0)
          expect(recorder.recording).toEqual(decode(SPEECH, 'PCMU'))
        },
      ),
    )
  })

  it('is silent where a packet was lost, and knows both laws', () => {
    const recorder = new Recorder(60_000)
    recorder.add(block(0), 'PCMU', 0)
    recorder.add(block(2), 'PCMA', 320)
    expect(Array.from(recorder.recording)).toEqual([
      ...decode(block(0), 'PCMU'),
      ...new Int16Array(160),
      ...decode(block(2), 'PCMA'),
    ])
  })

  it('ends where it must', () => {
    const recorder = new Recorder(30)
    for (let at = 0; at < 10; at += 1) recorder.add(block(at), 'PCMU', at * 160)
    expect(recorder.recording).toEqual(decode(SPEECH.subarray(0, 240), 'PCMU'))
    expect(new Recorder(0).recording).toHaveLength(0)
  })

  it('goes on at once when the other side begins to count anew', () => {
    const recorder = new Recorder(60_000)
    recorder.add(block(0), 'PCMU', 1_000)
    recorder.add(block(1), 'PCMU', 2_000_000_000)
    recorder.add(block(2), 'PCMU', 2_000_000_160)
    expect(recorder.recording).toEqual(decode(SPEECH.subarray(0, 480), 'PCMU'))
  })
})
