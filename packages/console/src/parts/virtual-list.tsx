import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'

/** Up to here all rows are on the page, so that the browser's own search finds them. */
const ALL_UP_TO = 300
const OVERSCAN = 8

interface VirtualListProps<T> {
  readonly label: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** Known before it is drawn, so that nothing jumps. */
  readonly heightOf: (item: T) => number
  readonly children: (item: T) => ReactNode
}

export function VirtualList<T>(props: VirtualListProps<T>) {
  return props.items.length <= ALL_UP_TO ? <WholeList {...props} /> : <LongList {...props} />
}

const WholeList = <T,>({ label, items, keyOf, children }: VirtualListProps<T>) => (
  <div role="table" aria-label={label} aria-rowcount={items.length}>
    {items.map((item) => (
      <div key={keyOf(item)} role="presentation" className="listed">
        {children(item)}
      </div>
    ))}
  </div>
)

function LongList<T>({ label, items, keyOf, heightOf, children }: VirtualListProps<T>) {
  const { rows } = useTexts(commonTexts)
  const frame = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: (at) => (at < items.length ? heightOf(itemAt(items, at)) : 0),
    getItemKey: (at) => keyOf(itemAt(items, at)),
    overscan: OVERSCAN,
  })
  return (
    <div className="virtual" ref={frame} tabIndex={0}>
      <p className="heard-only">{rows(items.length)}</p>
      <div
        className="whole"
        role="table"
        aria-label={label}
        aria-rowcount={items.length}
        style={{ height: list.getTotalSize() }}
      >
        {list.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            className="placed"
            role="presentation"
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(itemAt(items, index))}
          </div>
        ))}
      </div>
    </div>
  )
}

function itemAt<T>(items: readonly T[], at: number): T {
  const item = items[at]
  if (item === undefined) throw new Error(`There is no row ${at}`)
  return item
}
