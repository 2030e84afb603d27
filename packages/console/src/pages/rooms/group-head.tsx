import { memo } from 'react'
import { CONDITIONS, roomCounts, type Grouping, type RoomGroup, type ShownRoom } from '../../hotel/board.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { DOOR_ICONS, isSolid, roomLook } from '../../parts/room-look.ts'
import { State } from '../../parts/state.tsx'
import { roomTexts } from '../../texts/rooms.ts'
import { useTexts } from '../../texts/speech.ts'
import { boardTexts } from './texts.ts'

interface GroupHeadProps {
  readonly group: RoomGroup
  readonly title: string
  readonly grouping: Grouping
  readonly isBare: boolean
  readonly onSelect: ((rooms: readonly ShownRoom[]) => void) | null
}

const SHOWN = 4
/** Within a line a word is small; what stands in it keeps its capitals. */
const small = (word: string) => word.slice(0, 1).toLowerCase() + word.slice(1)

/** A floor, what is left on it, and all of it at once. */
export const GroupHead = memo(function GroupHead({
  group,
  title,
  grouping,
  isBare,
  onSelect,
}: GroupHeadProps) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const counts = roomCounts(group.rooms)
  const present = CONDITIONS.filter((one) => counts[one] !== undefined).slice(0, SHOWN)
  return (
    <header className="group-head">
      <h2>{title}</h2>
      {isBare || grouping === 'state'
        ? null
        : present.map((one) => {
            const { state, mark } = roomLook(one)
            return (
              <State key={one} state={state} mark={mark}>
                {`${counts[one]} ${small(rooms[one])}`}
              </State>
            )
          })}
      <span className="grow" />
      {isBare ? null : <Legend />}
      {onSelect === null || isBare ? null : (
        <Button onClick={() => onSelect(group.rooms)}>
          {grouping === 'floor' ? said.selectFloor : said.selectAll}
        </Button>
      )}
    </header>
  )
})

function Legend() {
  const rooms = useTexts(roomTexts)
  const shown = [
    [DOOR_ICONS.occupied, rooms.occupied],
    [DOOR_ICONS.dnd, rooms.dnd],
    [DOOR_ICONS.vip, rooms.vip],
  ] as const
  return (
    <span className="legend" aria-hidden="true">
      {shown.map(([icon, word]) => (
        <span key={icon}>
          <Icon name={icon} size="tiny" solid={isSolid(icon)} />
          {word}
        </span>
      ))}
    </span>
  )
}
