import { type Entry, roomsOf } from '../../../hotel/entry/entry.ts'
import { foreseenOf } from '../../../hotel/entry/set-plan.ts'
import { writtenRooms } from '../../../hotel/entry/written-rooms.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useNow } from '../../../parts/now.ts'
import { useFormat, useTexts } from '../../../texts/speech.ts'
import { Forecast, Meanings } from './read-back.tsx'
import { Remarks, RoomName, RoomNames } from './remarks.tsx'
import { repeatedWords, ringsOf } from './gloss.ts'
import { isOfOtherRoom, type ReadLine } from './said-lines.ts'
import { entryTexts } from './texts.ts'
import { troubleWords, Typed } from './trouble.tsx'
import type { EntryState } from './use-entry.ts'
import { dayWords } from './words.ts'

const MINUTE = 60_000

/** Several lines: one table to read back, one deed. */
export function LineTable({ entry }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  const leftOut = entry.said.lines.filter(({ reading }) => reading.kind === 'left-out').length
  return (
    <div className="entry-lines">
      <div className="entry-said">
        <Times entry={entry} />
        {leftOut === 0 ? null : <span className="second">{words.leftOutLines(leftOut)}</span>}
        <Forecast answered={entry.answered} />
      </div>
      <WrongLines lines={entry.said.lines} />
      <div className="entry-table" role="region" aria-label={words.readBack} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              <th scope="col">{words.room}</th>
              <th scope="col">{words.time}</th>
              <th scope="col">{words.note}</th>
            </tr>
          </thead>
          <tbody>
            {wrongFirst(entry.said.lines).map((line, at) => (
              <LineRow key={at} entry={entry} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const isWrong = ({ reading }: ReadLine) => reading.kind !== 'read' && reading.kind !== 'left-out'
const isElsewhere = ({ reading }: ReadLine) => isOfOtherRoom(reading)

/** What keeps a long list from being set would lie below its end, where nobody looks. */
const wrongFirst = (lines: readonly ReadLine[]) => [
  ...lines.filter(isElsewhere),
  ...lines.filter((line) => isWrong(line) && !isElsewhere(line)),
  ...lines.filter((line) => !isWrong(line)),
]

/** Why nothing can be set yet. */
function WrongLines({ lines }: { readonly lines: readonly ReadLine[] }) {
  const words = useTexts(entryTexts)
  const count = lines.filter(isWrong).length
  const all = lines.filter(({ reading }) => reading.kind !== 'left-out').length
  return count === 0 ? null : (
    <p className="entry-wrong s-bad">
      <Icon name="alarms" size="tiny" />
      {words.wrongLines(count, all)}
    </p>
  )
}

/** Many lines in short: how many rooms at which time. */
function Times({ entry: { answered, house } }: { readonly entry: EntryState }) {
  const words = useTexts(entryTexts)
  const format = useFormat()
  const counts = new Map<string, number>()
  for (const { scheduled } of answered.flatMap(({ preview }) => preview.calls))
    counts.set(scheduled, (counts.get(scheduled) ?? 0) + 1)
  const dayOf = (moment: string) => dayWords(words, format, house.today, moment)
  const days = new Set([...counts.keys()].map(dayOf))
  return (
    <>
      {[...counts]
        .toSorted(([one], [other]) => one.localeCompare(other))
        .map(([moment, count]) => (
          <b key={moment}>
            {words.timeAndRooms(format.writtenTime(moment), count)}
            {days.size > 1 ? ` ${dayOf(moment)}` : ''}
          </b>
        ))}
      {days.size === 1 ? <span>{[...days]}</span> : null}
    </>
  )
}

function LineRow({
  entry,
  line: { line, reading },
}: {
  readonly entry: EntryState
  readonly line: ReadLine
}) {
  const words = useTexts(entryTexts)
  if (reading.kind === 'read') return <ReadRow entry={entry} typed={line} said={reading.entry} />
  if (reading.kind === 'left-out')
    return (
      <tr className="second">
        <td>{line}</td>
        <td colSpan={3}>
          {reading.isHeading ? words.heading : words.noRoomIn} {reading.hasDay ? words.dayNotTaken : ''}
        </td>
      </tr>
    )
  return (
    <tr className="s-bad">
      <td>
        <Typed line={line} reading={reading} />
      </td>
      <td colSpan={3} className="entry-wrong">
        {troubleWords(words, reading)}
      </td>
    </tr>
  )
}

function ReadRow({
  entry,
  typed,
  said,
}: {
  readonly entry: EntryState
  readonly typed: string
  readonly said: Entry
}) {
  const words = useTexts(entryTexts)
  const format = useFormat()
  const now = useNow(MINUTE)
  const calls = said.kind === 'set' ? foreseenOf(said, entry.answered) : []
  const onDay = (day: string) => (said.kind === 'set' ? repeatedWords(words, format, said.when, day) : day)
  const rings = ringsOf({ words, format, house: entry.house, now }, calls, onDay)
  const odd = calls.filter(({ occupied, method }) => !occupied || method !== 'automatic')
  const [only, ...more] = calls
  const whose = roomsOf(said.rooms)
    .map((room) => entry.house.whose(room))
    .find((one) => one !== '')
  return (
    <tr>
      <td>{typed}</td>
      <td>
        {only !== undefined && more.length === 0 ? (
          <RoomName call={only} />
        ) : (
          <>
            <b>{writtenRooms(roomsOf(said.rooms))}</b> {whose}
          </>
        )}
      </td>
      <td>
        <Meanings all={rings} />
      </td>
      <td>
        <div className="entry-notes">
          {more.length === 0 ? null : <RoomNames calls={odd} />}
          {said.kind === 'set' ? <Remarks calls={calls} times={said.times} /> : null}
        </div>
      </td>
    </tr>
  )
}
