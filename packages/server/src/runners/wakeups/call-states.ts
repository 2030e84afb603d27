/**
 * A call on a line, from the line in hand to the decision in the book, as a table. What is decided here is only the
 * course of the call; the rules of the hotel decide before it and after it.
 */

export type CallState =
  /** It has a line, and is being made ready and written down. */
  | 'arming'
  /** The same, and not wanted any more. */
  | 'withdrawn'
  /** In the book as about to dial; at its moment nothing is left to do but to dial. */
  | 'armed'
  /** Never dialled after all, and still in the book. */
  | 'disarming'
  /** Dialled, and not known to have left. */
  | 'dialling'
  /** It has left: the phone may ring. */
  | 'ringing'
  /** The phone was picked up. */
  | 'up'
  /** The phone was put down, and the book does not say so yet. */
  | 'ending'
  | 'over'

export type CallEvent =
  /** Whether the book has it as about to dial; it has not if the call was changed or the database does not answer. */
  | 'written'
  | 'not written'
  /** Its moment has come. */
  | 'due'
  /** Not wanted any more: it was settled, changed or deleted, the clock was set, or we stop. */
  | 'recalled'
  /** The line has taken it. */
  | 'left'
  | 'answered'
  | 'ended'
  /** What was to be written is in the book. */
  | 'done'

export type CallAction = 'dial' | 'hang up' | 'forget attempt' | 'note dialled' | 'write end' | 'report over'

export interface CallStep {
  readonly next: CallState
  readonly actions: readonly CallAction[]
}

export function callStep(state: CallState, event: CallEvent): CallStep {
  switch (state) {
    case 'arming':
    case 'withdrawn':
    case 'armed':
      return beforeItsMoment(state, event)
    case 'dialling':
    case 'ringing':
    case 'up':
      return onItsWay(state, event)
    case 'disarming':
    case 'ending':
      return event === 'done' ? { next: 'over', actions: ['report over'] } : stay(state)
    case 'over':
      return stay(state)
  }
}

const stay = (next: CallState): CallStep => ({ next, actions: [] })

const disarmed: CallStep = { next: 'disarming', actions: ['hang up', 'forget attempt'] }

function beforeItsMoment(state: 'arming' | 'withdrawn' | 'armed', event: CallEvent): CallStep {
  if (state === 'armed') {
    if (event === 'due') return { next: 'dialling', actions: ['dial'] }
    return event === 'recalled' ? disarmed : stay(state)
  }
  if (event === 'not written') return { next: 'over', actions: ['hang up', 'report over'] }
  if (event === 'recalled') return stay('withdrawn')
  if (event !== 'written') return stay(state)
  return state === 'arming' ? stay('armed') : disarmed
}

/** One that is not wanted any more is hung up, and goes on until the line says that it has ended. */
function onItsWay(state: 'dialling' | 'ringing' | 'up', event: CallEvent): CallStep {
  switch (event) {
    case 'left':
      return state === 'dialling' ? { next: 'ringing', actions: ['note dialled'] } : stay(state)
    case 'answered':
      return stay('up')
    case 'recalled':
      return { next: state, actions: ['hang up'] }
    case 'ended':
      return { next: 'ending', actions: ['write end'] }
    case 'written':
    case 'not written':
    case 'due':
    case 'done':
      return stay(state)
  }
}
