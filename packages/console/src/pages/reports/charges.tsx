import { Fragment } from 'react'
import { Link } from 'wouter'
import {
  categoryBars,
  type ChargeRow,
  type ConnectorRow,
  dayIn,
  FARED,
  missingIn,
  money,
  setApart,
} from '../../hotel/report.ts'
import { useWhoseRooms } from '../../live/desk.ts'
import { Mark } from '../../parts/icon.tsx'
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
  /** All that are asked for, also those without anything. */
  readonly days: readonly string[]
  readonly isTableOnly: boolean
}

export function ChargeReport({ query, by, days, isTableOnly }: ReportProps) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const drawn = useReport('report.inventory', { ...query, by: 'day,category' })
  const listed = useReport('report.inventory', { ...query, by })
  const error = drawn.error ?? listed.error
  if (error !== null) return <Trouble error={error} onRetry={() => void drawn.refetch()} />
  if (drawn.data === undefined || listed.data === undefined) return <Skeleton kind="plot" rows={10} />
  const { report, totals } = drawn.data
  if (report.length === 0) return <Empty>{said.none}</Empty>
  const net = totals.currencies.map((one) => withCurrency(one.net, one.currency)).join(', ')
  const words = said.chargeWords(format.number(totals.charges), net)
  return (
    <>
      <Figures
        figures={[
          { value: format.number(totals.charges), name: said.bookings },
          { value: format.number(totals.netQuantity), name: said.netQuantity },
          ...totals.currencies.map(({ net: sum, currency }) => ({
            value: money(sum, currency),
            name: `${said.net} ${currency}`.trim(),
          })),
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
      <Reconciliation connectors={totals.connectors.map(setApart)} since={days[0]} />
      <ChargeTable rows={listed.data.report} sums={totals.currencies} by={by} />
    </>
  )
}

const withCurrency = (amount: string, currency: string) => `${money(amount, currency)} ${currency}`.trim()

type Sum = Pick<
  ChargeRow,
  'currency' | 'charges' | 'quantity' | 'total' | 'voidedQuantity' | 'voided' | 'netQuantity' | 'net'
>

interface TableProps {
  readonly rows: readonly ChargeRow[]
  /** Of each currency. */
  readonly sums: readonly Sum[]
  readonly by: string
}

function ChargeTable({ rows, sums, by }: TableProps) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  const whoseOf = useWhoseRooms()
  const roomOf = ({ room = '', tenant = '' }: ChargeRow) => `${room} ${whoseOf({ room, tenant })}`.trim()
  const groups: Readonly<Record<string, Column<ChargeRow>>> = {
    day: { name: said.day, cell: ({ day = '' }) => format.writtenDay(dayIn(day)) },
    category: { name: said.category, cell: Category },
    room: { name: said.room, cell: roomOf },
    item: { name: said.item, cell: ({ itemDescription = '', item = '' }) => itemDescription || item },
    user: { name: said.user, cell: ({ user = '' }) => user },
  }
  const named = by.split(',').flatMap((group) => groups[group] ?? [])
  // Each amount stands beside the items that it is the price of.
  const figures: readonly Column<Sum>[] = [
    { name: said.bookings, cell: ({ charges }) => format.number(charges), isNumber: true },
    { name: said.quantity, cell: ({ quantity }) => format.number(quantity), isNumber: true },
    { name: said.charged, cell: ({ total, currency }) => money(total, currency), isNumber: true },
    { name: said.voidedQuantity, cell: (sum) => format.number(sum.voidedQuantity), isNumber: true },
    { name: said.voided, cell: ({ voided, currency }) => money(voided, currency), isNumber: true },
    { name: said.netQuantity, cell: ({ netQuantity }) => format.number(netQuantity), isNumber: true },
    { name: said.net, cell: ({ net, currency }) => withCurrency(net, currency), isNumber: true },
  ]
  const columns: readonly Column<ChargeRow>[] = [...named, ...figures, { name: said.answers, cell: Answers }]
  const foot = sums.map((sum) => ({
    key: sum.currency,
    name: said.total,
    span: named.length,
    cells: figures.map(({ cell }) => cell(sum)),
  }))
  const keyOf = (row: ChargeRow) =>
    [row.day, row.category, row.tenant, row.room, row.item, row.user, row.currency, row.taxRate].join(' ')
  return <FiguresTable label={said.charges} {...{ columns, rows, keyOf, foot }} />
}

/** The colour is a bar beside the word. */
const Category = ({ description = '', color = '' }: ChargeRow) => (
  <span className="category">
    <i style={{ background: color === '' ? 'var(--ink-2)' : color }} />
    {description}
  </span>
)

/** `bar: 2 delivered; pms: 1 delivered, 1 refused` */
function Answers({ connectors }: ChargeRow) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  return connectors
    .map(setApart)
    .map((one) => {
      const fared = FARED.filter((state) => one[state] > 0)
      return `${one.name}: ${fared.map((state) => `${format.number(one[state])} ${said[state]}`).join(', ')}`
    })
    .join('; ')
}

const BAD = ['uncertain', 'refused', 'dead'] as const

interface ReconciliationProps {
  readonly connectors: readonly ConnectorRow[]
  /** The first day that is asked for. */
  readonly since: string | undefined
}

/** Whether every connector has every charge. */
function Reconciliation({ connectors, since }: ReconciliationProps) {
  const said = useTexts(reportTexts)
  const format = useFormat()
  if (connectors.length === 0) return null
  const missing = missingIn(connectors)
  const isAnyBack = connectors.some(({ takenBack }) => takenBack > 0)
  const columns: readonly Column<ConnectorRow>[] = [
    { name: said.lane, cell: ({ name }) => name },
    ...FARED.map((state) => ({
      name: said[state],
      cell: (row: ConnectorRow) => format.number(row[state]),
      isNumber: true,
      isBad: (row: ConnectorRow) => BAD.some((one) => one === state) && row[state] > 0,
    })),
  ]
  return (
    <section className="drawing">
      <h2>{said.reconciliation}</h2>
      <p className={`reconciled said ${missing === 0 ? 's-good' : 's-bad'}`}>
        <Mark name={missing === 0 ? 'tick' : 'failed'} />
        <span>
          {missing > 0 ? said.notThere(missing) : isAnyBack ? said.allThereOrBack : said.allThere}
          <Missed connectors={connectors} since={since} />
        </span>
      </p>
      <FiguresTable
        label={said.reconciliation}
        columns={columns}
        rows={connectors}
        keyOf={({ name }) => name}
      />
    </section>
  )
}

/** To what is open of each connector that does not have everything. */
function Missed({ connectors, since }: ReconciliationProps) {
  const said = useTexts(reportTexts)
  const days = since === undefined ? {} : { since: dayIn(since) }
  return connectors
    .filter((one) => missingIn([one]) > 0)
    .map(({ name }) => (
      <Fragment key={name}>
        {' '}
        <Link href={`/deliveries?${new URLSearchParams({ lane: name, ...days })}`}>
          {said.deliveriesOf(name)}
        </Link>
      </Fragment>
    ))
}
