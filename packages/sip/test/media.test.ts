import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { AgreedAudio, Law } from '../src/sdp/offer-answer.ts'
import { decode, encode, transcode } from '../src/media/g711.ts'
import {
  type Media,
  type MediaOptions,
  type MediaStream,
  openMedia,
  prepareAudio,
} from '../src/media/media.ts'
import type { StreamEvents } from '../src/media/media-types.ts'

const HOST = '127.0.0.1'
const BLOCK = 160
const BUSY_MS = 2_000
const opened: { close(): unknown }[] = []
let nextLow = 20_000 + (process.pid % 100) * 100

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

async function open(options: Partial<MediaOptions> = {}): Promise<Media> {
  nextLow += 20
  const media = await openMedia({ host: HOST, ports: { low: nextLow, high: nextLow + 39 }, ...options })
  opened.push(media)
  return media
}

const towards = (port: number, over: Partial<AgreedAudio> = {}): AgreedAudio => ({
  codec: 'PCMU',
  payloadType: 0,
  remote: { host: HOST, port },
  eventType: 101,
  direction: 'sendrecv',
  ptime: 20,
  ...over,
})

const heard = <Name extends keyof StreamEvents>(stream: MediaStream, name: Name) =>
  new Promise<void>((resolve) => {
    stream.on(name, () => resolve())
  })

/** Something like speech: two tones that swell and fade, so that no two blocks are alike. */
const speech = (ms: number) =>
  Int16Array.from({ length: ms * 8 }, (_, at) => {
    const swell = 4_000 + 8_000 * Math.sin(at / 2_900) ** 2
    return Math.round(swell * (Math.sin(at / (3 + at / 9_000)) + 0.5 * Math.sin(at / 11)))
  })

/** As it sounds behind the line. */
const through = (said: Int16Array, codec: Law) =>
  decode(transcode(encode(said, 'PCMU'), 'PCMU', codec), codec)

/** What was said, without the silences: packets of nothing before, between and after. */
function soundOf(recording: Int16Array | null): Int16Array {
  const samples = recording ?? new Int16Array()
  const blocks = Array.from({ length: Math.ceil(samples.length / BLOCK) }, (_, at) =>
    samples.subarray(at * BLOCK, (at + 1) * BLOCK),
  )
  return joined(blocks.filter((block) => block.some((sample) => Math.abs(sample) > 8)))
}

/** The 20 ms blocks of what was said that were not heard as they should be. */
const unlike = (heard: Int16Array, said: Int16Array) =>
  Array.from({ length: Math.ceil(Math.max(heard.length, said.length) / BLOCK) }, (_, at) => at).filter(
    (at) =>
      !isEqual(heard.subarray(at * BLOCK, (at + 1) * BLOCK), said.subarray(at * BLOCK, (at + 1) * BLOCK)),
  )

const isEqual = (one: Int16Array, other: Int16Array) =>
  one.length === other.length && one.every((sample, at) => sample === other[at])

const joined = (parts: readonly Int16Array[]) => Int16Array.from(parts.flatMap((part) => Array.from(part)))

async function twoStreams(over: Partial<AgreedAudio> = {}) {
  const media = await open()
  const [one, other] = await Promise.all([media.createStream(), media.createStream()])
  one.retarget(towards(other.localPort, over))
  other.retarget(towards(one.localPort, over))
  return { media, one, other }
}

async function listener(): Promise<{ port: number; socket: Socket }> {
  const socket = createSocket('udp4')
  socket.bind(0, HOST)
  await once(socket, 'listening')
  opened.push(socket)
  return { port: socket.address().port, socket }
}

describe('two streams', () => {
  it.each([
    ['PCMU', 0],
    ['PCMA', 8],
  ] as const)('hear each other in %s, block by block', async (codec, payloadType) => {
    const { one, other } = await twoStreams({ codec, payloadType })
    const said = speech(1_500)
    other.startRecording()
    await heard(other, 'firstPacket')
    const played = heard(one, 'played')
    one.play(prepareAudio(encode(said, 'PCMU')), { delayMs: 40 })
    await played
    await other.pressKeys('1')
    const [mine, theirs] = await Promise.all([one.stop(), other.stop()])
    expect(mine).toMatchObject({ heardMs: 1_500, rounds: 1, keys: '1' })
    expect(theirs).toMatchObject({ lost: 0, heardMs: 0 })
    expect(unlike(soundOf(theirs.recording), through(said, codec))).toEqual([])
  })

  it('hear each key that is pressed, once and in order', async () => {
    const { one, other } = await twoStreams()
    const keys: string[] = []
    other.on('key', (key) => keys.push(key))
    await one.pressKeys('15 #*05', { holdMs: 60, gapMs: 40 })
    // The report is made after everything that has come before it.
    await other.pressKeys('1')
    const report = await other.stop()
    expect(report.keys).toBe('15#*05')
    expect(keys.join('')).toBe('15#*05')
  })

  it('press no keys where none are taken', async () => {
    const { one } = await twoStreams({ eventType: null })
    await one.pressKeys('123')
  })

  it('go on after a hold where they stopped, and nothing is sent meanwhile', async () => {
    const { one, other } = await twoStreams()
    const said = speech(1_000)
    other.startRecording()
    await heard(other, 'firstPacket')
    one.play(prepareAudio(encode(said, 'PCMU')))
    await other.pressKeys('1')
    one.retarget(towards(other.localPort, { direction: 'inactive' }))
    await other.pressKeys('22')
    const played = heard(one, 'played')
    one.retarget(towards(other.localPort))
    await played
    await other.pressKeys('3')
    const [mine, theirs] = await Promise.all([one.stop(), other.stop()])
    expect(mine).toMatchObject({ heardMs: 1_000, keys: '1223' })
    expect(theirs.longestGapMs).toBeGreaterThan(200)
    // The timestamps ran on: the hold is a silence in the recording, and everything was heard around it.
    expect(theirs.recording?.length).toBeGreaterThan(said.length + 8 * 200)
    expect(unlike(soundOf(theirs.recording), through(said, 'PCMU'))).toEqual([])
  })

  it('move to another address and another law in the middle of a word', async () => {
    const { media, one, other } = await twoStreams()
    // They have found each other before there is a third: at the same host, whoever is heard first is the other side.
    await Promise.all([heard(one, 'firstPacket'), heard(other, 'firstPacket')])
    const third = await media.createStream({ agreed: towards(one.localPort) })
    const said = speech(2_000)
    other.startRecording()
    third.startRecording()
    const played = heard(one, 'played')
    one.play(prepareAudio(encode(said, 'PCMU')))
    await other.pressKeys('1')
    one.retarget(towards(third.localPort, { codec: 'PCMA', payloadType: 8 }))
    await played
    await third.pressKeys('2')
    const [mine, theirs, thirds] = await Promise.all([one.stop(), other.stop(), third.stop()])
    expect(mine.heardMs).toBe(2_000)
    const before = soundOf(theirs.recording)
    expect(before.length).toBeGreaterThan(0)
    const after = through(said.subarray(before.length), 'PCMA')
    expect(unlike(before, through(said.subarray(0, before.length), 'PCMU'))).toEqual([])
    expect(unlike(soundOf(thirds.recording), after)).toEqual([])
  })
})

describe('media', () => {
  it('is not disturbed by a main thread that is busy', async () => {
    const [sender, receiver] = await Promise.all([open(), open()])
    const one = await sender.createStream()
    const other = await receiver.createStream({ agreed: towards(one.localPort) })
    const first = heard(other, 'firstPacket')
    one.retarget(towards(other.localPort))
    await first
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
    const [, report] = await Promise.all([one.stop(), other.stop()])
    expect(report.received).toBeGreaterThan(BUSY_MS / 40)
    // Far less than the pause: how even the pace is, is for the benchmark to say.
    expect(report.longestGapMs).toBeLessThan(BUSY_MS / 2)
  })

  it('uses even ports, passes over a taken one and says when there is none', async () => {
    const socket = createSocket('udp4')
    nextLow += 40
    const low = nextLow
    socket.bind(low + 1, HOST)
    await once(socket, 'listening')
    opened.push(socket)
    const media = await open({ ports: { low, high: low + 3 } })
    const stream = await media.createStream()
    expect(stream.localPort).toBe(low + 2)
    await expect(media.createStream()).rejects.toMatchObject({ code: 'media.no-port' })
    // A port rests after its call, unless there is no other for the next one.
    await stream.stop()
    expect((await media.createStream()).localPort).toBe(low + 2)
  })

  it('says when its address is not of this machine', async () => {
    const media = await open({ host: '192.0.2.1' })
    await expect(media.createStream()).rejects.toMatchObject({ code: 'media.socket' })
  })

  it('notices when nobody is there, and looks a name up', async () => {
    const media = await open()
    const { port, socket } = await listener()
    const arrived = once(socket, 'message')
    const stream = await media.createStream({
      agreed: towards(port, { remote: { host: 'localhost', port } }),
      timeoutMs: 100,
    })
    await heard(stream, 'timeout')
    await arrived
    expect(await stream.stop()).toMatchObject({ received: 0, recording: null })
  })

  it('says goodbye when it stops, and gives the same report again', async () => {
    const media = await open()
    const { port, socket } = await listener()
    const rtcp = createSocket('udp4')
    rtcp.bind(port + 1, HOST)
    await once(rtcp, 'listening')
    opened.push(rtcp)
    const stream = await media.createStream({ agreed: towards(port) })
    await once(socket, 'message')
    const goodbye = once(rtcp, 'message')
    const report = stream.stop()
    expect(stream.stop()).toBe(report)
    const [bytes] = (await goodbye) as [Buffer]
    expect(bytes.subarray(-8).toString('hex')).toMatch(/^81cb0001/)
    expect(await report).toMatchObject({ heardMs: 0 })
  })

  it('stops every stream when it closes, and takes no new ones', async () => {
    const media = await open()
    const stream = await media.createStream()
    await media.close()
    expect(await stream.stop()).toMatchObject({ sent: 0 })
    await stream.pressKeys('1')
    await expect(media.createStream()).rejects.toMatchObject({ code: 'media.closed' })
  })
})
