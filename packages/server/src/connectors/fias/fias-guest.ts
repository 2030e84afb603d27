import type { GuestEvent } from '@reveille/fias'
import type { GuestNews } from '../../hotel/property/property.ts'
import { parseDay } from '../../hotel/time/calendar.ts'

/** A guest as FIAS 2.20 tells of one: `GD` is YYMMDD. A day that does not exist says nothing. */
export const guestNews = ({ departure, ...told }: GuestEvent): GuestNews => ({
  ...told,
  departs: departure === null ? null : parseDay(`20${departure}`),
})
