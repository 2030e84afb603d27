import { minutes } from '../../kernel/clock.ts'
import type { Absence } from './absence-watch.ts'

/** A property system that stays away: calls that are asked for there are not heard of here. */
export const LINK_LOST: Absence = {
  name: 'property watch',
  kind: 'property.down',
  patienceMs: minutes(5),
  missing: ({ name, why }) =>
    `There is no link to ${name}: wakeup calls and guests entered there are not known here (${why})`,
  back: (name) => `${name} is linked again`,
  removed: (name) => `${name} is no longer linked to`,
}
