import { memo } from 'react'
import type { RoomGroup } from '../../hotel/board.ts'
import { Mark } from '../../parts/icon.tsx'
import { roomLook } from '../../parts/room-look.ts'
import { roomTexts } from '../../texts/rooms.ts'
import { useTexts } from '../../texts/speech.ts'
import { boardTexts } from './texts.ts'

interface StreetProps {
  readonly floors: readonly RoomGroup[]
  readonly shown: string | null
  readonly onFloor: (floor: string) => void
}

/** The whole house in one strip: one bar a room, tall where there is work. */
export function Street({ floors, shown, onFloor }: StreetProps) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const most = Math.max(...floors.map((floor) => floor.rooms.length))
  return (
    <nav className="street" aria-label={said.street}>
      {floors.map(({ name, rooms: those }) => {
        const dirty = those.filter(({ condition }) => condition === 'dirty').length
        const isTold = those.some(({ status }) => status !== null)
        return (
          <button
            key={name}
            type="button"
            aria-current={name === shown ? 'true' : undefined}
            onClick={() => onFloor(name)}
          >
            <span className="label">
              <span className="heard-only">{name === '' ? rooms.noFloor : rooms.floor(name)}</span>
              <b aria-hidden="true">{name === '' ? '–' : name}</b>
              {dirty === 0 ? null : (
                <span className="s-again">
                  <Mark name="triangle" size="tiny" />
                </span>
              )}
              {isTold ? said.toDo(dirty) : null}
            </span>
            <Windows conditions={those.map(({ condition }) => condition).join(' ')} most={most} />
          </button>
        )
      })}
      <span className="hint" aria-hidden="true">
        {said.tall}
      </span>
    </nav>
  )
}

const LEAST_PLACES = 24
/** Pixels of a bar with its gap. */
const WIDEST = 12
/** Of the width of a bar; the rest is the gap to the next. */
const BAR = 0.82

/** One drawing for each colour: two thousand boxes would take longer than all else on the board. */
function barsByState(conditions: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const bars = new Map<string, string[]>()
  for (const [at, condition] of conditions.entries()) {
    const { state, work } = roomLook(condition)
    const bar = `M${at} 100v-${work}h${BAR}v${work}z`
    const same = bars.get(state)
    if (same === undefined) bars.set(state, [bar])
    else same.push(bar)
  }
  return bars
}

const Windows = memo(function Windows({
  conditions,
  most,
}: {
  readonly conditions: string
  readonly most: number
}) {
  const places = Math.max(most, LEAST_PLACES)
  return (
    <svg
      className="windows"
      aria-hidden="true"
      viewBox={`0 0 ${places} 100`}
      preserveAspectRatio="none"
      style={{ maxWidth: places * WIDEST }}
    >
      {[...barsByState(conditions.split(' '))].map(([state, bars]) => (
        <path key={state} className={`s-${state}`} d={bars.join('')} />
      ))}
    </svg>
  )
})
