import type { CallTime } from '../../../hotel/entry/entry.ts'
import type { ForeseenCall } from '../../../hotel/entry/set-plan.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useFormat, useTexts } from '../../../texts/speech.ts'
import type { Format } from '../../../texts/format.ts'
import { type EntryTexts, entryTexts } from './texts.ts'
import { timeWords } from './words.ts'

/** A room by number and name. Vacant is odd: amber, with a sign, and allowed. */
export function RoomName({ call }: { readonly call: ForeseenCall }) {
  const words = useTexts(entryTexts)
  const { room, guests = [], occupied, vip, method } = call
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
    ...calls.flatMap((call) => callRemarks(words, format, call)),
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

function callRemarks(words: EntryTexts, format: Format, call: ForeseenCall): Remark[] {
  const { room, scheduled, existing, others } = call
  if (existing !== undefined) {
    const what = `${room} ${format.writtenTime(scheduled)}`
    const who = words.already(existing.askedBy, format.writtenTime(existing.created))
    return [{ key: existing.id, loud: `${what} ${who}`, quiet: '' }]
  }
  return others.map((other) => ({
    key: other.id,
    loud: words.hasOther(room, format.writtenTime(other.scheduled)),
    quiet: [
      other.repeats ? `${words.repeating}, ` : '',
      words.setBy(other.askedBy, format.writtenTime(other.created)),
    ].join(''),
  }))
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
      only?.kind === 'at' && more.length === 0 ? timeWords(format, only.time) : format.writtenTime(scheduled)
    const day = format.writtenDay(scheduled)
    const said = {
      skipped: words.skipped(asked, day, format.writtenTime(scheduled)),
      first: words.firstOfTwo(asked, day),
      second: words.secondOfTwo(asked, day),
    }
    return { key, loud: clockChange === undefined ? '' : said[clockChange], quiet: '' }
  })
}
