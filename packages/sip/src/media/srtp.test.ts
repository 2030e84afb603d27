import { describe, expect, it } from 'vitest'
import type { SrtpKeys, Suite } from '../sdp/crypto.ts'
import { ReplayWindow } from './replay-window.ts'
import { writeRtp } from './rtp.ts'
import { Srtp } from './srtp.ts'
import { indexOf } from './srtp-receiver.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const keyOf = (seed: number) => Buffer.alloc(30, seed).toString('base64')
const MASTER = bytes('e1f97a0d3e018be0d64fa32c06de4139 0ec675ad498afeebb6960b3aabe6').toString('base64')
const SUITE: Suite = 'AES_CM_128_HMAC_SHA1_80'

/** The two ends of one call. */
function ends(suite: Suite = SUITE) {
  const keys: SrtpKeys = { suite, ours: keyOf(1), theirs: keyOf(2) }
  return { room: new Srtp({ suite, ours: keyOf(2), theirs: keyOf(1) }), us: new Srtp(keys) }
}

const packetOf = (sequence: number, payload = Buffer.from('Good morning')) =>
  writeRtp({ marker: false, payloadType: 0, sequence: sequence & 0xffff, timestamp: 160, ssrc: 7, payload })

const report = bytes('81c8000b cafebabe abababababababababababababababab')

/** The vectors that libsrtp, which most phones have, is tested with. */
describe('a packet of another implementation', () => {
  const plain = bytes('800f1234 decafbad cafebabe abababababababababababababababab')
  const sealed = bytes('800f1234 decafbad cafebabe 4e55dc4ce79978d88ca4d215949d2402 b78d6acc99ea179b8dbb')
  const sealedReport = bytes(
    '81c8000b cafebabe 7128035be487b9bdbef89041f977a5a8 80000001 993e08cd54d6c1230798',
  )

  it('is sealed as that one seals it', () => {
    const srtp = new Srtp({ suite: SUITE, ours: MASTER, theirs: keyOf(1) })
    expect(Buffer.from(srtp.sealRtp(plain))).toEqual(sealed)
    expect(Buffer.from(srtp.sealRtcp(report))).toEqual(sealedReport)
  })

  it('is opened', () => {
    const srtp = new Srtp({ suite: SUITE, ours: keyOf(1), theirs: MASTER })
    expect(srtp.openRtp(sealed)).toEqual(plain)
    expect(srtp.openRtcp(sealedReport)).toEqual(report)
  })
})

describe.each([
  ['AES_CM_128_HMAC_SHA1_80', 10],
  ['AES_CM_128_HMAC_SHA1_32', 4],
] as const)('audio under %s', (suite, tagBytes) => {
  it('is heard by the other side, and by nobody on the way', () => {
    const { us, room } = ends(suite)
    const plain = packetOf(1)
    const sealed = us.sealRtp(plain)
    expect(sealed).toHaveLength(plain.length + tagBytes)
    expect(Buffer.from(sealed).includes('morning')).toBe(false)
    expect(room.openRtp(sealed)).toEqual(Buffer.from(plain))
  })

  it('goes both ways, each with a key of its own', () => {
    const { us, room } = ends(suite)
    expect(us.openRtp(room.sealRtp(packetOf(1)))).toEqual(Buffer.from(packetOf(1)))
    expect(us.openRtp(us.sealRtp(packetOf(2)))).toBeNull()
  })

  it('has reports that are proved by ten bytes', () => {
    const { us, room } = ends(suite)
    const sealed = us.sealRtcp(report)
    expect(sealed).toHaveLength(report.length + 4 + 10)
    expect(room.openRtcp(sealed)).toEqual(report)
  })
})

describe('a stranger', () => {
  const changed = (packet: Uint8Array, at: number) => {
    const copy = Buffer.from(packet)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy
  }

  it('cannot change a bit of what is said', () => {
    const { us, room } = ends()
    const [sealed, sealedReport] = [us.sealRtp(packetOf(1)), us.sealRtcp(report)]
    sealed.forEach((_, at) => expect(room.openRtp(changed(sealed, at))).toBeNull())
    sealedReport.forEach((_, at) => expect(room.openRtcp(changed(sealedReport, at))).toBeNull())
    expect(room.openRtp(sealed)).not.toBeNull()
    expect(room.openRtcp(sealedReport)).not.toBeNull()
  })

  it('cannot say it a second time', () => {
    const { us, room } = ends()
    const all = [1, 2, 3].map((sequence) => us.sealRtp(packetOf(sequence)))
    const reports = [us.sealRtcp(report), us.sealRtcp(report)]
    for (const one of all) expect(room.openRtp(one)).not.toBeNull()
    for (const one of all) expect(room.openRtp(one)).toBeNull()
    for (const one of reports) expect(room.openRtcp(one)).not.toBeNull()
    for (const one of reports) expect(room.openRtcp(one)).toBeNull()
  })

  it('is not heard without encryption, nor with what is no packet', () => {
    const { room } = ends()
    expect(room.openRtp(packetOf(1))).toBeNull()
    expect(room.openRtcp(report)).toBeNull()
    for (let length = 0; length < 30; length++) {
      expect(room.openRtp(Buffer.alloc(length, 0x9f))).toBeNull()
      expect(room.openRtcp(Buffer.alloc(length, 0x81))).toBeNull()
    }
    expect(room.openRtp(Buffer.alloc(5_000, 0x80))).toBeNull()
  })
})

describe('a long call', () => {
  it('goes on when the sequence numbers begin anew, with losses and in disorder', () => {
    const { us, room } = ends()
    const sequences = Array.from({ length: 3_500 }, (_, at) => 65_000 + 40 * at)
    const swapped = sequences.map((_, at) => sequences[at ^ 1] ?? 0).filter((at) => at > 0)
    const sealed = new Map(sequences.map((at) => [at, us.sealRtp(packetOf(at))]))
    const heard = swapped.filter((at) => room.openRtp(sealed.get(at) ?? Buffer.alloc(0)) !== null)
    expect(heard).toHaveLength(swapped.length)
  })

  it('takes each packet for the round that is nearest', () => {
    expect(indexOf(0, 65_535)).toBe(65_536)
    expect(indexOf(65_535, 65_536)).toBe(65_535)
    expect(indexOf(5, 3 * 65_536 + 4)).toBe(3 * 65_536 + 5)
    expect(indexOf(65_535, 3)).toBeLessThan(0)
  })
})

describe('a call whose keys change', () => {
  const next: SrtpKeys = { suite: SUITE, ours: keyOf(3), theirs: keyOf(4) }
  const nextOfRoom: SrtpKeys = { suite: SUITE, ours: keyOf(4), theirs: keyOf(3) }

  it('is heard through the change, old packets that come late included', () => {
    const { us, room } = ends()
    const late = us.sealRtp(packetOf(1))
    us.follow(next)
    room.follow(nextOfRoom)
    expect(room.openRtp(late)).not.toBeNull()
    expect(room.openRtp(us.sealRtp(packetOf(2)))).not.toBeNull()
    expect(us.openRtp(room.sealRtp(packetOf(1)))).not.toBeNull()
  })

  it('takes nothing under the old key once the new one was heard', () => {
    const { us, room } = ends()
    const late = us.sealRtp(packetOf(1))
    us.follow(next)
    room.follow(nextOfRoom)
    expect(room.openRtp(us.sealRtp(packetOf(2)))).not.toBeNull()
    expect(room.openRtp(late)).toBeNull()
  })

  it('goes on counting under a key that stays', () => {
    const { us, room } = ends()
    const first = us.sealRtp(packetOf(65_535))
    us.follow({ suite: SUITE, ours: keyOf(1), theirs: keyOf(9) })
    const second = us.sealRtp(packetOf(65_536))
    expect(room.openRtp(first)).not.toBeNull()
    expect(room.openRtp(second)).not.toBeNull()
    expect(room.openRtp(first)).toBeNull()
  })
})

describe('the window of packets that came', () => {
  it('knows each of the last, and takes none that is older', () => {
    const window = new ReplayWindow()
    for (const index of [1_000, 1_001, 1_090]) window.note(index)
    const news = [1_000, 1_001, 1_002, 1_089, 1_090, 1_091, 963, 962].map((index) => window.isNew(index))
    expect(news).toEqual([false, false, true, true, false, true, true, false])
  })

  it('forgets what it has moved away from', () => {
    const window = new ReplayWindow()
    for (const index of [5, 1_000_000]) window.note(index)
    expect(window.isNew(999_999)).toBe(true)
    expect(window.isNew(5)).toBe(false)
  })
})
