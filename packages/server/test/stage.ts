import type { MediaPort } from '@reveille/sip'
import { timedMedia } from '@reveille/sip/testing'
import type { Voice } from '../src/calls/caller.ts'
import { sipClock } from '../src/calls/lines/sip-clock.ts'
import type { Word } from '../src/hotel/wakeups/announcement.ts'
import type { Instant } from '../src/kernel/clock.ts'
import { EVENING } from './hotel.ts'
import { type SteppedClock, steppedClock } from '../testing/stepped-clock.ts'

/** What everybody in a journey shares: one clock, and audio without sound that takes its time by it. */
export interface Stage {
  readonly clock: SteppedClock
  readonly media: MediaPort
  readonly voice: SpokenVoice
}

/** What is said takes six seconds, whatever it is; the words are kept for those who ask. */
export interface SpokenVoice extends Voice {
  readonly spoken: { readonly words: readonly Word[]; readonly language: string | null }[]
}

export const SPEECH_MS = 6_000

export function openStage(now: Instant = EVENING): Stage {
  const clock = steppedClock(now)
  return { clock, media: timedMedia(sipClock(clock)), voice: spokenVoice() }
}

function spokenVoice(): SpokenVoice {
  const speech = { pcmu: new Uint8Array(), pcma: new Uint8Array(), durationMs: SPEECH_MS }
  /** Every word takes equally long. */
  const marksIn = (words: readonly Word[]) =>
    words.flatMap((word, n) => ('mark' in word ? [(SPEECH_MS * n) / words.length] : []))
  const spoken: SpokenVoice['spoken'] = []
  return {
    spoken,
    prepare(words, language) {
      spoken.push({ words, language })
      return Promise.resolve({ ...speech, marks: marksIn(words) })
    },
  }
}
