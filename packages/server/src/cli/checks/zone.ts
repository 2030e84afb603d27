import { formatInstant, isZone, type Zone } from '../../hotel/time/local-time.ts'
import { spanAt } from '../../hotel/time/zone.ts'
import type { Instant } from '../../kernel/clock.ts'
import { fault, ok, type CheckVerdict, warning } from './verdict.ts'

/** A time zone, and whose it is. */
export interface NamedZone {
  readonly of: string
  readonly zone: Zone
}

export function zoneVerdict(zones: readonly NamedZone[], now: Instant): CheckVerdict {
  const data = `zone data ${process.versions.tz ?? 'of the system'}`
  const [site] = zones
  if (!site) return warning(`The hotel's time zone is not known without its database; ${data}`)
  const unknown = zones.filter(({ zone }) => !isZone(zone))
  if (unknown.length > 0)
    return fault(
      unknown.map(({ of, zone }) => `"${zone}", the time zone of ${of}, is not known; ${data}`).join('; '),
    )
  return ok(`${site.zone}, ${nextChange(site.zone, now)}, ${data}`)
}

function nextChange(zone: Zone, now: Instant) {
  const { until } = spanAt(now, zone)
  return until === Infinity
    ? 'no change of the clocks ahead'
    : `next change of the clocks ${formatInstant(until, zone)}`
}
