import { createContext, useContext, useEffect, useState } from 'react'
import type { Clock } from '../kernel/clock.ts'

export const ClockContext = createContext<Clock | null>(null)

export function useClock(): Clock {
  const clock = useContext(ClockContext)
  if (clock === null) throw new Error('There is no clock above this part')
  return clock
}

/** The hotel's now, anew every so often: at the turn of each second, minute and so on. */
export function useNow(everyMs: number): number {
  const clock = useClock()
  const [now, setNow] = useState(() => clock.now())
  useEffect(
    () => clock.after(everyMs - (clock.now() % everyMs) + 1, () => setNow(clock.now())),
    [clock, everyMs, now],
  )
  useEffect(() => clock.onSet(() => setNow(clock.now())), [clock])
  return now
}
