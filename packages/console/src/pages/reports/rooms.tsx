import { alongDays, dayIn } from '../../hotel/report.ts'
import { Empty, Skeleton, Trouble } from '../../parts/nothing.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { Drawing, Figures, FiguresTable } from './paper.tsx'
import { reportTexts } from './texts.ts'
import { useReport } from './use-report.ts'

interface ReportProps {
  readonly query: Readonly<Record<string, string>>
  /** All that are asked for, also those without anything. */
  readonly days: readonly string[]
  readonly isTableOnly: boolean
}

/** How long dirty rooms took to be clean. */
export function TurnRoundReport({ query, days, isTableOnly }: ReportProps) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const { data, error, refetch } = useReport('report.turnRound', query)
  if (error !== null) return <Trouble error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton kind="plot" rows={10} />
  const { report, totals } = data
  if (report.length === 0) return <Empty>{said.noneTurned}</Empty>
  const drawn = alongDays(days, report, (day) => ({
    day,
    rooms: 0,
    shortest: null,
    median: null,
    longest: null,
  }))
  const minutes = (value: number | null) => (value === null ? '–' : `${format.number(value)}${said.minutes}`)
  const line = (name: string, color: string, of: 'shortest' | 'median' | 'longest') => ({
    name,
    values: drawn.map((row) => row[of]),
    color,
    pattern: 'solid' as const,
    isLine: true,
  })
  return (
    <>
      <Figures
        figures={[
          { value: format.number(totals.rooms), name: said.cleaned },
          { value: minutes(totals.median), name: said.median },
          { value: minutes(totals.longest), name: said.longest },
        ]}
      />
      {isTableOnly ? null : (
        <Drawing
          title={said.turnRound}
          words={said.roomWords(format.number(totals.rooms), format.number(totals.median ?? 0))}
          data={{
            labels: drawn.map(({ day }) => format.writtenDay(dayIn(day))),
            series: [
              line(said.longest, '--again-mark', 'longest'),
              line(said.median, '--accent', 'median'),
              line(said.shortest, '--good-mark', 'shortest'),
            ],
            unit: said.minutes,
          }}
        />
      )}
      <FiguresTable
        label={said.rooms}
        rows={report}
        keyOf={({ day }) => day}
        columns={[
          { name: said.day, cell: ({ day }) => format.writtenDay(dayIn(day)) },
          { name: said.cleaned, cell: ({ rooms }) => format.number(rooms), isNumber: true },
          { name: said.shortest, cell: ({ shortest }) => minutes(shortest), isNumber: true },
          { name: said.median, cell: ({ median }) => minutes(median), isNumber: true },
          { name: said.longest, cell: ({ longest }) => minutes(longest), isNumber: true },
        ]}
      />
    </>
  )
}
