import { useState } from 'react'
import type { CallWindow } from '../../hotel/calls/call-window.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { FilterPlace, type ListFilter } from '../../parts/list-filter.tsx'
import { PaperLink } from '../../parts/paper-link.tsx'
import { useTexts } from '../../texts/speech.ts'
import { usePrintAddress } from './print.ts'
import { todayTexts } from './texts.ts'
import type { Wish } from './use-board.ts'

interface ToolsProps {
  readonly span: CallWindow
  readonly wish: Wish
  readonly filter: ListFilter
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
export function Tools({ span, wish, filter, ask }: ToolsProps) {
  const said = useTexts(todayTexts)
  const paper = usePrintAddress(span)
  /** While somebody types; otherwise what the address says. */
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="tools no-print">
      <FilterPlace filter={filter}>
        <Icon name="filter" size="tiny" />
        <input
          className="input"
          placeholder={said.filter}
          aria-label={said.filter}
          value={typed ?? textOf(wish)}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value)
            ask(wishOf(target.value))
          }}
        />
      </FilterPlace>
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
      <PaperLink href={paper} what={said.print} />
    </div>
  )
}
