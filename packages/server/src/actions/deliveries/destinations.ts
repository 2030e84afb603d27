import { type Certificates, expired } from '../../hotel/deliveries/certificates.ts'
import { isFor, queueName, queueOf } from '../../hotel/deliveries/delivery.ts'
import {
  type Destination,
  type DestinationConfig,
  destinationInForce,
  type HttpConfig,
  isFias,
  type Purpose,
  type WrittenDestination,
} from '../../hotel/deliveries/destination.ts'
import { meantBy, NO_TENANT } from '../../hotel/accounts/tenancy.ts'
import type { SignatureClaim, SignatureVerdict } from '../../hotel/deliveries/signature-check.ts'
import type { Trial } from '../../hotel/deliveries/trial.ts'
import { withRotation } from '../../hotel/deliveries/webhook-secret.ts'
import type { Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Clearance } from '../../hotel/deliveries/clearance.ts'
import { mendAlarms } from '../../logbook/end-alarm.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact } from '../actor.ts'
import { pace } from '../pace.ts'
import { resource, type ResourceParts } from '../resource.ts'
import { type Cleared, clearAll } from './clear-destination.ts'
import type { Deliverer } from './new-deliveries.ts'

export interface DestinationParts extends ResourceParts {
  /** Sends a test message to a destination and tells what came of it; null for one that takes none. */
  tryOut(destination: Destination, user: string): Promise<Trial | null>
  /** Holds a signature against the secrets of a destination. */
  checkSignature(config: HttpConfig, claim: SignatureClaim, now: Instant): SignatureVerdict
  /** Told when one was added, changed or removed. */
  destinationsChanged?(): void
  /** What is sent, and where to, is as the settings say. */
  refreshed?(): Promise<void>
  readonly ids: Ids
  readonly deliverer: Deliverer
}

/** What is asked for when a destination is gone for good. */
interface ClearingOrder extends Omit<Clearance, 'by'> {
  /** Delete it as well. */
  readonly delete?: boolean | undefined
}

/** When it is set. One that expires later is told by the receiver, and keeps nothing else from being changed. */
function mustBeValid(config: DestinationConfig, before: DestinationConfig | undefined, now: Instant) {
  if (isFias(config)) return
  const { ca, certificate }: Certificates = before && !isFias(before) ? before : {}
  const set = {
    ca: config.ca === ca ? undefined : config.ca,
    certificate: config.certificate === certificate ? undefined : config.certificate,
  }
  const words = expired(set, now)
  if (words !== null) throw new Failure('parameter.invalid', words)
}

/** What is told of a destination as a whole is over when it is gone. */
const DESTINATION_ALARMS = ['delivery.failing', 'delivery.disabling', 'delivery.disabled'] as const

/** More often nobody compares by hand. */
const CHECKS_A_SECOND = 2

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
    check: async (stores, destination, before) => {
      mustBeValid(destination.config, before?.config, parts.clock.now())
      for (const other of await stores.destinations.list(purpose, null))
        if (!isFor(queueOf(other), destination) && isSamePlace(other.config, destination.config))
          throw new Failure('place.taken', `${other.name} is at this host and port: a link has one end only`)
    },
    insert: (stores, destination) => stores.destinations.insert({ ...destination, sequence: 0 }),
    update: (stores, destination, before) =>
      stores.destinations.update({
        ...destination,
        config: withRotation(before.config, destination.config, parts.clock.now()),
      }),
    remove: async (stores, destination) => {
      await stores.destinations.remove(destination)
      const text = `${destination.name} was deleted`
      await mendAlarms(stores, DESTINATION_ALARMS, queueName(destination), text, parts.clock.now())
    },
    mayRemove: async (stores, destination) => {
      await stores.destinations.lock(destination)
      if (await stores.deliveries.isWaitingFor(queueOf(destination)))
        throw new Failure(
          'deliveries.waiting',
          `Messages still wait for ${destination.name}; let them be delivered, or drop them or hand them over with POST /rest/config/${noun}/${encodeURIComponent(destination.name)}/clear`,
        )
    },
    changed: () => parts.destinationsChanged?.(),
  })

  /** No transaction is open while the destination answers. */
  const tryOut = async (actor: Actor, name: string): Promise<Trial> =>
    tryThis(actor, await destinations.get(actor, name))

  /** Also of what is not saved: past the same guard, and logged alike. */
  const tryThis = async (actor: Actor, destination: WrittenDestination): Promise<Trial> => {
    const { name } = destination
    mustBeValid(destination.config, undefined, parts.clock.now())
    const inForce = destinationInForce({ ...destination, sequence: 0 })
    const trial = await parts.tryOut(inForce, actor.name)
    if (trial === null) throw new Failure('not.webhook', `${name} takes no test message: it is no webhook`)
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

  const mayCheck = pace(parts.clock, CHECKS_A_SECOND)

  /** Only asks: nothing is sent, and nothing written down. */
  const checkSignature = async (
    actor: Actor,
    name: string,
    claim: SignatureClaim,
  ): Promise<SignatureVerdict> => {
    mayCheck(actor.name)
    const { config } = await destinations.get(actor, name)
    if (isFias(config)) throw new Failure('not.webhook', `${name} has no signatures: it is no webhook`)
    return parts.checkSignature(config, claim, parts.clock.now())
  }

  /** Nothing is sent to it from here on, and nothing is on its way when this is over. */
  const stopSending = async (actor: Actor, name: string): Promise<void> => {
    const { config } = await destinations.get(actor, name)
    if (config.disabled !== true)
      await destinations.change(actor, name, (before) => ({
        ...before,
        config: { ...before.config, disabled: true },
      }))
    await parts.refreshed?.()
  }

  /** Who takes over: one of the same purpose, which may be told of every tenant that the first was. */
  const successorOf = async (actor: Actor, from: WrittenDestination, to: string) => {
    const other = await destinations.owned(parts.database.read, actor, to)
    if (other.name === from.name && other.tenant === from.tenant)
      throw new Failure('rule.refused', `${to} cannot hand over to itself`)
    if (other.tenant !== from.tenant && other.tenant !== NO_TENANT)
      throw new Failure(
        'rule.refused',
        `${to} belongs to a tenant, and ${from.name} is told of others as well`,
      )
    return other
  }

  /** It is gone for good: what waits for it is dropped, or handed over to another. Then it can be deleted. */
  const clear = async (actor: Actor, name: string, asked: ClearingOrder): Promise<Cleared> => {
    const { as, reason, to } = asked
    if ((as === 'handover') !== (to !== undefined))
      throw new Failure('parameter.invalid', 'to names who takes over, with as=handover and only there')
    const from = await destinations.owned(parts.database.read, actor, name)
    const successor = to === undefined ? undefined : await successorOf(actor, from, to)
    // The receipt is for what is cleared, not for this: otherwise a repeat would be told that all is done.
    await stopSending({ ...actor, receipt: undefined }, name)
    const cleared = await clearAll({
      database: parts.database,
      ids: parts.ids,
      actor,
      from,
      to: successor,
      how: { as, to, reason, by: actor.name },
      events: successor && !isFias(successor.config) ? (successor.config.events ?? []) : [],
      now: () => parts.clock.now(),
      added: () => successor && parts.deliverer.added([queueOf(successor)]),
      ended: async (stores, now) => {
        if (asked.delete === true) await destinations.removeOne(stores, actor, now, from)
      },
    })
    if (asked.delete === true) parts.destinationsChanged?.()
    return cleared
  }

  return { ...destinations, tryOut, tryThis, checkSignature, clear }
}
