import { isOfTwoPurposes, type LaneKey, whoseMessages } from '../../hotel/delivery.ts'
import type { Named } from '../../hotel/several-houses.ts'
import { useDesk, useHouses, useSession, useTenantQuery, useThingQuery, useWhoseOf } from '../../live/desk.ts'
import { useWatched } from '../../live/use.ts'
import { useTexts } from '../../texts/speech.ts'
import { deliveryTexts } from './texts.ts'

/** How the server is asked for a lane: its name, and whose it is. */
export function useAskedFor(): (lane: Named) => {
  readonly params: { readonly key: string }
  readonly query: { readonly tenant?: string }
} {
  const whose = useThingQuery()
  return ({ name, tenant }) => ({ params: { key: name }, query: whose(tenant) })
}

/** How the server is asked for the messages to a lane, and to which house that keeps it; empty: to none. */
export function useMessagesOf() {
  const looked = useWatched(useDesk().tenant)
  const whose = useThingQuery()
  const ownerOf = useTenantQuery()
  const housesOf = useHouses()
  const { tenant: own } = useSession()
  return ({ name, purpose, tenant: owner }: LaneKey) => {
    const tenant = whoseMessages({ tenant: owner }, looked)
    const meant = {
      destination: name,
      purpose: purpose === 'charge' ? ('charge' as const) : ('room-status' as const),
      owner: ownerOf(owner).tenant,
    }
    if (tenant === null) return { query: {}, meant, house: '' }
    return { query: whose(tenant), meant, house: own === '' ? (housesOf([tenant])[0]?.name ?? '') : '' }
  }
}

/** A lane as people tell it from another: by its house where several have the name, and by what goes there. */
export function useLaneWord(lanes: readonly LaneKey[]): (lane: LaneKey) => string {
  const said = useTexts(deliveryTexts)
  const whoseOf = useWhoseOf(lanes)
  return (lane) => {
    const kind = lane.purpose === 'charge' ? said.ofCharges : said.ofRooms
    const more = [whoseOf(lane), isOfTwoPurposes(lanes, lane) ? kind : ''].filter((word) => word !== '')
    return more.length === 0 ? lane.name : said.laneOf(lane.name, more.join(' · '))
  }
}
