import type { Destination } from '../../hotel/deliveries/destination.ts'
import { type PropertySystem, type ResyncNews, type Said, systemKey } from '../../hotel/property/property.ts'
import { theOne } from '../../hotel/rooms/room.ts'
import { meantBy } from '../../hotel/accounts/tenancy.ts'
import { type Clock, days, type Instant } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { RESYNC } from '../../store/stores/site-store.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { record } from '../../logbook/record.ts'
import { type Actor, transact, unknown } from '../actor.ts'
import { propertyActor } from './property-calls.ts'

export interface ResyncParts {
  readonly database: HotelDatabase
  readonly clock: Clock
  /** Asks a property system for all of its guests; null where there is no link to it. */
  askForGuests(system: PropertySystem): Promise<Said | null>
}

export type ResyncActions = ReturnType<typeof resyncActions>

/** FIAS 2.20, `DR`: after data was lost, never as a habit, and once a day at most. */
const ONCE_IN = days(1)
const askedKey = (system: PropertySystem) => `${RESYNC}asked.${systemKey(system)}`
const doneKey = (system: PropertySystem) => `${RESYNC}done.${systemKey(system)}`

export function resyncActions({ database, clock, askForGuests }: ResyncParts) {
  const momentAt = async (key: string): Promise<Instant | null> => {
    const at = (await database.read.site.remembered())[key] ?? ''
    return at === '' ? null : Number(at)
  }
  /** Kept across restarts; only requests that were sent. */
  const remember = (actor: Actor, { name, tenant }: PropertySystem) => {
    const now = clock.now()
    return transact(database, actor, now, async (stores) => {
      await stores.site.remember(askedKey({ name, tenant }), String(now))
      const text = `${name} was asked for all of its guests`
      await record(stores, actor, now, { kind: 'property.resync', tenant, text, detail: { system: name } })
    })
  }

  return {
    /** Asks by itself only when the first link ever is up, and anew where that was broken off. */
    async first(system: PropertySystem): Promise<void> {
      const known = [await momentAt(askedKey(system)), await momentAt(doneKey(system))]
      if (known.some((at) => at !== null) || (await askForGuests(system))?.kind !== 'sent') return
      await remember(propertyActor(system), system)
    },

    /** Only what was told in full counts for the day. */
    async ended(system: PropertySystem, phase: ResyncNews): Promise<void> {
      if (phase === 'begun') return
      const [key, value] = phase === 'done' ? [doneKey(system), String(clock.now())] : [askedKey(system), '']
      await database.transaction((stores) => stores.site.remember(key, value))
    },

    async ask(actor: Actor, name: string): Promise<void> {
      const found = await database.read.destinations.find('charge', name, actor.scope)
      const connector = theOne(meantBy(found, actor.scope), `Connector ${name}`, () =>
        unknown('Connector', name),
      )
      mustTakeGuests(connector)
      mustNotBeTooSoon(await momentAt(doneKey(connector)), clock.now())
      const said = (await askForGuests(connector)) ?? {
        kind: 'not linked',
        text: `There is no link to ${name}`,
      }
      if (said.kind !== 'sent') throw new Failure('link.down', `${name} cannot be asked now: ${said.text}`)
      await remember(actor, connector)
    },
  }
}

function mustTakeGuests({ name, settings }: Destination) {
  if (settings.type !== 'fias') throw new Failure('not.property-system', `${name} is no property system`)
  if (!settings.guests)
    throw new Failure('guests.not-taken', `No guests are taken from ${name}: set guests to true first`)
}

function mustNotBeTooSoon(doneAt: Instant | null, now: Instant) {
  if (doneAt === null || now - doneAt >= ONCE_IN) return
  const retrySeconds = Math.ceil((doneAt + ONCE_IN - now) / 1_000)
  throw new Failure('requests.too-many', 'A property system tells of all of its guests once a day at most', {
    retrySeconds,
  })
}
