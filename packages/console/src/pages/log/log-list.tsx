import type { LogEntry } from '@reveille/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useEffect, useEffectEvent } from 'react'
import { instantOf } from '../../kernel/clock.ts'
import { useWhoseRoom } from '../../live/desk.ts'
import { happened } from '../../texts/happened.ts'
import { kindWords } from '../../texts/log-kinds.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { FilterKey, type ListFilter } from '../../parts/list-filter.tsx'
import { useIsPhone } from '../../parts/media.ts'
import { ALL_UP_TO } from '../../parts/virtual-list.tsx'
import { logTexts } from './texts.ts'

const ROW = 32
/** For a thumb. */
const HIGH_ROW = 48
/** So near to the end, the next page is read. */
const NEAR = 20
const OVERSCAN = 12

interface LogListProps {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly rows: readonly LogEntry[]
  readonly open: string | null
  readonly onOpen: (row: LogEntry | null) => void
  /** Somebody has scrolled down, or is back at the top. */
  readonly onDown: (isDown: boolean) => void
  readonly onEnd: () => void
  /** There are more that were not read yet. */
  readonly hasMore: boolean
  readonly filter: ListFilter
}

/** Only what is in sight is on the page, of a million rows too; of few rows all are, so that the browser's own search finds them. */
export function LogList(props: LogListProps) {
  const { frame, rows, open, onOpen, onDown, onEnd, hasMore, filter } = props
  const said = useTexts(logTexts)
  const isPhone = useIsPhone()
  const isWhole = !hasMore && rows.length <= ALL_UP_TO
  const height = isPhone ? HIGH_ROW : ROW
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: isWhole ? ALL_UP_TO : OVERSCAN,
  })
  const shown = list.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const isNearEnd = rows.length > NEAR && last > rows.length - NEAR
  const onNearEnd = useEffectEvent(onEnd)
  // Once each time the end comes near: the list then grows.
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd])
  return (
    <div
      className="virtual log-rows"
      ref={frame}
      tabIndex={0}
      role="region"
      aria-label={said.title}
      onScroll={({ currentTarget }) => onDown(currentTarget.scrollTop > ROW)}
    >
      {/* On a phone the fields are folded. */}
      {isWhole || isPhone ? null : <FilterKey filter={filter} />}
      <ul className="whole" style={{ height: list.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <li key={key} className="placed" style={{ top: start }}>
              <LogLine row={row} isOpen={open === String(row.id)} onOpen={onOpen} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface LogLineProps extends Pick<LogListProps, 'onOpen'> {
  readonly row: LogEntry
  readonly isOpen: boolean
}

const LogLine = memo(function LogLine({ row, isOpen, onOpen }: LogLineProps) {
  const said = useTexts(logTexts)
  const format = useFormat()
  const at = instantOf(row.at)
  const words = kindWords(row.kind, format.language)
  const told = happened(row, format)
  const whose = useWhoseRoom(row)
  return (
    <button
      type="button"
      className="log-row"
      aria-expanded={isOpen}
      onClick={() => onOpen(isOpen ? null : row)}
    >
      <time title={format.exact(at)}>
        <span className="second">{format.day(at)}</span>
        <b>{format.fullTime(at)}</b>
      </time>
      <span className="cut">{row.actor === '' ? said.system : row.actor}</span>
      <b className="room">{row.room}</b>
      <span className="cut">{words === '' ? row.kind : words}</span>
      <span className="second cut" lang={told.isForeign ? 'en' : undefined}>
        {whose === '' ? null : <b>{`${whose} `}</b>}
        {told.words === words ? '' : told.words}
      </span>
      <span className="second seal">{row.seal === undefined ? '' : said.seal(String(row.seal))}</span>
    </button>
  )
})
