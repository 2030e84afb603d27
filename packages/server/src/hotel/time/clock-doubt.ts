import { UNNOTICED_MS } from '../../kernel/house-clock.ts'
import { type Instant, minutes, seconds } from '../../kernel/clock.ts'

/**
 * How the house's time stands to the machine's clock. In doubt and kept, the house goes on as if the clock had not jumped;
 * kept means that the clock was found wrong.
 */
export const CLOCK_STATES = ['in step', 'in doubt', 'kept'] as const
export type ClockState = (typeof CLOCK_STATES)[number]

export type ClockEvent = 'small jump' | 'large jump' | 'returned' | 'found right' | 'found wrong'
export type ClockAction = 'write jump' | 'write finding' | 'go by it' | 'tell desk' | 'end alarm'

interface ClockStep {
  readonly next: ClockState
  readonly actions: readonly ClockAction[]
}

type Steps = Readonly<Partial<Record<ClockEvent, ClockStep>>>

const JUMPED: Steps = {
  'small jump': { next: 'in step', actions: ['write jump', 'go by it', 'end alarm'] },
  'large jump': { next: 'in doubt', actions: ['write jump', 'end alarm', 'tell desk'] },
}
const BACK: ClockStep = { next: 'in step', actions: ['write finding', 'end alarm'] }
const RIGHT: ClockStep = { next: 'in step', actions: ['write finding', 'go by it', 'end alarm'] }

const TABLE: Readonly<Record<ClockState, Steps>> = {
  'in step': JUMPED,
  'in doubt': {
    ...JUMPED,
    returned: BACK,
    'found right': RIGHT,
    'found wrong': { next: 'kept', actions: ['write finding'] },
  },
  kept: { ...JUMPED, returned: BACK, 'found right': RIGHT },
}

/** What is not in the table changes nothing. */
export const clockStep = (state: ClockState, event: ClockEvent): ClockStep =>
  TABLE[state][event] ?? { next: state, actions: [] }

/** A jump of more than this is decided about; a smaller one is followed. */
export const LARGE_JUMP_MS = seconds(30)
/** When nobody has decided by then, the new time counts. */
export const DECIDED_AFTER_MS = minutes(5)

export interface Standing {
  readonly state: ClockState
  /** How far ahead the machine's clock is, as far as that has been noticed. */
  readonly aheadMs: number
}

/** What a look at the clock brings. */
export function clockEventOf(
  { state, aheadMs: noticed }: Standing,
  aheadMs: number,
  verdict: ClockVerdict | null,
): ClockEvent | null {
  if (Math.abs(aheadMs) <= UNNOTICED_MS) return state === 'in step' ? null : 'returned'
  if (Math.abs(aheadMs - noticed) > UNNOTICED_MS)
    return Math.abs(aheadMs) > LARGE_JUMP_MS ? 'large jump' : 'small jump'
  if (verdict === null) return null
  return verdict.isRight ? 'found right' : 'found wrong'
}

/** What is known of a clock that has jumped. */
export interface ClockEvidence {
  /** How far the clock of a database elsewhere was ahead of the house's time before the jump, and is now. */
  readonly database: { readonly before: number; readonly now: number } | null
  /** Whether a time service keeps the machine's clock; null where that cannot be told. */
  readonly synchronised: boolean | null
  /** What was said at the desk; null while nothing was. */
  readonly desk: { readonly isRight: boolean } | null
  readonly waitedMs: number
}

export const WITNESSES = ['database', 'kernel', 'desk', 'nobody'] as const

export interface ClockVerdict {
  readonly isRight: boolean
  readonly by: (typeof WITNESSES)[number]
}

/** Whether the new time is right: the first of these that knows decides. Null while none does. */
export function verdictOn(aheadMs: number, evidence: ClockEvidence): ClockVerdict | null {
  const database = wordOfDatabase(aheadMs, evidence.database)
  if (database !== null) return { isRight: database, by: 'database' }
  if (evidence.synchronised === true) return { isRight: true, by: 'kernel' }
  if (evidence.desk !== null) return { isRight: evidence.desk.isRight, by: 'desk' }
  return evidence.waitedMs >= DECIDED_AFTER_MS ? { isRight: true, by: 'nobody' } : null
}

/** One that has jumped along, because it runs on the same machine, knows nothing. */
function wordOfDatabase(aheadMs: number, database: ClockEvidence['database']): boolean | null {
  if (database === null || Math.abs(database.now - database.before) > UNNOTICED_MS) return null
  if (Math.abs(database.now - aheadMs) <= LARGE_JUMP_MS) return true
  return Math.abs(database.now) <= LARGE_JUMP_MS ? false : null
}

/** Calls that are due before this may ring at a wrong time. */
export const inDoubtBefore = (houseTime: Instant, aheadMs: number): Instant =>
  houseTime + Math.max(0, aheadMs) + DECIDED_AFTER_MS
