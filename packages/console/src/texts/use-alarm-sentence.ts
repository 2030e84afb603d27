import { instantOf } from '../kernel/clock.ts'
import { alarmSentence, alarmSentences, type ToldAlarm } from './alarm-sentences.ts'
import { useFormat, useTexts } from './speech.ts'

/** What an alarm is about, in the language and by the clock of whoever looks; null where only the server can say it. */
export function useAlarmSentence(alarm: ToldAlarm): string | null {
  const said = useTexts(alarmSentences)
  const { language, time, day, number } = useFormat()
  const timeOf = (moment: string) => time(instantOf(moment))
  const dayOf = (moment: string) => day(instantOf(moment))
  return alarmSentence(said, alarm, { language, timeOf, dayOf, number })
}
