import type { WholeWakeup } from '@reveille/contract'
import { Fragment } from 'react'
import { isRepeating } from '../../../hotel/entry/cancel-plan.ts'
import type { SetEntry } from '../../../hotel/entry/entry.ts'
import { type Answered, type ForeseenCall, foreseenOf } from '../../../hotel/entry/set-plan.ts'
import { instantOf } from '../../../kernel/clock.ts'
import { useRoomNames } from '../../../live/desk.ts'
import { Button, Key } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Skeleton } from '../../../parts/nothing.tsx'
import { useNow } from '../../../parts/now.ts'
import { useFormat, useTexts } from '../../../texts/speech.ts'
import { glossOf, type Meaning } from './gloss.ts'
import { Remarks, RoomNames } from './remarks.tsx'
import type { ReadLine } from './said-lines.ts'
import { entryTexts } from './texts.ts'
import type { EntryState } from './use-entry.ts'
import { nextDaysWords } from './words.ts'

const MINUTE = 60_000
/** So many rooms are read out by name; of more, only what is odd. */
const MOST_NAMED = 14

/** One line, read back: word by word, then room by room. */
export function ReadBack({ entry, line }: { readonly entry: EntryState; readonly line: ReadLine }) {
  const { reading } = line
  if (reading.kind !== 'read') return null
  return (
    <>
      <Gloss entry={entry} line={line} />
      {reading.entry.kind === 'set' ? (
        <SetBack entry={entry} said={reading.entry} />
      ) : (
        <CancelBack {...entry} />
      )}
    </>
  )
}

function Gloss({
  entry: { house, answered, turn },
  line: { line, reading },
}: {
  readonly entry: EntryState
  readonly line: ReadLine
}) {
  const words = useTexts(entryTexts)
  const format = useFormat()
  const now = useNow(MINUTE)
  if (reading.kind !== 'read') return null
  const { entry, said } = reading
  const calls = entry.kind === 'set' ? foreseenOf(entry, answered) : []
  const columns = glossOf({ words, format, house, line, entry, said, calls, now })
  return (
    <div className="entry-gloss">
      <dl>
        {columns.map(({ typed, meanings }, at) => (
          <div key={at}>
            <dt>{typed}</dt>
            <dd>
              <Meanings all={meanings} />
            </dd>
          </div>
        ))}
      </dl>
      {entry.kind === 'set' ? (
        <Button look="quiet" className="entry-turn" onClick={turn}>
          {entry.when.kind === 'repeat' ? words.turnOnce : words.turnEvery} <Key>{words.altR}</Key>
        </Button>
      ) : null}
    </div>
  )
}

/** One after the other; aloud is what is of another day. */
export function Meanings({ all }: { readonly all: readonly Meaning[] }) {
  return all.map(({ means, day, isOtherDay, more }, at) => (
    <Fragment key={at}>
      {at === 0 ? '' : '; '}
      <b>{means}</b> {day === '' ? null : isOtherDay ? <b>{day}</b> : day}
      {day !== '' && more !== '' ? ', ' : ''}
      {more}
    </Fragment>
  ))
}

function SetBack({ entry, said }: { readonly entry: EntryState; readonly said: SetEntry }) {
  const words = useTexts(entryTexts)
  const format = useFormat()
  const { answered } = entry
  const calls = foreseenOf(said, answered)
  const [first] = calls
  if (first === undefined) return null
  const isSpread = said.when.kind === 'repeat' && said.when.days.length < 7
  return (
    <div className="entry-said">
      <Rooms calls={calls} />
      <Remarks calls={calls} times={said.times} />
      {isSpread ? <span>{words.ringsOn(nextDaysWords(format, first.next))}</span> : null}
      <Forecast answered={answered} />
    </div>
  )
}

/** By name; amber only for what is odd. */
function Rooms({ calls }: { readonly calls: readonly ForeseenCall[] }) {
  const words = useTexts(entryTexts)
  const rooms = [...new Map(calls.map((call) => [call.room, call])).values()]
  const isOdd = ({ occupied, method }: ForeseenCall) => !occupied || method !== 'automatic'
  if (rooms.length === 1 && !rooms.some(isOdd)) return null
  const shown = rooms.length <= MOST_NAMED ? rooms : rooms.filter(isOdd)
  return (
    <>
      <RoomNames calls={shown} />
      {shown.length < rooms.length ? <span>{words.andMore(rooms.length - shown.length)}</span> : null}
    </>
  )
}

/** How full the minute then is; of several, the fullest. */
export function Forecast({ answered }: { readonly answered: readonly Answered[] }) {
  const words = useTexts(entryTexts)
  const format = useFormat()
  const minutes = new Map(
    answered.flatMap(({ preview: { forecast, lines } }) =>
      forecast.map((one) => [one.with.minute, { ...one.with, lines: lines.working }] as const),
    ),
  )
  const [first] = [...minutes.values()].toSorted((one, other) => other.due - one.due)
  if (first === undefined) return null
  if (first.last === null)
    return (
      <span className="entry-forecast tag s-again">
        <Icon name="alarms" size="tiny" />
        {words.noLine}
      </span>
    )
  const [time, last] = [format.writtenTime(first.minute), format.writtenTime(first.last)]
  return (
    <span className="entry-forecast">
      <b>{words.forecast(time, first.due, first.lines)}</b>
      {time === last ? null : `, ${words.lastRings(last)}`}
    </span>
  )
}

/** The calls that would go, with who set them. */
function CancelBack({ cancelling, twoHouses }: Pick<EntryState, 'cancelling' | 'twoHouses'>) {
  const words = useTexts(entryTexts)
  if (cancelling === null) return twoHouses === null ? <Skeleton rows={1} /> : null
  const { calls, others } = cancelling
  return (
    <>
      {others.length === 0 ? null : <p className="entry-asked">{words.setInstead}</p>}
      <Calls calls={others.length === 0 ? calls : others} />
    </>
  )
}

function Calls({ calls }: { readonly calls: readonly WholeWakeup[] }) {
  const words = useTexts(entryTexts)
  const format = useFormat()
  const roomAs = useRoomNames()
  return (
    <ul className="entry-said">
      {calls.map((call) => (
        <li key={call.id}>
          <b>{roomAs(call)}</b> <b>{format.writtenTime(call.scheduled)}</b>{' '}
          {format.writtenDay(call.scheduled)}
          {isRepeating(call) ? <Fragment> · {words.repeating}</Fragment> : null}
          {' · '}
          {words.setBy(call.askedBy, format.time(instantOf(call.created)))}
        </li>
      ))}
    </ul>
  )
}
