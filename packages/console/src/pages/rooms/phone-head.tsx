import { useRef } from 'react'
import { type RoomGroup, roomCounts } from '../../hotel/board.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useStays } from '../../parts/stays.ts'
import { roomTexts } from '../../texts/rooms.ts'
import { useTexts } from '../../texts/speech.ts'
import { type HeadProps, StateChips, ViewMenu } from './board-head.tsx'
import { boardTexts } from './texts.ts'

interface PhoneHeadProps extends HeadProps {
  readonly floors: readonly RoomGroup[]
  readonly floor: string | null
}

/** One floor, and what is left to do on it. */
export function PhoneHead({ floors, floor, ...head }: PhoneHeadProps) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const here = floors.filter(({ name }) => floor === 'all' || name === floor).flatMap((one) => one.rooms)
  const nameOf = (name: string) => (name === '' ? rooms.noFloor : rooms.floor(name))
  const top = useRef<HTMLDivElement>(null)
  useStays(top, 'top')
  return (
    <div className="phone-head" ref={top}>
      <h1 className="heard-only">{said.title}</h1>
      <label className="floor-choice">
        <span className="heard-only">{said.byFloor}</span>
        <select value={floor ?? 'all'} onChange={({ target }) => head.change({ floor: target.value })}>
          {floors.map(({ name }) => (
            <option key={name} value={name}>
              {nameOf(name)}
            </option>
          ))}
          <option value="all">{said.all}</option>
        </select>
        <Icon name="down" />
      </label>
      <div className="chips goes-on">
        <StateChips counts={roomCounts(here)} state={head.filter.state} change={head.change} />
      </div>
      <ViewMenu {...head} />
    </div>
  )
}

interface ThumbBarProps {
  readonly floors: readonly RoomGroup[]
  readonly floor: string | null
  readonly onFloor: (floor: string) => void
  /** Left out where nothing may be reported. */
  readonly onSelect: (() => void) | null
}

/** Under the thumb, while nothing is picked: the other floors, and this one as a whole. */
export function ThumbBar({ floors, floor, onFloor, onSelect }: ThumbBarProps) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const bar = useRef<HTMLDivElement>(null)
  useStays(bar, 'bottom')
  return (
    <div className="thumb" ref={bar} role="group" aria-label={said.street}>
      <div className="thumb-floors goes-on">
        {floors.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-label={name === '' ? rooms.noFloor : rooms.floor(name)}
            aria-pressed={name === floor}
            onClick={() => onFloor(name)}
          >
            {name === '' ? '–' : name}
          </button>
        ))}
      </div>
      {onSelect === null ? null : (
        <Button onClick={onSelect}>
          {floors.some(({ name }) => name === floor) ? said.selectFloor : said.selectAll}
        </Button>
      )}
    </div>
  )
}
