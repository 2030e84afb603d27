import { categoryBars, type ChargeRow, dayIn, daysIn } from '../../hotel/report.ts'
import { Empty, Skeleton, Trouble } from '../../parts/nothing.tsx'
import type { Pattern } from '../../parts/plots/plot-data.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { type Column, Drawing, Figures, FiguresTable } from './paper.tsx'
import { reportTexts } from './texts.ts'
import { useReport } from './use-report.ts'

/** Two categories may have nearly the same colour. */
const PATTERNS: readonly Pattern[] = ['solid', 'hatch', 'dots', 'cross', 'pale']

interface ReportProps {
  readonly query: Readonly<Record<string, string>>
  /** What the table adds up by. */
  readonly by: string
  readonly isTableOnly: boolean
}

export function ChargeReport({ query, by, isTableOnly }: ReportProps) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const drawn = useReport('report.inventory', { ...query, by: 'day,category' })
  const listed = useReport('report.inventory', { ...query, by })
  const error = drawn.error ?? listed.error
  if (error !== null) return <Trouble error={error} onRetry={() => void drawn.refetch()} />
  if (drawn.data === undefined || listed.data === undefined) return <Skeleton rows={10} />
  const { report, totals } = drawn.data
  if (report.length === 0) return <Empty>{said.none}</Empty>
  const days = daysIn(report)
  const net = totals.currencies.map((one) => `${one.net} ${one.currency}`.trim()).join(', ')
  const words = said.chargeWords(format.number(totals.charges), net)
  return (
    <>
      <Figures
        figures={[
          { value: format.number(totals.charges), name: said.charges },
          { value: format.number(totals.quantity), name: said.quantity },
          ...totals.currencies.map((one) => ({ value: one.net, name: `${said.net} ${one.currency}`.trim() })),
          { value: format.number(totals.voids), name: said.voided },
        ]}
      />
      {isTableOnly ? null : (
        <Drawing
          title={said.bySale}
          words={words}
          data={{
            labels: days.map((day) => format.writtenDay(dayIn(day))),
            series: categoryBars(report, days).map(({ name, color, values }, at) => ({
              name,
              values,
              color: color === '' ? '--ink-2' : color,
              pattern: PATTERNS[at % PATTERNS.length] ?? 'solid',
            })),
          }}
        />
      )}
      <ChargeTable rows={listed.data.report} by={by} />
    </>
  )
}

function ChargeTable({ rows, by }: { readonly rows: readonly ChargeRow[]; readonly by: string }) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const groups: Readonly<Record<string, Column<ChargeRow>>> = {
    day: { name: said.day, cell: ({ day = '' }) => format.writtenDay(dayIn(day)) },
    category: { name: said.category, cell: Category },
    room: { name: said.room, cell: ({ room = '' }) => room },
    item: { name: said.item, cell: ({ itemDescription = '', item = '' }) => itemDescription || item },
    user: { name: said.user, cell: ({ user = '' }) => user },
  }
  const columns: readonly Column<ChargeRow>[] = [
    ...by.split(',').flatMap((group) => groups[group] ?? []),
    { name: said.charges, cell: ({ charges }) => format.number(charges), isNumber: true },
    { name: said.quantity, cell: ({ quantity }) => format.number(quantity), isNumber: true },
    { name: said.charged, cell: ({ total }) => total, isNumber: true },
    { name: said.voided, cell: ({ voided }) => voided, isNumber: true },
    { name: said.net, cell: ({ net, currency }) => `${net} ${currency}`.trim(), isNumber: true },
    { name: said.answers, cell: Answers },
  ]
  const keyOf = (row: ChargeRow) =>
    [row.day, row.category, row.room, row.item, row.user, row.currency, row.taxRate].join(' ')
  return <FiguresTable label={said.charges} columns={columns} rows={rows} keyOf={keyOf} />
}

/** The colour is a bar beside the word. */
const Category = ({ description = '', color = '' }: ChargeRow) => (
  <span className="category">
    <i style={{ background: color === '' ? 'var(--ink-2)' : color }} />
    {description}
  </span>
)

const Answers = ({ answers }: ChargeRow) => <span lang="en">{answers}</span>
