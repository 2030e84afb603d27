import type { Dossier, WholeWakeup } from '@reveille/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HouseEvent } from '../../hotel/house-event.ts'
import { asFailure } from '../../kernel/failure.ts'
import { useDesk } from '../../live/desk.ts'
import { useNews } from '../../live/use.ts'

/** Everything that is known of a call. */
export interface Story {
  readonly dossier: Dossier
  /** As the lists have it; null once it is in none of them. */
  readonly whole: WholeWakeup | null
}

/** Kept up to date while somebody looks: whatever is told of the call, its story is read anew. */
export function useStory(id: string) {
  const { client } = useDesk()
  const { data, error, refetch } = useQuery({
    queryKey: ['dossier', id],
    queryFn: async ({ signal }): Promise<Story> => {
      const dossier = await client.call('wakeup.dossier', { params: { id } }, { signal })
      if (dossier.removed !== null) return { dossier, whole: null }
      const whole = client.call('wakeup.get', { params: { id } }, { signal })
      return { dossier, whole: await whole.catch(onlyGone) }
    },
    gcTime: 0,
  })
  const isNews = useCallback(
    ({ kind, room, wakeup, call }: HouseEvent) =>
      wakeup === id ||
      call === id ||
      (call !== null && call === data?.dossier.record.id) ||
      // The room may be rung again.
      (room === data?.dossier.record.room && OF_ROOM.includes(kind)),
    [id, data?.dossier.record.id, data?.dossier.record.room],
  )
  const act = useCallback(() => void refetch(), [refetch])
  useNews(isNews, act)
  return { data, error, refetch }
}

const GONE = 404
const OF_ROOM = ['wakeup.created', 'wakeup.settled', 'wakeup.overwritten']

/** It went while it was asked for. */
function onlyGone(error: unknown): null {
  if (asFailure(error).told?.status === GONE) return null
  throw error
}
