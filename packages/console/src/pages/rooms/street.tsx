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
              <span className="s-again">
                <Mark name="triangle" size="tiny" />
              </span>
              {said.toDo(dirty)}
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

const Windows = memo(function Windows({
  conditions,
  most,
}: {
  readonly conditions: string
  readonly most: number
}) {
  return (
    <span className="windows" aria-hidden="true">
      {conditions.split(' ').map((condition, at) => {
        const { state, work } = roomLook(condition)
        return (
          <i
            key={at}
            className={`s-${state}`}
            style={{ height: `${work}%`, width: `${100 / Math.max(most, 24)}%` }}
          />
        )
      })}
    </span>
  )
})
