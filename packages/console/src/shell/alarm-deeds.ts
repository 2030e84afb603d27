import { useState } from 'react'
import type { AlarmGroup } from '../hotel/alarm.ts'
import { useDesk } from '../live/desk.ts'
import { knowAlarms } from '../live/know-alarm.ts'
import { useCallDeeds } from '../live/use-call-deeds.ts'
import { useToast } from '../parts/toasts.tsx'

/** The interface's number for "complete". */
const COMPLETE = 1

/** What a person does about an alarm. None of it is shown before the server has stored it. */
export function useAlarmDeeds({ alarms }: AlarmGroup) {
  const desk = useDesk()
  const ofCalls = useCallDeeds()
  const toast = useToast()
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
    tell(ofCalls.ringNow(first.room).finally(() => setRinging(false)))
  }
  const reachedByHand = () => tell(ofCalls.mark([first.wakeup ?? ''], COMPLETE, ''))
  return { know, ringAgain, reachedByHand, isRinging }
}
