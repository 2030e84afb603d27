import { TELEPHONE_RATE } from './resample.ts'
import { inBlocks, type Steps } from './steps.ts'

// Telephones play nothing below this; left in, inaudible sound would count in the level of a deep voice.
const CORNER = 250
const BLOCK = 16_384

/** Takes out what is too low for a telephone, a constant offset above all, in place: Butterworth, second order. */
export function* highPass(samples: Float32Array, corner = CORNER, rate = TELEPHONE_RATE): Steps<void> {
  const { gain, back1, back2 } = weights((2 * Math.PI * corner) / rate)
  let [in1, in2, out1, out2] = [0, 0, 0, 0]
  yield* inBlocks(samples.length, BLOCK, (from, to) => {
    for (let n = from; n < to; n++) {
      const sample = samples[n] ?? 0
      const out = gain * (sample - 2 * in1 + in2) - back1 * out1 - back2 * out2
      ;[in2, in1, out2, out1] = [in1, sample, out1, out]
      samples[n] = out
    }
  })
}

function weights(angle: number) {
  const alpha = Math.sin(angle) * Math.SQRT1_2
  const scale = 1 + alpha
  return {
    gain: (1 + Math.cos(angle)) / 2 / scale,
    back1: (-2 * Math.cos(angle)) / scale,
    back2: (1 - alpha) / scale,
  }
}
