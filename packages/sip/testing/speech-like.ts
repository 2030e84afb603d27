const RATE = 8_000

/** The same row of numbers from 0 to 1 for the same seed. */
function row(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Noise of even strength. */
export function noiseOf(ms: number, amplitude: number, seed: number): Int16Array {
  const next = row(seed)
  return Int16Array.from({ length: (ms * RATE) / 1_000 }, () => (2 * next() - 1) * amplitude)
}

/** A resonance of the mouth: two poles at a frequency, with a width. */
function resonance() {
  let [last, before] = [0, 0]
  return (input: number, hertz: number, width: number) => {
    const radius = Math.exp((-Math.PI * width) / RATE)
    const next = input + 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE) * last - radius * radius * before
    before = last
    last = next
    return next * (1 - radius)
  }
}

/** The first three resonances of some vowels, of men and of women: many lie where keys have their tones. */
const VOWELS: readonly (readonly [number, number, number])[] = [
  [730, 1_090, 2_440],
  [850, 1_220, 2_810],
  [660, 1_720, 2_410],
  [860, 2_050, 2_850],
  [570, 840, 2_410],
  [640, 1_190, 2_390],
  [760, 1_400, 2_780],
  [490, 1_350, 1_690],
  [500, 1_640, 1_960],
  [300, 870, 2_240],
  [270, 2_290, 3_010],
  [700, 1_210, 2_600],
  [770, 1_336, 2_600],
]

interface Syllable {
  readonly voiced: boolean
  readonly samples: number
  readonly pitch: number
  readonly glide: number
  readonly vowel: readonly [number, number, number]
  readonly loudness: number
}

function syllable(next: () => number): Syllable {
  const vowel = VOWELS[Math.floor(next() * VOWELS.length)] ?? [500, 1_500, 2_500]
  return {
    voiced: next() > 0.2,
    samples: Math.floor((0.05 + 0.3 * next()) * RATE),
    pitch: 80 + 220 * next(),
    glide: 0.8 + 0.4 * next(),
    vowel,
    loudness: next() > 0.15 ? 1_500 + 9_000 * next() : 0,
  }
}

/** Something like a voice: breath and pulses of a throat through the resonances of a mouth, syllable by syllable. */
export function speechLike(ms: number, seed: number): Int16Array {
  const next = row(seed)
  const sound = new Int16Array((ms * RATE) / 1_000)
  const mouth = [resonance(), resonance(), resonance()]
  let phase = 0
  for (let at = 0; at < sound.length;) {
    const { voiced, samples, pitch, glide, vowel, loudness } = syllable(next)
    for (let step = 0; step < samples && at < sound.length; step++, at++) {
      const done = step / samples
      phase += (pitch * (1 + (glide - 1) * done)) / RATE
      const throat = voiced ? pulse(phase % 1) : 0.3 * (2 * next() - 1)
      const shape = Math.sin(Math.PI * done)
      const heard = mouth.reduce(
        (sum, one, index) => sum + (one(throat, vowel[index] ?? 0, 60 + 40 * index) * 6) / (index + 1),
        throat * 0.3,
      )
      sound[at] = Math.max(-32_000, Math.min(32_000, loudness * shape * heard))
    }
  }
  return sound
}

/** The throat opens slowly and shuts at once (Rosenberg's pulse, as a flow without its mean). */
const pulse = (phase: number) =>
  (phase < 0.4
    ? Math.sin((Math.PI * phase) / 0.8) ** 2
    : phase < 0.56
      ? Math.cos((Math.PI * (phase - 0.4)) / 0.32)
      : 0) - 0.3
