import type { WakeupForecast } from '@reveille/contract'
import type { CallState } from './call-state.ts'

/** The calls of one minute, as they stand before the sky. */
export interface Bar {
  readonly at: number
  /** Minutes after ten in the evening. */
  readonly sky: number
  readonly due: number
  readonly vip: number
  readonly missed: number
}

interface Due {
  readonly at: number
  readonly state: CallState
  readonly isVip: boolean
}

const NOON = 840
/** Where the morning begins, of 100. */
const MORNING = 17

/** Each minute that has calls, in their order; what lies outside of the sky is left out. */
export function barsOf(calls: readonly Due[], skyOf: (at: number) => number): readonly Bar[] {
  const bars = new Map<number, { -readonly [K in keyof Bar]: Bar[K] }>()
  for (const { at, state, isVip } of calls) {
    const bar = bars.get(at) ?? { at, sky: skyOf(at), due: 0, vip: 0, missed: 0 }
    if (bar.due === 0) bars.set(at, bar)
    bar.due += 1
    if (isVip) bar.vip += 1
    if (state === 'failed' || state === 'known') bar.missed += 1
  }
  return [...bars.values()].filter(({ sky }) => sky >= 0 && sky < NOON).toSorted((a, b) => a.at - b.at)
}

/** How many calls the lines take in a minute. */
export const capacityOf = ({ lines: { working }, callSeconds }: WakeupForecast): number =>
  Math.floor((working * 60) / Math.max(1, callSeconds))

/** A house with many lines and few calls must still see its bars. */
const MOST_ABOVE = 2.5
const LEAST = 6

/** How many calls the full height stands for. */
export function topOf(bars: readonly Bar[], capacity: number): number {
  const fullest = Math.max(LEAST, ...bars.map(({ due }) => due))
  return capacity <= fullest * MOST_ABOVE ? Math.max(fullest, capacity) : fullest
}

/** Of 100; above stands the count. */
const HIGHEST = 74
export const heightOf = (calls: number, top: number): number => (calls / top) * HIGHEST

/** Bars that reach so high stand in the way of words above them, of 100. */
const IN_THE_WAY = 60
/** So much room the words take, and so much the line's own words at the right end. */
const [WORDS, END] = [19, 66]

/** Where words stand above the bars, of 100: as far left in the morning as no bar reaches up to them. */
export function placeOfWords(bars: readonly { readonly left: number; readonly height: number }[]): number {
  const high = bars.filter(({ height }) => height > IN_THE_WAY).map(({ left }) => left)
  const isFree = (place: number) => !high.some((left) => left > place - 3 && left < place + WORDS)
  const places = Array.from({ length: END - MORNING }, (_, at) => MORNING + at)
  return places.find(isFree) ?? MORNING
}

const hour = (sky: number, text: string, isHour = false) => ({ sky, text, isHour })

/** Hours of the night, halves of the morning. */
export const MARKS_ON_AXIS = [
  hour(120, '00'),
  hour(240, '02'),
  hour(420, '05:00', true),
  hour(450, '05:30'),
  hour(480, '06:00', true),
  hour(510, '06:30'),
  hour(540, '07:00', true),
  hour(570, '07:30'),
  hour(600, '08:00', true),
  hour(630, '08:30'),
  hour(660, '09:00', true),
  hour(720, '10'),
  hour(780, '11'),
] as const
