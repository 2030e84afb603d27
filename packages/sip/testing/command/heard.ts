const RATE = 8_000
const BLOCK = RATE / 50
/** Quieter than this is no sound: below it lie the silence of both laws and comfort noise. */
const FAINTEST = 250

/** How much of a recording is sound rather than silence, by blocks of 20 ms. */
export function soundMs(recording: Int16Array): number {
  const blocks = Array.from({ length: Math.ceil(recording.length / BLOCK) }, (_, at) =>
    recording.subarray(at * BLOCK, (at + 1) * BLOCK),
  )
  return blocks.filter((block) => block.some((sample) => Math.abs(sample) > FAINTEST)).length * 20
}

export const lengthMs = (recording: Int16Array) => Math.round((recording.length * 1_000) / RATE)

const HEADER_BYTES = 44

/** A WAV file of 16-bit samples, one channel, 8 kHz. */
export function wavOf(recording: Int16Array): Buffer {
  const wav = Buffer.alloc(HEADER_BYTES + 2 * recording.length)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20) // PCM
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(2 * RATE, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(2 * recording.length, 40)
  recording.forEach((sample, at) => wav.writeInt16LE(sample, HEADER_BYTES + 2 * at))
  return wav
}
