import type { DeliveryRecord } from '@reveille/contract'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import {
  countsOf,
  type DeliveryFilter,
  filterQuery,
  GROUP_QUERY,
  type Group,
  lanesOf,
} from '../../hotel/delivery.ts'
import type { HouseEvent } from '../../hotel/house-event.ts'
import { goesOn } from '../../hotel/lane-fare.ts'
import { useDesk } from '../../live/desk.ts'
import { useNews } from '../../live/use.ts'
import { useClock, useNow } from '../../parts/now.ts'
import { exactWords } from '../../texts/format.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { deliveryTexts } from './texts.ts'

const PAGE = 100
/** What is counted by the clock changes without any event. */
const LOOK_MS = 15_000
/** A rush of deliveries is read once a second at most. */
const GATHER_MS = 1_000
const SECOND = 1_000

const isOfDeliveries = ({ kind }: HouseEvent) =>
  ['delivery.', 'connector.', 'server.', 'inventory.', 'room.status.'].some((start) => kind.startsWith(start))

/** Whatever happens to deliveries, what is shown of them is read anew. */
export function useDeliveryNews(): void {
  const queries = useQueryClient()
  const clock = useClock()
  const isWaiting = useRef(false)
  const act = useCallback(() => {
    if (isWaiting.current) return
    isWaiting.current = true
    clock.after(GATHER_MS, () => {
      isWaiting.current = false
      void queries.invalidateQueries({ queryKey: ['deliveries'] })
    })
  }, [queries, clock])
  useNews(isOfDeliveries, act)
}

function useFares() {
  const { client } = useDesk()
  return useQuery({
    queryKey: ['deliveries', 'lanes'],
    queryFn: ({ signal }) => client.call('system.destinations', {}, { signal }),
    refetchInterval: LOOK_MS,
  })
}

/** When a message that waits goes, in words: of a paused lane, when that is tried. */
export function useGoesOn(message: DeliveryRecord): string {
  const said = useTexts(deliveryTexts)
  const format = useFormat()
  const now = useNow(SECOND)
  const { data } = useFares()
  const goes = goesOn(message, data?.destinations ?? [], now)
  if (goes.is === 'at') return said.nextTry(exactWords(format, goes.at, now))
  return { itself: said.byItself, enabled: said.whenEnabled, linked: said.whenLinked }[goes.is]
}

export function useLanes() {
  const { client } = useDesk()
  const fares = useFares()
  const traffic = useQuery({
    queryKey: ['deliveries', 'traffic'],
    queryFn: ({ signal }) => client.call('system.traffic', {}, { signal }),
    refetchInterval: LOOK_MS,
  })
  return {
    error: fares.error ?? traffic.error,
    lanes: fares.data && lanesOf(fares.data.destinations, traffic.data?.destinations ?? []),
    counts: (lane: string | null) => traffic.data && countsOf(traffic.data.destinations, lane),
    refetch: () => void Promise.all([fares.refetch(), traffic.refetch()]),
  }
}

/** The deliveries of a group, a page at a time. */
export function useGroup(group: Group, filter: DeliveryFilter, isAsked = true) {
  const { client } = useDesk()
  const asked = { ...GROUP_QUERY[group], ...filterQuery(filter), limit: PAGE }
  return useInfiniteQuery({
    queryKey: ['deliveries', 'list', group, JSON.stringify(filter)],
    queryFn: ({ signal, pageParam }) =>
      client.page(
        'delivery.list',
        { query: { ...asked, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    enabled: isAsked,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** None of the groups that wait for somebody has any; they are the very lists that are shown. */
export function useIsNothingOpen(filter: DeliveryFilter): boolean {
  const groups = [
    useGroup('uncertain', filter),
    useGroup('refused', filter),
    useGroup('waiting', filter),
    useGroup('dead', filter),
  ]
  return groups.every(({ data }) => data?.pages[0]?.answer.deliveries.length === 0)
}

/** All that is listed at the moment; null while a list is read. */
export function useListed(
  groups: readonly Group[],
  filter: DeliveryFilter,
): readonly DeliveryRecord[] | null {
  const isShown = (group: Group) => groups.includes(group)
  const lists = {
    uncertain: useGroup('uncertain', filter, isShown('uncertain')),
    refused: useGroup('refused', filter, isShown('refused')),
    waiting: useGroup('waiting', filter, isShown('waiting')),
    dead: useGroup('dead', filter, isShown('dead')),
    takenBack: useGroup('takenBack', filter, isShown('takenBack')),
    delivered: useGroup('delivered', filter, isShown('delivered')),
    all: useGroup('all', filter, isShown('all')),
  }
  const shown = groups.map((group) => lists[group].data)
  return shown.includes(undefined)
    ? null
    : shown.flatMap((data) => data?.pages.flatMap(({ answer }) => answer.deliveries) ?? [])
}

export function useWire(id: string) {
  const { client } = useDesk()
  return useQuery({
    queryKey: ['deliveries', 'wire', id],
    queryFn: ({ signal }) => client.call('delivery.wire', { params: { id } }, { signal }),
  })
}

export function useStory(id: string) {
  const { client } = useDesk()
  return useQuery({
    queryKey: ['deliveries', 'story', id],
    queryFn: ({ signal }) => client.call('delivery.get', { params: { id } }, { signal }),
  })
}
