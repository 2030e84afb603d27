import { Gauge } from 'prom-client'
import type { SystemActions } from '../../actions/site/system.ts'
import { CLOCK_STATES } from '../../hotel/time/clock-doubt.ts'
import type { Metrics } from './metrics.ts'

interface WatchedOutage {
  /** Since when nothing can be written. */
  readonly since: number | null
  readonly journal: { readonly used: number; readonly size: number }
  /** Calls due before then are held back. */
  readonly heldBackUntil: number | null
  /** A restored copy that is not live. */
  readonly isQuiet: boolean
  readonly disk: { readonly free: number; readonly size: number }
}

/** Whether anything can be written, how much room is left, and whether calls are held back. */
export function watchOutage({ registry }: Metrics, outage: () => Promise<WatchedOutage>) {
  const gauge = (name: string, help: string, value: (now: WatchedOutage) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(value(await outage()))
      },
    })
  const inSeconds = (at: number | null) => (at === null ? 0 : at / 1000)
  gauge('reveille_outage', '1 while nothing can be written to the database', ({ since }) =>
    since === null ? 0 : 1,
  )
  gauge(
    'reveille_outage_since_timestamp_seconds',
    'Since when, in Unix time; 0 when it can be written',
    ({ since }) => inSeconds(since),
  )
  gauge('reveille_journal_used_bytes', 'How much of the journal is taken', ({ journal }) => journal.used)
  gauge('reveille_journal_size_bytes', 'How much the journal has room for', ({ journal }) => journal.size)
  gauge('reveille_calls_held_back_until_timestamp_seconds', HELD_BACK, ({ heldBackUntil }) =>
    inSeconds(heldBackUntil),
  )
  gauge('reveille_quiet', '1 while this is a restored copy that is not live', ({ isQuiet }) =>
    isQuiet ? 1 : 0,
  )
  gauge('reveille_disk_free_bytes', 'Free room on the disk of the data folder', ({ disk }) => disk.free)
  gauge('reveille_disk_size_bytes', 'Size of the disk of the data folder', ({ disk }) => disk.size)
}

const HELD_BACK =
  'Calls due before then, in Unix time, are held back because another process may ring them; 0 when none are'

/** How the house's time stands to the machine's clock. */
export function watchClock({ registry }: Metrics, { clockState }: Pick<SystemActions, 'clockState'>) {
  const gauge = (name: string, help: string, labelNames: string[], set: (one: Gauge) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        set(this)
      },
    })
  gauge(
    'reveille_clock_ahead_seconds',
    "How far the machine's clock is ahead of the house's time; 0 while the house goes by it",
    [],
    (one) => one.set(clockState().aheadMs / 1000),
  )
  gauge('reveille_clock_state', "1 for the state that the house's time is in", ['state'], (one) => {
    for (const state of CLOCK_STATES) one.set({ state }, state === clockState().state ? 1 : 0)
  })
}
