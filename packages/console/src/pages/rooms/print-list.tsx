import type { RoomGroup, ShownRoom } from '../../hotel/board.ts'
import { useRoomNames, useSession } from '../../live/desk.ts'
import { useClock } from '../../parts/now.ts'
import { Box, PaperHead } from '../../parts/on-paper.tsx'
import { commonTexts } from '../../texts/common.ts'
import { roomTexts } from '../../texts/rooms.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { useMarkWords } from './mark-words.ts'
import { otherSigns, wordOf } from './room-tile.tsx'
import { boardTexts } from './texts.ts'

interface PrintListProps {
  readonly groups: readonly RoomGroup[]
  readonly titleOf: (name: string) => string
}

/** The paper round: a floor to a page, a box to tick, room for notes. */
export function PrintList({ groups, titleOf }: PrintListProps) {
  const said = useTexts(boardTexts)
  const common = useTexts(commonTexts)
  const rooms = useTexts(roomTexts)
  const { site, account } = useSession()
  const format = useFormat()
  const now = useClock().now()
  return (
    <>
      {groups.map(({ name, rooms: those }) => (
        <section key={name}>
          <PaperHead
            title={`${site.name} · ${titleOf(name)}`}
            by={common.printed(format.exact(now), account)}
          />
          <table>
            <thead>
              <tr>
                <th>{rooms.room}</th>
                <th>{said.state}</th>
                <th>{said.at}</th>
                <th>{said.marks}</th>
                <th>{said.doneBox}</th>
                <th>{common.notes}</th>
              </tr>
            </thead>
            <tbody>
              {those.map((room) => (
                <PrintRow key={room.key} room={room} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  )
}

function PrintRow({ room }: { readonly room: ShownRoom }) {
  const rooms = useTexts(roomTexts)
  const format = useFormat()
  const marks = useMarkWords()(room.record)
  const name = useRoomNames()({ room: room.record.number, tenant: room.record.tenant })
  const signs = otherSigns(room.record, rooms, format).map(({ word }) => word)
  return (
    <tr>
      <td>
        <b>{name}</b>
      </td>
      <td className="one-line">{wordOf(room, rooms)}</td>
      <td className="one-line">
        {room.since === null ? '' : `${format.day(room.since)} ${format.time(room.since)}`}
      </td>
      <td>{[...marks, ...signs].join(', ')}</td>
      <td>
        <Box />
      </td>
      <td className="for-notes" />
    </tr>
  )
}
