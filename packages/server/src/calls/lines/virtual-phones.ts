import type { MediaPort } from '@reveille/sip'
import { openPhones, type Phones, type PhoneScript } from '@reveille/sip/testing'
import type { Clock } from '../../kernel/clock.ts'
import { sipClock } from './sip-clock.ts'

/** What a built-in phone does when it is rung. */
export type Behaviour = 'answer' | 'busy' | 'no-answer' | 'reject' | 'snooze' | 'acknowledge'

interface Parts {
  readonly clock: Clock
  /** Another kind of audio, for tests that move the clock by hand. */
  readonly media?: MediaPort | undefined
  /** By the extension that is dialled. */
  behaviour(extension: string): Behaviour
}

/** Long enough to see it ring on the screen. */
const RING_MS = 1_500
/** Long enough for one announcement. */
const LISTENS_MS = 12_000
const PRESSES_AFTER_MS = 5_000
/** By then the desk knows of a room, or of what else there is; and once more, after all of it. */
const KNOWS_AFTER_MS = [8_000, 25_000]

const LISTENS = { does: 'answer', ringMs: RING_MS, hangsUpAfterMs: LISTENS_MS } as const

/** A phone for every number, on this machine, over real SIP. */
export function openVirtualPhones({ clock, media, behaviour }: Parts): Promise<Phones> {
  /** Extensions that have snoozed, and answer the next call. */
  const snoozed = new Set<string>()
  const scriptOf = (extension: string): PhoneScript => {
    switch (behaviour(extension)) {
      case 'answer':
        return LISTENS
      case 'busy':
        return { does: 'busy' }
      case 'no-answer':
        return { does: 'ring' }
      case 'reject':
        return { does: 'reject', ringMs: RING_MS }
      case 'snooze':
        return snoozeScript(extension)
      case 'acknowledge':
        return KNOWING
    }
  }
  const snoozeScript = (extension: string): PhoneScript => {
    if (snoozed.delete(extension)) return LISTENS
    snoozed.add(extension)
    return pressing('1')
  }
  return openPhones({
    bind: { host: '127.0.0.1', port: 0 },
    script: scriptOf,
    clock: sipClock(clock),
    // Only tests look at past calls.
    onCall: () => {},
    ...(media ? { media } : {}),
  })
}

const KNOWING: PhoneScript = {
  ...LISTENS,
  hangsUpAfterMs: 2 * LISTENS_MS + PRESSES_AFTER_MS,
  keys: KNOWS_AFTER_MS.map((afterMs) => ({ keys: '1', afterMs })),
}

const pressing = (keys: string): PhoneScript => ({
  ...LISTENS,
  hangsUpAfterMs: LISTENS_MS + PRESSES_AFTER_MS,
  keys: [{ keys, afterMs: PRESSES_AFTER_MS }],
})
