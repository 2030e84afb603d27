import { observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { Cancel, Clock } from '../kernel/clock.ts'
import { commonTexts } from '../texts/common.ts'
import { useTexts } from '../texts/speech.ts'
import { FewAtATime, type RowKey } from './few-at-a-time.ts'
import { FilterKey, type ListFilter } from './list-filter.tsx'
import { useClock } from './now.ts'

/** Up to here all rows are on the page, so that the browser's own search finds them. */
export const ALL_UP_TO = 300
/** Fewer where they change all the time: what nobody sees would be laid out with every change. */
const ALL_ON_STAGE = 40
const OVERSCAN = 8
const OVERSCAN_ON_STAGE = 4

interface VirtualListProps<T> {
  readonly label: string
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** Known before it is drawn, so that nothing jumps. */
  readonly heightOf: (item: T) => number
  readonly children: (item: T) => ReactNode
  /** It is moved with the page around it, not by itself. */
  readonly isOnStage?: boolean
  /** By which all of it can be searched. */
  readonly filter?: ListFilter
}

export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, isOnStage = false, filter } = props
  const isLong = useStaysLong(items.length > (isOnStage ? ALL_ON_STAGE : ALL_UP_TO))
  if (!isLong) return <WholeList {...props} />
  return (
    <>
      {filter === undefined ? null : <FilterKey filter={filter} />}
      {isOnStage ? <ListOnStage {...props} /> : <ListInFrame {...props} />}
    </>
  )
}

/** Once it was long, it stays so: where lines come and go around the limit, all would be drawn anew each time. */
function useStaysLong(isLong: boolean): boolean {
  const [was, setWas] = useState(isLong)
  if (isLong && !was) setWas(true)
  return was || isLong
}

/** So many fill a screen: they are there first, and the others while somebody looks at them. */
const FIRST = 24

function WholeList<T>({ label, items, keyOf, children }: VirtualListProps<T>) {
  const [isWhole, setWhole] = useState(items.length <= FIRST)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return (
    <div role="table" aria-label={label} aria-rowcount={items.length}>
      {(isWhole ? items : items.slice(0, FIRST)).map((item) => (
        <Fragment key={keyOf(item)}>{children(item)}</Fragment>
      ))}
    </div>
  )
}

type Frame = RefObject<HTMLDivElement | null>

function ListInFrame<T>(props: VirtualListProps<T>) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({ ...sizesOf(props), getScrollElement: () => frame.current })
  return (
    <div className="virtual" ref={frame} tabIndex={0}>
      <Placed {...props} list={list} />
    </div>
  )
}

function ListOnStage<T>(props: VirtualListProps<T>) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    ...sizesOf(props),
    getScrollElement: () => frame.current?.closest('.stage') ?? null,
    observeElementOffset: fromOwnTop(frame),
    // Guessed before anything is measured: with nothing guessed, nothing would be drawn at first.
    initialRect: { width: 0, height: window.innerHeight },
  })
  return (
    <div ref={frame}>
      <Placed {...props} list={list} />
    </div>
  )
}

const sizesOf = <T,>({ items, keyOf, heightOf, isOnStage = false }: VirtualListProps<T>) => ({
  count: items.length,
  estimateSize: (at: number) => (at < items.length ? heightOf(itemAt(items, at)) : 0),
  getItemKey: (at: number) => keyOf(itemAt(items, at)),
  overscan: isOnStage ? OVERSCAN_ON_STAGE : OVERSCAN,
})

/** How far the page was moved, counted from where the list begins. */
const fromOwnTop =
  (frame: Frame) =>
  (list: Virtualizer<Element, Element>, tell: (offset: number, isScrolling: boolean) => void) =>
    observeElementOffset(list, (offset, isScrolling) => tell(offset - topOf(frame.current), isScrolling))

function topOf(frame: HTMLElement | null): number {
  const stage = frame?.closest('.stage') ?? null
  if (frame === null || stage === null) return 0
  return frame.getBoundingClientRect().top - stage.getBoundingClientRect().top + stage.scrollTop
}

interface PlacedProps<T> extends VirtualListProps<T> {
  readonly list: Virtualizer<HTMLDivElement, Element> | Virtualizer<Element, Element>
}

function Placed<T>({ label, items, children, list }: PlacedProps<T>) {
  const { rows } = useTexts(commonTexts)
  const shown = list.getVirtualItems()
  const later = useFewAtATime(shown.map(({ key }) => key))
  return (
    <>
      <p className="heard-only">{rows(items.length)}</p>
      <div
        className="whole"
        role="table"
        aria-label={label}
        aria-rowcount={items.length}
        style={{ height: list.getTotalSize() }}
      >
        {/* In the flow of the page: each by itself at a place of its own would be laid out and painted apart. */}
        <div role="presentation" style={{ paddingTop: shown[0]?.start ?? 0 }}>
          {shown.map(({ key, index, size }) => (
            <Fragment key={key}>
              {later.has(key) ? (
                <div role="presentation" style={{ height: size }} />
              ) : (
                children(itemAt(items, index))
              )}
            </Fragment>
          ))}
        </div>
      </div>
    </>
  )
}

/** What of these is to be left out for now; the rest follows by itself. */
function useFewAtATime(keys: readonly RowKey[]): ReadonlySet<RowKey> {
  const clock = useClock()
  const [few] = useState(() => new FewAtATime(keys))
  const [, goOn] = useReducer((count: number) => count + 1, 0)
  const later = few.laterOf(keys)
  useEffect(() => {
    few.drew(keys, later)
    return later.size === 0 ? undefined : afterPaint(clock, goOn)
  }, [few, keys, later, clock])
  return later
}

/** A frame asks those who wait for it, and is painted then. */
function afterPaint(clock: Clock, act: () => void): Cancel {
  let cancel = clock.frame(() => {
    cancel = clock.after(0, act)
  })
  return () => cancel()
}

function itemAt<T>(items: readonly T[], at: number): T {
  const item = items[at]
  if (item === undefined) throw new Error(`There is no row ${at}`)
  return item
}
