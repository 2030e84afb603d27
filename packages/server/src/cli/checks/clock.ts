import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { machineZone } from '../../config/environment.ts'
import { formatInstant, isZone, toInstant } from '../../hotel/time/local-time.ts'
import { type Clock, days, seconds } from '../../kernel/clock.ts'
import { fault, ok, type CheckVerdict, warning } from './verdict.ts'

export interface ClockOptions {
  readonly clock: Clock
  /** When this version was released, YYYY/MM/DD: no clock can rightly show less. */
  readonly released: string
  readonly ask?: Ask | undefined
}

/** What another program prints; null where it is missing or fails. */
export type Ask = (program: string, words: readonly string[]) => Promise<string | null>

const MOMENT_MS = 100
const STEADY_MS = 50

export async function clockVerdict({
  clock,
  released,
  ask = askProgram,
}: ClockOptions): Promise<CheckVerdict> {
  const zone = isZone(machineZone()) ? machineZone() : 'UTC'
  const shown = `${formatInstant(clock.now(), zone)} (${zone})`
  // Released in one zone and installed in another: a day's difference is no fault.
  if (clock.now() < toInstant(`${released.replaceAll('/', '-')}T00:00:00`, 'UTC') - days(1))
    return fault(`${shown} is before this version was released (${released}): set the clock`)
  const jump = Math.round(await jumpOf(clock))
  if (Math.abs(jump) > STEADY_MS) return warning(`${shown}, was moved by ${jump} ms while it was watched`)
  const synchronised = await isSynchronised(ask)
  if (synchronised === false) return warning(`${shown}, not synchronised: calls are as late as the clock`)
  return ok(`${shown}, ${synchronised ? 'synchronised' : 'synchronisation unknown'}`)
}

/** How far the wall clock and the monotonic clock drift apart in a moment. */
async function jumpOf(clock: Clock): Promise<number> {
  const [wall, steady] = [clock.now(), clock.elapsed()]
  await new Promise<void>((resolve) => clock.at(wall + MOMENT_MS, resolve))
  return clock.now() - wall - (clock.elapsed() - steady)
}

/** As far as an ordinary user can find out; null if unknown. */
async function isSynchronised(ask: Ask): Promise<boolean | null> {
  const systemd = await ask('timedatectl', ['show', '--property=NTPSynchronized', '--value'])
  if (systemd !== null && /^(yes|no)$/.test(systemd.trim())) return systemd.trim() === 'yes'
  if (fs.existsSync('/run/systemd/timesync/synchronized')) return true
  const chrony = await ask('chronyc', ['-n', 'tracking'])
  const leap = chrony === null ? undefined : /^Leap status\s*:\s*(.+)$/m.exec(chrony)?.[1]
  return leap === undefined ? null : !leap.startsWith('Not sync')
}

const askProgram: Ask = (program, words) =>
  new Promise((resolve) => {
    execFile(program, words, { timeout: seconds(2) }, (error, said) => resolve(error ? null : said))
  })
