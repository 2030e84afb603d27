import { fiasTime, type Link, type LinkOptions, type WakeupStatus } from '@reveille/fias'
import type { FiasSettings } from '../../hotel/deliveries/destination.ts'
import type { LastWord, PropertySystem, Said } from '../../hotel/property/property.ts'
import type { LinkStanding } from '../../hotel/deliveries/queue.ts'
import type { PropertyEar, PropertyLink } from '../connector.ts'
import { guestNews } from './fias-guest.ts'
import { callNews } from './fias-wakeup.ts'

/** What a site says of the exchange with its property system besides charges. */
type PropertyRules = Pick<FiasSettings, 'wakeups' | 'guests' | 'sendWakeups'>

/** Null where nothing but charges goes over the link. */
export const propertySide = (
  system: PropertySystem,
  link: Link,
  standing: () => LinkStanding,
  { wakeups, guests, sendWakeups }: PropertyRules,
): PropertyLink | null =>
  wakeups || guests
    ? {
        system,
        get standing() {
          return standing()
        },
        get isAlive() {
          return link.state === 'alive'
        },
        tell: (call, word): Said => {
          const status = STATUS[word]
          return status === null ? link.clearWakeup(call) : link.answerWakeup(call, status)
        },
        announces: wakeups && sendWakeups,
        keyOf: ({ room, scheduledAt, zone }) => ({ room, ...fiasTime(scheduledAt, zone) }),
        announce: (call) => link.requestWakeup(call),
        askForGuests: () => link.requestResync(),
      }
    : null

/** FIAS 2.20, `WA`. A call cancelled here is cleared (`WC`) rather than answered. */
const STATUS: Readonly<Record<LastWord, WakeupStatus | null>> = {
  complete: 'OK',
  'no-answer': 'NR',
  busy: 'BY',
  diverted: 'NR',
  'no-line': 'UR',
  unreachable: 'UR',
  missed: 'UR',
  'no-database': 'UR',
  impossible: 'UR',
  'taken back': null,
}

/** Passes on what the property system tells, in order of arrival; kinds that the site has not enabled are dropped. */
export const hearing = (
  system: PropertySystem,
  { wakeups, guests }: PropertyRules,
  ear: PropertyEar,
): Pick<LinkOptions, 'onWakeup' | 'onGuest' | 'onResync'> => ({
  ...(wakeups && { onWakeup: (request) => ear.heard(system, { about: 'call', news: callNews(request) }) }),
  ...(guests && {
    onGuest: (told) => ear.heard(system, { about: 'guest', news: guestNews(told) }),
    onResync: (news) => ear.heard(system, { about: 'resync', news }),
  }),
})
