import type { CallTime } from '../../../hotel/entry/entry.ts'
import type { ForeseenCall, OtherCall } from '../../../hotel/entry/set-plan.ts'
import { folded, writtenRooms } from '../../../hotel/entry/written-rooms.ts'
import { useRoomNames } from '../../../live/desk.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useFormat, useTexts } from '../../../texts/speech.ts'
import type { Format } from '../../../texts/format.ts'
import { type EntryTexts, entryTexts } from './texts.ts'
import { someDayAt } from './words.ts'

/** A room by number and name. Vacant is odd: amber, with a sign, and allowed. */
export function RoomName({ call }: { readonly call: ForeseenCall }) {
  const words = useTexts(entryTexts)
  const { guests = [], occupied, vip, method } = call
  const room = useRoomNames()(call)
  const rung = method === 'automatic' ? '' : method === 'manual' ? words.byHand : words.handFirst
  const facts = [guests.filter((name) => name !== '').join(', '), vip ? words.vip : '', rung]
  if (!occupied)
    return (
      <span className="tag s-again">
        <Icon name="alarms" size="tiny" />
        {room} {words.vacant}
      </span>
    )
  return (
    <span>
      <b>{room}</b> {facts.filter((fact) => fact !== '').join(', ')}
    </span>
  )
}

/** Those who are told of by name or by what is odd about them; many that are vacant are one word. */
export function RoomNames({ calls }: { readonly calls: readonly ForeseenCall[] }) {
  const words = useTexts(entryTexts)
  const groups = folded(calls, ({ room, occupied }) => (occupied ? room : ''))
  return groups.map(([first, ...others]) =>
    others.length === 0 ? (
      <RoomName key={first.room} call={first} />
    ) : (
      <span key={first.room} className="tag s-again">
        <Icon name="alarms" size="tiny" />
        {words.vacantMany(others.length + 1, writtenRooms([first, ...others].map(({ room }) => room)))}
      </span>
    ),
  )
}

interface RemarksProps {
  readonly calls: readonly ForeseenCall[]
  readonly times: readonly CallTime[]
}

interface Remark {
  readonly key: string
  readonly loud: string
  readonly quiet: string
}

/** What stands in the way, or is otherwise than one would think. */
export function Remarks({ calls, times }: RemarksProps) {
  const words = useTexts(entryTexts)
  const format = useFormat()
  const remarks = [
    ...clockRemarks(words, format, calls, times),
    ...folded(calls.flatMap(oddOf), keyOfOdd).map((group) => callRemark(words, format, group)),
  ]
  return remarks.map(({ key, loud, quiet }) => (
    <span key={key} className="entry-remark">
      <span className="tag s-again">
        <Icon name="alarms" size="tiny" />
        {loud}
      </span>
      {quiet}
    </span>
  ))
}

/** A call that a room has besides, or already. */
interface Odd {
  readonly room: string
  readonly other: Omit<OtherCall, 'confirm' | 'prompt'>
  /** The very same call is there. */
  readonly isSame: boolean
}

const oddOf = ({ room, scheduled, existing, others }: ForeseenCall): Odd[] =>
  existing === undefined
    ? others.map((other) => ({ room, other, isSame: false }))
    : [{ room, other: { ...existing, scheduled, repeats: false }, isSame: true }]

const keyOfOdd = ({ other, isSame }: Odd) =>
  [isSame, other.scheduled, other.repeats, other.askedBy, other.created.slice(0, 16)].join(' ')

function callRemark(words: EntryTexts, format: Format, [first, ...more]: readonly [Odd, ...Odd[]]): Remark {
  const { other, isSame } = first
  const rooms = writtenRooms([first, ...more].map(({ room }) => room))
  const [time, created] = [format.writtenTime(other.scheduled), format.writtenTime(other.created)]
  if (isSame)
    return { key: other.id, loud: `${rooms} ${time} ${words.already(other.askedBy, created)}`, quiet: '' }
  return {
    key: other.id,
    loud: more.length === 0 ? words.hasOther(rooms, time) : words.haveOther(rooms, time),
    quiet: `${other.repeats ? `${words.repeating}, ` : ''}${words.setBy(other.askedBy, created)}`,
  }
}

/** Where the clocks change, the server says what that does to a time; once, however many rooms. */
function clockRemarks(
  words: EntryTexts,
  format: Format,
  calls: readonly ForeseenCall[],
  times: readonly CallTime[],
): Remark[] {
  const changed = new Map(
    calls.flatMap((call) => (call.clockChange === undefined ? [] : [[call.scheduled, call] as const])),
  )
  return Array.from(changed, ([key, { clockChange, scheduled }]) => {
    const [only, ...more] = times
    const asked =
      only?.kind === 'at' && more.length === 0
        ? format.writtenTime(someDayAt(only.time))
        : format.writtenTime(scheduled)
    const day = format.writtenDay(scheduled)
    const said = {
      skipped: words.skipped(asked, day, format.writtenTime(scheduled)),
      first: words.firstOfTwo(asked, day),
      second: words.secondOfTwo(asked, day),
    }
    return { key, loud: clockChange === undefined ? '' : said[clockChange], quiet: '' }
  })
}
