import { type Clock, type Instant, seconds } from './clock.ts'
import { messageOf } from './failure.ts'
import type { Log } from './log.ts'
import { WakeLoop } from './wake-loop.ts'

/** A part with a life: `app.ts` starts them in order and stops them in reverse. */
export interface Service {
  start(): Promise<void> | void
  stop(): Promise<void> | void
}

/** One that looks at its work again and again. */
export interface LoopService extends Service {
  /** How long the present look has been going on; 0 between two looks. */
  readonly lookingMs: number
}

/** One that can be told that there is something to look at. */
export interface WokenService extends LoopService {
  wake(): void
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
export function loop(work: Ticking, clock: Clock, log: Log, retryMs = seconds(30)): WokenService {
  const wakeLoop = new WakeLoop({
    clock,
    retryMs,
    look: () => work.tick(clock.now()),
    failed: (error) =>
      log.error(
        { event: 'task.failed', loop: work.name, error: messageOf(error) },
        'A background task failed and will be tried again',
      ),
  })
  return {
    start() {
      wakeLoop.start()
      wakeLoop.wake()
    },
    stop: () => wakeLoop.stop(),
    wake: () => wakeLoop.wake(),
    get lookingMs() {
      return wakeLoop.lookingMs
    },
  }
}
