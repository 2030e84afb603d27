import { useState } from 'react'
import type { AlarmGroup } from '../hotel/alarm.ts'
import { useDesk } from '../live/desk.ts'
import { knowAlarms } from '../live/know-alarm.ts'
import { useCallDeeds } from '../live/use-call-deeds.ts'
import { useToast } from '../parts/toasts.tsx'
import { alarmTexts } from '../texts/alarms.ts'
import { useTexts } from '../texts/speech.ts'

/** The interface's number for "complete". */
const COMPLETE = 1
const RINGS_FOR_MS = 10_000

/** What a person does about an alarm. None of it is shown before the server has stored it. */
export function useAlarmDeeds({ alarms }: AlarmGroup) {
  const desk = useDesk()
  const ofCalls = useCallDeeds()
  const toast = useToast()
  const said = useTexts(alarmTexts)
  const [isRinging, setRinging] = useState(false)
  const [first] = alarms
  const tell = (doing: Promise<unknown>) => void doing.catch(toast.failure)

  const know = (note: string) =>
    tell(
      knowAlarms(
        desk,
        alarms.map(({ id }) => id),
        note,
      ),
    )
  const ringAgain = () => {
    setRinging(true)
    const rings = ofCalls.ringNow(first).then(() => toast.say(said.ringsRoom(first.room)))
    // A second click would ring the room twice.
    tell(rings.finally(() => desk.house.clock.after(RINGS_FOR_MS, () => setRinging(false))))
  }
  const reachedByHand = () => tell(ofCalls.mark([first.wakeup ?? ''], COMPLETE, ''))
  return { know, ringAgain, reachedByHand, isRinging }
}
