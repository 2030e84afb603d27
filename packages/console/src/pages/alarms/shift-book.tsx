import type { AlarmRecord } from '@reveille/contract'
import { isUnsettled, guestStanding } from '../../hotel/alarm.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useRoomNames, useSession } from '../../live/desk.ts'
import { useClock } from '../../parts/now.ts'
import { PaperHead } from '../../parts/on-paper.tsx'
import { otherSide } from '../../texts/alarm-sentences.ts'
import { alarmTexts, standingWords } from '../../texts/alarms.ts'
import { commonTexts } from '../../texts/common.ts'
import type { Format } from '../../texts/format.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { useAlarmSentence } from '../../texts/use-alarm-sentence.ts'

/** Who was told of it and how, how it ended, and what the one who knows wrote. */
export function useTold(alarm: AlarmRecord): string {
  const { calls, mailed, state, by, raised, ended, note } = alarm
  const said = useTexts(alarmTexts)
  const format = useFormat()
  const told = [calls > 0 ? said.rung(calls) : '', mailed === null ? '' : said.mailed]
  const when = ended === null ? '' : endIn(format, instantOf(raised), instantOf(ended))
  const known = by === null || state === 'open' ? '' : said.knownBy(by, when)
  const end = state === 'over' ? said.overItself(when) : known
  const left = isUnsettled(alarm) ? said.notReachedYet : ''
  return [...told, end.trim(), note, left].filter((one) => one !== '').join(', ')
}

/** The time; of another day than it began, that too. */
const endIn = (format: Format, raised: number, ended: number) =>
  format.date(raised) === format.date(ended)
    ? format.time(ended)
    : `${format.day(ended)} ${format.time(ended)}`

interface ShiftBookProps {
  readonly title: string
  readonly alarms: readonly AlarmRecord[]
}

/** A sheet for the book that one shift leaves to the next: every alarm, and room to write. */
export function ShiftBook({ title, alarms }: ShiftBookProps) {
  const said = useTexts(alarmTexts)
  const common = useTexts(commonTexts)
  const { site, account } = useSession()
  const format = useFormat()
  const now = useClock().now()
  return (
    <section>
      <PaperHead
        title={`${site.name} · ${said.title}: ${title}`}
        by={common.printed(format.exact(now), account)}
      />
      {alarms.length === 0 ? (
        <p>{said.noneOfThese}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{said.when}</th>
              <th>{said.where}</th>
              <th>{said.what}</th>
              <th>{said.told}</th>
              <th>{common.notes}</th>
            </tr>
          </thead>
          <tbody>
            {alarms.map((alarm) => (
              <BookRow key={alarm.id} alarm={alarm} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function BookRow({ alarm }: { readonly alarm: AlarmRecord }) {
  const said = useTexts(alarmTexts)
  const format = useFormat()
  const raised = instantOf(alarm.raised)
  const words = standingWords(said, alarm.kind, guestStanding(alarm))
  const ours = useAlarmSentence(alarm)
  const why = ours === null ? '' : otherSide(alarm)
  const told = useTold(alarm)
  const nameOf = useRoomNames()
  return (
    <tr>
      <td className="one-line">
        {format.day(raised)} {format.time(raised)}
      </td>
      <td>
        <b>{nameOf(alarm)}</b>
      </td>
      <td>
        <b>{words === '' ? alarm.kind : words}</b>{' '}
        {ours === null ? <span lang="en">{alarm.text}</span> : <span>{ours}</span>}
        {why === '' ? null : <span lang="en">{` (${why})`}</span>}
      </td>
      <td>{told}</td>
      <td className="for-notes" />
    </tr>
  )
}
