import { type RefObject, useRef, useState } from 'react'
import type { CallRow } from '../../hotel/calls/call-rows.ts'
import { callState, isUnwoken } from '../../hotel/calls/call-state.ts'
import { isPending, type LiveCall } from '../../hotel/calls/live-call.ts'
import { useRoomNames } from '../../live/desk.ts'
import { useCallDeeds } from '../../live/use-call-deeds.ts'
import { repeats } from '../../live/call-deeds.ts'
import { Button, Key } from '../../parts/button.tsx'
import { CancelSeries } from '../../parts/cancel-dialog.tsx'
import { usePageKeys } from '../../parts/page-keys.ts'
import { MarkDialog } from '../../parts/mark-dialog.tsx'
import { printPaper } from '../../parts/print-paper.ts'
import { RingRooms } from '../../parts/ring-rooms.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { alarmTexts } from '../../texts/alarms.ts'
import { type CallTexts, callTexts } from '../../texts/calls.ts'
import { commonTexts } from '../../texts/common.ts'
import type { Format } from '../../texts/format.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { paperOf, usePrintAddress } from './print.ts'
import { todayTexts } from './texts.ts'

interface SelectionProps {
  readonly frame: RefObject<HTMLElement | null>
  readonly rows: readonly CallRow[]
  readonly calls: readonly LiveCall[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly mayAct: boolean
  readonly span: { readonly start: string; readonly end: string }
}

const NO_RESULT = -1
/** The server has it: it is not gone, nor a later day of a series. */
const isThere = ({ gone, dayOf }: LiveCall) => gone === undefined && dayOf === undefined
const openersIn = (frame: HTMLElement | null) => [
  ...(frame?.querySelectorAll<HTMLElement>('.call .opens') ?? []),
]

/** The keys of the list, and what is done about several calls at once. */
export function Selection(props: SelectionProps) {
  const { calls, selected, onSelect, mayAct } = props
  const [asked, setAsked] = useState<readonly LiveCall[] | null>(null)
  const [ringing, setRinging] = useState<readonly LiveCall[] | null>(null)
  const isChosen = (call: LiveCall) => isThere(call) && selected.has(call.id)
  const chosen = selected.size === 0 ? [] : calls.filter(isChosen)
  const deeds = useCallDeeds()
  const nameOf = useRoomNames()
  const unwoken = chosen.filter((call) => isUnwoken(callState(call)))
  const cancelling = useCancelling(() => onSelect(new Set()))
  const print = usePrinting(props.span, chosen)
  useListKeys(props, { mark: setAsked, cancel: cancelling.ask, print })
  return (
    <>
      {mayAct && chosen.length > 0 ? (
        <SelectionBar
          count={chosen.length}
          pending={chosen.filter(isPending).length}
          unwoken={unwoken.length}
          onRing={() => setRinging(unwoken)}
          onMark={() => setAsked(chosen)}
          onCancel={() => cancelling.ask(chosen)}
          onPrint={print}
          onClear={() => onSelect(new Set())}
        />
      ) : null}
      {asked === null ? null : (
        <Marking
          calls={asked}
          onClose={(isDone) => {
            setAsked(null)
            if (isDone) onSelect(new Set())
          }}
        />
      )}
      {ringing === null ? null : (
        <RingRooms
          rooms={ringing.map(nameOf)}
          ring={() => deeds.ringAll(ringing)}
          onClose={(isDone) => {
            setRinging(null)
            if (isDone) onSelect(new Set())
          }}
        />
      )}
      {cancelling.dialog}
    </>
  )
}

/** Those of a line; of one room of an open line that one alone. */
function callsUnder(rows: readonly CallRow[], key: string): readonly LiveCall[] {
  const line = rows.find((row) => key === row.key || key.startsWith(`${row.key} `))
  if (line === undefined || line.key === key) return line?.calls ?? []
  return line.calls.filter(({ id }) => key === `${line.key} ${id}`)
}

interface Asking {
  readonly mark: (calls: readonly LiveCall[]) => void
  readonly cancel: (calls: readonly LiveCall[]) => void
  readonly print: () => void
}

/** What is selected goes on paper; without a selection, the list that is looked at. */
function usePrinting(span: SelectionProps['span'], chosen: readonly LiveCall[]): () => void {
  const said = useTexts(todayTexts)
  const toast = useToast()
  const address = usePrintAddress(span)
  return () => {
    const paper = paperOf(
      address,
      chosen.map(({ id }) => id),
    )
    if (paper === null) toast.warn(said.tooManyOnPaper)
    else printPaper(paper)
  }
}

/**
 * From line to line. One that is gone, since its call rang, takes the focus with it: whatever is pressed then must not meet
 * another room. But who goes on goes on from there, not from the top.
 */
function useMoving(frame: SelectionProps['frame']): (by: number) => void {
  const left = useRef(NO_RESULT)
  return (by) => {
    const all = openersIn(frame.current)
    // From a panel it goes on from the line that it belongs to.
    const isInPanel = document.activeElement?.closest('.panel') != null
    const here = all.findIndex((one) =>
      isInPanel ? one.closest('.shown') !== null : one === document.activeElement,
    )
    const isGone = document.activeElement === document.body && left.current !== NO_RESULT
    const next = Math.max(0, isGone ? left.current + Math.min(0, by) : here + by)
    all[next]?.focus()
    left.current = Math.min(next, all.length - 1)
  }
}

/** `j` and `k` move, `x` selects, `e` marks, `c` cancels, `p` prints (and so does what a browser prints with); with Shift the arrows select on the way. */
function useListKeys({ frame, rows, calls, selected, onSelect, mayAct }: SelectionProps, asking: Asking) {
  const said = useTexts(todayTexts)
  const move = useMoving(frame)
  const callsHere = () =>
    callsUnder(rows, document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? '')
  const toggle = () => {
    const ids = callsHere().flatMap((call) => (isThere(call) ? [call.id] : []))
    const after = new Set(selected)
    for (const id of ids)
      if (ids.every((one) => selected.has(one))) after.delete(id)
      else after.add(id)
    onSelect(after)
  }
  const meant = () => (selected.size > 0 ? calls.filter(({ id }) => selected.has(id)) : callsHere())
  const about = (act: (calls: readonly LiveCall[]) => void) => () => {
    const those = meant().filter(isThere)
    if (those.length > 0) act(those)
  }
  const selectOn = (by: number) => () => {
    toggle()
    move(by)
  }
  usePageKeys([
    { key: 'j', what: said.keyDown, act: () => move(1) },
    { key: 'k', what: said.keyUp, act: () => move(-1) },
    { key: 'p', what: said.print, deed: 'print', asks: true, act: asking.print },
    { key: 'Ctrl+p', what: said.print, asks: true, act: asking.print },
    ...(mayAct
      ? [
          { key: 'x', what: said.keySelect, act: toggle },
          { key: 'Shift+ArrowDown', what: said.keySelect, act: selectOn(1) },
          { key: 'Shift+ArrowUp', what: said.keySelect, act: selectOn(-1) },
          { key: 'e', what: said.keyMark, asks: true, act: about(asking.mark) },
          { key: 'c', what: said.keyCancel, asks: true, act: about(asking.cancel) },
        ]
      : []),
  ])
}

interface SelectionBarProps {
  readonly count: number
  /** So many of them can still be called off, and so many guests were not woken. */
  readonly pending: number
  readonly unwoken: number
  readonly onRing: () => void
  readonly onMark: () => void
  readonly onCancel: () => void
  readonly onPrint: () => void
  readonly onClear: () => void
}

function SelectionBar({ count, pending, unwoken, ...on }: SelectionBarProps) {
  const { onRing, onMark, onCancel, onPrint, onClear } = on
  const alarms = useTexts(alarmTexts)
  const said = useTexts(todayTexts)
  const words = useTexts(callTexts)
  const { print } = useTexts(commonTexts)
  usePageKeys([{ key: 'Escape', what: said.deselect, act: onClear }])
  return (
    <div className="selection" role="region" aria-label={said.selected(count)}>
      <b role="status">{said.selected(count)}</b>
      {unwoken === 0 ? null : (
        <Button look="main" icon="phone" asks onClick={onRing}>
          {alarms.ringRooms(unwoken)}
        </Button>
      )}
      <Button asks onClick={onMark}>
        {words.mark} <Key>e</Key>
      </Button>
      {pending === 0 ? null : (
        <Button asks onClick={onCancel}>
          {words.cancelCalls(pending)} <Key>c</Key>
        </Button>
      )}
      <Button asks onClick={onPrint}>
        {print} <Key>p</Key>
      </Button>
      <Button look="quiet" onClick={onClear}>
        {said.deselect}
      </Button>
    </div>
  )
}

interface MarkingProps {
  readonly calls: readonly LiveCall[]
  readonly onClose: (isDone: boolean) => void
}

function Marking({ calls, onClose }: MarkingProps) {
  const deeds = useCallDeeds()
  const toast = useToast()
  return (
    <MarkDialog
      count={calls.length}
      overwrites={calls.some(({ machineResult }) => machineResult !== NO_RESULT)}
      onClose={() => onClose(false)}
      onMark={(result, reason) => {
        onClose(true)
        void deeds
          .mark(
            calls.map(({ id }) => id),
            result,
            reason,
          )
          .catch(toast.failure)
      }}
    />
  )
}

/** Of one series its day, of several how many. */
const skippedWords = (words: CallTexts, format: Format, [first, ...others]: readonly LiveCall[]) =>
  first === undefined || others.length > 0
    ? words.skippedMany(others.length + 1)
    : words.skipped(format.writtenDay(first.scheduled))

/** Asks where a series is among them; what was cancelled can be taken back for ten seconds. */
function useCancelling(onDone: () => void) {
  const said = useTexts(todayTexts)
  const words = useTexts(callTexts)
  const format = useFormat()
  const deeds = useCallDeeds()
  const toast = useToast()
  const [asked, setAsked] = useState<readonly LiveCall[] | null>(null)
  const cancel = async (calls: readonly LiveCall[]) => {
    const ids = calls.map(({ id }) => id)
    await deeds.cancel(ids)
    onDone()
    const undo = () =>
      void deeds.restore(ids).then(() => toast.say(words.restored(ids.length)), toast.failure)
    toast.say(words.cancelled(ids.length), { word: words.undo, act: undo, asks: true })
  }
  const go = (doing: Promise<unknown>) => {
    setAsked(null)
    void doing.catch(toast.failure)
  }
  const skip = async (calls: readonly LiveCall[]) => {
    const series = calls.filter(repeats)
    await deeds.skipDays(series)
    const ringAnyway = () =>
      void deeds.ringAnyway(series).then(() => toast.say(words.restored(series.length)), toast.failure)
    toast.say(skippedWords(words, format, series), { word: words.undo, act: ringAnyway, asks: true })
    const once = calls.filter((call) => !repeats(call))
    if (once.length > 0) await cancel(once)
    else onDone()
  }
  const ask = (calls: readonly LiveCall[]) => {
    const pending = calls.filter(isPending)
    if (pending.length === 0) return toast.warn(said.tooMany)
    return pending.some(repeats) ? setAsked(pending) : go(cancel(pending))
  }
  const dialog =
    asked === null ? null : (
      <CancelSeries
        count={asked.filter(repeats).length}
        onClose={() => setAsked(null)}
        onSkip={() => go(skip(asked))}
        onEnd={() => go(cancel(asked))}
      />
    )
  return { ask, dialog }
}
