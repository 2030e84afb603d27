/** What was played and what was heard: 16-bit samples, one channel, 8,000 in a second. */
const RATE = 8_000
const BLOCK = RATE / 2
/** Enough to be found by, and little enough to be looked for everywhere. */
const PROBE = RATE / 4
/** Softer than this on average is silence, which is like any other silence. */
const SILENT = 30

/** From here on it is the same sound: G.711 there and back leaves 0.9999, one law taken for the other 0.94. */
export const SAME = 0.99

export interface Block {
  /** Where it lies in what was played. */
  readonly atMs: number
  /** 1 is the same sound, whatever its loudness; 0 has nothing to do with it. */
  readonly likeness: number
}

export interface Comparison {
  /** Where in the recording what was played begins. */
  readonly startsAtMs: number
  /** Each half second of what was played that is not silent. */
  readonly blocks: readonly Block[]
  /** Of the half second that was heard worst. */
  readonly worst: number
}

/** Finds what was played in what was heard, then compares them half second by half second. */
export function compare(played: Int16Array, heard: Int16Array): Comparison {
  const probeAt = loudest(played)
  const shift = find(played.subarray(probeAt, probeAt + PROBE), heard) - probeAt
  const blocks: Block[] = []
  for (let at = 0; at + BLOCK <= played.length; at += BLOCK) {
    const block = played.subarray(at, at + BLOCK)
    if (isSilent(block)) continue
    const likeness = likenessOf(block, heard, at + shift)
    blocks.push({ atMs: at / (RATE / 1_000), likeness })
  }
  const worst = Math.min(1, ...blocks.map(({ likeness }) => likeness))
  return { startsAtMs: shift / (RATE / 1_000), blocks, worst: blocks.length === 0 ? 0 : worst }
}

/** Of a sender on a busy machine, which leaves out a packet now and then, at least this share is heard. */
export const MOST = 0.6

/** The share of what was played that was heard, in its order. */
export function shareHeard(played: Int16Array, heard: Int16Array | null, least = SAME): number {
  const pieces = piecesHeard(played, heard, least)
  return pieces.filter(Boolean).length / Math.max(1, pieces.length)
}

/** For each quarter second of what was played that is not silent: whether it was heard without a gap, in its order. */
export function piecesHeard(played: Int16Array, heard: Int16Array | null, least = SAME): boolean[] {
  const pieces: boolean[] = []
  const closed = closedUp(heard ?? new Int16Array())
  let after = 0
  for (let at = 0; at + PROBE <= played.length; at += PROBE) {
    const piece = played.subarray(at, at + PROBE)
    if (isSilent(piece)) continue
    const place = firstPlace(piece, closed, after, least)
    pieces.push(place !== null)
    if (place !== null) after = place + PROBE
  }
  return pieces
}

/** What a recorder puts where no packet came, which no sound contains. */
const GAP = RATE / 100

/** Without its gaps: a sender that is late goes on where it stopped. */
function closedUp(heard: Int16Array): Int16Array {
  const closed = new Int16Array(heard.length)
  let [length, zeros] = [0, 0]
  for (const sample of heard) {
    if (sample !== 0 && zeros >= GAP) length -= zeros
    zeros = sample === 0 ? zeros + 1 : 0
    closed[length++] = sample
  }
  return closed.subarray(0, length)
}

function firstPlace(piece: Int16Array, heard: Int16Array, after: number, least: number): number | null {
  for (let at = after; at + piece.length <= heard.length; at++)
    if (likenessOf(piece, heard, at) > least) return at
  return null
}

function loudest(samples: Int16Array): number {
  const starts = Array.from({ length: Math.ceil(samples.length / PROBE) }, (_, index) => index * PROBE)
  const loudness = (at: number) => energy(samples.subarray(at, at + PROBE))
  return starts.reduce((best, at) => (loudness(at) > loudness(best) ? at : best), 0)
}

/** Where the probe is most like what was heard. */
function find(probe: Int16Array, heard: Int16Array): number {
  let bestAt = 0
  let best = -1
  for (let at = 0; at + probe.length <= heard.length; at++) {
    const likeness = likenessOf(probe, heard, at)
    if (likeness <= best) continue
    best = likeness
    bestAt = at
  }
  return bestAt
}

/** The normalised correlation; what lies outside the recording was not heard. */
function likenessOf(block: Int16Array, heard: Int16Array, at: number): number {
  let both = 0
  let one = 0
  let other = 0
  for (let index = 0; index < block.length; index++) {
    const a = block[index] ?? 0
    const b = heard[at + index] ?? 0
    both += a * b
    one += a * a
    other += b * b
  }
  return one === 0 || other === 0 ? 0 : both / Math.sqrt(one * other)
}

const isSilent = (samples: Int16Array) => energy(samples) < SILENT ** 2 * samples.length

function energy(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum
}

/** Sound of which no quarter of a second is like another: sweeps and hisses by turns. The same seed, the same sound. */
export function distinctSound(ms: number, seed = 1): Int16Array {
  const random = seeded(seed)
  const samples = new Int16Array((ms * RATE) / 1_000)
  for (let at = 0; at < samples.length; at += PROBE) {
    const part = samples.subarray(at, at + PROBE)
    if ((at / PROBE) % 2 === 0) sweep(part, 300 + random() * 1_500, 300 + random() * 2_700)
    else hiss(part, random)
  }
  return samples
}

const LOUD = 8_000

function sweep(part: Int16Array, fromHertz: number, toHertz: number): void {
  let phase = 0
  for (let index = 0; index < part.length; index++) {
    phase += (2 * Math.PI * (fromHertz + ((toHertz - fromHertz) * index) / part.length)) / RATE
    part[index] = Math.sin(phase) * LOUD
  }
}

function hiss(part: Int16Array, random: () => number): void {
  for (let index = 0; index < part.length; index++) part[index] = (2 * random() - 1) * LOUD
}

/** Numbers from 0 to 1 that are the same each time (a multiplicative generator over a prime). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 0x7fff_ffff
    return state / 0x7fff_ffff
  }
}

/** The beginning of a call is where words get lost. */
export function afterSilence(ms: number, sound: Int16Array): Int16Array {
  const silence = (ms * RATE) / 1_000
  const whole = new Int16Array(silence + sound.length)
  whole.set(sound, silence)
  return whole
}

const HEADER_BYTES = 44

/** RIFF, one format chunk (PCM, one channel), one data chunk. */
export function writeWav(samples: Int16Array, rate = RATE): Buffer {
  const wav = Buffer.alloc(HEADER_BYTES + samples.byteLength)
  wav.write('RIFF    WAVEfmt ', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  const [pcm, channels, bits] = [1, 1, 16]
  for (const [at, word] of [16, pcm | (channels << 16), rate, rate * 2, 2 | (bits << 16)].entries())
    wav.writeUInt32LE(word, 16 + 4 * at)
  wav.write('data', 36)
  wav.writeUInt32LE(samples.byteLength, 40)
  samples.forEach((sample, index) => wav.writeInt16LE(sample, HEADER_BYTES + 2 * index))
  return wav
}

/** The samples so far: the program that writes the file says in the header how many there are only at its end. */
export function readWav(wav: Buffer): Int16Array {
  const begin = wav.indexOf('data') + 8
  const length = begin < HEADER_BYTES ? 0 : Math.max(0, Math.floor((wav.length - begin) / 2))
  return Int16Array.from({ length }, (_, index) => wav.readInt16LE(begin + 2 * index))
}
