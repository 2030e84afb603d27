import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRtp, type RtpPacket, SequenceTracker, timestampDistance, writeRtp } from './rtp.ts'

const uint32 = fc.integer({ min: 0, max: 0xffff_ffff })
const packets: fc.Arbitrary<RtpPacket> = fc.record({
  marker: fc.boolean(),
  // With the marker, 64 to 95 read as RTCP (RFC 5761 4).
  payloadType: fc.integer({ min: 0, max: 127 }).filter((type) => type < 64 || type > 95),
  sequence: fc.integer({ min: 0, max: 65_535 }),
  timestamp: uint32,
  ssrc: uint32,
  payload: fc.uint8Array({ maxLength: 320 }),
})
const header = (sequence: number, timestamp = sequence * 160) => ({
  marker: false,
  payloadType: 0,
  sequence: sequence & 0xffff,
  timestamp: timestamp >>> 0,
  ssrc: 7,
})

describe('an RTP packet', () => {
  it('reads back as it was written', () => {
    fc.assert(
      fc.property(packets, (packet) => {
        expect(parseRtp(writeRtp(packet))).toEqual(packet)
      }),
    )
  })

  it('is found behind contributing sources and an extension, and without its padding', () => {
    const parts = ['b20800010000000200000003', '0101010102020202', 'bede000109090909', 'd5d5000003']
    const bytes = Buffer.from(parts.join(''), 'hex')
    expect(parseRtp(bytes)?.payload).toEqual(Buffer.of(0xd5, 0xd5))
  })

  it.each([
    ['nothing', []],
    ['a short one', [0x80, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]],
    ['another version', [0x40, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]],
    ['RTCP', [0x80, 200, 0, 6, 0, 0, 0, 2, 0, 0, 0, 3]],
    ['more sources than bytes', [0x8f, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]],
    ['an extension past the end', [0x90, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 9]],
    ['an extension without length', [0x90, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]],
    ['padding of nothing', [0xa0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0]],
    ['more padding than bytes', [0xa0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 2]],
  ])('is not %s', (_, bytes) => {
    expect(parseRtp(Uint8Array.from(bytes))).toBeNull()
  })

  it('is never read past its end, whatever comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const packet = parseRtp(bytes)
        return packet === null || packet.payload.length <= bytes.length - 12
      }),
    )
  })
})

describe('the distance of two timestamps', () => {
  it('goes over the end of the circle', () => {
    expect(timestampDistance(80, 0xffff_ffb0)).toBe(160)
    expect(timestampDistance(0xffff_ffb0, 80)).toBe(-160)
  })
})

describe('the count of packets', () => {
  const track = (sequences: readonly number[]) => {
    const tracker = new SequenceTracker()
    sequences.forEach((sequence, at) => tracker.track(header(sequence), at * 20))
    return tracker
  }

  it('knows a row over the turn of the numbers as whole', () => {
    const { received, lost, highest } = track([65_534, 65_535, 65_536, 65_537]).reception
    expect({ received, lost, highest }).toEqual({ received: 4, lost: 0, highest: 65_537 })
  })

  it('knows what is missing and what came late', () => {
    const tracker = track([1, 2, 5, 4, 6])
    expect(tracker.reception).toMatchObject({ received: 5, lost: 1, reordered: 1 })
    expect(tracker.takeFractionLost()).toBe(Math.floor(256 / 6))
    expect(tracker.takeFractionLost()).toBe(0)
  })

  it('loses nothing in any row without gaps, and counts each gap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 65_535 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 300 }),
        (base, kept) => {
          const row = [
            base,
            ...kept.flatMap((keep, at) => (keep ? [base + at + 1] : [])),
            base + kept.length + 1,
          ]
          expect(track(row).reception.lost).toBe(kept.filter((keep) => !keep).length)
        },
      ),
    )
  })

  it('takes one stray for a stray, and two in a row for a new beginning', () => {
    const tracker = track([1, 2, 3])
    expect(tracker.track(header(30_000), 60)).toBe(false)
    expect(tracker.track(header(30_001), 80)).toBe(true)
    expect(tracker.reception).toMatchObject({ received: 4, lost: 0 })
  })

  it('sees no jitter in an even row, and the sixteenth of one late packet', () => {
    const tracker = track([1, 2, 3])
    expect(tracker.reception.jitter).toBe(0)
    tracker.track(header(4), 70)
    expect(tracker.reception.jitter).toBe(80 / 16)
  })
})
