import type { StatusTypeRecord } from '@reveille/contract'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  CONDITIONS,
  type Grouping,
  groupsOf,
  isDnd,
  isLate,
  isOdd,
  type Limits,
  partedByDnd,
  type RoomGroup,
  type ShownRoom,
} from '../../hotel/board.ts'
import { isWhole } from '../../hotel/board-window.ts'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { useBreadth, useIsPhone } from '../../parts/media.ts'
import { Empty, NotRead } from '../../parts/nothing.tsx'
import { OnPaper } from '../../parts/on-paper.tsx'
import { usePageKeys } from '../../parts/page-keys.ts'
import { useStays } from '../../parts/stays.ts'
import { roomTexts } from '../../texts/rooms.ts'
import { useTexts } from '../../texts/speech.ts'
import { BoardGrid } from './board-grid.tsx'
import { BoardHead } from './board-head.tsx'
import { FindRoom } from './find-room.tsx'
import { GroupHead } from './group-head.tsx'
import { PhoneHead, ThumbBar } from './phone-head.tsx'
import { PrintList } from './print-list.tsx'
import { chooseByDigit, RoomPane, useStatuses } from './room-pane.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Street } from './street.tsx'
import { boardTexts } from './texts.ts'
import { type Board, useBoard, useShownRooms } from './use-board.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useReporting } from './use-reporting.tsx'
import { useLimits, useView, type View } from './use-view.ts'
import './rooms.css'

const NOTHING: ReadonlySet<string> = new Set()
/** So many states are named at the head of a floor. */
const STATES = { phone: 0, small: 1, narrow: 3, wide: 4 }

/** Every room of the house: what is left to do, and who is not to be disturbed. */
export default function RoomsPage() {
  const said = useTexts(boardTexts)
  const { house } = useDesk()
  const [limits, setLimits] = useLimits()
  const all = useShownRooms()
  const floors = useMemo(() => groupsOf(all, 'floor'), [all])
  const view = useView(floors.map(({ name }) => name))
  const board = useBoard(all, view.filter, view.grouping, limits)
  const isPhone = useIsPhone()
  const are = useWatched(house.rooms.are)
  const kinds = {
    occupied: board.all.filter(({ record }) => record.occupied).length,
    dnd: board.all.filter(({ record }) => isDnd(record, board.now)).length,
    late: board.all.filter((one) => isLate(one, limits, board.now)).length,
    odd: board.all.filter(isOdd).length,
  }
  const { counts } = board
  const head = {
    all: all.length,
    counts,
    kinds,
    limits,
    onLimits: setLimits,
    filter: view.filter,
    grouping: view.grouping,
    change: view.change,
    onPrint: () => print(),
  }
  if (all.length === 0)
    return are === 'read' ? (
      <Empty>{said.noRooms}</Empty>
    ) : (
      <NotRead
        kind="tiles"
        rows={24}
        are={are}
        isWhole
        onRetry={() => void house.rooms.readAll().catch(() => {})}
      />
    )
  return (
    <>
      {isPhone ? (
        <PhoneHead {...head} floors={floors} floor={view.floor} />
      ) : (
        <BoardTop>
          <BoardHead {...head} />
          <Street
            floors={floors}
            shown={view.floor}
            onFloor={(floor) => view.change({ floor, group: null })}
          />
        </BoardTop>
      )}
      <Rooms board={board} floors={floors} view={view} limits={limits} />
    </>
  )
}

/** It stays while the board is scrolled. */
function BoardTop({ children }: { readonly children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null)
  useStays(top, 'top')
  return (
    <div className="board-top" ref={top}>
      {children}
    </div>
  )
}

interface RoomsProps {
  readonly board: Board
  readonly floors: readonly RoomGroup[]
  readonly view: View
  readonly limits: Limits
}

/** The board itself, and what is being done with it. */
function Rooms({ board, floors, view, limits }: RoomsProps) {
  const said = useTexts(boardTexts)
  const breadth = useBreadth()
  const isPhone = breadth === 'phone'
  const isAllowed = mayChange(useSession())
  const titleOf = useTitleOf(view.grouping)
  const { report, question } = useReporting()
  const selection = useSelection(board)
  const { isOn, toggle } = selection
  const [active, setActive] = useState({ key: null as string | null, mustFocus: false })
  const { change, open } = view
  const opened = open === null ? undefined : board.all.find(({ key }) => key === open)
  const close = useCallback(() => {
    change({ room: null })
    setActive(({ key }) => ({ key, mustFocus: true }))
  }, [change])
  const pick = useCallback(
    (key: string) => {
      setActive({ key, mustFocus: false })
      if (isOn()) toggle(key)
      else change({ room: key })
    },
    [isOn, toggle, change],
  )
  const types = useStatuses(selection.meant[0]?.record.tenant ?? '')
  const reportSelected = (type: StatusTypeRecord) => report(selection.meant, type, selection.end)
  const onKey = useBoardKeys({
    groups: board.groups,
    hasSelection: selection.selected.size > 0,
    onActive: (key) => setActive({ key, mustFocus: true }),
    onSelect: selection.toggle,
    onDigit: (event) => chooseByDigit(event, types, reportSelected),
    onEscape: selection.end,
  })
  useBoardKeyWords(isAllowed)
  const found = board.groups.flatMap(({ rooms }) => rooms)
  const shown = board.groups[0]?.rooms[0]?.key ?? null
  const inTab = board.found.some(({ key }) => key === active.key) ? active.key : shown
  return (
    <>
      {board.found.length === 0 ? (
        <Empty>
          {said.none}
          <Button onClick={() => change({ state: null, occupied: null, dnd: null, late: null, odd: null })}>
            {said.clear}
          </Button>
        </Empty>
      ) : (
        <BoardGrid
          groups={board.groups}
          titleOf={titleOf}
          head={(group) => (
            <GroupHead
              group={group}
              title={titleOf(group.name)}
              grouping={view.grouping}
              most={STATES[breadth]}
              onSelect={isAllowed ? selection.add : null}
            />
          )}
          limits={limits}
          selected={selection.selected}
          leftOut={selection.leftOutKeys}
          active={inTab}
          mustFocus={active.mustFocus}
          shown={isPhone || view.grouping !== 'floor' ? null : view.floor}
          onPick={pick}
          onHold={selection.toggle}
          onKey={onKey}
        />
      )}
      {selection.selected.size > 0 ? (
        <SelectionBar
          meant={selection.meant}
          leftOut={selection.leftOut}
          onInclude={selection.include}
          onReport={reportSelected}
          onEnd={selection.end}
        />
      ) : opened === undefined && isPhone ? (
        <ThumbBar
          floors={floors}
          floor={view.floor}
          onFloor={(floor) => change({ floor })}
          onSelect={isAllowed ? () => selection.add(board.found) : null}
        />
      ) : null}
      {opened === undefined || selection.selected.size > 0 ? null : (
        <RoomPane
          key={opened.key}
          room={opened}
          onReport={(type) => report([opened], type, close)}
          onClose={close}
        />
      )}
      {isWhole([found.length]) ? null : (
        <FindRoom rooms={found} onFound={(key) => setActive({ key, mustFocus: true })} />
      )}
      {question}
      <OnPaper>{() => <PrintList groups={board.groups} titleOf={titleOf} />}</OnPaper>
    </>
  )
}

/** The board itself listens, where a tile has the focus; but whoever asks for the keys is told. */
function useBoardKeyWords(isAllowed: boolean): void {
  const said = useTexts(boardTexts)
  usePageKeys([
    { key: 'ArrowLeft+ArrowRight+ArrowUp+ArrowDown', what: said.keyMove, act: null },
    { key: '3+1+2', what: said.keyJump, act: null },
    { key: 'Enter', what: said.keyOpen, act: null },
    ...(isAllowed
      ? [
          { key: 'x', what: said.keySelect, act: null },
          { key: '1+…+9', what: said.keyReport, act: null },
          { key: 'Escape', what: said.unselect, act: null },
        ]
      : []),
    { key: 'p', what: said.print, deed: 'print', act: () => print() },
  ])
}

function useTitleOf(grouping: Grouping) {
  const rooms = useTexts(roomTexts)
  return (name: string): string => {
    if (grouping === 'section') return name === '' ? rooms.noSection : name
    if (grouping === 'floor') return name === '' ? rooms.noFloor : rooms.floor(name)
    return rooms[CONDITIONS.find((one) => one === name) ?? 'other']
  }
}

/** What is chosen to be reported together. Who is not to be disturbed is left out until somebody includes them. */
function useSelection(board: Board) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(NOTHING)
  const [isIncluded, setIncluded] = useState(false)
  const latest = useRef(selected)
  useEffect(() => {
    latest.current = selected
  }, [selected])
  const { meant, leftOut } = useMemo(
    () =>
      partedByDnd(
        selected.size === 0 ? [] : board.all.filter(({ key }) => selected.has(key)),
        isIncluded,
        board.now,
      ),
    [board.all, board.now, selected, isIncluded],
  )
  const names = leftOut.map(({ key }) => key).join('\n')
  const leftOutKeys = useMemo(() => (names === '' ? NOTHING : new Set(names.split('\n'))), [names])
  const deeds = useMemo(
    () => ({
      isOn: () => latest.current.size > 0,
      toggle: (key: string) => setSelected((before) => toggled(before, key)),
      add: (rooms: readonly ShownRoom[]) =>
        setSelected((before) => new Set([...before, ...rooms.map(({ key }) => key)])),
      include: () => setIncluded(true),
      end: () => {
        setSelected(NOTHING)
        setIncluded(false)
      },
    }),
    [],
  )
  return useMemo(
    () => ({ selected, meant, leftOut, leftOutKeys, ...deeds }),
    [selected, meant, leftOut, leftOutKeys, deeds],
  )
}

function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(key)) after.add(key)
  return after
}
