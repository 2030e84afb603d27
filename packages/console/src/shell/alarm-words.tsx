import type { AlarmGroup } from '../hotel/alarm.ts'
import { alarmTexts, alarmWords } from '../texts/alarms.ts'
import { useTexts } from '../texts/speech.ts'
import { useAlarmSentence } from '../texts/use-alarm-sentence.ts'

interface AlarmProps {
  readonly group: AlarmGroup
}

/** What a line of the banner is about; it is read out when it appears. */
export function AlarmWords({ group }: AlarmProps) {
  const said = useTexts(alarmTexts)
  const words = alarmWords(said, group.kind)
  return (
    <span role="alert">
      <b>{words === '' ? group.alarms[0].text : words}</b>
      <Detail group={group} hasWords={words !== ''} />
    </span>
  )
}

export function AlarmPlace({ group: { alarms } }: AlarmProps) {
  const said = useTexts(alarmTexts)
  const [first] = alarms
  const many = first.room === '' ? said.times(alarms.length) : said.rooms(alarms.length)
  const text = alarms.length > 1 ? many : first.room
  return text === '' ? null : <span className="number large">{text}</span>
}

function Detail({ group: { alarms }, hasWords }: AlarmProps & { readonly hasWords: boolean }) {
  const [first] = alarms
  const sentence = useAlarmSentence(first)
  const rooms = alarms.map(({ room }) => room).filter((room) => room !== '')
  const ours = alarms.length > 1 ? rooms.join(', ') : sentence
  const text = ours ?? (hasWords ? first.text : '')
  return text === '' ? null : (
    <small>
      <span lang={ours === null ? 'en' : undefined}>{text}</span> ·{' '}
    </small>
  )
}
