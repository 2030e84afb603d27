import type { CheckRecord, InventoryRoom } from '@reveille/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HouseEvent } from '../../hotel/house-event.ts'
import { inOrder, roomPlace } from '../../hotel/minibar.ts'
import { useDesk } from '../../live/desk.ts'
import { useNews } from '../../live/use.ts'

const SELLS = ['item.', 'category.', 'site.', 'mailbox.', 'room.added', 'room.deleted']
const CHARGES = ['inventory.', 'delivery.']

const isOf =
  (starts: readonly string[]) =>
  ({ kind }: HouseEvent) =>
    starts.some((start) => kind.startsWith(start))
const isOfSelling = isOf(SELLS)
const isOfCharges = isOf(CHARGES)

/** What a room can be charged with, and which rooms there are. */
export function useSelling() {
  const { client } = useDesk()
  const queries = useQueryClient()
  useNews(
    isOfSelling,
    useCallback(() => void queries.invalidateQueries({ queryKey: ['selling'] }), [queries]),
  )
  return useQuery({
    queryKey: ['selling'],
    queryFn: async ({ signal }) => {
      const [{ rooms }, { items }, { categories }] = await Promise.all([
        client.call('inventory.rooms', {}, { signal }),
        client.call('item.list', {}, { signal }),
        client.call('category.list', {}, { signal }),
      ])
      return { rooms: inOrder(rooms), items, categories }
    },
  })
}

/** Where somebody has been today. */
export function useChecks(): ReadonlyMap<string, CheckRecord> {
  const { client } = useDesk()
  const queries = useQueryClient()
  useNews(
    isOfCharges,
    useCallback(() => void queries.invalidateQueries({ queryKey: ['round'] }), [queries]),
  )
  const { data } = useQuery({
    queryKey: ['round', 'checks'],
    queryFn: ({ signal }) => client.call('inventory.checks', {}, { signal }),
  })
  return new Map(data?.checks.map((check) => [keyOf(check), check]))
}

const keyOf = ({ room, tenant }: CheckRecord) => roomPlace({ number: room, tenant })

export function useCharges() {
  const { client } = useDesk()
  return useQuery({
    queryKey: ['round', 'charges'],
    queryFn: ({ signal }) => client.call('inventory.charges', {}, { signal }),
  })
}

/** Whether somebody stays there; null where that is not known. */
export function useOccupied({ number, tenant }: InventoryRoom): boolean | null {
  const { store } = useDesk().house.rooms
  return store.get(`${tenant} ${number}`)?.occupied ?? null
}
