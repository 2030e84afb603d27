import { decodeG711 } from '@reveille/sip'
import { highPass } from './high-pass.ts'
import { amplify, decodeSamples, encodePcmu, encodeSamples, SPEECH_LEVEL, speechIn } from './level.ts'
import { resample, TELEPHONE_RATE, WIDE_RATE } from './resample.ts'
import type { Steps } from './steps.ts'
import { type Edges, tightened } from './tightened.ts'

/** Something that was said, at both rates. */
export interface Utterance {
  /** 8 kHz, G.711 mu-law. */
  readonly pcmu: Uint8Array
  /** 16 kHz, 16 bits: twice as many samples. */
  readonly wide: Int16Array
}

const FADE_MS = 5

const SPOKEN: Edges = { below: 0.006, echoMs: 0 }
// G.722 carries more of a voice than a telephone does; below this is hum.
const WIDE_CORNER = 80

/** What was said, without silence around it and as loud as all the rest; empty when it was nothing. */
export function* utterance(samples: Float32Array, rate: number, edges = SPOKEN): Steps<Utterance> {
  const wide = yield* master(samples, rate, edges)
  return yield* atBothRates(wide)
}

/** The same at 16 kHz alone, as it is kept. */
export function* master(samples: Float32Array, rate: number, edges = SPOKEN): Steps<Int16Array> {
  const spoken = tightened(yield* resample(samples, rate, WIDE_RATE), edges)
  if (spoken.length === 0) return new Int16Array()
  yield* evened(spoken, WIDE_RATE, WIDE_CORNER)
  return yield* encodeSamples(spoken)
}

/** Speech of 16 kHz, and the telephone's 8 kHz made of it. */
export function* atBothRates(wide: Int16Array): Steps<Utterance> {
  const narrow = yield* resample(yield* decodeSamples(wide), WIDE_RATE)
  if (narrow.length === 0) return { pcmu: new Uint8Array(), wide }
  yield* highPass(narrow)
  yield* evened(narrow, TELEPHONE_RATE)
  return { pcmu: yield* encodePcmu(narrow), wide: wide.subarray(0, 2 * narrow.length) }
}

/** The hotel's own recording, which is kept at 8 kHz: heard on a better telephone as on any other. */
export function* widened(pcmu: Uint8Array): Steps<Utterance> {
  const narrow = yield* decodeSamples(decodeG711(pcmu, 'PCMU'))
  return { pcmu, wide: yield* encodeSamples(yield* resample(narrow, TELEPHONE_RATE, WIDE_RATE)) }
}

/** The same as a part of sentences: without silence around it, and as loud as all the rest. */
export function* cutOut(pcmu: Uint8Array): Steps<Utterance> {
  return yield* utterance(yield* decodeSamples(decodeG711(pcmu, 'PCMU')), TELEPHONE_RATE)
}

function* evened(samples: Float32Array, rate: number, corner?: number): Steps<void> {
  yield* highPass(samples, corner, rate)
  yield* amplify(samples, SPEECH_LEVEL - (yield* speechIn(samples, rate)).level)
  fadeEnds(samples, (FADE_MS * rate) / 1_000)
}

/** A piece that begins or ends in the middle of a wave would click. */
function fadeEnds(samples: Float32Array, fade: number): void {
  for (let n = 0; n < Math.min(fade, samples.length); n++) {
    const last = samples.length - 1 - n
    samples[n] = (samples[n] ?? 0) * (n / fade)
    samples[last] = (samples[last] ?? 0) * (n / fade)
  }
}
