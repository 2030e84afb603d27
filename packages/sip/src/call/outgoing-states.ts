/**
 * An outgoing call as a table, from the INVITE to its one end. The transaction below repeats and acknowledges
 * refusals; what is decided here is RFC 3261 9 (CANCEL), 13.2 (INVITE) and 15 (BYE).
 */

export type OutgoingState =
  /** Nothing has left: it is being made ready, or waits for its moment. */
  | 'unsent'
  /** Nothing was heard yet. */
  | 'calling'
  /** Some exchange works on it. */
  | 'proceeding'
  | 'ringing'
  /** The exchange was away, and may know nothing of it any more: of the same INVITE nothing was heard since. */
  | 'asked again'
  /** To be cancelled, which must wait for a first answer (RFC 3261 9.1). */
  | 'withdrawing'
  /** CANCEL was sent. */
  | 'cancelling'
  | 'up'
  /** Answered, but no longer wanted: BYE is on its way. */
  | 'hanging up'
  | 'ended'

export type OutgoingEvent =
  /** Its moment has come. */
  | 'send'
  /** With credentials, or to another address: of this INVITE nothing was heard yet. */
  | 'sent anew'
  /** The same INVITE, of an exchange that was away. */
  | 'asked again'
  | 'progress'
  | 'ringing'
  /** A 2xx with audio that we can talk with, and one without. */
  | 'accepted'
  | 'accepted in vain'
  | 'refused'
  /** Nothing came at all, or the way is broken. */
  | 'failed'
  /** The ring timer, too long a silence, or the caller's wish. */
  | 'withdraw'
  /** 64 T1 after the CANCEL (RFC 3261 9.1). */
  | 'guard over'
  /** The exchange knows of no such call (481 to the CANCEL), and nothing final has crossed that. */
  | 'nothing there'
  | 'talk over'
  /** We stop waiting for answers. */
  | 'given up'

export type OutgoingAction =
  | 'send invite'
  /** From the first word of the exchange until it says that the phone rings. */
  | 'limit silence'
  | 'limit ringing'
  | 'stop limit'
  | 'report ringing'
  | 'take call'
  | 'acknowledge and hang up'
  | 'send cancel'
  | 'hang up'
  | 'forget transaction'
  | 'report end'

type EventOfCall = Exclude<OutgoingEvent, 'send' | 'given up'>

interface Step {
  readonly next: OutgoingState
  readonly actions: readonly OutgoingAction[]
}

export function outgoingStep(state: OutgoingState, event: OutgoingEvent): Step {
  const stay: Step = { next: state, actions: [] }
  if (event === 'given up') return state === 'ended' ? stay : forgotten
  if (state === 'unsent') return beforeItsMoment(event)
  if (event === 'send') return stay
  switch (state) {
    case 'calling':
    case 'proceeding':
    case 'ringing':
    case 'asked again':
      return whileWanted(state, event)
    case 'withdrawing':
      if (event === 'progress' || event === 'ringing') return { next: 'cancelling', actions: ['send cancel'] }
      return onceUnwanted(state, event)
    case 'cancelling':
      return onceUnwanted(state, event)
    case 'up':
      if (event === 'withdraw') return { next: 'hanging up', actions: ['hang up'] }
      return event === 'talk over' ? ended : stay
    case 'hanging up':
      return event === 'talk over' ? ended : stay
    case 'ended':
      return stay
  }
}

const ended: Step = { next: 'ended', actions: ['report end'] }
/** It has rung, and maybe we only do not hear that it still does: it must not ring beside the next call of the room. */
const givenUp: Step = { next: 'ended', actions: ['send cancel', 'report end'] }
const forgotten: Step = { next: 'ended', actions: ['forget transaction', 'report end'] }

/** No INVITE was sent: there is nothing to cancel. */
function beforeItsMoment(event: Exclude<OutgoingEvent, 'given up'>): Step {
  if (event === 'send') return { next: 'calling', actions: ['send invite'] }
  return event === 'withdraw' || event === 'failed' ? forgotten : { next: 'unsent', actions: [] }
}

type Wanted = 'calling' | 'proceeding' | 'ringing' | 'asked again'

function whileWanted(state: Wanted, event: EventOfCall): Step {
  const isUnheard = state === 'calling' || state === 'asked again'
  switch (event) {
    case 'sent anew':
      // Of a new INVITE that nobody answers, timer B tells (RFC 3261 17.1.1.2).
      return { next: 'calling', actions: isUnheard ? [] : ['stop limit'] }
    case 'asked again':
      return isUnheard ? { next: state, actions: [] } : { next: 'asked again', actions: ['stop limit'] }
    case 'progress':
      return isUnheard ? { next: 'proceeding', actions: ['limit silence'] } : { next: state, actions: [] }
    case 'ringing':
      return { next: 'ringing', actions: state === 'ringing' ? [] : ['limit ringing', 'report ringing'] }
    case 'accepted':
      return { next: 'up', actions: ['take call'] }
    case 'accepted in vain':
      return { next: 'hanging up', actions: ['acknowledge and hang up'] }
    case 'withdraw':
      return state === 'calling'
        ? { next: 'withdrawing', actions: [] }
        : { next: 'cancelling', actions: ['send cancel'] }
    case 'failed':
      return state === 'asked again' ? givenUp : ended
    case 'refused':
      return ended
    case 'guard over':
    case 'nothing there':
    case 'talk over':
      return { next: state, actions: [] }
  }
}

function onceUnwanted(state: 'withdrawing' | 'cancelling', event: EventOfCall): Step {
  switch (event) {
    // The 200 has crossed our CANCEL: the call is up, so it is acknowledged and hung up (RFC 3261 9.1, 15).
    case 'accepted':
    case 'accepted in vain':
      return { next: 'hanging up', actions: ['acknowledge and hang up'] }
    case 'refused':
    case 'failed':
    // RFC 3261 9.2. The INVITE is not forgotten: a 2xx that was lost is repeated, and is still to be hung up.
    case 'nothing there':
      return ended
    case 'guard over':
      return forgotten
    case 'sent anew':
    case 'asked again':
    case 'progress':
    case 'ringing':
    case 'withdraw':
    case 'talk over':
      return { next: state, actions: [] }
  }
}
