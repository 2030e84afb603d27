import {
  alongDays,
  byDay,
  dayIn,
  type DeliveryRow,
  gapOf,
  nothingSentOn,
  setApart,
} from '../../hotel/report.ts'
import { Mark } from '../../parts/icon.tsx'
import { Empty, Skeleton, Trouble } from '../../parts/nothing.tsx'
import type { Pattern } from '../../parts/plots/plot-data.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { type Column, Drawing, Figures, FiguresTable } from './paper.tsx'
import { reportTexts } from './texts.ts'
import { useReport } from './use-report.ts'

const PARTS = [
  ['delivered', '--good-mark', 'pale'],
  ['waiting', '--waits-mark', 'hatch'],
  ['uncertain', '--put-mark', 'dots'],
  ['refused', '--bad-mark', 'solid'],
  ['dead', '--over-mark', 'cross'],
  ['takenBack', '--over-mark', 'hatch'],
] as const satisfies readonly (readonly [string, string, Pattern])[]

interface ReportProps {
  readonly query: Readonly<Record<string, string>>
  /** All that are asked for, also those without anything. */
  readonly days: readonly string[]
  readonly isTableOnly: boolean
}

/** What was accepted, and what became of it: the bars must reach the line, or something is missing. */
export function DeliveryReport({ query, days, isTableOnly }: ReportProps) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const { data, error, refetch } = useReport('report.deliveries', query)
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton kind="plot" rows={10} />
  const [report, totals] = [data.report.map(setApart), setApart(data.totals)]
  if (report.length === 0) return <Empty>{said.none}</Empty>
  const drawn = alongDays(days, byDay(report), nothingSentOn)
  const gap = gapOf(totals)
  const parts = PARTS.map(([name]) => `${format.number(totals[name])} ${said[name]}`)
  const sum = `${format.number(totals.accepted)} ${said.accepted} = ${parts.join(' + ')}`
  return (
    <>
      <Figures
        figures={[
          { value: format.number(totals.accepted), name: said.accepted },
          ...PARTS.map(([name]) => ({
            value: format.number(totals[name]),
            name: said[name],
            isBad: (name === 'refused' || name === 'uncertain') && totals[name] > 0,
          })),
        ]}
      />
      <p className={`reconciled said ${gap === 0 ? 's-good' : 's-bad'}`}>
        <Mark name={gap === 0 ? 'tick' : 'failed'} />
        <span>{`${sum}. ${gap === 0 ? said.adds : said.gap(format.number(gap))}`}</span>
      </p>
      {isTableOnly ? null : (
        <Drawing
          title={said.whatBecame}
          words={sum}
          data={{
            labels: drawn.map(({ day }) => format.writtenDay(dayIn(day))),
            series: [
              ...PARTS.map(([name, color, pattern]) => ({
                name: said[name],
                values: drawn.map((row) => row[name]),
                color,
                pattern,
              })),
              {
                name: said.accepted,
                values: drawn.map(({ accepted }) => accepted),
                color: '--ink',
                pattern: 'solid',
                isLine: true,
              },
            ],
          }}
        />
      )}
      <DeliveryTable rows={report} />
    </>
  )
}

function DeliveryTable({ rows }: { readonly rows: readonly DeliveryRow[] }) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const figure = (name: 'accepted' | (typeof PARTS)[number][0] | 'doubts') => ({
    name: said[name],
    cell: (row: DeliveryRow) => format.number(row[name]),
    isNumber: true,
    isBad: (row: DeliveryRow) => (name === 'refused' || name === 'uncertain') && row[name] > 0,
  })
  const columns: readonly Column<DeliveryRow>[] = [
    { name: said.day, cell: ({ day }) => format.writtenDay(dayIn(day)) },
    { name: said.lane, cell: ({ destination }) => destination },
    figure('accepted'),
    ...PARTS.map(([name]) => figure(name)),
    figure('doubts'),
  ]
  const keyOf = ({ day, destination, purpose }: DeliveryRow) => `${day} ${purpose} ${destination}`
  return <FiguresTable label={said.deliveries} columns={columns} rows={rows} keyOf={keyOf} />
}
