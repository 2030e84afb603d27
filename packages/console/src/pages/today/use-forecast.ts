import type { WakeupForecast } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { seenAs } from '../../hotel/calls/call-rows.ts'
import type { CallWindow } from '../../hotel/calls/call-window.ts'
import { isPending, type LiveCall } from '../../hotel/calls/live-call.ts'
import { useDesk } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { useClock, useNow } from '../../parts/now.ts'
import type { Board } from './use-board.ts'

/** A rush changes the calls many times a second: what is foreseen is asked anew at most so often. */
const ASK_MS = 5_000
const MINUTE = 60_000
/** What waits for other systems changes without any call. */
const AGAIN_MS = 60_000

/** How the calls of the morning will go, as the server reckons it; asked again when other calls are pending. */
export function useForecast(
  { start, noon: end }: CallWindow,
  { morning: calls, isAddedUp }: Pick<Board, 'morning' | 'isAddedUp'>,
): WakeupForecast | null {
  const { client, house } = useDesk()
  const beat = useNow(ASK_MS)
  const isFailed = typeof useWatched(house.calls.are) === 'object'
  const pending = useMemo(
    () => pendingIn(calls),
    // oxlint-disable-next-line react/exhaustive-deps -- now and then, not at every change
    [Math.floor(beat / ASK_MS), calls.length === 0, start, end],
  )
  const { data } = useQuery({
    queryKey: ['forecast', start, end, pending],
    queryFn: ({ signal }) => client.call('wakeup.forecast', { query: { start, end } }, { signal }),
    // What was foreseen for another morning says nothing about this one.
    placeholderData: (before, query) => (query?.queryKey[2] === end ? before : undefined),
    enabled: useIsSettled(isAddedUp || isFailed),
    refetchInterval: AGAIN_MS,
    gcTime: 0,
  })
  return data ?? null
}

const SETTLE_MS = 400

/** After the calls, once they are counted: the server takes one question after the other, and is asked once. */
function useIsSettled(isRead: boolean): boolean {
  const clock = useClock()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => (isRead ? clock.after(SETTLE_MS, () => setSettled(true)) : undefined), [clock, isRead])
  return isRead && isSettled
}

/** How many in which minutes. */
function pendingIn(calls: readonly LiveCall[]): string {
  const minutes = new Map<number, number>()
  for (const call of calls)
    if (isPending(call)) minutes.set(seenAs(call).at, (minutes.get(seenAs(call).at) ?? 0) + 1)
  return [...minutes].map(([at, count]) => `${at / MINUTE}x${count}`).join(' ')
}
