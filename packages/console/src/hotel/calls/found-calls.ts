import { plain } from '../entry/entry-words.ts'
import type { LiveCall } from './live-call.ts'

/** The calls of the very room that was typed, the earliest first; what was cancelled is none any more. */
export function callsOfRoom(calls: readonly LiveCall[], typed: string): readonly LiveCall[] {
  const asked = plain(typed.trim())
  return calls
    .filter(({ room, gone }) => gone === undefined && plain(room) === asked)
    .toSorted((one, other) => (one.scheduled < other.scheduled ? -1 : 1))
}
