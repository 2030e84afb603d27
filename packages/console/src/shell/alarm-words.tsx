import { type AlarmGroup, guestStanding } from '../hotel/alarm.ts'
import { useRoomNames, useWhoseRoom } from '../live/desk.ts'
import { alarmTexts, standingWords } from '../texts/alarms.ts'
import { useTexts } from '../texts/speech.ts'
import { useAlarmSentence } from '../texts/use-alarm-sentence.ts'

interface AlarmProps {
  readonly group: AlarmGroup
}

/** What a line of the banner is about; it is read out when it appears. */
export function AlarmWords({ group }: AlarmProps) {
  const said = useTexts(alarmTexts)
  const [first, ...others] = group.alarms
  const words = standingWords(said, group.kind, groupStanding(group))
  const whose = useWhoseRoom(first)
  const what = words === '' ? first.text : words
  return (
    <span role="alert">
      <b>{others.length > 0 || whose === '' ? what : `${whose} · ${what}`}</b>
      <Detail group={group} hasWords={words !== ''} />
    </span>
  )
}

export function AlarmPlace({ group: { alarms } }: AlarmProps) {
  const said = useTexts(alarmTexts)
  const [first] = alarms
  const many =
    first.room === ''
      ? said.times(alarms.length)
      : said.rooms(new Set(alarms.map(({ tenant, room }) => `${tenant} ${room}`)).size)
  const text = alarms.length > 1 ? many : first.room
  return text === '' ? null : <span className="number large">{text}</span>
}

function Detail({ group: { alarms }, hasWords }: AlarmProps & { readonly hasWords: boolean }) {
  const [first] = alarms
  const sentence = useAlarmSentence(first)
  const nameOf = useRoomNames()
  // A room that was rung again in vain has two alarms.
  const rooms = [...new Set(alarms.filter(({ room }) => room !== '').map(nameOf))]
  const ours = alarms.length > 1 ? rooms.join(', ') : sentence
  const text = ours ?? (hasWords ? first.text : '')
  return text === '' ? null : (
    <small>
      <span lang={ours === null ? 'en' : undefined}>{text}</span> ·{' '}
    </small>
  )
}

/** Of several only what holds of all of them. */
function groupStanding({ alarms: [first, ...others] }: AlarmGroup) {
  const standing = guestStanding(first)
  return others.length === 0 || standing === 'answered' ? standing : null
}
