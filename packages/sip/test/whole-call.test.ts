import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { openPhones, type Phones, type PhoneScript } from '../testing/scripted-phone.ts'
import { encode } from '../src/media/g711.ts'
import { type Media, openMedia, prepareAudio } from '../src/media/media.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../src/agent/user-agent.ts'

const host = '127.0.0.1'
const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)
const WILDCARDS = ['0.0.0.0', ...(hasIpv6 ? ['::'] : [])]
let phones: Phones
let agent: UserAgent
let phoneAudio: Media

afterEach(async () => {
  await agent.close()
  await phones.close()
  await phoneAudio.close()
})

async function meet(
  script: PhoneScript,
  protocol: 'UDP' | 'TCP' = 'UDP',
  bound = host,
  more: Pick<UserAgentOptions, 'timings'> = {},
) {
  phoneAudio = await openMedia({ host, ports: { low: 42_000, high: 42_099 } })
  const media = { host, createStream: () => phoneAudio.createStream() }
  phones = await openPhones({ media, script: () => script, protocols: [protocol] })
  agent = await createUserAgent({
    bind: { host: bound, port: 0 },
    protocols: [protocol],
    audioPorts: { low: 42_100, high: 42_199 },
    ...more,
  })
  agent.addLine({ user: 'voice1', domain: host, exchange: phones.address, protocol, register: false })
}

/** What the phone has recorded. */
async function heardByPhone(): Promise<Int16Array> {
  const seen = await (await phones.nextCall()).ended
  if (seen.kind !== 'answered' || !seen.report?.recording) throw new Error('Nobody listened')
  return seen.report.recording
}

const tone = (ms: number, byte: number) => prepareAudio(new Uint8Array(8 * ms).fill(byte))
const LOUD = 5_000
const loudMs = (recording: Int16Array, sign: 1 | -1) =>
  recording.filter((sample) => sign * sample > LOUD).length / 8

describe('a call with its audio', () => {
  it.each(['UDP', 'TCP'] as const)(
    'is heard, and hears the key that is pressed, over %s',
    async (protocol) => {
      await meet({ does: 'answer', records: true, keys: [{ keys: '1', afterMs: 300 }] }, protocol)
      const call = agent.dial('voice1', {
        to: '101',
        announcement: tone(1_000, 0x20),
        playing: { delayMs: 0 },
        onKey: () => void call.hangUp(),
      })
      const end = await call.ended
      expect(end).toMatchObject({ outcome: 'answered', keys: '1', hungUpBy: 'us', mediaSeen: true })
      expect(end.outcome === 'answered' && end.heardMs).toBeGreaterThan(100)
      expect(loudMs(await heardByPhone(), -1)).toBeGreaterThan(100)
    },
  )

  it('is heard for as long as the exchange lives', async () => {
    const silenceMs = 1_500
    await meet({ does: 'answer' }, 'UDP', host, { timings: { T1: 20, T2: 80, T4: 100 } })
    const begun = performance.now()
    const call = agent.dial('voice1', {
      to: '101',
      announcement: tone(20_000, 0x20),
      playing: { delayMs: 0 },
      silenceMs,
      heardEnoughMs: 600,
      onHeard: () => void Promise.all([phones.close({ abruptly: true }), phoneAudio.close()]),
    })
    const end = await call.ended
    const lastedMs = performance.now() - begun
    expect(end).toMatchObject({ outcome: 'answered', hungUpBy: 'lost', mediaSeen: true })
    const heardMs = end.outcome === 'answered' ? end.heardMs : 0
    // On a busy machine the last packet of the phone is older than our own.
    expect(heardMs).toBeGreaterThan(300)
    // The silence at the end does not count as heard.
    expect(lastedMs - heardMs).toBeGreaterThan(silenceMs - 100)
  })

  it('answers a key with other words, says them to the end and hangs up', async () => {
    await meet({ does: 'answer', records: true, keys: [{ keys: '1', afterMs: 500 }] })
    const [announcement, reply] = [tone(5_000, 0x20), tone(300, 0xa0)]
    const played: string[] = []
    const call = agent.dial('voice1', {
      to: '101',
      announcement,
      onPlayed: () => played.push('announcement'),
      onKey: () => void call.play(reply).then((end) => (played.push(end), call.hangUp())),
    })
    await call.ended
    const recording = await heardByPhone()
    expect(played).toEqual(['played'])
    expect(loudMs(recording, -1)).toBeLessThan(4_000)
    // To the last sample: what is cut off at the end of a reply is a word that a guest did not hear.
    expect(loudMs(recording, 1)).toBe(300)
  })

  it('hears the tones of an analogue room, where that was wished for', async () => {
    const sine = (hertz: number, at: number) => 5_000 * Math.sin((2 * Math.PI * hertz * at) / 8_000)
    const five = Int16Array.from({ length: 1_600 }, (_, at) => sine(770, at) + sine(1_336, at))
    await meet({
      does: 'answer',
      says: prepareAudio(encode(five, 'PCMU')),
      saying: { delayMs: 300, times: 9, gapMs: 500 },
    })
    const call = agent.dial('voice1', { to: '101', inBandKeys: true, onKey: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', keys: '5' })
  })

  it('begins a moment after the answer, when the handset is at the ear', async () => {
    await meet({ does: 'answer', records: true })
    const call = agent.dial('voice1', {
      to: '101',
      announcement: tone(200, 0x20),
      onPlayed: () => void call.hangUp(),
    })
    await call.ended
    const recording = await heardByPhone()
    expect(recording.findIndex((sample) => -sample > LOUD) / 8).toBeGreaterThan(200)
    expect(loudMs(recording, -1)).toBe(200)
  })

  it.each(WILDCARDS)('is heard from a machine that listens on all its addresses: %s', async (bound) => {
    await meet({ does: 'answer', records: true }, 'UDP', bound)
    const call = agent.dial('voice1', {
      to: '101',
      announcement: tone(200, 0x20),
      onPlayed: () => void call.hangUp(),
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', mediaSeen: true })
    expect(loudMs(await heardByPhone(), -1)).toBe(200)
  })
})
