import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRtcp, writeGoodbye, writeReport } from './rtcp.ts'

const sender = { wallMs: 1_700_000_000_500, timestamp: 160, packets: 3, bytes: 480 }
const block = {
  ssrc: 9,
  fractionLost: 64,
  received: 10,
  lost: -1,
  reordered: 0,
  highest: 65_540,
  jitter: 12.7,
  lastReport: 0x1234_5678,
  sinceLastReportMs: 500,
}

describe('a report', () => {
  it('is a sender report and our name, in whole words', () => {
    const bytes = writeReport(7, 'a@b', sender, [block])
    expect(bytes.subarray(0, 8).toString('hex')).toBe('81c8000c00000007')
    expect(bytes.readUInt32BE(8)).toBe(1_700_000_000 + 2_208_988_800)
    expect(bytes.readUInt32BE(12)).toBe(2 ** 31)
    expect(bytes.subarray(28, 52).toString('hex')).toBe('0000000940ffffff000100040000000c1234567800008000')
    expect(bytes.subarray(52).toString('hex')).toBe('81ca0003000000070103614062000000')
  })

  it('is a receiver report from one who has sent nothing', () => {
    expect(writeReport(7, 'a', null, []).subarray(0, 8).toString('hex')).toBe('80c9000100000007')
  })

  it('tells its reader when it was written', () => {
    const news = parseRtcp(writeReport(7, 'somebody', sender, [block]))
    const seconds = (1_700_000_000 + 2_208_988_800) & 0xffff
    expect(news).toEqual({
      senderReport: { ssrc: 7, middle: ((seconds << 16) | 0x8000) >>> 0 },
      bye: [],
    })
  })

  it('keeps its words whole for every name', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (name) => {
        const bytes = writeGoodbye(7, name, sender)
        expect(bytes.length % 4).toBe(0)
        expect(parseRtcp(bytes)?.bye).toEqual([7])
      }),
    )
  })
})

describe('what others send', () => {
  it('is swallowed, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        parseRtcp(bytes)
      }),
    )
    expect(parseRtcp(new Uint8Array())).toBeNull()
    expect(parseRtcp(Uint8Array.of(0x80, 203, 0, 0))).toBeNull()
  })

  it('is swallowed when it lies about its length or its count', () => {
    const good = writeGoodbye(7, 'name', null)
    expect(parseRtcp(good.subarray(0, good.length - 1))).toBeNull()
    const many = Buffer.from(good)
    many[many.length - 8] = 0x9f
    expect(parseRtcp(many)?.bye).toEqual([7])
    expect(parseRtcp(Uint8Array.of(0x80, 201, 0, 0, 0x80, 200, 0, 1, 0, 0, 0, 1))).toEqual({
      senderReport: null,
      bye: [],
    })
  })
})
