import { execFile } from 'node:child_process'
import { type Clock, seconds, type Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'

interface Parts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly log: Log
  /** Whether the loops turn that ring the rooms and the desk; the database may be away. */
  isTurning(): boolean
}

/** A word that is not taken by then is lost; the next one follows. */
const PATIENCE = seconds(5)
/** Two beats may be lost before systemd takes the process for dead. */
const BEATS = 3

/**
 * Tells systemd that the service is ready, alive and stopping (sd_notify(3)). Node cannot send to a datagram socket of
 * the file system, so systemd's own program does: a child process for every word, which the unit must allow
 * (NotifyAccess=all).
 */
export class ServiceManager {
  readonly #parts: Parts
  #timer: Timer | undefined
  #isDeaf = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  ready(): void {
    this.#tell('READY=1')
    this.#beatAgain()
  }

  stopping(): void {
    this.#timer?.cancel()
    this.#tell('STOPPING=1')
  }

  #beatAgain() {
    const { env, clock, isTurning } = this.#parts
    // In microseconds, as sd_watchdog_enabled(3) has it.
    const watchdogMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1_000
    if (!(watchdogMs > 0)) return
    this.#timer = clock.at(clock.now() + watchdogMs / BEATS, () => {
      if (isTurning()) this.#tell('WATCHDOG=1')
      this.#beatAgain()
    })
  }

  #tell(word: string) {
    const { env, log } = this.#parts
    if (!env['NOTIFY_SOCKET']) return
    execFile('systemd-notify', [word], { env, timeout: PATIENCE }, (error) => {
      if (error && !this.#isDeaf)
        log.warn(
          { event: 'systemd.not-told', error: error.message },
          'systemd could not be told how the service is',
        )
      this.#isDeaf = error !== null
    })
  }
}
