import { type KeyboardEvent, memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import type { Limits, RoomGroup } from '../../hotel/board.ts'
import { type BoardShape, groupAt, linesNear, type TileLines, topOfRoom } from '../../hotel/board-window.ts'
import { useIsPhone } from '../../parts/media.ts'
import { useClock } from '../../parts/now.ts'
import { RoomTile } from './room-tile.tsx'

const TILE = { wide: 126, gap: 6, line: 90, head: 58 }
const ROW = { line: 57, head: 44 }

interface BoardGridProps {
  readonly groups: readonly RoomGroup[]
  readonly titleOf: (name: string) => string
  readonly head: (group: RoomGroup) => ReactNode
  readonly limits: Limits
  readonly selected: ReadonlySet<string>
  readonly leftOut: ReadonlySet<string>
  readonly active: string | null
  /** The active one is to have the focus, once it is drawn. */
  readonly mustFocus: boolean
  /** The group that is to be seen. */
  readonly shown: string | null
  readonly onPick: (key: string) => void
  readonly onHold: (key: string) => void
  readonly onKey: (event: KeyboardEvent, columns: number) => void
}

/** The rooms, of which only those near the eye are drawn; the place of every other is known. */
export function BoardGrid(props: BoardGridProps) {
  const { groups, active, mustFocus, shown } = props
  const frame = useRef<HTMLDivElement>(null)
  const { shape, view } = useFrame(frame)
  const counts = groups.map(({ rooms }) => rooms.length)
  const lines = linesNear(counts, shape, view, useIsFirst())
  // First what the window shows now, then where one is in it.
  useSameGroup(frame, counts, shape, view.height)
  useEffect(() => showActive(frame.current, groups, shape, mustFocus ? active : null))
  const at = groups.findIndex(({ name }) => name === shown)
  // Only when somebody asks for it, not when rooms come and go above.
  useEffect(() => showGroup(frame.current, at), [shown, at === -1]) // oxlint-disable-line react/exhaustive-deps
  return (
    <div className="board" ref={frame} onKeyDown={(event) => props.onKey(event, shape.columns)}>
      {groups.map((group, place) => (
        <section key={group.name} className="group" style={{ minHeight: shape.head }}>
          {props.head(group)}
          <GroupLines {...props} group={group} shape={shape} lines={lines[place] ?? NO_LINES} />
        </section>
      ))}
    </div>
  )
}

/** What is seen is drawn first, and what is near it once that has been painted. */
function useIsFirst(): boolean {
  const clock = useClock()
  const [isFirst, setFirst] = useState(true)
  useEffect(() => {
    let end = clock.frame(() => {
      end = clock.after(0, () => startTransition(() => setFirst(false)))
    })
    return () => end()
  }, [clock])
  return isFirst
}

const NO_LINES: TileLines = { from: 0, to: 0, all: 0 }

interface GroupLinesProps extends BoardGridProps {
  readonly group: RoomGroup
  readonly shape: BoardShape
  readonly lines: TileLines
}

function GroupLines({ group, shape, lines, titleOf, ...rest }: GroupLinesProps) {
  const { columns, line } = shape
  const drawn = Array.from({ length: lines.to - lines.from }, (_, at) => lines.from + at)
  return (
    <div
      role="grid"
      aria-label={titleOf(group.name)}
      aria-rowcount={lines.all}
      className="lines"
      style={{ paddingTop: lines.from * line, paddingBottom: (lines.all - lines.to) * line }}
    >
      {drawn.map((at) => (
        <TileLine
          key={at}
          at={at}
          keys={group.rooms.slice(at * columns, (at + 1) * columns).map(({ key }) => key)}
          columns={columns}
          limits={rest.limits}
          selected={rest.selected}
          leftOut={rest.leftOut}
          active={rest.active}
          onPick={rest.onPick}
          onHold={rest.onHold}
        />
      ))}
    </div>
  )
}

interface TileLineProps extends Pick<
  BoardGridProps,
  'limits' | 'selected' | 'leftOut' | 'active' | 'onPick' | 'onHold'
> {
  readonly at: number
  readonly keys: readonly string[]
  readonly columns: number
}

const isSameLine = (one: TileLineProps, other: TileLineProps) =>
  one.keys.length === other.keys.length &&
  one.keys.every((key, at) => key === other.keys[at]) &&
  one.columns === other.columns &&
  one.limits === other.limits &&
  one.selected === other.selected &&
  one.leftOut === other.leftOut &&
  one.onPick === other.onPick &&
  one.onHold === other.onHold &&
  one.active === other.active

const TileLine = memo(function TileLine({
  at,
  keys,
  columns,
  selected,
  leftOut,
  active,
  ...rest
}: TileLineProps) {
  return (
    <div
      role="row"
      aria-rowindex={at + 1}
      className="tile-line"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {keys.map((key) => (
        <RoomTile
          key={key}
          roomKey={key}
          isSelected={selected.has(key)}
          isLeftOut={leftOut.has(key)}
          isActive={key === active}
          {...rest}
        />
      ))}
    </div>
  )
}, isSameLine)

const stageOf = (element: Element | null) => element?.closest('.stage') ?? null

/** What stands above the board takes about so much of the stage. */
const ABOVE = 150

/** What the board will have, read before it is drawn: guessed wrongly, every line of it would be drawn twice. */
function roomOnStage() {
  const stage = document.querySelector('.stage')
  if (stage === null) return { width: TILE.wide, height: 0 }
  const { paddingLeft, paddingRight } = getComputedStyle(stage)
  const width = stage.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return { width, height: stage.clientHeight - ABOVE }
}

/** How wide the board is, and which part of it is seen. */
function useFrame(frame: { readonly current: HTMLDivElement | null }) {
  const isPhone = useIsPhone()
  const [first] = useState(roomOnStage)
  const [width, setWidth] = useState(first.width)
  const [view, setView] = useState({ top: 0, height: first.height })
  useEffect(() => {
    const [board, stage] = [frame.current, stageOf(frame.current)]
    if (board === null || stage === null) return undefined
    const look = () => {
      setWidth(board.clientWidth)
      // By steps: not every turn of a wheel must draw.
      const top = Math.floor((stage.scrollTop - board.offsetTop) / 180) * 180
      const height = stage.clientHeight + 180
      setView((before) => (before.top === top && before.height === height ? before : { top, height }))
    }
    const watcher = new ResizeObserver(look)
    watcher.observe(board)
    watcher.observe(stage)
    stage.addEventListener('scroll', look, { passive: true })
    return () => {
      watcher.disconnect()
      stage.removeEventListener('scroll', look)
    }
  }, [frame])
  const columns = Math.max(1, Math.floor((width + TILE.gap) / (TILE.wide + TILE.gap)))
  const shape: BoardShape = isPhone ? { columns: 1, ...ROW } : { columns, head: TILE.head, line: TILE.line }
  return { shape, view }
}

/** Scrolls to a room that is not drawn yet, and gives it the focus once it is. */
function showActive(
  frame: HTMLDivElement | null,
  groups: readonly RoomGroup[],
  shape: BoardShape,
  key: string | null,
): void {
  if (frame === null || key === null) return
  const tile = frame.querySelector<HTMLElement>(`[data-room="${CSS.escape(key)}"]`)
  if (tile !== null) {
    if (document.activeElement !== tile) tile.focus()
    return
  }
  const group = groups.findIndex(({ rooms }) => rooms.some((one) => one.key === key))
  const at = groups[group]?.rooms.findIndex((one) => one.key === key) ?? -1
  if (at === -1) return
  const counts = groups.map(({ rooms }) => rooms.length)
  const top = frame.offsetTop + topOfRoom(counts, shape, { group, at })
  stageOf(frame)?.scrollTo({ top: top - headOf(frame) - shape.head })
}

/** Whoever turns the device or widens the window sees the floor that they saw, from its head on; and where they are by keys. */
function useSameGroup(
  frame: { readonly current: HTMLDivElement | null },
  counts: readonly number[],
  shape: BoardShape,
  height: number,
): void {
  const before = useRef({ shape, height })
  useEffect(() => {
    const [board, stage, was] = [frame.current, stageOf(frame.current), before.current]
    before.current = { shape, height }
    const isOther = was.shape.columns !== shape.columns
    if (board === null || stage === null || (!isOther && was.height === height)) return
    if (isOther && stage.scrollTop > 0)
      showGroup(board, groupAt(counts, was.shape, stage.scrollTop - board.offsetTop + headOf(board)))
    board.querySelector('.tile:focus')?.scrollIntoView({ block: 'nearest' })
  })
}

function showGroup(frame: HTMLDivElement | null, at: number): void {
  if (frame === null || at === -1) return
  const [group, stage] = [frame.children[at], stageOf(frame)]
  if (group === undefined || stage === null) return
  // Measured: what stands around the board differs between a phone and a desk.
  const below = group.getBoundingClientRect().top - stage.getBoundingClientRect().top
  stage.scrollTo({ top: stage.scrollTop + below - headOf(frame) })
}

/** What stays above the board when it is scrolled. */
const headOf = (frame: HTMLDivElement) =>
  frame.previousElementSibling instanceof HTMLElement ? frame.previousElementSibling.offsetHeight : 0
