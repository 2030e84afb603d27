/**
 * ITU-T G.722 at 64 kbit/s: 16-bit samples at 16 kHz, split into two bands, of which the lower has six bits a pair of
 * samples and the upper two. A byte a pair; RTP counts it as if it were 8 kHz (RFC 3551 4.5.2). The arithmetic is that
 * of the standard, in whole numbers: both sides must round alike, or they drift apart.
 */

/** Table 11: the filter that splits the bands, and joins them. */
const QMF = Int32Array.of(3, -11, 12, 32, -210, 951, 3_876, -805, 362, -156, 53, -11)
const QMF_LENGTH = 24

/** Tables 14 to 18, lower band: decision levels, codes below and above zero, and what each code stands for. */
const Q6 = [
  0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1_023, 1_121,
  1_219, 1_339, 1_458, 1_612, 1_765, 1_980, 2_195, 2_557, 2_919,
]
const BELOW = [0, 63, 62, ...countdown(31, 4)]
const ABOVE = [0, ...countdown(61, 32)]
const QM4 = [
  0, -20_456, -12_896, -8_968, -6_288, -4_240, -2_584, -1_200, 20_456, 12_896, 8_968, 6_288, 4_240, 2_584,
  1_200, 0,
]
const OUTER = [
  24_808, 21_904, 19_008, 16_704, 14_984, 13_512, 12_280, 11_192, 10_232, 9_360, 8_576, 7_856, 7_192,
]
const INNER = [
  6_576, 6_000, 5_456, 4_944, 4_464, 4_008, 3_576, 3_168, 2_776, 2_400, 2_032, 1_688, 1_360, 1_040, 728,
]
const LEVELS = [...OUTER, ...INNER]
const QM6 = [-136, -136, -136, -136, ...LEVELS.map((level) => -level), ...LEVELS, 432, 136, -432, -136]
/** Table 21, upper band. */
const QM2 = [-7_408, -1_616, 7_408, 1_616]
const UPPER_LEVEL = 564

/** How the step widens or narrows after each code, and its logarithm turned back (tables 19, 20, 22). */
const WL = [-60, 3_042, 1_198, 538, 334, 172, 58, -30, 3_042, 1_198, 538, 334, 172, 58, -30, -60]
const WH = [798, -214, 798, -214]
const ILB = Array.from({ length: 32 }, (_, at) => Math.round(2_048 * 2 ** (at / 32)))

function countdown(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_, at) => from - at)
}

const clip = (value: number) => (value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value)
const clamp = (value: number, low: number, high: number) => (value > high ? high : value < low ? low : value)
const signOf = (value: number) => value >> 15

interface BandRules {
  readonly firstStep: number
  /** Of the logarithm of the step. */
  readonly most: number
  readonly shift: number
}

const LOWER: BandRules = { firstStep: 32, most: 18_432, shift: 8 }
const UPPER: BandRules = { firstStep: 8, most: 22_528, shift: 10 }

/** What both sides remember of a band: how it is expected to go on, and in which steps it is told. */
class Band {
  readonly #rules: BandRules
  step: number
  /** The sample that is expected. */
  expected = 0
  #logarithm = 0
  #zeros = 0
  #firstWeight = 0
  #secondWeight = 0
  readonly #zeroWeights = new Int32Array(7)
  readonly #differences = new Int32Array(7)
  readonly #rebuilt = new Int32Array(3)
  readonly #partial = new Int32Array(3)

  constructor(rules: BandRules) {
    this.#rules = rules
    this.step = rules.firstStep
  }

  /** Block 3: the step for the next code. */
  adapt(weight: number): void {
    const { most, shift } = this.#rules
    this.#logarithm = clamp(((this.#logarithm * 127) >> 7) + weight, 0, most)
    const mantissa = ILB[(this.#logarithm >> 6) & 31] ?? 0
    const down = shift - (this.#logarithm >> 11)
    this.step = (down < 0 ? mantissa << -down : mantissa >> down) << 2
  }

  /** Block 4: what comes next, now that this difference has come. */
  predict(difference: number): void {
    this.#rebuilt[0] = clip(this.expected + difference)
    this.#partial[0] = clip(this.#zeros + difference)
    const second = this.#secondPole()
    const first = this.#firstPole(second)
    this.#age(first, second)
    this.#zeros = this.#moveZeros(difference)
    this.expected = clip(this.#filterPoles() + this.#zeros)
  }

  #partialSign(at: number): number {
    return signOf(this.#partial[at] ?? 0)
  }

  /** UPPOL2 */
  #secondPole(): number {
    const towards = clip(this.#firstWeight << 2)
    const leaning = this.#partialSign(0) === this.#partialSign(1) ? Math.min(-towards, 32_767) : towards
    const next = (leaning >> 7) + (this.#partialSign(0) === this.#partialSign(2) ? 128 : -128)
    return clamp(next + ((this.#secondWeight * 32_512) >> 15), -12_288, 12_288)
  }

  /** UPPOL1 */
  #firstPole(second: number): number {
    const leaning = this.#partialSign(0) === this.#partialSign(1) ? 192 : -192
    const most = clip(15_360 - second)
    return clamp(clip(leaning + ((this.#firstWeight * 32_640) >> 15)), -most, most)
  }

  /** UPZERO, DELAYA and FILTEZ in one go, from the oldest difference to the newest: they are most of the work. */
  #moveZeros(difference: number): number {
    const weights = this.#zeroWeights
    const differences = this.#differences
    const by = difference === 0 ? 0 : 128
    const sign = signOf(difference)
    differences[0] = difference
    let sum = 0
    for (let at = 6; at > 0; at--) {
      const leaning = signOf(differences[at] ?? 0) === sign ? by : -by
      const weight = clip(leaning + (((weights[at] ?? 0) * 32_640) >> 15))
      const moved = differences[at - 1] ?? 0
      weights[at] = weight
      differences[at] = moved
      sum += (weight * clip(2 * moved)) >> 15
    }
    return clip(sum)
  }

  /** DELAYA */
  #age(first: number, second: number): void {
    const rebuilt = this.#rebuilt
    const partial = this.#partial
    for (let at = 2; at > 0; at--) {
      rebuilt[at] = rebuilt[at - 1] ?? 0
      partial[at] = partial[at - 1] ?? 0
    }
    this.#firstWeight = first
    this.#secondWeight = second
  }

  /** FILTEP */
  #filterPoles(): number {
    const near = this.#rebuilt[1] ?? 0
    const far = this.#rebuilt[2] ?? 0
    return clip(((this.#firstWeight * clip(2 * near)) >> 15) + ((this.#secondWeight * clip(2 * far)) >> 15))
  }
}

/** The last samples of the filter, and as many new ones as a block brings; each pair is looked at with those before. */
class SplitFilter {
  #samples = new Int32Array(QMF_LENGTH - 2)
  even = 0
  odd = 0

  /** Makes room for so many pairs; the end of what was there before stays at the front. */
  begin(pairs: number): Int32Array {
    const before = this.#samples
    this.#samples = new Int32Array(QMF_LENGTH - 2 + 2 * pairs)
    this.#samples.set(before.subarray(before.length - (QMF_LENGTH - 2)))
    return this.#samples.subarray(QMF_LENGTH - 2)
  }

  sum(pair: number): void {
    const samples = this.#samples
    let even = 0
    let odd = 0
    for (let at = 0, place = 2 * pair; at < 12; at++, place += 2) {
      odd += (samples[place] ?? 0) * (QMF[at] ?? 0)
      even += (samples[place + 1] ?? 0) * (QMF[11 - at] ?? 0)
    }
    this.even = even
    this.odd = odd
  }
}

/** Samples at 16 kHz to bytes; what was said before counts. */
export class G722Encoder {
  readonly #lower = new Band(LOWER)
  readonly #upper = new Band(UPPER)
  readonly #filter = new SplitFilter()

  /** Two samples a byte, into a block that has room for them. */
  encode(samples: Int16Array, into: Uint8Array): void {
    this.#filter.begin(into.length).set(samples.subarray(0, 2 * into.length))
    for (let at = 0; at < into.length; at++) {
      this.#filter.sum(at)
      const { even, odd } = this.#filter
      into[at] = (this.#high((even - odd) >> 14) << 6) | this.#low((even + odd) >> 14)
    }
  }

  /** Blocks 1L and 2L. */
  #low(sample: number): number {
    const band = this.#lower
    const error = clip(sample - band.expected)
    const size = error < 0 ? -(error + 1) : error
    const at = levelOf(size, band.step)
    const code = (error < 0 ? BELOW[at] : ABOVE[at]) ?? 0
    takeLower(band, code >> 2)
    return code
  }

  /** Blocks 1H and 2H. */
  #high(sample: number): number {
    const band = this.#upper
    const error = clip(sample - band.expected)
    const isLarge = (error < 0 ? -(error + 1) : error) >= (UPPER_LEVEL * band.step) >> 12
    const code = (error < 0 ? 0 : 2) + (isLarge ? 0 : 1)
    takeUpper(band, code)
    return code
  }
}

/** The first decision level that lies above; they rise, so half of them is ruled out at a time. */
function levelOf(size: number, step: number): number {
  let low = 1
  let high = 30
  while (low < high) {
    const middle = (low + high) >> 1
    if (size >= ((Q6[middle] ?? 0) * step) >> 12) low = middle + 1
    else high = middle
  }
  return low
}

/** Only the upper four bits of a lower code move the band on: the others could be taken for data. */
function takeLower(band: Band, code: number): void {
  const difference = (band.step * (QM4[code] ?? 0)) >> 15
  band.adapt(WL[code] ?? 0)
  band.predict(difference)
}

function takeUpper(band: Band, code: number): number {
  const difference = (band.step * (QM2[code] ?? 0)) >> 15
  band.adapt(WH[code] ?? 0)
  band.predict(difference)
  return difference
}

/** Bytes to samples at 16 kHz; what was heard before counts. */
export class G722Decoder {
  readonly #lower = new Band(LOWER)
  readonly #upper = new Band(UPPER)
  readonly #filter = new SplitFilter()

  decode(bytes: Uint8Array): Int16Array {
    const samples = new Int16Array(2 * bytes.length)
    const bands = this.#filter.begin(bytes.length)
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      const low = this.#low(byte & 0x3f)
      const high = this.#high(byte >> 6)
      bands[2 * at] = low + high
      bands[2 * at + 1] = low - high
      this.#filter.sum(at)
      samples[2 * at] = clip(this.#filter.even >> 11)
      samples[2 * at + 1] = clip(this.#filter.odd >> 11)
    }
    return samples
  }

  /** Blocks 5L and 6L. */
  #low(code: number): number {
    const band = this.#lower
    const sample = clamp(band.expected + ((band.step * (QM6[code] ?? 0)) >> 15), -16_384, 16_383)
    takeLower(band, code >> 2)
    return sample
  }

  /** Blocks 5H and 6H. */
  #high(code: number): number {
    const before = this.#upper.expected
    return clamp(before + takeUpper(this.#upper, code), -16_384, 16_383)
  }
}
