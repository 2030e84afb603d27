import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { CallRow } from '../../hotel/calls/call-rows.ts'
import type { LiveCall } from '../../hotel/calls/live-call.ts'
import { mayChange, useDesk, useSession } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { Button } from '../../parts/button.tsx'
import { brought } from '../../parts/brought.ts'
import { FirstKeys } from '../../parts/first-keys.ts'
import { type ListFilter, useListFilter } from '../../parts/list-filter.tsx'
import { Empty, Skeleton, Trouble } from '../../parts/nothing.tsx'
import { shellTexts } from '../../texts/shell.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { CallList } from './call-list.tsx'
import type { RowDeeds } from './call-row.tsx'
import { AwaitedLine } from './awaited-line.tsx'
import { Selection } from './selection.tsx'
import { Strip } from './strip.tsx'
import { todayTexts } from './texts.ts'
import './today.css'
import { Tools } from './tools.tsx'
import { type Board, type Kind, useBoard, useRows, useWindow, useWish, type Wish } from './use-board.ts'
import { useForecast } from './use-forecast.ts'
import { useHold } from './use-hold.ts'
import { Verdict } from './verdict.tsx'

/** A part of its own, which comes beside the page; one that does not come is asked for again when it is drawn. */
const { Part: EntryLine, bring } = brought(async () => ({
  default: (await import('./entry/entry-line.tsx')).EntryLine,
}))
void bring().catch(() => {})

/** Changes what the address asks for; null takes it away. */
type Ask = (fields: Readonly<Record<string, string | null>>) => void

function useAsk(): Ask {
  const [, setQuery] = useSearchParams()
  return useCallback(
    (fields) =>
      setQuery((query) => {
        for (const [name, value] of Object.entries(fields))
          if (value === null || value === '') query.delete(name)
          else query.set(name, value)
        return query
      }),
    [setQuery],
  )
}

/** The coming morning: who is to be woken, and how it goes. */
export default function TodayPage() {
  const said = useTexts(shellTexts)
  const mayAct = mayChange(useSession())
  const [first] = useState(() => new FirstKeys())
  const wish = useWish()
  const ask = useAsk()
  const format = useFormat()
  const span = useWindow(wish.day)
  const board = useBoard(span)
  const forecast = useForecast(span, board)
  const onMinute = useCallback(
    (at: number) => ask({ at: minuteText(format.minute(at)), room: null }),
    [ask, format],
  )
  const filter = useListFilter()
  const onKind = useCallback((kind: Kind | null) => ask({ state: kind }), [ask])
  return (
    <div className="today">
      <h1 className="heard-only">{said.today}</h1>
      {mayAct ? (
        <Suspense fallback={<AwaitedLine first={first} />}>
          <EntryLine first={first} />
        </Suspense>
      ) : null}
      <div className="verdict">
        <Verdict
          {...{ span, forecast, onKind }}
          calls={board.isAddedUp ? board.morning : null}
          kind={wish.kind}
        />
        <Tools span={span} wish={wish} filter={filter} ask={ask} />
      </div>
      <Strip
        calls={board.morning}
        isVip={board.isVip}
        skyOf={board.skyOf}
        forecast={forecast}
        onMinute={onMinute}
      />
      <Calls board={board} wish={wish} filter={filter} ask={ask} mayAct={mayAct} span={span} />
    </div>
  )
}

const minuteText = (minute: number) =>
  `${Math.floor(minute / 60)}`.padStart(2, '0') + `${minute % 60}`.padStart(2, '0')

interface CallsProps {
  readonly board: Board
  readonly wish: Wish
  readonly filter: ListFilter
  readonly ask: Ask
  readonly mayAct: boolean
  readonly span: { readonly start: string; readonly end: string }
}

/** The calls of the stretch, and what is done about them. */
function Calls({ board, wish, filter, ask, mayAct, span }: CallsProps) {
  const { house } = useDesk()
  const are = useWatched(house.calls.are)
  const [query] = useSearchParams()
  const shown = query.get('call') ?? ''
  const { isKept, hold } = useHold(shown)
  const rows = useRows(board, wish, isKept)
  const [opened, unfold] = useToggled()
  const [selected, select, setSelected] = useToggled()
  const frame = useRef<HTMLDivElement>(null)
  const deeds = useMemo<RowDeeds>(
    () => ({
      open: ({ id, dayOf }: LiveCall) => ask({ call: dayOf ?? id }),
      unfold: ({ key }: CallRow) => unfold([key]),
      select: ({ calls }: CallRow) => select(calls.map(({ id }) => id)),
    }),
    [ask, unfold, select],
  )
  const isFiltered = wish.room !== '' || wish.kind !== null || wish.minute !== ''
  if (rows.length === 0 && are === 'unread') return <Skeleton rows={8} />
  if (rows.length === 0 && typeof are === 'object')
    return <Trouble error={are} onRetry={() => house.rereadCalls()} />
  const isOpen = query.get('earlier') === 'open'
  return (
    <div ref={frame} {...hold}>
      {isFiltered && board.isAddedUp ? <Filtered rows={rows} all={board.calls.length} ask={ask} /> : null}
      {rows.length === 0 ? (
        <None isFiltered={isFiltered} isToday={wish.day === null} />
      ) : (
        <CallList
          rows={rows}
          skyOf={board.skyOf}
          isToday={wish.day === null}
          earlier={isFiltered || wish.day !== null ? null : isOpen ? 'open' : 'folded'}
          opened={opened}
          selected={selected}
          shown={shown}
          mayAct={mayAct}
          deeds={deeds}
          filter={filter}
          onEarlier={() => ask({ earlier: isOpen ? null : 'open' })}
        />
      )}
      <Selection
        frame={frame}
        rows={rows}
        calls={board.calls}
        selected={selected}
        onSelect={setSelected}
        mayAct={mayAct}
        span={span}
      />
    </div>
  )
}

type Toggled = ReadonlySet<string>

/** A set of keys, and how some of them are put in, or taken out when all were in. */
function useToggled(): readonly [Toggled, (keys: readonly string[]) => void, (keys: Toggled) => void] {
  const [keys, setKeys] = useState<Toggled>(new Set())
  const toggle = useCallback(
    (some: readonly string[]) =>
      setKeys((before) => {
        const all = some.every((key) => before.has(key))
        const after = new Set(before)
        for (const key of some)
          if (all) after.delete(key)
          else after.add(key)
        return after
      }),
    [],
  )
  return [keys, toggle, setKeys]
}

interface FilteredProps extends Pick<CallsProps, 'ask'> {
  readonly rows: readonly CallRow[]
  readonly all: number
}

function Filtered({ rows, all, ask }: FilteredProps) {
  const said = useTexts(todayTexts)
  const shown = rows.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <p className="filtered" role="status">
      {said.shown(shown, all)}
      <Button look="quiet" onClick={() => ask({ room: null, state: null, at: null })}>
        {said.showAll}
      </Button>
    </p>
  )
}

function None({ isFiltered, isToday }: { readonly isFiltered: boolean; readonly isToday: boolean }) {
  const said = useTexts(todayTexts)
  return <Empty>{isFiltered ? said.noneLike : isToday ? said.none : said.noneThen}</Empty>
}
