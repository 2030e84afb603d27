import { whoseMessages } from '../../hotel/delivery.ts'
import type { Named } from '../../hotel/several-houses.ts'
import { useDesk, useHouses, useSession, useThingQuery } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'

/** How the server is asked for a lane: its name, and whose it is. */
export function useAskedFor(): (lane: Named) => {
  readonly params: { readonly key: string }
  readonly query: { readonly tenant?: string }
} {
  const whose = useThingQuery()
  return ({ name, tenant }) => ({ params: { key: name }, query: whose(tenant) })
}

/** How the server is asked for the messages to one of these lanes, and to which house that keeps it; empty: to none. */
export function useMessagesOf(lanes: readonly Named[]) {
  const looked = useWatched(useDesk().tenant)
  const whose = useThingQuery()
  const housesOf = useHouses()
  const { tenant: own } = useSession()
  return (lane: Named) => {
    const tenant = whoseMessages(lane, lanes, looked)
    if (tenant === null) return { query: {}, house: '' }
    return { query: whose(tenant), house: own === '' ? (housesOf([tenant])[0]?.name ?? '') : '' }
  }
}
