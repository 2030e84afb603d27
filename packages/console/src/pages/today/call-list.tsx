import { useMemo } from 'react'
import { type CallItem, itemsOf } from '../../hotel/calls/call-list.ts'
import type { CallRow } from '../../hotel/calls/call-rows.ts'
import type { Tally } from '../../hotel/calls/call-state.ts'
import type { LiveCall } from '../../hotel/calls/live-call.ts'
import { Icon, Mark } from '../../parts/icon.tsx'
import { useDensity, useIsPhone } from '../../parts/media.ts'
import type { ListFilter } from '../../parts/list-filter.tsx'
import { useNow } from '../../parts/now.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { CallLine, type RowDeeds } from './call-row.tsx'
import { todayTexts } from './texts.ts'
import type { Board } from './use-board.ts'

const MINUTE = 60_000

interface CallListProps extends Pick<Board, 'skyOf'> {
  readonly rows: readonly CallRow[]
  /** The present day is looked at. */
  readonly isToday: boolean
  readonly earlier: 'open' | 'folded' | null
  readonly opened: ReadonlySet<string>
  readonly selected: ReadonlySet<string>
  /** The call whose panel is open. */
  readonly shown: string
  readonly mayAct: boolean
  readonly deeds: RowDeeds
  readonly filter: ListFilter
  readonly onEarlier: () => void
}

/** Who is woken, by the minute. */
export function CallList(props: CallListProps) {
  const { rows, isToday, earlier, opened } = props
  const said = useTexts(todayTexts)
  const format = useFormat()
  const now = useNow(MINUTE)
  const items = useMemo(
    () => itemsOf(rows, { now: isToday ? now : null, dateOf: format.date, opened, earlier }),
    [rows, isToday, now, format, opened, earlier],
  )
  const isPhone = useIsPhone()
  const heights = useHeights(isPhone, useDensity())
  return (
    <div className="calls">
      <VirtualList
        label={said.list}
        items={items}
        isOnStage
        filter={props.filter}
        keyOf={({ key }) => key}
        heightOf={(item) => heightOf(item, heights)}
      >
        {(item) => <Item item={item} now={isToday ? now : null} isPhone={isPhone} {...props} />}
      </VirtualList>
    </div>
  )
}

interface Heights {
  readonly row: number
  readonly large: number
}

const RULE = 24

function heightOf(item: CallItem, { row, large }: Heights): number {
  if (item.kind === 'row') return item.row.isLarge ? large : row
  return item.kind === 'earlier' ? row : RULE
}

/** As the style sheet has them at this width and density. */
function useHeights(isPhone: boolean, density: string): Heights {
  // oxlint-disable-next-line react/exhaustive-deps -- what is read is another at another width and density
  return useMemo(heightsNow, [isPhone, density])
}

function heightsNow(): Heights {
  const style = getComputedStyle(document.documentElement)
  const px = (name: string) => Number.parseFloat(style.getPropertyValue(name))
  return { row: px('--call'), large: px('--call-live') }
}

interface ItemProps extends CallListProps {
  readonly item: CallItem
  readonly now: number | null
  readonly isPhone: boolean
}

function Item({ item, now, skyOf, opened, selected, shown, isPhone, mayAct, deeds, onEarlier }: ItemProps) {
  if (item.kind === 'now') return <NowRule day={item.day} />
  if (item.kind === 'day') return <DayRule day={item.day} />
  if (item.kind === 'earlier') return <Earlier {...item} onToggle={onEarlier} />
  const { row, isInner } = item
  const isUnfolded = opened.has(row.key)
  const isIt = ({ id, occurrence }: LiveCall) => id === shown || occurrence === shown
  return (
    <CallLine
      row={row}
      sky={skyOf(row.at)}
      isPast={now !== null && row.at <= now}
      isInner={isInner}
      isUnfolded={isUnfolded}
      isSelected={row.calls.every(({ id }) => selected.has(id))}
      // Of a party that is unfolded it is the room's own line.
      isShown={shown !== '' && !isUnfolded && row.calls.some(isIt)}
      isPhone={isPhone}
      mayAct={mayAct}
      deeds={deeds}
    />
  )
}

function NowRule({ day }: { readonly day: number | null }) {
  const said = useTexts(todayTexts)
  const format = useFormat()
  const now = useNow(MINUTE)
  return (
    <div className="rule now-rule" role="row">
      <span role="cell">
        <b>{said.now(format.time(now))}</b>
        {day === null ? null : <i>{format.day(day)}</i>}
      </span>
    </div>
  )
}

function DayRule({ day }: { readonly day: number }) {
  const format = useFormat()
  return (
    <div className="rule" role="row">
      <span role="cell">
        <i>{format.day(day)}</i>
      </span>
    </div>
  )
}

interface EarlierProps {
  readonly tally: Tally
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Earlier({ tally, isOpen, onToggle }: EarlierProps) {
  const said = useTexts(todayTexts)
  return (
    <div className="row earlier" role="row">
      <span role="cell">
        <button type="button" className="opens" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'down' : 'right'} size="small" />
          {isOpen ? said.hideEarlier : said.earlier}
          <span className="state s-good">
            <Mark name="tick" size="tiny" />
            {tally.woken} {said.woken}
          </span>
          {tally.byHand === 0 ? null : (
            <span className="state s-hand">
              <Mark name="hand" size="tiny" />
              {tally.byHand} {said.reachedByHand}
            </span>
          )}
        </button>
      </span>
    </div>
  )
}
