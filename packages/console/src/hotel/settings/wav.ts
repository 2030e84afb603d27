const HEADER = 44
const BYTES = 2

/** A recording as a WAV file: 16 bits, one channel. */
export function wavOf(samples: Float32Array, rate: number): ArrayBuffer {
  const bytes = new ArrayBuffer(HEADER + samples.length * BYTES)
  const view = new DataView(bytes)
  const word = (at: number, text: string) =>
    Array.from(text).forEach((letter, place) => view.setUint8(at + place, letter.codePointAt(0) ?? 0))
  word(0, 'RIFF')
  view.setUint32(4, bytes.byteLength - 8, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * BYTES, true)
  view.setUint16(32, BYTES, true)
  view.setUint16(34, 8 * BYTES, true)
  word(36, 'data')
  view.setUint32(40, samples.length * BYTES, true)
  samples.forEach((sample, at) => {
    const level = Math.max(-1, Math.min(1, sample))
    view.setInt16(HEADER + at * BYTES, Math.round(level * 32_767), true)
  })
  return bytes
}

/** How loud a moment is, from 0 to 1; 1 is clipped. */
export const loudnessOf = (samples: Float32Array): number =>
  samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
