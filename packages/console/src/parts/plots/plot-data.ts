/** How the bars of a series are filled: no two are told apart by colour alone. */
export type Pattern = 'solid' | 'hatch' | 'dots' | 'cross' | 'pale'

export interface PlotSeries {
  readonly name: string
  /** One for each label; null where there is none. */
  readonly values: readonly (number | null)[]
  /** A colour, or the name of a token: `--good-mark`. */
  readonly color: string
  readonly pattern: Pattern
  /** Drawn as a line over the bars. */
  readonly isLine?: boolean
}

export interface PlotData {
  readonly labels: readonly string[]
  readonly series: readonly PlotSeries[]
  /** A level that was promised, and what it is called. */
  readonly promise?: { readonly at: number; readonly name: string }
  /** Where the scale begins; left out: at nothing. */
  readonly least?: number
  readonly most?: number
  readonly unit?: string
}

/** Bars one on the other: each series with all those below it. */
export function stacked(series: readonly PlotSeries[]): readonly (readonly (number | null)[])[] {
  const bars = series.filter(({ isLine }) => isLine !== true)
  return series.map((one) => {
    if (one.isLine === true) return one.values
    const below = bars.slice(0, bars.indexOf(one) + 1)
    return one.values.map((_, at) => below.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  })
}

/** Few enough labels that none runs into the next. */
export const everyNth = (count: number, room: number): number =>
  Math.max(1, Math.ceil(count / Math.max(1, room)))
