import type { BoardRecord } from '@reveille/contract'
import type { LiveCall } from '../src/hotel/calls/live-call.ts'
import { call } from './calls.ts'
import type { Noun } from './paper-server.ts'
import { room } from './rooms.ts'

const EVENING = Date.UTC(2026, 10, 14, 19)
/** The moment of the deed of this number: each is a second after the one before. */
const momentOf = (n: number): string => new Date(EVENING + n * 1_000).toISOString()

const STATUSES = [
  { id: '1', description: 'Clean', condition: 'clean' },
  { id: '2', description: 'Dirty', condition: 'dirty' },
] as const
export const conditionOf = (id: string): string | undefined =>
  STATUSES.find((status) => status.id === id)?.condition

/** Rooms that are reported clean and dirty, and at whose doors it hangs that nobody is to disturb. */
export const ROOMS: Noun<BoardRecord> = {
  write(number, n, before = room(number)) {
    const { condition, ...status } = STATUSES[n % 2 === 0 ? 0 : 1]
    const at = momentOf(n)
    return {
      record: { ...before, status: { ...status, condition, changed: at, user: 'maid' } },
      event: {
        kind: 'room.status.changed',
        at,
        room: number,
        actor: 'maid',
        detail: { tenant: '', status, reported: at, user: 'maid' },
      },
    }
  },
  tear(number, n, before) {
    const at = momentOf(n)
    const told = { at, room: number, actor: 'desk' }
    return before.marks.length > 0
      ? {
          record: { ...before, marks: [] },
          event: { ...told, kind: 'room.mark.cleared', detail: { mark: 'dnd' } },
        }
      : {
          record: { ...before, marks: [{ mark: 'dnd', since: at, user: 'desk', until: null, note: '' }] },
          event: { ...told, kind: 'room.mark.set', detail: { mark: 'dnd', until: null, note: '' } },
        }
  },
}

const [CALLING, DONE] = [1, 2]

/** Calls that are asked for, rung and answered, and asked for once more; or cancelled. */
export const CALLS: Noun<LiveCall> = {
  write(id, n, before) {
    const at = momentOf(n)
    const told = { at, room: '101', wakeup: id, call: id }
    if (before === undefined || before.status === DONE)
      return { record: call({ id, created: at }), event: { ...told, kind: 'wakeup.created' } }
    if (before.status === CALLING)
      return {
        record: { ...before, status: DONE, attempts: 1, settled: at, result: 0 },
        event: { ...told, kind: 'wakeup.settled' },
      }
    return {
      record: { ...before, status: CALLING, next: null, dialled: at },
      event: { ...told, kind: 'wakeup.dialled', detail: { line: 'voice1', number: 1 } },
    }
  },
  tear: (id, n) => ({
    record: null,
    event: { kind: 'wakeup.cancelled', at: momentOf(n), room: '101', wakeup: id, call: id },
  }),
}
