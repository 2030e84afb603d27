import { useState } from 'react'
import type { AlarmGroup } from '../hotel/alarm.ts'
import { isoOf } from '../kernel/clock.ts'
import { useDesk } from '../live/desk.ts'
import { knowAlarms } from '../live/know-alarm.ts'
import { useClock } from '../parts/now.ts'
import { useToast } from '../parts/toasts.tsx'

/** "Now" is past by the time that it arrives: fractions of a second are cut off. */
const SOON_MS = 2_000
/** The interface's number for "complete". */
const COMPLETE = 1

/** What a person does about an alarm. None of it is shown before the server has stored it. */
export function useAlarmDeeds({ alarms }: AlarmGroup) {
  const desk = useDesk()
  const { client } = desk
  const clock = useClock()
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
    const datetime = isoOf(clock.now() + SOON_MS)
    const asked = client.call('wakeup.create', { body: { room: first.room, datetime } })
    tell(asked.finally(() => setRinging(false)))
  }
  const reachedByHand = () =>
    tell(client.call('wakeup.overwrite', { params: { id: first.wakeup ?? '' }, body: { result: COMPLETE } }))
  return { know, ringAgain, reachedByHand, isRinging }
}
