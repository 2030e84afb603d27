import { minutes } from '../../kernel/clock.ts'
import type { Absence } from './absence-watch.ts'

/** A line that is lost: an exchange that restarts is back before a minute is over. */
export const LINE_LOST: Absence = {
  name: 'line watch',
  kind: 'line.down',
  patienceMs: minutes(1),
  missing: ({ name, why }) =>
    `Telephone line ${name} does not work: ${why === '' ? 'it is not registered' : why}`,
  back: (name) => `Line ${name} works again`,
  removed: (name) => `Line ${name} was taken away`,
}
