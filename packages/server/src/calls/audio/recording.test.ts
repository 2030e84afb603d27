import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tone, wavFile, type WavFile } from '../../../testing/wav-files.ts'
import { systemClock } from '../../kernel/clock.ts'
import { isFailure } from '../../kernel/failure.ts'
import { speechIn } from './level.ts'
import { readRecording } from './recording.ts'
import { atOnce } from './steps.ts'
import { channelOf, parseWav, wavOfPcmu } from './wav.ts'

const clock = systemClock()
const read = (file: Uint8Array) => readRecording(file, clock)

/** Somebody who hums for a while, stops, and hums again. */
const hum = (rate: number, seconds: number, amplitude = 0.3) =>
  tone(500, rate, seconds, amplitude).map((sample, n) => ((n / rate) % 1 < 0.7 ? sample : 0))

async function refusal(file: Uint8Array): Promise<string> {
  try {
    await read(file)
    return 'taken'
  } catch (error) {
    if (!isFailure(error)) throw error
    return `${String(error.detail['reason'])}: ${error.message}`
  }
}

function samplesOf(pcmu: Uint8Array): Float32Array {
  const wav = parseWav(wavOfPcmu(pcmu, 8_000))
  if (typeof wav === 'string') throw new Error(wav)
  return atOnce(channelOf(wav, 0))
}

const levelOf = (pcmu: Uint8Array) => atOnce(speechIn(samplesOf(pcmu))).level

describe('a recording', () => {
  it.each<[string, WavFile]>([
    ['8 kHz, mu-law', { encoding: 'pcmu', channels: [hum(8_000, 2)] }],
    ['8 kHz, A-law', { encoding: 'pcma', channels: [hum(8_000, 2)] }],
    ['11 kHz, 8 bit', { encoding: 'pcm8', rate: 11_025, channels: [hum(11_025, 2)] }],
    ['22 kHz, 16 bit', { rate: 22_050, channels: [hum(22_050, 2)] }],
    ['44 kHz, stereo', { rate: 44_100, channels: [hum(44_100, 2), hum(44_100, 2)] }],
    ['48 kHz, 24 bit', { encoding: 'pcm24', rate: 48_000, channels: [hum(48_000, 2)] }],
    ['48 kHz, float', { encoding: 'float32', rate: 48_000, channels: [hum(48_000, 2)] }],
    ['one side of stereo', { rate: 16_000, channels: [new Float32Array(32_000), hum(16_000, 2)] }],
    ['opposite sides', { rate: 16_000, channels: [hum(16_000, 2), hum(16_000, 2).map((one) => -one)] }],
    ['off centre', { rate: 16_000, channels: [hum(16_000, 2).map((one) => one + 0.3)] }],
    ['rather quiet', { encoding: 'pcm24', channels: [hum(8_000, 2, 0.02)] }],
  ])('of %s becomes telephone audio, as loud as all the rest', async (_, file) => {
    const { pcmu, durationMs, notes } = await read(wavFile(file))
    expect(durationMs).toBe(2_000)
    expect(Math.abs(levelOf(pcmu) + 20)).toBeLessThan(1)
    expect(notes).toEqual([])
  })

  it('that is very quiet is raised, and said to be quiet', async () => {
    const { pcmu, notes } = await read(wavFile({ encoding: 'pcm24', channels: [hum(8_000, 2, 0.003)] }))
    expect(notes).toEqual(['quiet'])
    expect(levelOf(pcmu)).toBeGreaterThan(-22)
  })

  it('that is much too loud is taken, and said to be clipped', async () => {
    const { notes } = await read(wavFile({ channels: [hum(8_000, 2, 3)] }))
    expect(notes).toEqual(['clipped'])
  })

  it('that just reaches full scale now and then is not called clipped', async () => {
    const voice = hum(8_000, 2, 0.3)
    voice[100] = 1
    expect((await read(wavFile({ channels: [voice] }))).notes).toEqual([])
  })

  it.each([0.5, 120])('may last %d s', async (seconds) => {
    const { durationMs } = await read(wavFile({ encoding: 'pcm8', channels: [hum(8_000, seconds)] }))
    expect(durationMs).toBe(seconds * 1_000)
  })
})

const M4A = Buffer.from('\0\0\0\x1cftypM4A ')
const MP3 = Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])

describe('a recording is refused', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['when the file is empty', new Uint8Array(), /^empty: The file is empty/],
    ['when it is too large', new Uint8Array(10 * 1024 * 1024 + 1), /^too-large: .* 10 MiB/],
    ['when it is MP3', MP3, /^not-wav: This is an MP3 file, not a WAV file. Save/],
    ['when it is MP3 with a title', Buffer.from('ID3\x04 a song'), /^not-wav: This is an MP3 file/],
    ['when it is M4A', M4A, /^not-wav: This is an M4A or MP4 file/],
    ['when it is Ogg', Buffer.from('OggS\0\x02 vorbis'), /^not-wav: This is an Ogg file/],
    ['when it is a letter', Buffer.from('Dear guest, good morning'), /^not-wav: This is something else/],
    ['when it is packed', wavFile({ tag: 0x55 }), /^unknown-encoding: .*cannot be read. Save/],
    ['when its header lies', wavFile({ channelCount: 7 }), /^bad-format: .*contradicts itself/],
    ['when it holds no sound', wavFile().subarray(0, 40), /^no-data: .*damaged/],
    ['when it is cut off', wavFile({ promised: 16_000 }), /^cut-off: .* 0\.1 of 1\.0 seconds are there/],
    [
      'when it has six channels',
      wavFile({ channels: Array.from({ length: 6 }, () => hum(8_000, 1)) }),
      /^channels: .* 6 channels/,
    ],
    ['when its rate is too low', wavFile({ rate: 4_000, channels: [hum(4_000, 1)] }), /^rate: .* 4000 Hz/],
    [
      'when its rate is too high',
      wavFile({ rate: 96_000, channels: [hum(96_000, 1)] }),
      /^rate: .* 96000 Hz/,
    ],
    ['when it is too short', wavFile({ channels: [hum(8_000, 0.4)] }), /^too-short: .* 0\.4 s/],
    [
      'when it is too long',
      wavFile({ encoding: 'pcm8', channels: [hum(8_000, 121)] }),
      /^too-long: .* 121 s/,
    ],
    ['when it is silent', wavFile({ channels: [new Float32Array(16_000)] }), /^silent: Hardly anything/],
    [
      'when it is silent off centre',
      wavFile({ channels: [new Float32Array(16_000).fill(0.3)] }),
      /^silent: /,
    ],
    [
      'when only noise can be heard',
      wavFile({ encoding: 'pcm24', channels: [hum(8_000, 2, 0.0005)] }),
      /^silent: /,
    ],
    [
      'when it is one click',
      wavFile({ channels: [hum(8_000, 2).map((one, n) => (n < 800 ? one : 0))] }),
      /^silent: /,
    ],
  ])('%s', async (_, file, words) => expect(await refusal(file)).toMatch(words))
})

describe('whatever is sent', () => {
  const good = wavFile({ encoding: 'pcm24', rate: 11_025, channels: [hum(11_025, 1), hum(11_025, 1)] })

  it('ends in a recording or in a sentence: any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await refusal(bytes)).toMatch(/^[a-z-]+: [A-Z].*\.$/)
      }),
      { numRuns: 300 },
    )
  })

  it('ends in a recording or in a sentence: a WAV file with some bytes changed in its header', async () => {
    const change = fc.tuple(fc.nat({ max: 43 }), fc.nat({ max: 255 }))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const file = good.slice()
        for (const [at, byte] of changes) file[at] = byte
        expect(await refusal(file)).toMatch(/^(taken|[a-z-]+: [A-Z].*\.)$/)
      }),
      { numRuns: 200 },
    )
  })

  it('ends in a recording or in a sentence: a WAV file that breaks off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: good.length - 1 }), async (length) => {
        expect(await refusal(good.subarray(0, length))).toMatch(
          /^(empty|not-wav|no-format|no-data|cut-off): /,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('broken numbers in a float file are silence', async () => {
    const voice = hum(8_000, 2)
    voice.set([NaN, Infinity, -Infinity, 1e30], 100)
    const { pcmu } = await read(wavFile({ encoding: 'float32', channels: [voice] }))
    expect(Math.abs(levelOf(pcmu) + 20)).toBeLessThan(2)
  })
})

it('a long recording holds nobody up', async () => {
  const file = wavFile({ rate: 44_100, channels: [hum(44_100, 40)] })
  let [turns, over] = [0, false]
  const watch = () => {
    turns += 1
    if (!over) clock.soon(watch)
  }
  clock.soon(watch)
  await read(file)
  over = true
  // Others had their turn all the while, about every three milliseconds.
  expect(turns).toBeGreaterThan(20)
})
