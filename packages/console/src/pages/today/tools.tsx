import { useState, useSyncExternalStore } from 'react'
import type { CallWindow } from '../../hotel/calls/call-window.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePageKeys } from '../../parts/page-keys.ts'
import { useTexts } from '../../texts/speech.ts'
import { usePrintAddress } from './print.ts'
import { todayTexts } from './texts.ts'
import type { Wish } from './use-board.ts'

const filterField = () => document.querySelector<HTMLElement>('.tools .finds input')
const isInFilter = () => document.activeElement !== null && document.activeElement === filterField()

function watchFocus(on: () => void): () => void {
  const events = ['focusin', 'focusout'] as const
  // What loses the focus has it still while that is told.
  const act = () => queueMicrotask(on)
  for (const event of events) document.addEventListener(event, act)
  return () => {
    for (const event of events) document.removeEventListener(event, act)
  }
}

/**
 * Of a long list only what is near is on the page: where the browser's own search would miss the rest, the filter takes its
 * place. Pressed there again, it is the browser's own.
 */
export function FilterKey() {
  const said = useTexts(todayTexts)
  const isThere = useSyncExternalStore(watchFocus, isInFilter)
  const keys = [{ key: 'Ctrl+f', what: said.filterKey, act: () => filterField()?.focus() }]
  usePageKeys(isThere ? [] : keys)
  return null
}

interface ToolsProps {
  readonly span: CallWindow
  readonly wish: Wish
  readonly ask: (fields: Readonly<Record<string, string | null>>) => void
}

/** `6:30` and `06:30` are a minute; everything else is the beginning of a room, or of a name. */
function wishOf(text: string): Readonly<Record<string, string | null>> {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? []
  if (hour === undefined || minute === undefined) return { room: text.trim(), at: null }
  return { room: null, at: hour.padStart(2, '0') + minute }
}

const textOf = ({ room, minute }: Wish) => (minute === '' ? room : minute.replace(/^(..)/, '$1:'))

/** What is shown of the calls, and on paper. */
export function Tools({ span, wish, ask }: ToolsProps) {
  const said = useTexts(todayTexts)
  const paper = usePrintAddress(span)
  /** While somebody types; otherwise what the address says. */
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="tools no-print">
      <label className="finds">
        <Icon name="filter" size="tiny" />
        <input
          className="input"
          title={said.filterKey}
          placeholder={said.filter}
          aria-label={said.filter}
          value={typed ?? textOf(wish)}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value)
            ask(wishOf(target.value))
          }}
        />
      </label>
      <input
        className={wish.day === null ? 'input day' : 'input day picked'}
        title={said.day}
        type="date"
        aria-label={said.day}
        value={wish.day ?? span.morning}
        onChange={({ target }) => ask({ day: target.value.replaceAll('-', ''), at: null })}
      />
      {wish.day === null ? null : (
        <Button look="quiet" onClick={() => ask({ day: null })}>
          {said.backToNow}
        </Button>
      )}
      <a
        className="button quiet"
        href={paper}
        target="_blank"
        rel="noreferrer"
        aria-label={said.print}
        title={said.print}
      >
        <Icon name="print" size="small" />
      </a>
    </div>
  )
}
