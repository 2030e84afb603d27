/**
 * The client transactions as tables: a state and what happens give the next state and what to do.
 * RFC 3261 17.1, with the Accepted state of RFC 6026.
 */

export type ClientTimer = 'A' | 'B' | 'D' | 'E' | 'F' | 'K' | 'M'

export type ClientEvent =
  | { readonly type: 'response'; readonly status: number }
  | { readonly type: 'timer'; readonly timer: ClientTimer }
  | { readonly type: 'transport failed' }
  /** Who was asked was away, and may know nothing of it any more. */
  | { readonly type: 'asked again'; readonly reliable: boolean }
  /** Somebody else is asked instead, or it is cancelled; what is still said to it is heard. */
  | { readonly type: 'left' }

export type ClientAction =
  | 'send'
  | 'send ack'
  | 'pass up'
  | 'report timeout'
  | 'report transport failure'
  | `start ${ClientTimer}`
  | `restart ${'A' | 'E'}`
  | `stop ${ClientTimer}`

interface Step<State> {
  readonly next: State
  readonly actions: readonly ClientAction[]
}

export type InviteClientState =
  | 'calling'
  /** Asked again, because who was asked was away: that the way is still broken does not end it. */
  | 'calling again'
  /** Not wanted here any more, and nothing was heard since it was asked: whoever waits for it ends it. */
  | 'left'
  | 'proceeding'
  | 'completed'
  | 'accepted'
  | 'terminated'

/** RFC 3261 17.1.1.2: an unreliable transport repeats (A); any gives up after B. */
export const startInvite = (reliable: boolean): Step<InviteClientState> => ({
  next: 'calling',
  actions: reliable ? ['send', 'start B'] : ['send', 'start A', 'start B'],
})

export function inviteClient(state: InviteClientState, event: ClientEvent): Step<InviteClientState> {
  const stay: Step<InviteClientState> = { next: state, actions: [] }
  if (event.type === 'asked again') return isUndecided(state) ? inviteAgain(event.reliable) : stay
  if (event.type === 'left') return isUnheard(state) ? leftAlone : stay
  switch (state) {
    case 'calling':
    case 'calling again':
      if (event.type === 'response') return inviteAnswered(event.status, ['stop A', 'stop B'])
      if (event.type === 'transport failed') return inviteUnsent(state)
      if (event.timer === 'A') return { next: state, actions: ['send', 'restart A'] }
      return event.timer === 'B' ? { next: 'terminated', actions: ['report timeout'] } : stay
    case 'left':
      if (event.type === 'response') return inviteAnswered(event.status, ['stop B'])
      return event.type === 'timer' && event.timer === 'B' ? { next: 'terminated', actions: [] } : stay
    case 'proceeding':
      // Timer B is over once anything was heard: how long a phone may ring is not the transaction's business.
      return event.type === 'response' ? inviteAnswered(event.status, []) : stay
    case 'completed':
      if (event.type === 'response') return { next: state, actions: event.status >= 300 ? ['send ack'] : [] }
      if (event.type === 'transport failed')
        return { next: 'terminated', actions: ['report transport failure'] }
      return event.timer === 'D' ? { next: 'terminated', actions: [] } : stay
    case 'accepted':
      // RFC 6026 7.2: every 2xx, repeated or from another fork, goes up; the call acknowledges it.
      if (event.type === 'response')
        return { next: state, actions: isSuccess(event.status) ? ['pass up'] : [] }
      return event.type === 'timer' && event.timer === 'M' ? { next: 'terminated', actions: [] } : stay
    case 'terminated':
      return stay
  }
}

const isUnheard = (state: InviteClientState) => state === 'calling' || state === 'calling again'
const isUndecided = (state: InviteClientState) => isUnheard(state) || state === 'proceeding'

/**
 * RFC 3263 4.3: the request is at another place now, or is cancelled. To repeat it (RFC 3261 17.1.1.2) could only ring in
 * vain. Answers are awaited for as long as those to a CANCEL (9.1).
 */
const leftAlone: Step<InviteClientState> = { next: 'left', actions: ['stop A', 'stop B', 'start B'] }

/**
 * RFC 3261 17.2.1: whoever still knows it only says again how far it is; whoever does not begins with it. Its timers
 * begin anew with it.
 */
function inviteAgain(reliable: boolean): Step<InviteClientState> {
  const { actions } = startInvite(reliable)
  return { next: 'calling again', actions: ['stop A', 'stop B', ...actions] }
}

/** RFC 3261 17.1.4 ends a request that never came through. One that did once is awaited for as long as any (B). */
const inviteUnsent = (state: 'calling' | 'calling again'): Step<InviteClientState> =>
  state === 'calling'
    ? { next: 'terminated', actions: ['report transport failure'] }
    : { next: state, actions: ['stop A', 'start A'] }

function inviteAnswered(status: number, stop: readonly ClientAction[]): Step<InviteClientState> {
  if (status < 200) return { next: 'proceeding', actions: [...stop, 'pass up'] }
  if (isSuccess(status)) return { next: 'accepted', actions: [...stop, 'pass up', 'start M'] }
  return { next: 'completed', actions: [...stop, 'send ack', 'pass up', 'start D'] }
}

const isSuccess = (status: number) => status >= 200 && status < 300

export type OtherClientState = 'trying' | 'proceeding' | 'completed' | 'terminated'

/** RFC 3261 17.1.2.2 */
export const startOther = (reliable: boolean): Step<OtherClientState> => ({
  next: 'trying',
  actions: reliable ? ['send', 'start F'] : ['send', 'start E', 'start F'],
})

export function otherClient(state: OtherClientState, event: ClientEvent): Step<OtherClientState> {
  const stay: Step<OtherClientState> = { next: state, actions: [] }
  // It is repeated every 4 s as it is, and nobody leaves it.
  if (event.type === 'asked again' || event.type === 'left') return stay
  switch (state) {
    case 'trying':
    case 'proceeding':
      if (event.type === 'response') return otherAnswered(event.status)
      if (event.type === 'transport failed')
        return { next: 'terminated', actions: ['report transport failure'] }
      if (event.timer === 'E') return { next: state, actions: ['send', 'restart E'] }
      return event.timer === 'F' ? { next: 'terminated', actions: ['report timeout'] } : stay
    case 'completed':
      return event.type === 'timer' && event.timer === 'K' ? { next: 'terminated', actions: [] } : stay
    case 'terminated':
      return stay
  }
}

const otherAnswered = (status: number): Step<OtherClientState> =>
  status < 200
    ? { next: 'proceeding', actions: ['pass up'] }
    : { next: 'completed', actions: ['stop E', 'stop F', 'pass up', 'start K'] }
