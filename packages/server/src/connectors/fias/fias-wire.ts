import { codePage, postingBytes } from '@reveille/fias'
import type { FiasSettings } from '../../hotel/deliveries/destination.ts'
import type { Unwritable, Wire } from '../../hotel/deliveries/wire.ts'
import { type PropertySystem, systemKey } from '../../hotel/property/property.ts'
import type { DeliveryToSend } from '../connector.ts'
import { memoFor, postingOf } from './fias-posting.ts'

/** The record of a posting, byte for byte: its number, date and time are those of its first sending. */
export function fiasWire(
  system: PropertySystem,
  settings: FiasSettings,
  delivery: DeliveryToSend,
): Wire | Unwritable {
  const rules = { ...settings, guestsOf: settings.guests ? systemKey(system) : null }
  const written = postingOf(delivery, memoFor(delivery), rules)
  if (written.kind !== 'posting') return { why: written.reason }
  const page = codePage(settings.codepage)
  const bytes = postingBytes(written.posting, page)
  if (!bytes) return { why: 'It cannot be written as a record' }
  const address = `${settings.host}:${settings.port}`
  return { protocol: 'fias', address, headers: [], bytes, text: page.decode(bytes.subarray(1, -1)) }
}
