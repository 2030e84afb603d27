import { lazy, type ReactNode, Suspense } from 'react'
import type { PlotData } from '../../parts/plots/plot-data.ts'
import { Skeleton } from '../../parts/nothing.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { reportTexts } from './texts.ts'

const Plot = lazy(() => import('../../parts/plots/plots.tsx'))

interface DrawingProps {
  readonly title: string
  readonly data: PlotData
  readonly words: string
}

/** A plot with its title and its sentence; the drawing itself is loaded when it is first needed. */
export function Drawing({ title, data, words }: DrawingProps) {
  const said = useTexts(reportTexts)
  const { number } = useFormat()
  return (
    <section className="drawing">
      <h2>{title}</h2>
      <Suspense fallback={<Skeleton kind="plot" rows={1} />}>
        <Plot data={data} words={words} cursorLabel={`${said.point}: ${title}`} format={number} />
      </Suspense>
    </section>
  )
}

interface Figure {
  readonly value: string
  readonly name: string
  readonly isBad?: boolean
}

/** The few numbers that are read first. */
export const Figures = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl className="figures">
    {figures.map(({ value, name, isBad = false }) => (
      <div key={name} className={isBad ? 's-bad bad-figure' : undefined}>
        <dt>{name}</dt>
        <dd className="number large">{value}</dd>
      </div>
    ))}
  </dl>
)

export interface Column<R> {
  readonly name: string
  readonly cell: (row: R) => ReactNode
  /** A number, to the right. */
  readonly isNumber?: boolean
  readonly isBad?: (row: R) => boolean
}

interface TableProps<R> {
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string
  /** What all rows come to. */
  readonly foot?: readonly SumRow[]
}

interface SumRow {
  readonly key: string
  readonly name: string
  /** Over so many columns. */
  readonly span: number
  readonly cells: readonly ReactNode[]
}

export const FiguresTable = <R,>({ label, columns, rows, keyOf, foot = [] }: TableProps<R>) => (
  <div className="wide-table" tabIndex={0} role="region" aria-label={label}>
    <table className="facts-table">
      <caption className="heard-only">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ name, isNumber = false }) => (
            <th key={name} scope="col" className={isNumber ? 'right' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, cell, isNumber = false, isBad }, at) => {
              const dress = [isNumber && 'right', isBad?.(row) === true && 'bad-figure']
                .filter(Boolean)
                .join(' ')
              return at === 0 ? (
                <th key={name} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={name} className={dress || undefined}>
                  {cell(row)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
      {foot.length === 0 ? null : (
        <tfoot>
          {foot.map(({ key, name, span, cells }) => (
            <tr key={key}>
              <th scope="row" colSpan={span}>
                {name}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[span + at]?.name} className="right">
                  {cell}
                </td>
              ))}
              {span + cells.length < columns.length ? (
                <td colSpan={columns.length - span - cells.length} />
              ) : null}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  </div>
)
