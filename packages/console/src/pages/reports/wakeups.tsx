import { alongDays, dayIn, noCallsOn, outcomesOf, type WakeupRow } from '../../hotel/report.ts'
import { Empty, Skeleton, Trouble } from '../../parts/nothing.tsx'
import type { PlotData } from '../../parts/plots/plot-data.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { type Column, Drawing, Figures, FiguresTable } from './paper.tsx'
import { reportTexts } from './texts.ts'
import { useReport } from './use-report.ts'

/** Of a hundred calls, so many ring within five seconds: what the house promises. */
const PROMISE = 99.5

interface ReportProps {
  readonly query: Readonly<Record<string, string>>
  /** All that are asked for, also those without anything. */
  readonly days: readonly string[]
  readonly isTableOnly: boolean
}

export function WakeupReport({ query, days, isTableOnly }: ReportProps) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const { data, error, refetch } = useReport('report.wakeups', query)
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton kind="plot" rows={10} />
  const { report, totals } = data
  if (report.length === 0) return <Empty>{said.none}</Empty>
  const isByHour = query['by'] === 'hour'
  const labelOf = ({ day, hour }: WakeupRow) =>
    isByHour ? `${hour ?? ''}:00` : format.writtenDay(dayIn(day ?? ''))
  const drawn = isByHour ? report : alongDays(days, report, noCallsOn)
  const share = totals.within5s === null ? '–' : `${format.number(totals.within5s)} %`
  const { answered, byHand } = outcomesOf(totals)
  const words = said.wakeupWords(
    format.number(totals.calls),
    format.number(answered),
    format.number(byHand),
    format.number(totals.failed),
  )
  return (
    <>
      <Figures
        figures={[
          { value: format.number(totals.calls), name: said.calls },
          { value: format.number(answered), name: said.answered },
          ...(byHand === 0 ? [] : [{ value: format.number(byHand), name: said.byHand }]),
          { value: format.number(totals.failed), name: said.notWoken, isBad: totals.failed > 0 },
          { value: share, name: said.rangWithin(`${format.number(PROMISE)} %`) },
        ]}
      />
      {isTableOnly ? null : (
        <>
          <Drawing title={said.howEnded} data={outcomePlot(drawn, labelOf, said)} words={words} />
          {isByHour ? (
            <Drawing
              title={said.lateness}
              data={latenessPlot(drawn, labelOf, said)}
              words={said.timeWords(share)}
            />
          ) : (
            <Drawing
              title={said.onTime}
              data={timePlot(drawn, labelOf, said)}
              words={said.timeWords(share)}
            />
          )}
        </>
      )}
      <WakeupTable rows={report} labelOf={labelOf} isByHour={isByHour} />
    </>
  )
}

type Said = (typeof reportTexts)['en']
type LabelOf = (row: WakeupRow) => string

function outcomePlot(rows: readonly WakeupRow[], labelOf: LabelOf, said: Said): PlotData {
  const all = rows.map(outcomesOf)
  return {
    labels: rows.map(labelOf),
    series: [
      {
        name: said.answered,
        values: all.map(({ answered }) => answered),
        color: '--good-mark',
        pattern: 'pale',
      },
      { name: said.byHand, values: all.map(({ byHand }) => byHand), color: '--hand-mark', pattern: 'pale' },
      { name: said.nobody, values: all.map(({ nobody }) => nobody), color: '--bad-mark', pattern: 'solid' },
      { name: said.busy, values: all.map(({ busy }) => busy), color: '--again-mark', pattern: 'hatch' },
      { name: said.other, values: all.map(({ other }) => other), color: '--put-mark', pattern: 'dots' },
      {
        name: said.pending,
        values: all.map(({ pending }) => pending),
        color: '--over-mark',
        pattern: 'cross',
      },
    ],
  }
}

function timePlot(rows: readonly WakeupRow[], labelOf: LabelOf, said: Said): PlotData {
  const shares = rows.flatMap(({ within5s }) => within5s ?? [])
  const line = (name: string, color: string, of: 'within5s' | 'within60s' | 'within5m') => ({
    name,
    values: rows.map((row) => row[of]),
    color,
    pattern: 'solid' as const,
    isLine: true,
  })
  return {
    labels: rows.map(labelOf),
    series: [
      line(said.within5s, '--accent', 'within5s'),
      line(said.within60s, '--hand-mark', 'within60s'),
      line(said.within5m, '--over-mark', 'within5m'),
    ],
    promise: { at: PROMISE, name: said.promise },
    least: Math.max(0, Math.floor(Math.min(98, ...shares)) - 1),
    most: 100.4,
    unit: ' %',
  }
}

function latenessPlot(rows: readonly WakeupRow[], labelOf: LabelOf, said: Said): PlotData {
  return {
    labels: rows.map(labelOf),
    series: [
      {
        name: said.upTo5s,
        values: rows.map((row) => row.upTo5s ?? 0),
        color: '--good-mark',
        pattern: 'pale',
      },
      {
        name: said.upTo60s,
        values: rows.map((row) => row.upTo60s ?? 0),
        color: '--hand-mark',
        pattern: 'dots',
      },
      {
        name: said.upTo5m,
        values: rows.map((row) => row.upTo5m ?? 0),
        color: '--again-mark',
        pattern: 'hatch',
      },
      { name: said.later, values: rows.map((row) => row.later ?? 0), color: '--put-mark', pattern: 'cross' },
      { name: said.never, values: rows.map((row) => row.never ?? 0), color: '--bad-mark', pattern: 'solid' },
    ],
  }
}

interface TableProps {
  readonly rows: readonly WakeupRow[]
  readonly labelOf: LabelOf
  readonly isByHour: boolean
}

function WakeupTable({ rows, labelOf, isByHour }: TableProps) {
  const said = useTexts(reportTexts)
  const { number } = useFormat()
  const figure = (name: string, of: (row: WakeupRow) => number): Column<WakeupRow> => ({
    name,
    cell: (row) => number(of(row)),
    isNumber: true,
  })
  const share = (name: string, of: 'within5s' | 'within60s' | 'within5m'): Column<WakeupRow> => ({
    name: `${name}, %`,
    cell: (row) => (row[of] === null ? '–' : number(row[of])),
    isNumber: true,
    isBad: (row) => row[of] !== null && row[of] < PROMISE,
  })
  const columns: readonly Column<WakeupRow>[] = [
    { name: isByHour ? said.hour : said.day, cell: labelOf },
    figure(said.calls, ({ calls }) => calls),
    figure(said.answered, (row) => outcomesOf(row).answered),
    figure(said.byHand, (row) => outcomesOf(row).byHand),
    { ...figure(said.nobody, (row) => row['no-answer']), isBad: (row) => row['no-answer'] > 0 },
    figure(said.busy, ({ busy }) => busy),
    figure(said.other, (row) => outcomesOf(row).other),
    figure(said.pending, ({ pending }) => pending),
    share(said.within5s, 'within5s'),
    share(said.within60s, 'within60s'),
    share(said.within5m, 'within5m'),
  ]
  return <FiguresTable label={said.wakeups} columns={columns} rows={rows} keyOf={labelOf} />
}
