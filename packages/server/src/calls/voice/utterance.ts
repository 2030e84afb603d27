import { highPass } from '../audio/high-pass.ts'
import { amplify, encodePcmu, SPEECH_LEVEL, speechIn } from '../audio/level.ts'
import { resample, TELEPHONE_RATE } from '../audio/resample.ts'
import type { Steps } from '../audio/steps.ts'

const LEAD = 0.005 * TELEPHONE_RATE
const TAIL = 0.01 * TELEPHONE_RATE
const FADE = 0.005 * TELEPHONE_RATE
// What espeak-ng leaves before and after its words is quieter than any breath.
const NOTHING = 0.001

/** What a synthesiser said, made ready for the telephone: PCMU without silence around it, as loud as all the rest. */
export function* utterance(samples: Float32Array, rate: number, echoMs: number): Steps<Uint8Array> {
  const spoken = trimmed(yield* resample(samples, rate), (echoMs * TELEPHONE_RATE) / 1_000)
  if (spoken.length === 0) return new Uint8Array()
  yield* highPass(spoken)
  yield* amplify(spoken, SPEECH_LEVEL - (yield* speechIn(spoken)).level)
  fadeEnds(spoken)
  return yield* encodePcmu(spoken)
}

function trimmed(samples: Float32Array, echo: number): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const isHeard = (sample: number) => Math.abs(sample) > peak * NOTHING
  const first = samples.findIndex(isHeard)
  const last = samples.findLastIndex(isHeard)
  return first < 0
    ? new Float32Array()
    : samples.slice(Math.max(0, first - LEAD), Math.max(first, last + TAIL - echo))
}

/** A piece that begins or ends in the middle of a wave would click. */
function fadeEnds(samples: Float32Array): void {
  for (let n = 0; n < Math.min(FADE, samples.length); n++) {
    const last = samples.length - 1 - n
    samples[n] = (samples[n] ?? 0) * (n / FADE)
    samples[last] = (samples[last] ?? 0) * (n / FADE)
  }
}
