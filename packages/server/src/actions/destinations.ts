import type { Destination, Purpose } from '../hotel/delivery.ts'
import { ownOnly } from '../hotel/tenancy.ts'
import { Failure } from '../kernel/failure.ts'
import { resource, type ResourceParts } from './resource.ts'

export type DestinationActions = ReturnType<typeof destinationActions>

/** Connectors and room-status servers. What still waits for one is never dropped with it. */
export const destinationActions = (parts: ResourceParts, purpose: Purpose, noun: string) =>
  resource<Destination>(parts, {
    noun,
    key: (destination) => destination.name,
    list: (stores, scope) => stores.destinations.list(purpose, scope),
    find: async (stores, name, scope) => ownOnly(await stores.destinations.get(purpose, name), scope),
    insert: async (stores, destination) => {
      if (await stores.destinations.get(purpose, destination.name))
        throw new Failure('thing.exists', `${destination.name} exists already`)
      await stores.destinations.insert(destination)
    },
    update: (stores, destination) => stores.destinations.update(destination),
    remove: (stores, destination) => stores.destinations.remove(purpose, destination.name),
    mayRemove: async (stores, { name }) => {
      if (await stores.outbox.isWaitingFor(purpose, name))
        throw new Failure('thing.in-use', `Messages still wait for ${name}; let them be delivered first`)
    },
  })
