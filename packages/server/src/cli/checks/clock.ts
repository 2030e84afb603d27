import { machineZone } from '../../config/environment.ts'
import { formatInstant, isZone, toInstant } from '../../hotel/time/local-time.ts'
import { type Clock, days } from '../../kernel/clock.ts'
import { type Ask, clockInStep } from '../../kernel/machine.ts'
import { fault, ok, type CheckVerdict, warning } from './verdict.ts'

export interface ClockOptions {
  readonly clock: Clock
  /** When this version was released, YYYY/MM/DD: no clock can rightly show less. */
  readonly released: string
  readonly ask?: Ask | undefined
}

const MOMENT_MS = 100
const STEADY_MS = 50

export async function clockVerdict({ clock, released, ask }: ClockOptions): Promise<CheckVerdict> {
  const zone = isZone(machineZone()) ? machineZone() : 'UTC'
  const shown = `${formatInstant(clock.now(), zone)} (${zone})`
  // Released in one zone and installed in another: a day's difference is no fault.
  if (clock.now() < toInstant(`${released.replaceAll('/', '-')}T00:00:00`, 'UTC') - days(1))
    return fault(`${shown} is before this version was released (${released}): set the clock`)
  const jump = Math.round(await jumpOf(clock))
  if (Math.abs(jump) > STEADY_MS) return warning(`${shown}, was moved by ${jump} ms while it was watched`)
  const synchronised = await clockInStep(ask)
  if (synchronised === false) return warning(`${shown}, not synchronised: calls are as late as the clock`)
  return ok(`${shown}, ${synchronised ? 'synchronised' : 'synchronisation unknown'}`)
}

/** How far the wall clock and the monotonic clock drift apart in a moment. */
async function jumpOf(clock: Clock): Promise<number> {
  const [wall, steady] = [clock.now(), clock.elapsed()]
  await new Promise<void>((resolve) => clock.at(wall + MOMENT_MS, resolve))
  return clock.now() - wall - (clock.elapsed() - steady)
}
