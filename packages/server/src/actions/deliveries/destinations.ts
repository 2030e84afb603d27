import { isFor, queueOf } from '../../hotel/deliveries/delivery.ts'
import {
  type Destination,
  type DestinationConfig,
  destinationInForce,
  isFias,
  type Purpose,
  type WrittenDestination,
} from '../../hotel/deliveries/destination.ts'
import { meantBy } from '../../hotel/accounts/tenancy.ts'
import type { Trial } from '../../hotel/deliveries/trial.ts'
import { withRotation } from '../../hotel/deliveries/webhook-secret.ts'
import { Failure } from '../../kernel/failure.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact } from '../actor.ts'
import { resource, type ResourceParts } from '../resource.ts'

export interface DestinationParts extends ResourceParts {
  /** Sends a test message to a destination and tells what came of it; null for one that takes none. */
  tryOut(destination: Destination, user: string): Promise<Trial> | null
  /** Told when one was added, changed or removed. */
  destinationsChanged?(): void
}

/** A property system drops a connection for a newer one: two would take the link from each other. */
const isSamePlace = (a: DestinationConfig, b: DestinationConfig) =>
  isFias(a) && isFias(b) && a.port === b.port && a.host.toLowerCase() === b.host.toLowerCase()

export type DestinationActions = ReturnType<typeof destinationActions>

/** Connectors and room-status servers. What still waits for one is never dropped with it. */
export function destinationActions(parts: DestinationParts, purpose: Purpose, noun: 'connector' | 'server') {
  const destinations = resource<Omit<WrittenDestination, 'tenant'>>(parts, {
    noun,
    key: (destination) => destination.name,
    list: (stores, scope) => stores.destinations.list(purpose, scope),
    find: async (stores, name, scope) => meantBy(await stores.destinations.find(purpose, name, scope), scope),
    check: async (stores, destination) => {
      for (const other of await stores.destinations.list(purpose, null))
        if (!isFor(queueOf(other), destination) && isSamePlace(other.config, destination.config))
          throw new Failure(
            'state.conflict',
            `${other.name} is at this host and port: a link has one end only`,
          )
    },
    insert: (stores, destination) => stores.destinations.insert({ ...destination, sequence: 0 }),
    update: (stores, destination, before) =>
      stores.destinations.update({
        ...destination,
        config: withRotation(before.config, destination.config, parts.clock.now()),
      }),
    remove: (stores, destination) => stores.destinations.remove(destination),
    mayRemove: async (stores, destination) => {
      if (await stores.deliveries.isWaitingFor(queueOf(destination)))
        throw new Failure(
          'thing.in-use',
          `Messages still wait for ${destination.name}; let them be delivered first`,
        )
    },
    changed: () => parts.destinationsChanged?.(),
  })

  /** No transaction is open while the destination answers. */
  const tryOut = async (actor: Actor, name: string): Promise<Trial> => {
    const destination = await destinations.get(actor, name)
    const inForce = destinationInForce({ ...destination, sequence: 0 })
    const trial = await parts.tryOut(inForce, actor.name)
    if (trial === null) throw new Failure('rule.refused', `${name} takes no test message: it is no webhook`)
    const now = parts.clock.now()
    return transact(parts.database, actor, now, async (stores) => {
      await record(stores, actor, now, {
        kind: `${noun}.tested`,
        tenant: destination.tenant,
        text: `Test message to ${noun} ${name}: ${trial.verdict}`,
        detail: { key: name, id: trial.id, status: trial.status, ms: trial.ms, verdict: trial.verdict },
      })
      return trial
    })
  }

  return { ...destinations, tryOut }
}
