import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { everyNth, type Pattern, type PlotData, type PlotSeries, stacked } from './plot-data.ts'

const HEIGHT = 240
const LABEL_PX = 64

export interface PlotProps {
  readonly data: PlotData
  /** What it shows, in a sentence. */
  readonly words: string
  /** Of the slider that moves the cursor. */
  readonly cursorLabel: string
  readonly format: (value: number) => string
}

/** A drawing with a cursor that keys move; whoever listens hears the sentence, and each point by the slider. */
export default function Plot({ data, words, cursorLabel, format }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const theme = useTheme()
  const [at, setAt] = useState(0)
  const drawn = JSON.stringify(data)
  const latest = useRef({ data, format })
  useEffect(() => {
    latest.current = { data, format }
  }, [data, format])
  // What is drawn is compared by its content.
  useEffect(() => {
    const holder = place.current
    if (holder === null) return
    const now = latest.current
    const made = new uPlot(optionsOf(now.data, holder, now.format), dataOf(now.data), holder)
    plot.current = made
    const resized = new ResizeObserver(() => made.setSize({ width: holder.clientWidth, height: HEIGHT }))
    resized.observe(holder)
    return () => {
      resized.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [drawn, theme])
  const point = pointOf(data, at, format)
  return (
    <figure className="plot">
      <Legend data={data} />
      <div ref={place} role="img" aria-label={words} />
      {data.labels.length < 2 ? null : (
        <input
          type="range"
          className="no-print"
          style={underBars(data.labels.length)}
          min={0}
          max={data.labels.length - 1}
          value={Math.min(at, data.labels.length - 1)}
          aria-label={cursorLabel}
          aria-valuetext={point}
          onChange={({ target }) => {
            setAt(Number(target.value))
            const left = plot.current?.valToPos(Number(target.value), 'x') ?? 0
            plot.current?.setCursor({ left, top: 0 })
          }}
        />
      )}
      <figcaption className="second small">{point}</figcaption>
    </figure>
  )
}

const AXIS_PX = 56
/** What the drawing leaves free at its right. */
const RIGHT_PX = 24
const KNOB_PX = 16
/** Room beside the first and the last bar, in bars. */
const BESIDE = 0.6

/** From the middle of the first bar to the middle of the last. */
const underBars = (bars: number) => {
  const beside = `(100% - ${AXIS_PX + RIGHT_PX}px) * ${BESIDE / (bars - 1 + 2 * BESIDE)} - ${KNOB_PX / 2}px`
  return {
    width: `calc(100% - ${AXIS_PX + RIGHT_PX}px - 2 * (${beside}))`,
    marginLeft: `calc(${AXIS_PX}px + ${beside})`,
  }
}

const pointOf = ({ labels, series, unit = '' }: PlotData, at: number, format: (value: number) => string) => {
  const told = series.map(({ name, values }) => {
    const value = values[at]
    return value === null || value === undefined ? '' : `${name} ${format(value)}${unit}`
  })
  return [labels[at] ?? '', ...told].filter((one) => one !== '').join(', ')
}

const Legend = ({ data: { series, promise } }: { readonly data: PlotData }) => (
  <ul className="legend small">
    {series.map((one) => (
      <li key={one.name}>
        <i
          className={one.isLine === true ? 'swatch line' : `swatch ${one.pattern}`}
          style={{ color: one.color.startsWith('--') ? `var(${one.color})` : one.color }}
        />
        {one.name}
      </li>
    ))}
    {promise === undefined ? null : (
      <li>
        <i className="swatch dashed" />
        {promise.name}
      </li>
    )}
  </ul>
)

/** Canvas knows no tokens: when the theme changes, it is drawn anew. */
function useTheme(): string {
  const [theme, setTheme] = useState(document.documentElement.dataset['theme'] ?? '')
  useEffect(() => {
    const seen = new MutationObserver(() => setTheme(document.documentElement.dataset['theme'] ?? ''))
    seen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => seen.disconnect()
  }, [])
  return theme
}

const dataOf = (data: PlotData): uPlot.AlignedData => {
  const heights = stacked(data.series)
  const promised = data.promise
  return [
    data.labels.map((_, at) => at),
    // The tallest first: those below are drawn over it.
    ...orderOf(data.series).map((at) => [...(heights[at] ?? [])]),
    ...(promised === undefined ? [] : [data.labels.map(() => promised.at)]),
  ]
}

/** Bars from the top of the stack down, then lines. */
const orderOf = (series: readonly PlotSeries[]): readonly number[] => {
  const all = series.map((_, at) => at)
  const isLine = (at: number) => series[at]?.isLine === true
  return [...all.filter((at) => !isLine(at)).toReversed(), ...all.filter(isLine)]
}

function optionsOf(data: PlotData, holder: HTMLElement, format: (value: number) => string): uPlot.Options {
  const colorOf = colorsIn(holder)
  const [ink, hair, second] = [colorOf('--ink'), colorOf('--hair'), colorOf('--ink-2')]
  const font = `12px ${getComputedStyle(holder).fontFamily}`
  const { labels, least = 0, most, promise } = data
  // A window that becomes narrow has room for fewer of them.
  const nthIn = (width: number) => everyNth(labels.length, width / LABEL_PX)
  const indexes = labels.map((_, at) => at)
  return {
    width: holder.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-BESIDE, labels.length - 1 + BESIDE] },
      y: {
        range: (_, __, high) => [
          least,
          Math.max(most ?? high * 1.08, least + (most === undefined ? 1 : 0.001)),
        ],
      },
    },
    axes: [
      {
        stroke: ink,
        font,
        size: 30,
        grid: { show: false },
        ticks: { show: false },
        border: { show: true, stroke: ink, width: 2 },
        splits: ({ width }) => indexes.filter((at) => at % nthIn(width) === 0),
        values: (_, splits) => splits.map((at) => labels[at] ?? ''),
      },
      {
        stroke: second,
        font,
        size: AXIS_PX,
        grid: { stroke: hair, width: 1 },
        ticks: { show: false },
        values: (_, splits) => splits.map((value) => format(value)),
      },
    ],
    series: [
      {},
      ...orderOf(data.series).map((at) => seriesOf(data.series[at], colorOf)),
      ...(promise === undefined
        ? []
        : [{ stroke: second, width: 1.5, dash: [6, 4], points: { show: false } }]),
    ],
  }
}

function seriesOf(one: PlotSeries | undefined, colorOf: (name: string) => string): uPlot.Series {
  if (one === undefined) return {}
  const color = colorOf(one.color)
  if (one.isLine === true)
    return { stroke: color, width: 2, points: { show: true, size: 7, fill: colorOf('--surface') } }
  const filling = patternOf(one.pattern, color, colorOf('--surface'))
  return {
    stroke: color,
    width: 1,
    points: { show: false },
    fill: filling === null ? color : () => filling,
    ...(uPlot.paths.bars === undefined ? {} : { paths: uPlot.paths.bars({ size: [0.66, 48] }) }),
  }
}

const colorsIn = (holder: HTMLElement) => {
  const style = getComputedStyle(holder)
  return (name: string) => (name.startsWith('--') ? style.getPropertyValue(name).trim() : name)
}

const TILE = 8

/** A small drawing that is repeated; null for what is plain. */
function patternOf(pattern: Pattern, color: string, ground: string): CanvasPattern | null {
  if (pattern === 'solid') return null
  const tile = document.createElement('canvas')
  tile.width = TILE
  tile.height = TILE
  const pen = tile.getContext('2d')
  if (pen === null) return null
  pen.fillStyle = ground
  pen.fillRect(0, 0, TILE, TILE)
  DRAWN[pattern](pen, color)
  return pen.createPattern(tile, 'repeat')
}

const DRAWN: Readonly<
  Record<Exclude<Pattern, 'solid'>, (pen: CanvasRenderingContext2D, color: string) => void>
> = {
  pale: (pen, color) => {
    pen.globalAlpha = 0.18
    pen.fillStyle = color
    pen.fillRect(0, 0, TILE, TILE)
  },
  hatch: (pen, color) => lines(pen, color, [[0, TILE, TILE, 0]]),
  cross: (pen, color) =>
    lines(pen, color, [
      [0, TILE, TILE, 0],
      [0, 0, TILE, TILE],
    ]),
  dots: (pen, color) => {
    pen.fillStyle = color
    for (const [x, y] of [
      [1, 1],
      [5, 5],
    ] as const)
      pen.fillRect(x, y, 3, 3)
  },
}

function lines(
  pen: CanvasRenderingContext2D,
  color: string,
  all: readonly (readonly [number, number, number, number])[],
) {
  pen.strokeStyle = color
  pen.lineWidth = 2.5
  for (const [fromX, fromY, toX, toY] of all) {
    pen.beginPath()
    pen.moveTo(fromX, fromY)
    pen.lineTo(toX, toY)
    pen.stroke()
  }
}
