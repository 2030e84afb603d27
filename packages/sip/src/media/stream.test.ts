import { describe, expect, it } from 'vitest'
import { joined, silence as quiet, tone } from '../../testing/sounds.ts'
import { speechLike } from '../../testing/speech-like.ts'
import type { Address } from '../messages/address.ts'
import type { AgreedAudio } from '../sdp/offer-answer.ts'
import { encode, SILENCE, transcode } from './g711.ts'
import type { StreamOptions } from './media-types.ts'
import type { StreamNews } from './messages.ts'
import { parseRtcp, writeGoodbye, writeReport } from './rtcp.ts'
import { parseRtp, type RtpPacket, writeRtp } from './rtp.ts'
import { Stream } from './stream.ts'
import { keyPress, parseEvent } from './telephone-event.ts'

const PHONE: Address = { host: '192.0.2.9', port: 4_000 }
const SPEECH = Uint8Array.from({ length: 8 * 60 }, (_, at) => at % 120)
const AUDIO = { pcmu: SPEECH, pcma: transcode(SPEECH, 'PCMU', 'PCMA'), durationMs: 60 }

const agreed = (over: Partial<AgreedAudio> = {}): AgreedAudio => ({
  codec: 'PCMU',
  payloadType: 0,
  remote: PHONE,
  eventType: 101,
  direction: 'sendrecv',
  ptime: 20,
  ...over,
})

interface Sent extends RtpPacket {
  readonly to: Address
}

/** A stream whose clock and whose wire the test holds in its hands. */
function stage(start: AgreedAudio | null = agreed(), options: StreamOptions = {}) {
  const sent: Sent[] = []
  const rtcp: { bytes: Uint8Array; to: Address }[] = []
  const news: StreamNews[] = []
  const pressed: number[] = []
  const played: number[] = []
  let now = 5_000
  const stream = new Stream(
    {
      sendRtp: (bytes, to) => {
        const packet = parseRtp(bytes)
        if (packet) sent.push({ ...packet, payload: packet.payload.slice(), to })
      },
      sendRtcp: (bytes, to) => rtcp.push({ bytes, to }),
      tell: (one) => news.push(one),
      played: (play) => played.push(play),
      pressed: (press) => pressed.push(press),
    },
    { steady: () => now, wall: () => 1_700_000_000_000 },
    // The highest numbers there are, so that each of them goes over its end.
    { token: (length) => 'x'.repeat(length), integer: (_, high) => high - 1 },
    { timeoutMs: 30_000, ...options },
  )
  if (start) stream.retarget(start)
  const tick = (times = 1, missed = 0) => {
    for (let at = 0; at < times; at += 1) {
      now += stream.periodMs * (missed + 1)
      stream.tick(missed)
    }
    return sent.splice(0)
  }
  const hear = (over: Partial<RtpPacket> = {}, from = PHONE) =>
    stream.receive(
      writeRtp({
        marker: false,
        payloadType: 0,
        sequence: 1,
        timestamp: 160,
        ssrc: 9,
        payload: new Uint8Array(160),
        ...over,
      }),
      from,
    )
  return { stream, sent, rtcp, news, played, pressed, tick, hear }
}

const bytesOf = (packets: readonly Sent[]) => packets.flatMap(({ payload }) => Array.from(payload))
const silence = (count: number, codec: 'PCMU' | 'PCMA' = 'PCMU') =>
  Array.from({ length: count }, () => SILENCE[codec])
const play = (stream: Stream) => stream.obey({ kind: 'play', play: 7, audio: AUDIO, options: {} })

describe('what is sent', () => {
  it('is nothing before the audio is agreed', () => {
    expect(stage(null).tick(5)).toEqual([])
  })

  it('is the speech and then silence, with a marker on the first packet, in one unbroken row', () => {
    const { stream, tick } = stage()
    play(stream)
    const packets = tick(5)
    expect(bytesOf(packets)).toEqual([...SPEECH, ...silence(320)])
    expect(packets.map(({ marker }) => marker)).toEqual([true, false, false, false, false])
    expect(packets.map(({ sequence }) => sequence)).toEqual([65_535, 0, 1, 2, 3])
    expect(packets.map(({ timestamp }) => timestamp)).toEqual([0xffff_ffff, 159, 319, 479, 639])
    expect(new Set(packets.map(({ ssrc }) => ssrc))).toEqual(new Set([0xffff_ffff]))
  })

  it('is played when its last word had time to reach the ear, and says which it was', () => {
    const { stream, tick, played } = stage()
    play(stream)
    tick(7)
    expect(played).toEqual([])
    tick()
    expect(played).toEqual([7])
  })

  it.each([20, 30, 40])('comes in packets of %i ms when the other side likes it so', (ptime) => {
    const { stream, tick } = stage(agreed({ ptime }))
    expect(stream.periodMs).toBe(ptime)
    play(stream)
    const [first, second] = tick(2)
    expect(first?.payload.length).toBe(ptime * 8)
    expect(((second?.timestamp ?? 0) - (first?.timestamp ?? 0)) >>> 0).toBe(ptime * 8)
  })

  it.each([0, 7, 5_000, 20.5])('comes in packets of 20 ms when the other side wants %d', (ptime) => {
    expect(stage(agreed({ ptime })).tick()[0]?.payload.length).toBe(160)
  })

  it('speaks the other law, from the other address, with the same SSRC, when the call moves', () => {
    const { stream, tick } = stage()
    play(stream)
    const [before] = tick()
    const elsewhere = { host: '192.0.2.77', port: 7_000 }
    stream.retarget(agreed({ remote: elsewhere, codec: 'PCMA', payloadType: 8 }))
    const [after, next] = tick(2)
    expect(after).toMatchObject({
      to: elsewhere,
      payloadType: 8,
      ssrc: before?.ssrc,
      sequence: 0,
      marker: true,
    })
    expect(next?.marker).toBe(false)
    expect(bytesOf(after ? [after] : [])).toEqual(Array.from(AUDIO.pcma.subarray(160, 320)))
  })

  it('stops for a hold and goes on where it was, the timestamps having run', () => {
    const { stream, tick } = stage()
    play(stream)
    const [first] = tick()
    stream.retarget(agreed({ direction: 'recvonly' }))
    expect(tick(10)).toEqual([])
    stream.retarget(agreed())
    const rest = tick(2)
    expect(bytesOf(rest)).toEqual(Array.from(SPEECH.subarray(160)))
    expect(rest[0]).toMatchObject({ marker: true, sequence: 0 })
    expect(((rest[0]?.timestamp ?? 0) - (first?.timestamp ?? 0)) >>> 0).toBe(11 * 160)
    expect(stream.stop()).toMatchObject({ heardMs: 60, rounds: 1, sent: 3 })
  })

  it('loses no word when its turns came too late, though the time has passed', () => {
    const { stream, tick } = stage()
    play(stream)
    const [first] = tick()
    const [second] = tick(1, 4)
    expect(bytesOf(second ? [second] : [])).toEqual(Array.from(SPEECH.subarray(160, 320)))
    expect(((second?.timestamp ?? 0) - (first?.timestamp ?? 0)) >>> 0).toBe(5 * 160)
    expect(second?.sequence).toBe(0)
    expect(stream.stop()).toMatchObject({ heardMs: 40, skipped: 4, sent: 2, rounds: 0 })
  })

  it('is repeated as often as wanted, and the rounds are counted even when it is broken off', () => {
    const { stream, tick } = stage()
    stream.obey({ kind: 'play', play: 7, audio: AUDIO, options: { times: Infinity } })
    expect(bytesOf(tick(7)).slice(480, 960)).toEqual(Array.from(SPEECH))
    expect(stream.stop()).toMatchObject({ rounds: 2, heardMs: 140 })
  })

  it('stays as it was written while the packets wait for the socket, even many at once', () => {
    const wire: Uint8Array[] = []
    const stream = new Stream(
      {
        sendRtp: (bytes) => wire.push(bytes),
        sendRtcp: () => {},
        tell: () => {},
        played: () => {},
        pressed: () => {},
      },
      { steady: () => 0, wall: () => 0 },
      { token: () => 'x', integer: () => 0 },
      { agreed: agreed({ ptime: 10 }) },
    )
    for (let at = 0; at < 21; at += 1) stream.tick(0)
    expect(wire.map((bytes) => parseRtp(bytes)?.sequence)).toEqual(wire.map((_, at) => at))
  })

  it('counts what was heard of speech that was broken off', () => {
    const { stream, tick } = stage()
    play(stream)
    tick()
    stream.obey({ kind: 'quiet' })
    expect(bytesOf(tick())).toEqual(silence(160))
    expect(stream.stop().heardMs).toBe(20)
  })
})

describe('keys that are pressed', () => {
  const press = (stream: Stream, keys: string, number = 1) =>
    stream.obey({ kind: 'press', press: number, keys, options: { holdMs: 60, gapMs: 40 } })

  it('go out in place of audio, each under the timestamp of its start', () => {
    const { stream, tick, pressed } = stage()
    press(stream, '12', 7)
    const packets = tick(26)
    const events = packets.filter(({ payloadType }) => payloadType === 101)
    const keys = events.map(({ payload, marker }) => ({ ...parseEvent(payload), marker }))
    expect(keys.map(({ event }) => event)).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    expect(keys.map(({ marker }) => marker)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(keys.map(({ end }) => end)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
      true,
      true,
      true,
    ])
    expect(new Set(events.map(({ timestamp }) => timestamp)).size).toBe(2)
    expect(packets.map(({ sequence }) => sequence)).toEqual(packets.map((_, at) => (65_535 + at) & 0xffff))
    expect(pressed).toEqual([7])
  })

  it('wait while the call is held, and are let go where nobody takes them', () => {
    const { stream, tick, pressed } = stage(agreed({ direction: 'inactive' }))
    press(stream, '1')
    tick(20)
    expect(pressed).toEqual([])
    stream.retarget(agreed({ eventType: null }))
    expect(pressed).toEqual([1])
    press(stream, '5', 2)
    expect(pressed).toEqual([1, 2])
    expect(tick(3).every(({ payloadType }) => payloadType === 0)).toBe(true)
  })
})

describe('a tone that is heard', () => {
  /** The key 5, as the phone of an analogue room sends it. */
  const tone = encode(
    Int16Array.from(
      { length: 1_600 },
      (_, at) => 5_000 * (Math.sin((at * 770 * Math.PI) / 4_000) + Math.sin((at * 1_336 * Math.PI) / 4_000)),
    ),
    'PCMU',
  )
  let sequence = 0
  const sound = ({ hear, tick }: ReturnType<typeof stage>) => {
    for (let at = 0; at < tone.length; at += 160) {
      hear({ sequence: ++sequence, timestamp: 160 * sequence, payload: tone.subarray(at, at + 160) })
      tick()
    }
  }
  const keysOf = ({ news }: ReturnType<typeof stage>) =>
    news.flatMap((one) => (one.name === 'key' ? one.args : [])).join('')

  it('is a key only where that was wished for', () => {
    const [plain, listening] = [stage(), stage(agreed(), { inBandKeys: true })]
    sound(plain)
    sound(listening)
    expect([keysOf(plain), keysOf(listening)]).toEqual(['', '5'])
    expect(listening.stream.stop().keys).toBe('5')
  })

  it('is none while we speak ourselves, nor an echo after it', () => {
    const one = stage(agreed(), { inBandKeys: true })
    one.stream.obey({ kind: 'play', play: 1, audio: AUDIO, options: { times: 2, gapMs: 5_000 } })
    one.tick()
    sound(one)
    expect(keysOf(one)).toBe('')
    // In the pause between two rounds it counts.
    one.tick(10)
    sound(one)
    expect(keysOf(one)).toBe('5')
  })

  it('is nothing new from a phone that tells its keys as events', () => {
    const one = stage(agreed(), { inBandKeys: true })
    const payload = keyPress('5', { holdMs: 100 })?.[0]?.payload ?? new Uint8Array()
    one.hear({ sequence: ++sequence, payloadType: 101, timestamp: 160 * sequence, payload })
    sound(one)
    expect(keysOf(one)).toBe('5')
  })

  it('is broken off where a packet is lost', () => {
    const one = stage(agreed(), { inBandKeys: true })
    // Both tones begin anew every half second: what is left would sound as if nothing were missing.
    for (let at = 0; at < 10; at += 1) {
      sequence += 26
      one.hear({ sequence, timestamp: 160 * sequence, payload: tone.subarray(at * 160, (at + 1) * 160) })
    }
    expect(keysOf(one)).toBe('')
  })
})

describe('what is heard', () => {
  const event = (key: string) => keyPress(key, { holdMs: 100 })?.[0]?.payload ?? new Uint8Array()

  it('is told once at first, and each key once', () => {
    const { hear, news } = stage()
    hear({ sequence: 1 })
    hear({ sequence: 2, payloadType: 101, timestamp: 320, payload: event('5') })
    hear({ sequence: 3, payloadType: 101, timestamp: 320, payload: event('5') })
    expect(news).toEqual([
      { name: 'firstPacket', args: [] },
      { name: 'key', args: ['5'] },
    ])
  })

  it('is a key on whatever payload type the other side chose', () => {
    const { hear, stream } = stage(agreed({ eventType: null }))
    hear({ payloadType: 96, payload: event('#') })
    expect(stream.stop().keys).toBe('#')
  })

  it('is nothing when it is early, a stranger, or of a type that nobody agreed', () => {
    const early = stage(null)
    early.hear()
    const { hear, stream, news } = stage()
    hear({ payloadType: 18 })
    hear({ sequence: 2, payloadType: 101, payload: event('1') }, { host: '203.0.113.5', port: 1 })
    stream.receive(Uint8Array.of(1, 2, 3), PHONE)
    expect([...early.news, ...news]).toEqual([])
    expect(stream.stop().received).toBe(0)
  })

  it('leads the audio to where it comes from', () => {
    const { hear, tick } = stage()
    hear({}, { ...PHONE, port: 4_321 })
    expect(tick()[0]?.to).toEqual({ ...PHONE, port: 4_321 })
  })

  it('is counted over a change of source, with what was lost', () => {
    const { hear, stream } = stage()
    for (const sequence of [1, 2, 4]) hear({ sequence })
    for (const sequence of [500, 501]) hear({ sequence, ssrc: 10 })
    expect(stream.stop()).toMatchObject({ received: 5, lost: 1 })
  })

  it('is recorded in either law, and comfort noise is no sound', () => {
    const { hear, stream } = stage()
    stream.obey({ kind: 'record', options: {} })
    hear({ sequence: 1, timestamp: 0, payload: Uint8Array.of(0x80) })
    hear({ sequence: 2, timestamp: 1, payloadType: 8, payload: Uint8Array.of(0xaa) })
    hear({ sequence: 3, timestamp: 2, payloadType: 13, payload: Uint8Array.of(0x40) })
    expect(Array.from(stream.stop().recording ?? [])).toEqual([32_124, 32_256])
  })
})

describe('silence of the other side', () => {
  it('is told once, and again only after it was heard', () => {
    const { tick, hear, news } = stage(agreed(), { timeoutMs: 1_000 })
    tick(49)
    expect(news).toEqual([])
    tick(100)
    expect(news).toEqual([{ name: 'timeout', args: [] }])
    hear()
    tick(50)
    expect(news.filter(({ name }) => name === 'timeout')).toHaveLength(2)
  })

  it.each(['inactive', 'recvonly', 'sendonly'] as const)('is as it should be while %s', (direction) => {
    const { stream, tick, news } = stage(agreed({ direction }), { timeoutMs: 1_000 })
    tick(200)
    expect(news).toEqual([])
    stream.retarget(agreed())
    tick(49)
    expect(news).toEqual([])
    tick(1)
    expect(news).toEqual([{ name: 'timeout', args: [] }])
  })

  it('is no time-out while its reports come', () => {
    const { stream, tick, news } = stage(agreed(), { timeoutMs: 1_000 })
    for (let at = 0; at < 5; at += 1) {
      tick(40)
      stream.receiveRtcp(writeReport(9, 'phone', null, []), { ...PHONE, port: 4_001 })
    }
    expect(news).toEqual([])
  })
})

describe('what the other side has heard', () => {
  const long = new Uint8Array(8 * 40_000).fill(5)
  const LONG = { pcmu: long, pcma: long, durationMs: 40_000 }
  const report = writeReport(9, 'phone', null, [])
  const FROM_RTCP = { ...PHONE, port: 4_001 }

  /** An announcement of forty seconds, and what comes from the phone at each 20 ms. */
  function announced(options: StreamOptions = {}, times = 1) {
    const scene = stage(agreed(), options)
    scene.stream.obey({ kind: 'play', play: 1, audio: LONG, options: { times } })
    let sequence = 0
    const lasts = (ms: number, payloadType: number | null = null) => {
      for (let at = 0; at < ms; at += 20) {
        scene.tick()
        if (payloadType !== null) scene.hear({ payloadType, sequence: ++sequence, timestamp: sequence * 160 })
      }
    }
    const reports = () => scene.stream.receiveRtcp(report, FROM_RTCP)
    return { ...scene, lasts, reports, heardMs: () => scene.stream.stop().heardMs }
  }

  it('is what was said until its audio broke off', () => {
    const { lasts, heardMs, news } = announced()
    lasts(2_600, 0)
    lasts(29_000)
    expect(news.map(({ name }) => name)).toEqual(['firstPacket'])
    lasts(1_000)
    expect(news.at(-1)?.name).toBe('timeout')
    expect(heardMs()).toBe(2_600)
  })

  it('is all of it where the audio only had a gap, or its last packets were late', () => {
    const { lasts, heardMs } = announced()
    lasts(2_000, 0)
    lasts(5_000)
    lasts(1_000, 0)
    lasts(480)
    expect(heardMs()).toBe(8_480)
  })

  it('is all of it where nothing ever comes, and nothing cuts it off before its end', () => {
    const { lasts, heardMs, news, played } = announced()
    lasts(40_000)
    expect([news, played]).toEqual([[], []])
    lasts(120)
    expect([news.map(({ name }) => name), played]).toEqual([['timeout'], [1]])
    expect(heardMs()).toBe(40_000)
  })

  it('is cut off where nothing ever comes and there is no end', () => {
    const { lasts, news } = announced({}, Infinity)
    lasts(30_020)
    expect(news).toEqual([{ name: 'timeout', args: [] }])
  })

  it.each([
    ['reports come every five seconds', 3_000, 13_000],
    ['reports came, and no more', 9_000, 10_000],
  ])('of a phone that is quiet goes by its reports: %s', (_, after, expected) => {
    const { lasts, reports, heardMs } = announced()
    lasts(5_000)
    reports()
    lasts(5_000)
    reports()
    lasts(after)
    expect(heardMs()).toBe(expected)
  })

  it.each([
    ['a phone that says so by comfort noise', 13, 20_000, 22_020],
    ['a phone that said so, and was not heard for half a minute', 13, 30_040, 2_020],
    ['a phone that does not say so', 0, 20_000, 2_020],
  ])('goes on while silence is agreed on: %s', (_, last, silent, expected) => {
    const { lasts, heardMs } = announced({ timeoutMs: 60_000 })
    lasts(2_000, 0)
    lasts(20, last)
    lasts(silent)
    expect(heardMs()).toBe(expected)
  })

  it('goes by reports too after the audio fell silent, but not by one amid the audio', () => {
    const [alive, gone] = [announced(), announced()]
    for (const { lasts } of [alive, gone]) lasts(2_000, 0)
    gone.reports()
    gone.lasts(4_000)
    alive.lasts(1_000)
    alive.reports()
    alive.lasts(4_000)
    expect([alive.heardMs(), gone.heardMs()]).toEqual([7_000, 2_000])
  })

  it.each([
    ['a key', 'key', 6_000],
    ['a word in the signalling: a refresh, a hang-up', 'alive', 6_000],
    ['nothing', 'nothing', 2_000],
    ['a goodbye of its audio', 'bye', 2_000],
  ])('goes on to its last sign of life, which may be %s', (_, sign, expected) => {
    const { lasts, hear, stream, heardMs } = announced()
    lasts(2_000, 0)
    lasts(4_000)
    if (sign === 'key') hear({ payloadType: 101, sequence: 900, payload: Uint8Array.of(1, 0x80, 3, 32) })
    if (sign === 'alive') stream.obey({ kind: 'alive' })
    if (sign === 'bye') stream.receiveRtcp(writeGoodbye(9, 'phone', null), FROM_RTCP)
    lasts(1_000)
    expect(heardMs()).toBe(expected)
  })

  it('begins anew at another address, which may be a phone that sends nothing', () => {
    const { lasts, stream, heardMs } = announced()
    lasts(100, 0)
    stream.retarget(agreed({ remote: { host: '192.0.2.10', port: 4_000 } }))
    lasts(9_900)
    expect(heardMs()).toBe(10_000)
  })

  it('is told once when it is enough, and not when the other side was gone before', () => {
    const [heard, gone] = [announced({ heardEnoughMs: 3_000 }), announced({ heardEnoughMs: 3_000 })]
    const told = ({ news }: typeof heard) => news.filter(({ name }) => name === 'heard').length
    heard.lasts(2_980, 0)
    expect(told(heard)).toBe(0)
    heard.lasts(2_000, 0)
    gone.lasts(2_400, 0)
    gone.lasts(10_000)
    expect([told(heard), told(gone)]).toEqual([1, 0])
  })
})

describe('reports', () => {
  it('go to the next port, say how we hear, and end in a goodbye', () => {
    const { stream, tick, hear, rtcp } = stage()
    hear()
    tick(400)
    expect(rtcp).toHaveLength(1)
    expect(rtcp[0]?.to).toEqual({ ...PHONE, port: 4_001 })
    expect(rtcp[0]?.bytes[0]).toBe(0x81)
    expect(parseRtcp(rtcp[0]?.bytes ?? new Uint8Array())?.senderReport?.ssrc).toBe(0xffff_ffff)
    stream.stop()
    expect(parseRtcp(rtcp[1]?.bytes ?? new Uint8Array())?.bye).toEqual([0xffff_ffff])
  })

  it('do not go to an address of nowhere', () => {
    const { tick, rtcp } = stage(agreed({ remote: { host: '0.0.0.0', port: 4_000 }, direction: 'inactive' }))
    tick(1_000)
    expect(rtcp).toEqual([])
  })
})

describe('signs of a machine', () => {
  const greeting = encode(joined(speechLike(6_000, 7), quiet(300), tone(1_000, 300), quiet(300)), 'PCMU')

  /** The greeting comes in, packet by packet, while we speak or listen. */
  const listen = (options: StreamOptions, direction: AgreedAudio['direction'] = 'sendrecv') => {
    const { stream, tick, hear } = stage(agreed(), options)
    stream.retarget(agreed({ direction }))
    for (let at = 0; at * 160 < greeting.length; at++) {
      hear({ sequence: at, timestamp: at * 160, payload: greeting.slice(at * 160, (at + 1) * 160) })
      tick()
    }
    return stream.stop().machineSigns
  }

  it('are told in the report where they are wanted', () => {
    expect(listen({ hearsMachines: true })).toEqual(['long-speech', 'beep'])
    expect(listen({})).toEqual([])
  })

  it('are not in the music of a phone that holds us', () => {
    expect(listen({ hearsMachines: true }, 'recvonly')).toEqual([])
  })

  it('are not looked for before the audio is agreed', () => {
    const { stream, hear } = stage(null, { hearsMachines: true })
    for (let at = 0; at * 160 < greeting.length; at++)
      hear({ sequence: at, timestamp: at * 160, payload: greeting.slice(at * 160, (at + 1) * 160) })
    expect(stream.stop().machineSigns).toEqual([])
  })
})
