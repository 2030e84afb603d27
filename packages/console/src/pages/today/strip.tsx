import type { WakeupForecast } from '@reveille/contract'
import { memo, type MouseEvent, useDeferredValue, useMemo } from 'react'
import { seenAs } from '../../hotel/calls/call-rows.ts'
import type { LiveCall } from '../../hotel/calls/live-call.ts'
import {
  type Bar,
  barsOf,
  capacityOf,
  heightOf,
  MARKS_ON_AXIS,
  placeOfWords,
  topOf,
} from '../../hotel/calls/strip.ts'
import { placeOf } from '../../look/sky.ts'
import { Mark } from '../../parts/icon.tsx'
import { useNow } from '../../parts/now.ts'
import { SkyBands } from '../../parts/sky.tsx'
import { callTexts } from '../../texts/calls.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { todayTexts } from './texts.ts'
import type { Board } from './use-board.ts'

const MINUTE = 60_000
/** How near a click must be, of 100. */
const NEAR = 0.8
/** The sky ends at noon. */
const NOON = 840
/** So many minutes are labelled with their count. */
const MOST_PEAKS = 8
const LEAST_PEAK = 2
const HEARD_MS = 5_000

interface StripProps extends Pick<Board, 'isVip' | 'skyOf'> {
  readonly calls: Board['morning']
  readonly forecast: WakeupForecast | null
  readonly onMinute: (at: number) => void
}

/** The night turns into day, and what rings stands before it as a skyline. */
export const Strip = memo(function Strip({ calls, isVip, skyOf, forecast, onMinute }: StripProps) {
  const said = useTexts(todayTexts)
  const now = useNow(MINUTE)
  const capacity = forecast === null ? 0 : capacityOf(forecast)
  const bars = useMemo(
    () =>
      barsOf(
        calls.map((call: LiveCall) => {
          const { at, state } = seenAs(call)
          return { at, state, isVip: isVip(call) }
        }),
        skyOf,
      ).map((bar) => ({ ...bar, left: placeOf(bar.sky) })),
    [calls, isVip, skyOf],
  )
  const top = topOf(bars, capacity)
  const nowAt = skyOf(now)
  const choose = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = ((clientX - left) / width) * 100
    const near = bars.toSorted((a, b) => Math.abs(a.left - place) - Math.abs(b.left - place))[0]
    if (near !== undefined && Math.abs(near.left + 0.5 - place) < NEAR) onMinute(near.at)
  }
  return (
    <figure className="dawn">
      <BarTable bars={bars} capacity={capacity} />
      <div className="sky" aria-hidden="true" onClick={choose}>
        <svg className="bands" viewBox="0 0 100 100" preserveAspectRatio="none">
          <SkyBands />
          {nowAt > 0 ? <rect className="past" width={placeOf(Math.min(nowAt, NOON))} height="100" /> : null}
          {capacity > 0 && capacity <= top ? (
            <path className="capacity" d={`M0 ${100 - heightOf(capacity, top)}H100`} />
          ) : null}
          {bars.map((bar, at) => (
            <BarShape
              key={bar.at}
              bar={bar}
              width={widthOf(bar.left, bars[at + 1]?.left ?? 101)}
              capacity={capacity}
              top={top}
              isPast={bar.at < now}
            />
          ))}
        </svg>
        <Peaks bars={bars} top={top} />
        <Legend bars={bars} capacity={capacity} top={top} />
        {forecast !== null && capacity > 0 && capacity <= top ? (
          <span className="cap" style={{ top: `${100 - heightOf(capacity, top)}%` }}>
            {said.capacity(forecast.lines.working, capacity)}
          </span>
        ) : null}
        {nowAt >= 0 && nowAt <= NOON ? <NowMark at={now} left={placeOf(nowAt)} /> : null}
      </div>
      <div className="axis" aria-hidden="true">
        {MARKS_ON_AXIS.map(({ sky, text, isHour }) => (
          <span key={sky} className={isHour ? 'hour' : undefined} style={{ left: `${placeOf(sky)}%` }}>
            {text}
          </span>
        ))}
      </div>
    </figure>
  )
})

const MORNING = 1.02
const NIGHT = 0.42
const isMorning = (left: number) => left >= 16 && left < 88
/** As wide as may be without touching the next. */
const widthOf = (left: number, next: number) =>
  Math.max(0.25, Math.min(isMorning(left) ? MORNING : NIGHT, (next - left) * 0.85))

type Placed = Bar & { readonly left: number }

interface BarShapeProps {
  readonly bar: Placed
  readonly width: number
  readonly capacity: number
  readonly top: number
  readonly isPast: boolean
}

/** What the lines can take is solid, VIP striped on top of it; the rest rings later and is hollow. */
function BarShape({ bar: { left, due, vip }, width, capacity, top, isPast }: BarShapeProps) {
  const solid = heightOf(capacity > 0 ? Math.min(due, capacity) : due, top)
  const whole = heightOf(due, top)
  const striped = Math.min(heightOf(vip, top), solid)
  return (
    <g className={isPast ? 'bar over' : 'bar'}>
      <rect x={left} y={100 - solid} width={width} height={solid} />
      {striped > 0
        ? Array.from({ length: Math.max(1, Math.floor(striped / 3.2)) }, (_, at) => (
            <rect
              key={at}
              className="stripe"
              x={left}
              y={100 - solid + 1.6 + at * 3.2}
              width={width}
              height="1.6"
            />
          ))
        : null}
      {whole > solid ? (
        <rect className="hollow" x={left} y={100 - whole} width={width} height={whole - solid} />
      ) : null}
    </g>
  )
}

/** The fullest minutes with their count, and those where somebody was not woken. */
function Peaks({ bars, top }: { readonly bars: readonly Placed[]; readonly top: number }) {
  const full = bars
    .filter(({ due }) => due >= LEAST_PEAK)
    .toSorted((a, b) => b.due - a.due)
    .slice(0, MOST_PEAKS)
  const apart = full.filter(
    (one, at) => !full.slice(0, at).some((other) => Math.abs(other.left - one.left) < 2.2),
  )
  return (
    <>
      {apart.map(({ at, left, due }) => (
        <span key={at} className="peak" style={{ left: `${left + 0.5}%`, bottom: `${heightOf(due, top)}%` }}>
          {due}
        </span>
      ))}
      {bars
        .filter(({ missed }) => missed > 0)
        .map(({ at, left, due }) => (
          <span
            key={at}
            className="missed s-bad"
            style={{ left: `${left + 0.5}%`, bottom: `calc(${heightOf(due, top)}% + 16px)` }}
          >
            <Mark name="cross" size="tiny" />
          </span>
        ))}
    </>
  )
}

interface LegendProps {
  readonly bars: readonly Placed[]
  readonly capacity: number
  readonly top: number
}

function Legend({ bars, capacity, top }: LegendProps) {
  const said = useTexts(todayTexts)
  const { vip } = useTexts(callTexts)
  const hasVip = bars.some((bar) => bar.vip > 0)
  const isFull = capacity > 0 && bars.some(({ due }) => due > capacity)
  const left = placeOfWords(bars.map((bar) => ({ left: bar.left, height: heightOf(bar.due, top) })))
  return (
    <div className="legend" style={{ left: `${left}%` }}>
      {hasVip ? (
        <span>
          <svg viewBox="0 0 10 12">
            <path d="M0 1h10M0 5h10M0 9h10" />
          </svg>
          {vip}
        </span>
      ) : null}
      {isFull ? (
        <span>
          <svg viewBox="0 0 10 12">
            <path d="M1 1h8v10H1z" />
          </svg>
          {said.later}
        </span>
      ) : null}
    </div>
  )
}

/** So near to an end of the strip, in per cent, the time stands beside its mark, not over it: it would be cut. */
const EDGE = 7

const NowMark = ({ at, left }: { readonly at: number; readonly left: number }) => {
  const format = useFormat()
  const edge = left < EDGE ? 'first' : left > 100 - EDGE ? 'last' : ''
  return (
    <div className={`now ${edge}`} style={{ left: `${left}%` }}>
      <b>{format.time(at)}</b>
    </div>
  )
}

interface BarTableProps {
  readonly bars: readonly Bar[]
  readonly capacity: number
}

/** The same for those who listen: after what is seen, and not anew while a line of it is read out. */
function BarTable({ bars, capacity }: BarTableProps) {
  const beat = useNow(HEARD_MS)
  // oxlint-disable-next-line react/exhaustive-deps -- as they are at the beat
  const heard = useMemo(() => bars, [beat])
  return <HeardBars bars={useDeferredValue<readonly Bar[]>(heard, [])} capacity={capacity} />
}

const HeardBars = memo(function HeardBars({ bars, capacity }: BarTableProps) {
  const said = useTexts(todayTexts)
  const format = useFormat()
  return (
    <div className="heard-only">
      <table>
        <caption>{said.strip}</caption>
        <thead>
          <tr>
            {[said.minute, said.due, said.vipDue, said.missedDue, said.overCapacity].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ at, due, vip, missed }) => (
            <tr key={at}>
              <th scope="row">{format.time(at)}</th>
              <td>{due}</td>
              <td>{vip}</td>
              <td>{missed}</td>
              <td>{capacity > 0 ? Math.max(0, due - capacity) : 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
