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
  /** How many states there is room for; none: nothing but its name. */
  readonly most: number
  readonly onSelect: ((rooms: readonly ShownRoom[]) => void) | null
}

/** Within a line a word is small; what stands in it keeps its capitals. */
const small = (word: string) => word.slice(0, 1).toLowerCase() + word.slice(1)

/** A floor, what is left on it, and all of it at once. */
export const GroupHead = memo(function GroupHead({ group, title, grouping, most, onSelect }: GroupHeadProps) {
  const said = useTexts(boardTexts)
  const isBare = most === 0
  return (
    <header className="group-head">
      <h2>{title}</h2>
      {isBare || grouping === 'state' ? null : <States rooms={group.rooms} most={most} />}
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

/** What there is of each state, what is to be done first; and how many more there are than are named. */
function States({ rooms, most }: { readonly rooms: readonly ShownRoom[]; readonly most: number }) {
  const said = useTexts(boardTexts)
  const words = useTexts(roomTexts)
  const counts = roomCounts(rooms)
  const present = CONDITIONS.flatMap((one) => {
    const count = counts[one]
    return count === undefined ? [] : [{ one, count, text: `${count} ${small(words[one])}` }]
  })
  const others = present.slice(most)
  return (
    <>
      {present.slice(0, most).map(({ one, text }) => {
        const { state, mark } = roomLook(one)
        return (
          <State key={one} state={state} mark={mark}>
            {text}
          </State>
        )
      })}
      {others.length === 0 ? null : (
        <span className="rest" title={others.map(({ text }) => text).join(', ')}>
          {said.others(others.reduce((sum, { count }) => sum + count, 0))}
        </span>
      )}
    </>
  )
}

function Legend() {
  const rooms = useTexts(roomTexts)
  const shown = [
    [DOOR_ICONS.occupied, rooms.occupied],
    [DOOR_ICONS.dnd, rooms.dnd],
    [DOOR_ICONS.vip, rooms.vip],
    [DOOR_ICONS.call, rooms.aCall],
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
