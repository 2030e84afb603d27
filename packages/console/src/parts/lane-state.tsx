import { instantOf } from '../kernel/clock.ts'
import { LANE_LOOK, UNKNOWN_LOOK } from '../look/delivery-looks.ts'
import { exactWords } from '../texts/format.ts'
import { laneTexts, laneWords } from '../texts/lanes.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { useNow } from './now.ts'
import { State } from './state.tsx'

interface LaneStateProps {
  readonly fare: string
  /** When it is tried again, where it rests. */
  readonly next: string | null
}

/** How a lane fares; one that rests says when it is tried next. */
export function LaneState({ fare, next }: LaneStateProps) {
  const said = useTexts(laneTexts)
  const format = useFormat()
  const now = useNow(1_000)
  const at = next === null ? 0 : instantOf(next)
  const words = laneWords(said, fare, at > now ? exactWords(format, at, now) : '')
  return <State {...(LANE_LOOK[fare] ?? UNKNOWN_LOOK)}>{words}</State>
}
