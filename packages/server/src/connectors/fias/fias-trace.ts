import type { RecordWay } from '@reveille/fias'
import { HIDDEN, type TraceLine } from '../../hotel/deliveries/wire.ts'
import type { Instant } from '../../kernel/clock.ts'

/** So many of the last records are kept. */
const MOST_LINES = 200

/** What went over a link lately, in memory only: guests' names stand in it. */
export function keepTrace(now: () => Instant) {
  const lines: TraceLine[] = []
  let number = 0
  return {
    add(direction: RecordWay, text: string) {
      lines.push({ number: ++number, at: now(), direction, text: withoutProof(text) })
      if (lines.length > MOST_LINES) lines.shift()
    },
    lines: (): readonly TraceLine[] => [...lines],
  }
}

/** FIAS 2.20, `LD`: `CG` proves who we are. */
const withoutProof = (text: string) => text.replace(/(?<=\|CG)[^|]*/, HIDDEN)
