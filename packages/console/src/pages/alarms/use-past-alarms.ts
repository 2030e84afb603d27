import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HouseEvent } from '../../hotel/house-event.ts'
import { useDesk } from '../../live/desk.ts'
import { useNews } from '../../live/use.ts'

/** No longer open: somebody knows, or it is over. */
export type PastState = 'acknowledged' | 'over'

const PAGE = 200

/** Also what becomes of a call: a guest who is known of may be reached, or answer when rung again. */
const isOfAlarms = ({ kind }: HouseEvent) =>
  kind.startsWith('alarm.') || ['wakeup.created', 'wakeup.settled', 'wakeup.overwritten'].includes(kind)

/** The newest first, a page at a time; read anew whenever one ends. */
export function usePastAlarms(state: PastState) {
  const { client } = useDesk()
  const queries = useQueryClient()
  const act = useCallback(() => void queries.invalidateQueries({ queryKey: ['alarms'] }), [queries])
  useNews(isOfAlarms, act)
  return useInfiniteQuery({
    queryKey: ['alarms', state],
    queryFn: ({ signal, pageParam }) =>
      client.page(
        'alarm.list',
        {
          query: {
            state,
            order: 'desc' as const,
            limit: PAGE,
            ...(pageParam === null ? {} : { after: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
