import type { WakeupForecast } from '@reveille/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { seenAs } from '../../hotel/calls/call-rows.ts'
import type { CallWindow } from '../../hotel/calls/call-window.ts'
import { isPending, type LiveCall } from '../../hotel/calls/live-call.ts'
import { useDesk } from '../../live/desk.ts'
import { useNow } from '../../parts/now.ts'

/** A rush changes the calls many times a second: what is foreseen is asked anew at most so often. */
const ASK_MS = 5_000

/** How the calls to come will go, as the server reckons it; asked again when other calls are pending. */
export function useForecast(span: CallWindow, calls: readonly LiveCall[]): WakeupForecast | null {
  const { client } = useDesk()
  const beat = useNow(ASK_MS)
  const pending = useMemo(
    () =>
      calls
        .filter(isPending)
        .map((call) => seenAs(call).at)
        .join(' '),
    // oxlint-disable-next-line react/exhaustive-deps -- now and then, not at every change
    [Math.floor(beat / ASK_MS), calls.length === 0, span],
  )
  const { data } = useQuery({
    queryKey: ['forecast', span.start, span.end, pending],
    queryFn: ({ signal }) =>
      client.call('wakeup.forecast', { query: { start: span.start, end: span.end } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return data ?? null
}
