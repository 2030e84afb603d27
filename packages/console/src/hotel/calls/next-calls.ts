import { instantOf } from '../../kernel/clock.ts'
import { isOver, type LiveCall, roomOf } from './live-call.ts'

/** Of each room that is to be rung, the call that is next. */
export function nextCalls(calls: Iterable<LiveCall>, site: string): ReadonlyMap<string, LiveCall> {
  const first = new Map<string, LiveCall>()
  for (const call of calls) {
    const room = roomOf(call, site)
    const known = first.get(room)
    if (known === undefined ? isAhead(call) : isAhead(call) && nextOf(call) < nextOf(known))
      first.set(room, call)
  }
  return first
}

const isAhead = (call: LiveCall) => !isOver(call) && call.gone === undefined && call.next !== null
const nextOf = ({ next }: LiveCall) => (next === null ? Number.POSITIVE_INFINITY : instantOf(next))
