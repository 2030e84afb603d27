import type { Clock, Instant, Timer } from './clock.ts'
import { messageOf } from './failure.ts'
import type { Log } from './log.ts'

/** A part with a life: `app.ts` starts them in order and stops them in reverse. */
export interface Service {
  start(): Promise<void> | void
  stop(): Promise<void> | void
}

/** Work that is done again and again: one `tick` does what is due and says when the next is. */
export interface Ticking {
  readonly name: string
  tick(now: Instant): Promise<Instant>
}

/**
 * Runs a tick, then sleeps until the instant that the tick named. A tick that throws is logged and tried
 * again after `retryMs`: a loop never dies quietly.
 */
export function loop(work: Ticking, clock: Clock, log: Log, retryMs = 30_000): Service {
  let timer: Timer | undefined
  let running: Promise<void> | undefined
  let stopped = false

  const schedule = (when: Instant) => {
    if (!stopped) timer = clock.at(when, () => void run())
  }
  const run = () => (running = once().finally(() => (running = undefined)))
  const once = async () => {
    try {
      schedule(await work.tick(clock.now()))
    } catch (error) {
      log.error(
        { loop: work.name, error: messageOf(error) },
        'A background task failed and will be tried again',
      )
      schedule(clock.now() + retryMs)
    }
  }

  return {
    start: () => void run(),
    async stop() {
      stopped = true
      timer?.cancel()
      await running
    },
  }
}
