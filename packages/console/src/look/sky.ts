/** The sky from ten in the evening to noon: minutes after 22:00, and its colour then. */
export type Sky = readonly (readonly [minute: number, colour: string])[]

const HOURS = [0, 180, 360, 450, 510, 540, 570, 615, 690, 840] as const
const skyOf = (colours: string): Sky =>
  colours.split(' ').map((colour, at) => [HOURS[at] ?? 0, `#${colour}`] as const)

export const SKY_LIGHT = skyOf('8792C6 7681BC 8489C3 AB93C6 DDA3B4 F1B79F F8CE9B FAE4BC E8EEEF D6E6F1')
export const SKY_DARK = skyOf('171C40 101532 1A1D4A 38276A 6C3563 8C4350 94552F 7F6536 4A6A80 356488')

type Three = readonly [number, number, number]

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const curved = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

const redGreenBlue = (colour: string): Three => {
  const part = (at: number) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

const byte = (value: number) =>
  Math.round(Math.min(1, Math.max(0, curved(value))) * 255)
    .toString(16)
    .padStart(2, '0')

/** OKLab, in which half way between two colours looks like it: https://bottosson.github.io/posts/oklab/ */
function toLab(colour: string): Three {
  const [r, g, b] = redGreenBlue(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([light, a, b]: Three): string {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return `#${byte(red)}${byte(green)}${byte(blue)}`
}

/** The colour of the sky so many minutes after ten in the evening. */
export function skyAt(sky: Sky, minute: number): string {
  const after = sky.findIndex(([at]) => at >= minute)
  const [[endAt, end] = [0, '#000000'], [startAt, start] = [0, '#000000']] = [
    sky.at(after),
    sky[Math.max(0, after - 1)],
  ]
  const share = endAt === startAt ? 0 : (minute - startAt) / (endAt - startAt)
  const [from, to] = [toLab(start), toLab(end)]
  const mixed = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share
  return fromLab([mixed(0), mixed(1), mixed(2)])
}

/** Where the night is folded: 22 to 05 takes 16 of 100, 05 to 09 takes 72, the rest is the forenoon. */
const FOLDS = [
  { from: 0, to: 420, left: 0, right: 16 },
  { from: 420, to: 660, left: 16, right: 88 },
  { from: 660, to: 840, left: 88, right: 100 },
] as const

/** How far from the left a minute stands, of 100. */
export function placeOf(minute: number): number {
  const fold = FOLDS.find(({ to }) => minute <= to) ?? FOLDS[2]
  const share = (minute - fold.from) / (fold.to - fold.from)
  return fold.left + share * (fold.right - fold.left)
}

export interface Band {
  readonly left: number
  readonly width: number
  /** The minute in its middle, by which it is coloured. */
  readonly minute: number
}

/** Flat bands: an hour each at night, a quarter of an hour where guests are woken. */
export const BANDS: readonly Band[] = FOLDS.flatMap(({ from, to }) => {
  const step = to - from === 240 ? 15 : 60
  return Array.from({ length: (to - from) / step }, (_, at) => {
    const start = from + at * step
    return { left: placeOf(start), width: placeOf(start + step) - placeOf(start), minute: start + step / 2 }
  })
})
