import { instantOf } from '../kernel/clock.ts'
import { LANE_LOOK, UNKNOWN_LOOK } from '../look/delivery-looks.ts'
import { laneTexts } from '../texts/lanes.ts'
import { useFormat, useTexts } from '../texts/speech.ts'
import { useNow } from './now.ts'
import { State } from './state.tsx'

interface LaneStateProps {
  readonly state: string
  /** When it is tried again, where it rests. */
  readonly next: string | null
}

/** How a lane fares; one that rests counts down to its next try. */
export function LaneState({ state, next }: LaneStateProps) {
  const said = useTexts(laneTexts)
  const format = useFormat()
  const now = useNow(1_000)
  const rest = next === null ? 0 : instantOf(next) - now
  const words: Readonly<Record<string, string>> = {
    flowing: said.flowing,
    probing: said.probing,
    paused: rest > 0 ? said.pausedFor(format.count(rest)) : said.paused,
    failing: rest > 0 ? said.failingFor(format.count(rest)) : said.failing,
    unready: said.unready,
    disabled: said.disabled,
  }
  return <State {...(LANE_LOOK[state] ?? UNKNOWN_LOOK)}>{words[state] ?? state}</State>
}
