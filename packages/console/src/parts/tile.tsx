import { memo } from 'react'
import type { IconName, MarkName, StateName } from '../look/icons.ts'
import { Age } from './age.tsx'
import { Icon, Mark } from './icon.tsx'

/** Where a person has work: these are filled. */
const WORK: readonly StateName[] = ['busy', 'put', 'again', 'bad', 'hand']

export interface TileProps {
  readonly room: string
  readonly state: StateName
  readonly mark: MarkName
  readonly word: string
  readonly since: number | null
  readonly lateAfter?: number
  readonly marks: readonly { readonly icon: IconName; readonly word: string }[]
  readonly isSelected?: boolean
  /** It was changed here, and the server does not know yet. */
  readonly isHeld?: boolean
  readonly tabIndex?: number
  readonly onPick: (room: string) => void
}

/** A room on the board. No part of a library in here: there may be two thousand of it. */
export const Tile = memo(function Tile(props: TileProps) {
  const { room, state, mark, word, since, lateAfter, marks, isSelected = false, isHeld = false } = props
  const dress = ['tile', `s-${state}`, WORK.includes(state) && 'work', isHeld && 'held']
  return (
    <button
      type="button"
      role="gridcell"
      className={dress.filter(Boolean).join(' ')}
      aria-selected={isSelected}
      tabIndex={props.tabIndex ?? 0}
      onClick={() => props.onPick(room)}
    >
      <span className="room">{room}</span>
      <Mark name={mark} />
      <span className="word">{word}</span>
      <span className="low">
        {since === null ? null : <Age since={since} {...(lateAfter === undefined ? {} : { lateAfter })} />}
        <span className="marks">
          {marks.map((one) => (
            <span key={one.icon}>
              <Icon name={one.icon} size="tiny" />
              <span className="heard-only">{one.word}</span>
            </span>
          ))}
        </span>
      </span>
    </button>
  )
})
