import {
  LARGEST_RECORDING,
  RECORDING_LIMITS,
  RECORDING_ADVICE as ADVICE,
  type RecordingNote,
} from '../../hotel/wakeups/recording.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { highPass } from './high-pass.ts'
import { amplify, encodePcmu, SPEECH_LEVEL, speechIn } from './level.ts'
import { resample, TELEPHONE_RATE } from './resample.ts'
import { createTimeSlices, inBlocks, type Steps, unhurried } from './steps.ts'
import { channelOf, parseWav, type Wav, type WavFault } from './wav.ts'

/** The hotel's own recording, ready for the telephone. */
export interface Recording {
  /** 8 kHz, mono, G.711 mu-law. */
  readonly pcmu: Uint8Array
  readonly durationMs: number
  /** Usable, but these are reasons to record it again. */
  readonly notes: readonly RecordingNote[]
}

export type RecordingFault =
  | WavFault
  | 'empty'
  | 'too-large'
  | 'cut-off'
  | 'channels'
  | 'rate'
  | 'too-short'
  | 'too-long'
  | 'silent'

const SILENT_LEVEL = -60
const QUIET_LEVEL = -40
const MOST_GAIN = 36
const LEAST_SPEECH_MS = 300

function refused(reason: RecordingFault, message: string): Failure {
  const code = reason === 'too-large' ? 'body.too-large' : 'parameter.invalid'
  return new Failure(code, message, { field: 'audio', reason })
}

/** Checks a WAV file and makes telephone audio of it; refuses in words that the desk can act on. */
export async function readRecording(
  file: Uint8Array,
  clock: Pick<Clock, 'elapsed' | 'soon'>,
): Promise<Recording> {
  return unhurried(converted(checked(file)), createTimeSlices(clock))
}

function checked(file: Uint8Array): Wav {
  if (file.length === 0) throw refused('empty', 'The file is empty. Choose a WAV file.')
  if (file.length > LARGEST_RECORDING) throw refused('too-large', `The file is larger than 10 MiB. ${ADVICE}`)
  const wav = parseWav(file)
  if (typeof wav === 'string') throw refused(wav, faultWords(wav, file))
  mustBeWhole(wav)
  mustFit(wav)
  return wav
}

function faultWords(fault: WavFault, file: Uint8Array): string {
  switch (fault) {
    case 'not-wav':
      return `This is ${kindOf(file)}, not a WAV file. ${ADVICE}`
    case 'unknown-encoding':
      return `The sound in this WAV file is packed in a way that cannot be read. ${ADVICE}`
    case 'bad-format':
      return `The header of this WAV file contradicts itself. ${ADVICE}`
    case 'no-format':
    case 'no-data':
      return 'This WAV file is damaged: it holds no sound. Record it again, or copy it again.'
  }
}

/** What people send most often instead, by the first bytes of the file. */
const KINDS: readonly [RegExp, string][] = [
  [/^(ID3|\xff[\xe0-\xff])/, 'an MP3 file'],
  [/^....ftyp/s, 'an M4A or MP4 file'],
  [/^OggS/, 'an Ogg file'],
  [/^fLaC/, 'a FLAC file'],
  [/^#!AMR/, 'an AMR file'],
  [/^FORM....AIF/s, 'an AIFF file'],
  [/^\x30\x26\xb2\x75/, 'a WMA file'],
  [/^(RF64|RIFX)/, 'a rare kind of WAV file'],
]

function kindOf(file: Uint8Array): string {
  const start = String.fromCharCode(...file.subarray(0, 16))
  return KINDS.find(([pattern]) => pattern.test(start))?.[1] ?? 'something else'
}

const secondsOf = ({ data, bytesPerFrame, rate }: Wav, extra = 0) =>
  (data.length + extra) / bytesPerFrame / rate

function mustBeWhole(wav: Wav): void {
  if (wav.missing === 0) return
  const [there, promised] = [secondsOf(wav), secondsOf(wav, wav.missing)].map((s) => s.toFixed(1))
  throw refused(
    'cut-off',
    `This WAV file is cut off: ${there} of ${promised} seconds are there. Copy it again.`,
  )
}

function mustFit(wav: Wav): void {
  const { rate, seconds } = RECORDING_LIMITS
  if (wav.channels > 2)
    throw refused(
      'channels',
      `The recording has ${wav.channels} channels; mono or stereo can be used. ${ADVICE}`,
    )
  if (wav.rate < rate.least || wav.rate > rate.most)
    throw refused('rate', `The recording has ${wav.rate} Hz; 8,000 to 48,000 Hz can be used. ${ADVICE}`)
  const length = secondsOf(wav)
  if (length < seconds.least)
    throw refused(
      'too-short',
      `The recording lasts ${length.toFixed(1)} s; it must last at least half a second.`,
    )
  if (length > seconds.most)
    throw refused('too-long', `The recording lasts ${length.toFixed(0)} s; at most 120 s can be used.`)
}

function* converted(wav: Wav): Steps<Recording> {
  const mono = yield* monoOf(wav)
  const clipped = yield* isClipped(mono)
  const samples = yield* resample(mono, wav.rate)
  // Cheap sound cards add a constant, which would pass for sound.
  yield* highPass(samples)
  const speech = yield* speechIn(samples)
  if (speech.level < SILENT_LEVEL || speech.ms < LEAST_SPEECH_MS)
    throw refused(
      'silent',
      'Hardly anything can be heard in this recording. Check the microphone and record it again.',
    )
  yield* amplify(samples, Math.min(MOST_GAIN, SPEECH_LEVEL - speech.level))
  const notes: RecordingNote[] = [
    ...(clipped ? (['clipped'] as const) : []),
    ...(speech.level < QUIET_LEVEL ? (['quiet'] as const) : []),
  ]
  const pcmu = yield* encodePcmu(samples)
  return { pcmu, durationMs: Math.ceil((pcmu.length * 1_000) / TELEPHONE_RATE), notes }
}

/** Both channels together; where they cancel each other out, the first alone. */
function* monoOf(wav: Wav): Steps<Float32Array> {
  const left = yield* channelOf(wav, 0)
  if (wav.channels === 1) return left
  const right = yield* channelOf(wav, 1)
  const mixed = new Float32Array(left.length)
  yield* inBlocks(left.length, BLOCK, (from, to) => {
    for (let n = from; n < to; n++) mixed[n] = ((left[n] ?? 0) + (right[n] ?? 0)) / 2
  })
  return (yield* powerOf(mixed)) < (yield* powerOf(left)) / CANCELLED ? left : mixed
}

const BLOCK = 16_384
// One silent channel leaves a quarter of the power; less than this only comes of channels that are opposite.
const CANCELLED = 10

function* powerOf(samples: Float32Array): Steps<number> {
  let sum = 0
  yield* inBlocks(samples.length, BLOCK, (from, to) => {
    for (let n = from; n < to; n++) sum += (samples[n] ?? 0) ** 2
  })
  return sum / samples.length
}

const FULL = 0.98
const CLIPPED_SHARE = 0.002

/** Clean speech touches its highest values now and then; a clipped one stays there. */
function* isClipped(samples: Float32Array): Steps<boolean> {
  let full = 0
  yield* inBlocks(samples.length, BLOCK, (from, to) => {
    for (let n = from; n < to; n++) if (Math.abs(samples[n] ?? 0) >= FULL) full += 1
  })
  return full / samples.length > CLIPPED_SHARE
}
