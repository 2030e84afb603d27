import type { RoomGroup, ShownRoom } from '../../hotel/board.ts'
import { useSession } from '../../live/desk.ts'
import { useClock } from '../../parts/now.ts'
import { roomTexts } from '../../texts/rooms.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { doorMarks, wordOf } from './room-tile.tsx'
import { boardTexts } from './texts.ts'

interface PrintListProps {
  readonly groups: readonly RoomGroup[]
  readonly titleOf: (name: string) => string
}

/** The paper round: a floor to a page, a box to tick, room for notes. */
export function PrintList({ groups, titleOf }: PrintListProps) {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const { site, account } = useSession()
  const format = useFormat()
  const now = useClock().now()
  return (
    <div className="print-only">
      {groups.map(({ name, rooms: those }) => (
        <section key={name} className="print-floor">
          <h2>
            {site.name} · {titleOf(name)}
          </h2>
          <p className="small">{said.printed(format.exact(now), account)}</p>
          <table>
            <thead>
              <tr>
                <th>{rooms.room}</th>
                <th>{said.state}</th>
                <th>{said.at}</th>
                <th>{said.marks}</th>
                <th>{said.doneBox}</th>
                <th>{said.notes}</th>
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
    </div>
  )
}

function PrintRow({ room }: { readonly room: ShownRoom }) {
  const rooms = useTexts(roomTexts)
  const format = useFormat()
  const marks = doorMarks(room, rooms, format, useClock().now())
  return (
    <tr>
      <td>
        <b>{room.record.number}</b>
      </td>
      <td>{wordOf(room, rooms)}</td>
      <td>{room.since === null ? '' : `${format.day(room.since)} ${format.time(room.since)}`}</td>
      <td>{marks.map(({ word }) => word).join(', ')}</td>
      <td className="box">
        <i />
      </td>
      <td />
    </tr>
  )
}
