import { encodeG711 } from '@reveille/sip'

/** WAV files as programs write them, and as they should not. */
export interface WavFile {
  readonly encoding?: Encoding
  readonly rate?: number
  readonly channels?: readonly Float32Array[]
  readonly extensible?: boolean
  /** Chunks around the sound: name and content. */
  readonly before?: readonly [string, string]
  readonly after?: readonly [string, string]
  /** What the header says where that is not the truth. */
  readonly promised?: number
  readonly tag?: number
  readonly bits?: number
  readonly channelCount?: number
}

export type Encoding = 'pcm8' | 'pcm16' | 'pcm24' | 'pcm32' | 'float32' | 'float64' | 'pcmu' | 'pcma'

export const tone = (hertz: number, rate: number, seconds: number, amplitude = 0.5) =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hertz * n) / rate),
  )

interface Form {
  readonly tag: number
  readonly bytes: number
  write(view: DataView, at: number, sample: number): void
}

const whole = (sample: number, bits: number) =>
  Math.max(-(2 ** (bits - 1)), Math.min(2 ** (bits - 1) - 1, Math.round(sample * 2 ** (bits - 1))))

const law = (codec: 'PCMU' | 'PCMA') => (view: DataView, at: number, sample: number) =>
  view.setUint8(at, encodeG711(Int16Array.of(whole(sample, 16)), codec)[0] ?? 0)

const FORMS: Readonly<Record<Encoding, Form>> = {
  pcm8: { tag: 1, bytes: 1, write: (view, at, sample) => view.setUint8(at, whole(sample, 8) + 128) },
  pcm16: { tag: 1, bytes: 2, write: (view, at, sample) => view.setInt16(at, whole(sample, 16), true) },
  pcm24: {
    tag: 1,
    bytes: 3,
    write(view, at, sample) {
      view.setUint16(at, whole(sample, 24) & 0xffff, true)
      view.setInt8(at + 2, whole(sample, 24) >> 16)
    },
  },
  pcm32: { tag: 1, bytes: 4, write: (view, at, sample) => view.setInt32(at, whole(sample, 32), true) },
  float32: { tag: 3, bytes: 4, write: (view, at, sample) => view.setFloat32(at, sample, true) },
  float64: { tag: 3, bytes: 8, write: (view, at, sample) => view.setFloat64(at, sample, true) },
  pcma: { tag: 6, bytes: 1, write: law('PCMA') },
  pcmu: { tag: 7, bytes: 1, write: law('PCMU') },
}

export function wavFile(file: WavFile = {}): Uint8Array {
  const sound = soundOf(file)
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', formatOf(file)),
    ...(file.before ? [chunk(file.before[0], Buffer.from(file.before[1]))] : []),
    chunk('data', sound, file.promised),
    ...(file.after ? [chunk(file.after[0], Buffer.from(file.after[1]))] : []),
  ])
  return Uint8Array.from(chunk('RIFF', body))
}

function chunk(name: string, content: Uint8Array, promised = content.length): Buffer {
  const header = Buffer.alloc(8)
  header.write(name, 'latin1')
  header.writeUInt32LE(promised, 4)
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)])
}

const channelsOf = ({ channels }: WavFile) => channels ?? [tone(440, 8_000, 0.1)]

function soundOf(file: WavFile): Buffer {
  const channels = channelsOf(file)
  const { bytes, write } = FORMS[file.encoding ?? 'pcm16']
  const sound = Buffer.alloc((channels[0]?.length ?? 0) * channels.length * bytes)
  const view = new DataView(sound.buffer, sound.byteOffset, sound.length)
  channels.forEach((samples, channel) =>
    samples.forEach((sample, n) => write(view, (n * channels.length + channel) * bytes, sample)),
  )
  return sound
}

function formatOf(file: WavFile): Buffer {
  const { tag, bytes } = FORMS[file.encoding ?? 'pcm16']
  const [count, rate] = [channelsOf(file).length, file.rate ?? 8_000]
  const format = Buffer.alloc(file.extensible ? 40 : 16)
  format.writeUInt16LE(file.extensible ? 0xfffe : (file.tag ?? tag), 0)
  format.writeUInt16LE(file.channelCount ?? count, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * count * bytes, 8)
  format.writeUInt16LE(count * bytes, 12)
  format.writeUInt16LE(file.bits ?? bytes * 8, 14)
  if (file.extensible) format.writeUInt16LE(tag, 24)
  return format
}
