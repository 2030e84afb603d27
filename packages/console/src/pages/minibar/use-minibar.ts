import type { CheckRecord, InventoryRoom } from '@reveille/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HouseEvent } from '../../hotel/house-event.ts'
import { inOrder, roomPlace, withHeld } from '../../hotel/minibar.ts'
import { instantOf, isoOf } from '../../kernel/clock.ts'
import { useDesk, useSession } from '../../live/desk.ts'
import { useAll, useNews, useWatched } from '../../live/use.ts'
import { type Format, momentWords } from '../../texts/format.ts'
import { useFormat } from '../../texts/speech.ts'

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

/** Where somebody has been today, also where this device has not told it yet. */
export function useChecks(): ReadonlyMap<string, CheckRecord> {
  const { client, baskets } = useDesk()
  const { account } = useSession()
  const receipts = useWatched(baskets.receipts)
  const queries = useQueryClient()
  useNews(
    isOfCharges,
    useCallback(() => void queries.invalidateQueries({ queryKey: ['round'] }), [queries]),
  )
  const { data } = useQuery({
    queryKey: ['round', 'checks'],
    queryFn: ({ signal }) => client.call('inventory.checks', {}, { signal }),
  })
  const held = receipts.flatMap(({ state, at, basket: { room, tenant } }) =>
    state === 'held' || state === 'sending' ? [{ room, tenant, at: isoOf(at) }] : [],
  )
  return new Map(withHeld(data?.checks ?? [], held, account).map((check) => [keyOf(check), check]))
}

/** When one room was looked after last, also before today; undefined where nobody was there within a week. */
export function useLastCheck(room: InventoryRoom): CheckRecord | undefined {
  const { client } = useDesk()
  const today = useChecks().get(roomPlace(room))
  const { data } = useQuery({
    queryKey: ['round', 'checks', room.number],
    queryFn: ({ signal }) => client.call('inventory.checks', { query: { room: room.number } }, { signal }),
    enabled: today === undefined,
  })
  return today ?? data?.checks.find((check) => keyOf(check) === roomPlace(room))
}

const keyOf = ({ room, tenant }: CheckRecord) => roomPlace({ number: room, tenant })

const DAY = 86_400_000

const two = (value: number) => String(value).padStart(2, '0')

/** As the interface writes a moment of the hotel: 202611141930. */
function momentIn({ date, minute }: Format, at: number): string {
  const [hour, rest] = [Math.floor(minute(at) / 60), minute(at) % 60]
  return `${date(at).replaceAll('-', '')}${two(hour)}${two(rest)}`
}

/** A moment of the hotel, with its day where it is not today. */
export function useWhen(): (moment: string) => string {
  const { house } = useDesk()
  const format = useFormat()
  return (moment) => momentWords(format, instantOf(moment), house.clock.now())
}

/** Those of the last 24 hours. */
export function useCharges() {
  const { client, house } = useDesk()
  const format = useFormat()
  const queries = useQueryClient()
  useNews(
    isOfCharges,
    useCallback(() => void queries.invalidateQueries({ queryKey: ['round', 'charges'] }), [queries]),
  )
  return useQuery({
    queryKey: ['round', 'charges'],
    queryFn: ({ signal }) =>
      client.call(
        'inventory.charges',
        { query: { start: momentIn(format, house.clock.now() - DAY) } },
        { signal },
      ),
  })
}

/** Whether somebody stays there; null where that is not known. */
export function useIsOccupied(): (room: InventoryRoom) => boolean | null {
  const rooms = useAll(useDesk().house.rooms.store)
  return ({ number, tenant }) => rooms.get(`${tenant} ${number}`)?.occupied ?? null
}
