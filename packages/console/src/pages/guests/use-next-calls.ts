import { useEffect, useMemo } from 'react'
import type { LiveCall } from '../../hotel/calls/live-call.ts'
import { nextCalls } from '../../hotel/calls/next-calls.ts'
import { addDays } from '../../kernel/calendar.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { useAll } from '../../live/use.ts'
import { useNow } from '../../parts/now.ts'
import { callTexts, repeatWords } from '../../texts/calls.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { guestTexts } from './texts.ts'

const MINUTE = 60_000
/** Whoever is rung on certain weekdays is rung once a week at least. */
const DAYS = 8

/** Of each room the call that is next, kept up to date as long as the page is open. */
export function useNextCalls(): ReadonlyMap<string, LiveCall> {
  const { house } = useDesk()
  const { site } = useSession()
  const today = useFormat().date(useNow(MINUTE))
  useEffect(() => {
    const midnight = (day: string) => `${day.replaceAll('-', '')}0000`
    house.lookAtCalls({ start: midnight(today), end: midnight(addDays(today, DAYS)) })
  }, [house, today])
  const calls = useAll(house.calls.store)
  return useMemo(() => nextCalls(calls.values(), site.id), [calls, site])
}

/** `by hand`, `daily`, or both; what somebody has to do first. */
export function useCallWords(): (call: LiveCall) => string {
  const said = useTexts(guestTexts)
  const words = useTexts(callTexts)
  return (call) =>
    [call.method === undefined ? '' : said.byHand, repeatWords(words, call)].filter(Boolean).join(', ')
}
