import type { StatusTypeRecord } from '@reveille/contract'
import { useEffect, useRef, useState } from 'react'
import type { ShownRoom } from '../../hotel/board.ts'
import { Icon } from '../../parts/icon.tsx'
import { useIsPhone } from '../../parts/media.ts'
import { StatusButtons } from '../../parts/status-buttons.tsx'
import { useStays } from '../../parts/stays.ts'
import { useTexts } from '../../texts/speech.ts'
import { chooseByDigit, optionOf, useStatuses } from './room-pane.tsx'
import { boardTexts } from './texts.ts'

const NAMED = 6
const NEAR = { phone: 5, desk: 4 }

interface SelectionBarProps {
  readonly meant: readonly ShownRoom[]
  readonly leftOut: readonly ShownRoom[]
  readonly onInclude: () => void
  readonly onReport: (type: StatusTypeRecord) => void
  readonly onEnd: () => void
}

/** What is chosen, who is left out, and what is reported of all of them. */
export function SelectionBar({ meant, leftOut, onInclude, onReport, onEnd }: SelectionBarProps) {
  const said = useTexts(boardTexts)
  const isPhone = useIsPhone()
  const bar = useRef<HTMLDivElement>(null)
  useStays(bar, 'bottom')
  const [isMore, setMore] = useState(false)
  const types = useStatuses((meant[0] ?? leftOut[0])?.record.tenant ?? '')
  const near = isMore ? types : types.slice(0, isPhone ? NEAR.phone : NEAR.desk)
  const numbers = meant.map(({ record }) => record.number)
  useEffect(() => {
    if (isPhone) bar.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isPhone])
  return (
    <div
      className="selection"
      ref={bar}
      role="region"
      aria-label={said.reportAll}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEnd()
        else chooseByDigit(event, types, onReport)
      }}
    >
      <p className="what" aria-live="polite">
        <b className="number">
          {numbers.length > 0 && numbers.length <= NAMED ? numbers.join(' ') : said.selected(numbers.length)}
        </b>
        {leftOut.length === 0 ? null : (
          <small>
            {said.leftOut(leftOut.map(({ record }) => record.number))}{' '}
            <button type="button" className="include" onClick={onInclude}>
              {said.include}
            </button>
          </small>
        )}
      </p>
      <div className="statuses">
        {meant.length === 0 ? (
          <span>{said.nobody}</span>
        ) : (
          <StatusButtons
            options={near.map(optionOf)}
            current={null}
            hasDigits={!isPhone}
            onChoose={(id) => types.filter((one) => one.id === id).forEach(onReport)}
          />
        )}
        {near.length === types.length ? null : (
          <button
            type="button"
            className="status s-waits"
            aria-label={said.more}
            onClick={() => setMore(true)}
          >
            <Icon name="more" />
            {isPhone ? <span>{said.more}</span> : null}
          </button>
        )}
      </div>
      <button type="button" className="end" onClick={onEnd} aria-label={said.unselect}>
        {isPhone ? <Icon name="close" /> : said.esc}
      </button>
    </div>
  )
}
