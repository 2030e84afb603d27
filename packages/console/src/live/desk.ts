import { createContext, useContext, useSyncExternalStore } from 'react'
import type { WakeupRecord } from '@reveille/contract'
import type { Client } from '../api/client.ts'
import type { Session, Sessions } from '../api/session.ts'
import { roomOf } from '../hotel/calls/live-call.ts'
import { may, type Need } from '../hotel/permissions.ts'
import { inSeveralHouses, type Named } from '../hotel/several-houses.ts'
import type { Watched } from '../kernel/listeners.ts'
import type { Shelf } from '../kernel/storage.ts'
import type { Baskets } from './baskets.ts'
import type { HalfDone } from './half-done.ts'
import type { House } from './house.ts'
import type { RoomReports } from './room-reports.ts'

/** What every page works with: the way to the server, who sits here, and what happens in the house. */
export interface Desk {
  readonly client: Client
  readonly sessions: Sessions
  readonly house: House
  /** What is reported of rooms here, also without a connection. */
  readonly reports: RoomReports
  /** What this device keeps. */
  readonly shelf: Shelf
  /** Which tenant somebody looks at who sees all of them; empty: all. */
  readonly tenant: Watched<string>
  /** Charges on their way. */
  readonly baskets: Baskets
  /** What is half written on the page. */
  readonly halfDone: HalfDone
}

export const DeskContext = createContext<Desk | null>(null)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (desk === null) throw new Error('There is no desk above this page')
  return desk
}

export const SessionContext = createContext<Session | null>(null)

/** Who sits here. Only where somebody does. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('Nobody is signed in above this page')
  return session
}

/** A screen that only shows makes no changes; one that is locked asks first. */
export const mayChange = ({ kind }: Session): boolean => kind === 'person'

/** Whether the server tells this screen what needs one of these: one that is locked, or only shows, is told none of it. */
export const mayAsk = (session: Session, oneOf: readonly Need[]): boolean =>
  mayChange(session) && session.locked !== true && may(session.permissions, oneOf)

/** The tenant whose times are shown: one's own, or the one that was chosen. */
export const tenantLookedAt = ({ tenant, tenants }: Session, chosen: string) =>
  tenants.find(({ id }) => id === (tenant === '' ? chosen : tenant))

/** An account of a tenant sees its own, and chooses none. */
export const mayLookAt = ({ tenant, tenants }: Session, wanted: string): boolean =>
  tenant === '' && tenants.some(({ id }) => id === wanted)

/** Whose room is meant, as the server wants to hear it: the house itself goes by the name of the site. */
export function useTenantQuery(): (tenant: string) => { readonly tenant: string } {
  const { site } = useSession()
  return (tenant) => ({ tenant: tenant === '' ? site.id : tenant })
}

/**
 * Whose thing is meant, where several houses have one of its name. What all share is shown to the accounts of a tenant as
 * well: they see one of a name, and need not say.
 */
export function useThingQuery(): (tenant: string) => { readonly tenant?: string } {
  const asked = useTenantQuery()
  const { tenant: own } = useSession()
  return (tenant) => (own === '' || tenant !== '' ? asked(tenant) : {})
}

/** Those who see all tenants see whose room it is. */
export function useTenantName(tenant: string | undefined): string | undefined {
  const { tenant: own, tenants } = useSession()
  return own === '' && tenant !== '' ? tenants.find(({ id }) => id === tenant)?.name : undefined
}

type RoomOf = Pick<WakeupRecord, 'tenant' | 'room'>

/** Whose room it is, where there is another of its number; empty where there is not. The house itself goes by its name. */
export const useWhoseRoom = (one: RoomOf): string => useWhoseRooms()(one)

/** The same of many. While one house is looked at, the rooms of others are not known here: theirs are always named. */
export function useWhoseRooms(): (one: RoomOf) => string {
  const { site, tenants } = useSession()
  const { house, tenant: chosen } = useDesk()
  const { store, are } = house.rooms
  // Rooms may be read after what is told of them.
  useSyncExternalStore(are.watch, are.get)
  const looked = useSyncExternalStore(chosen.watch, chosen.get)
  const housesOf = useHouses()
  const houses = [site.id, ...tenants.map(({ id }) => id)]
  return ({ tenant, room }) => {
    const same = houses.filter((one) => store.get(roomOf({ tenant: one, room }, site.id)) !== undefined)
    const isElsewhere = room !== '' && looked !== '' && looked !== tenant
    return same.length > 1 || isElsewhere ? (housesOf([tenant])[0]?.name ?? '') : ''
  }
}

/** A room as people tell it from another: `118`, and where two houses have one, `118 East wing`. */
export function useRoomNames(): (one: RoomOf) => string {
  const whoseOf = useWhoseRooms()
  return (one) => `${one.room} ${whoseOf(one)}`.trim()
}

/** What houses are called, each by its tenant; the house itself goes by the name of the site. */
export function useHouses(): (tenants: readonly string[]) => { tenant: string; name: string }[] {
  const { site, tenants: known } = useSession()
  return (tenants) =>
    tenants.map((tenant) => ({ tenant, name: known.find(({ id }) => id === tenant)?.name ?? site.name }))
}

/** Whose of all of these one is, where another house has one of its name; empty where the name says it. */
export function useWhoseOf(all: readonly Named[]): (one: Named) => string {
  const housesOf = useHouses()
  const several = inSeveralHouses(all)
  return ({ name, tenant }) => (several.has(name) ? (housesOf([tenant])[0]?.name ?? '') : '')
}
