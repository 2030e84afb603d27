import type { Instant } from '../../kernel/clock.ts'
import { type Day, toInstant, wallTime, type Zone } from '../time/local-time.ts'

/** The moment of the day of departure at which the desk looks at what a guest still owes. `at`: `05:00`. */
export const departureLook = (departs: Day, at: string, zone: Zone): Instant =>
  toInstant(wallTime(departs, `${at}:00`), zone)
