import { memo, type MouseEvent as Click, type PointerEvent as Pointer, useRef } from 'react'
import type { Cancel } from '../kernel/clock.ts'
import type { IconName, MarkName, StateName } from '../look/icons.ts'
import { Age } from './age.tsx'
import { useDrawn } from './drawn.ts'
import { useFlash } from './flash.ts'
import { Icon, Mark } from './icon.tsx'
import { useClock } from './now.ts'
import { isSolid } from './room-look.ts'

/** Where a person has work: these are filled. */
const WORK: readonly StateName[] = ['busy', 'put', 'again', 'bad', 'hand']
const LONG_MS = 500
/** Letters that fit into the narrowest tile. Only longer ones are cut: each place that cuts is laid out and painted apart. */
const WORD_FITS = 14
const ROOM_FITS = 5
const BY_FITS = 6

export interface TileProps {
  /** What it is picked by. */
  readonly id: string
  readonly room: string
  /** Whose it is, where the number alone does not say which room. */
  readonly of?: string
  readonly state: StateName
  readonly mark: MarkName
  readonly word: string
  readonly since: number | null
  readonly lateAfter?: number
  /** Who said so. */
  readonly by?: string
  /** In place of the age: what there is to say. */
  readonly remark?: string
  readonly marks: readonly {
    readonly icon: IconName
    readonly word: string
    /** Beside it, where there is room. */
    readonly hour?: string
  }[]
  readonly isSelected?: boolean
  /** Part of what was chosen, and not meant. */
  readonly isLeftOut?: boolean
  /** It was changed here, and the server does not know yet. */
  readonly isHeld?: boolean
  readonly tabIndex?: number
  readonly onPick: (id: string) => void
  /** By a finger or a button that stays, or with Ctrl. */
  readonly onHold?: (id: string) => void
}

/** A room on the board. No part of a library in here: there may be two thousand of it. */
export const Tile = memo(function Tile(props: TileProps) {
  const element = useDrawn<HTMLButtonElement>()
  const { id, room, state, mark, word, isSelected = false, isLeftOut = false, isHeld = false } = props
  const press = useLongPress(id, props.onPick, props.onHold)
  const flash = useFlash(element, toldBy(props))
  const dress = [
    'tile',
    `s-${state}`,
    WORK.includes(state) && 'work',
    isHeld && 'held',
    isLeftOut && 'out',
    isBare(props) && 'bare',
  ]
  return (
    <button
      ref={element}
      type="button"
      role="gridcell"
      className={dress.filter(Boolean).join(' ')}
      aria-selected={isSelected}
      tabIndex={props.tabIndex ?? 0}
      data-room={id}
      {...press}
      {...flash}
    >
      <span className={room.length > ROOM_FITS ? 'room cut' : 'room'}>{room}</span>
      <Mark name={mark} />
      <span className={word.length > WORD_FITS ? 'word cut' : 'word'}>{word}</span>
      <span className="foot">
        <span className="low">
          <TileAge {...props} />
          {props.of === undefined ? null : <span className="cut">{props.of}</span>}
        </span>
        <span className="marks">
          {props.marks.map((one) => (
            <span key={one.icon} title={one.word} role="img" aria-label={one.word}>
              <Icon name={one.icon} size="tiny" solid={isSolid(one.icon)} />
              {one.hour === undefined ? null : <b className="hour">{one.hour}</b>}
            </span>
          ))}
        </span>
      </span>
    </button>
  )
})

/** What somebody would see change; not that it was picked, nor that the server has it now as well. */
const toldBy = ({ state, mark, word, marks }: TileProps): string =>
  [state, mark, word, ...marks.map(({ icon, hour = '' }) => icon + hour)].join(' ')

/** Its word has no line below it. */
const isBare = ({ since, remark, of }: TileProps): boolean =>
  since === null && remark === undefined && of === undefined

function TileAge({ since, lateAfter, by = '', remark }: TileProps) {
  if (remark !== undefined) return <b>{remark}</b>
  if (since === null) return null
  return (
    <>
      <Age since={since} {...(lateAfter === undefined ? {} : { lateAfter })} />
      {by === '' ? null : <span className={by.length > BY_FITS ? 'by cut' : 'by'}>{by}</span>}
    </>
  )
}

/** What is held is not picked as well when it is let go. */
function useLongPress(id: string, onPick: (id: string) => void, onHold?: (id: string) => void) {
  const clock = useClock()
  const waiting = useRef<Cancel>(() => {})
  const isHeld = useRef(false)
  const stop = () => waiting.current()
  return {
    onPointerDown: ({ button, ctrlKey, metaKey }: Pointer) => {
      isHeld.current = false
      if (button !== 0 || ctrlKey || metaKey || onHold === undefined) return
      waiting.current = clock.after(LONG_MS, () => {
        isHeld.current = true
        onHold(id)
      })
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onClick: ({ ctrlKey, metaKey }: Click) => {
      if (isHeld.current) return
      if (ctrlKey || metaKey) onHold?.(id)
      else onPick(id)
    },
  }
}
