import type { WholeWakeup } from '@reveille/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { windowFor } from '../../../hotel/calls/call-window.ts'
import { changesPlans } from '../../../hotel/calls/live-call.ts'
import { type CancelEntry, roomsOf } from '../../../hotel/entry/entry.ts'
import { useDesk } from '../../../live/desk.ts'
import { useNews } from '../../../live/use.ts'
import { useNow } from '../../../parts/now.ts'
import { useFormat } from '../../../texts/speech.ts'

const KEY = 'calls to come'
const MINUTE = 60_000

/** Every call that may be cancelled, however far ahead, for the lines that cancel; null until the server has said. */
export function useCallsToCome(cancels: readonly CancelEntry[]): readonly WholeWakeup[] | null {
  const { client } = useDesk()
  const queries = useQueryClient()
  const { start } = windowFor(useFormat(), null, useNow(MINUTE))
  const reread = useCallback(() => void queries.invalidateQueries({ queryKey: [KEY] }), [queries])
  useNews(changesPlans, reread)
  const rooms = [...new Set(cancels.flatMap((entry) => roomsOf(entry.rooms)))]
  const [room, ...others] = rooms
  const { data, isFetching } = useQuery({
    queryKey: [KEY, start, rooms],
    queryFn: ({ signal }) =>
      client.call(
        'wakeup.list',
        { query: { start, ...(room !== undefined && others.length === 0 ? { room } : {}) } },
        { signal },
      ),
    enabled: rooms.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  return isFetching ? null : (data?.wakeups ?? null)
}
