/** The server transactions as tables. RFC 3261 17.2, with the Accepted state of RFC 6026. */

export type ServerTimer = 'G' | 'H' | 'I' | 'J' | 'L'

export type ServerEvent =
  | { readonly type: 'request repeated' }
  | { readonly type: 'ack' }
  | { readonly type: 'respond'; readonly status: number }
  | { readonly type: 'timer'; readonly timer: ServerTimer }
  | { readonly type: 'transport failed' }

export type ServerAction =
  | 'send'
  | 'send again'
  | 'pass ack up'
  | 'report no ack'
  | 'report transport failure'
  | `start ${ServerTimer}`
  | 'restart G'
  | `stop ${ServerTimer}`

interface Step<State> {
  readonly next: State
  readonly actions: readonly ServerAction[]
}

export type InviteServerState = 'proceeding' | 'completed' | 'accepted' | 'confirmed' | 'terminated'

export function inviteServer(
  state: InviteServerState,
  event: ServerEvent,
  reliable: boolean,
): Step<InviteServerState> {
  const stay: Step<InviteServerState> = { next: state, actions: [] }
  switch (state) {
    case 'proceeding':
      if (event.type === 'request repeated') return { next: state, actions: ['send again'] }
      if (event.type === 'respond') return inviteResponded(event.status, reliable)
      return event.type === 'transport failed' ? failed : stay
    case 'completed':
      if (event.type === 'request repeated') return { next: state, actions: ['send again'] }
      if (event.type === 'ack') return { next: 'confirmed', actions: ['stop G', 'stop H', 'start I'] }
      if (event.type === 'transport failed') return failed
      if (event.type !== 'timer') return stay
      if (event.timer === 'G') return { next: state, actions: ['send again', 'restart G'] }
      return event.timer === 'H' ? { next: 'terminated', actions: ['report no ack'] } : stay
    case 'accepted':
      // RFC 6026 7.1: the call repeats the 2xx until it is acknowledged, and hears every ACK.
      if (event.type === 'ack') return { next: state, actions: ['pass ack up'] }
      if (event.type === 'respond') return { next: state, actions: isSuccess(event.status) ? ['send'] : [] }
      return event.type === 'timer' && event.timer === 'L' ? { next: 'terminated', actions: [] } : stay
    case 'confirmed':
      return event.type === 'timer' && event.timer === 'I' ? { next: 'terminated', actions: [] } : stay
    case 'terminated':
      return stay
  }
}

const failed = { next: 'terminated', actions: ['report transport failure'] } as const
const isSuccess = (status: number) => status >= 200 && status < 300

function inviteResponded(status: number, reliable: boolean): Step<InviteServerState> {
  if (status < 200) return { next: 'proceeding', actions: ['send'] }
  if (isSuccess(status)) return { next: 'accepted', actions: ['send', 'start L'] }
  return { next: 'completed', actions: reliable ? ['send', 'start H'] : ['send', 'start G', 'start H'] }
}

export type OtherServerState = 'trying' | 'proceeding' | 'completed' | 'terminated'

/** RFC 3261 17.2.2 */
export function otherServer(state: OtherServerState, event: ServerEvent): Step<OtherServerState> {
  const stay: Step<OtherServerState> = { next: state, actions: [] }
  switch (state) {
    case 'trying':
    case 'proceeding':
      // In Trying there is no response yet that could be sent again.
      if (event.type === 'request repeated')
        return { next: state, actions: state === 'trying' ? [] : ['send again'] }
      if (event.type === 'transport failed') return failed
      if (event.type !== 'respond') return stay
      return event.status < 200
        ? { next: 'proceeding', actions: ['send'] }
        : { next: 'completed', actions: ['send', 'start J'] }
    case 'completed':
      if (event.type === 'request repeated') return { next: state, actions: ['send again'] }
      if (event.type === 'transport failed') return failed
      return event.type === 'timer' && event.timer === 'J' ? { next: 'terminated', actions: [] } : stay
    case 'terminated':
      return stay
  }
}
