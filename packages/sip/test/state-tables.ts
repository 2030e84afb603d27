import {
  type ClientEvent,
  type ClientTimer,
  inviteClient,
  type InviteClientState,
  otherClient,
  type OtherClientState,
  startInvite,
  startOther,
} from '../src/transactions/client-states.ts'
import { type OutgoingEvent, type OutgoingState, outgoingStep } from '../src/call/outgoing-states.ts'
import { afterReferral, type ReferralEvent, type ReferralState } from '../src/dialog/referral.ts'
import {
  type RegistrationEvent,
  type RegistrationState,
  registrationStep,
} from '../src/lines/registration.ts'
import {
  inviteServer,
  type InviteServerState,
  otherServer,
  type OtherServerState,
  type ServerEvent,
  type ServerTimer,
} from '../src/transactions/server-states.ts'

/** The tables of the code, row by row, as docs/states.md shows them. */

interface Step {
  readonly next: string
  readonly actions: readonly string[]
}

interface Machine {
  readonly states: readonly string[]
  readonly rows: readonly string[]
}

/** The compiler counts: a state or an event that is missing here, or that is none any more, does not compile. */
export const all = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names) as Name[]

/** States and events with which the same happens share a row; where nothing happens there is none. */
function tableOf<State extends string, Event>(
  states: readonly State[],
  events: readonly (readonly [label: string, event: Event])[],
  step: (state: State, event: Event) => Step,
  start?: Step,
): Machine {
  const steps = states.flatMap((state) =>
    events
      .map(([label, event]) => ({ state, label, ...step(state, event) }))
      .filter(({ next, actions }) => next !== state || actions.length > 0)
      .map(({ label, next, actions }) => ({
        from: state as string,
        on: label,
        to: `${next === state ? 'stays' : next} | ${actions.join(', ')}`,
      })),
  )
  const first = start
    ? [{ from: '(new)', on: 'begun', to: `${start.next} | ${start.actions.join(', ')}` }]
    : []
  const byState = merged([...first, ...steps], ({ on, to }) => `${on} | ${to}`, 'from')
  const byEvent = merged(byState, ({ from, to }) => `${from} | ${to}`, 'on')
  return { states, rows: byEvent.map(({ from, on, to }) => `${from} | ${on} | ${to}`.trimEnd()) }
}

interface Row {
  readonly from: string
  readonly on: string
  readonly to: string
}

/** Rows that are alike but for one thing become one row that lists it. */
function merged(rows: readonly Row[], likeness: (row: Row) => string, thing: 'from' | 'on'): Row[] {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const known = found.get(likeness(row))
    found.set(likeness(row), known ? { ...known, [thing]: `${known[thing]}, ${row[thing]}` } : row)
  }
  return [...found.values()]
}

const plain = <Name extends string>(names: readonly Name[]) => names.map((name) => [name, name] as const)

const timers = <Name extends string>(names: readonly Name[]) =>
  names.map((timer) => [`timer ${timer}`, { type: 'timer', timer } as const] as const)

const clientEvents: readonly (readonly [string, ClientEvent])[] = [
  ['1xx', { type: 'response', status: 180 }],
  ['2xx', { type: 'response', status: 200 }],
  ['3xx to 6xx', { type: 'response', status: 486 }],
  ...timers(all<ClientTimer>({ A: true, B: true, D: true, E: true, F: true, K: true, M: true })),
  ['transport failed', { type: 'transport failed' }],
  ['asked again', { type: 'asked again', reliable: false }],
  ['left', { type: 'left' }],
]

const serverEvents: readonly (readonly [string, ServerEvent])[] = [
  ['request repeated', { type: 'request repeated' }],
  ['we say 1xx', { type: 'respond', status: 180 }],
  ['we say 2xx', { type: 'respond', status: 200 }],
  ['we say 3xx to 6xx', { type: 'respond', status: 486 }],
  ['ACK', { type: 'ack' }],
  ...timers(all<ServerTimer>({ G: true, H: true, I: true, J: true, L: true })),
  ['transport failed', { type: 'transport failed' }],
]

const outgoingEvents = all<OutgoingEvent>({
  send: true,
  'sent anew': true,
  'asked again': true,
  progress: true,
  ringing: true,
  accepted: true,
  'accepted in vain': true,
  refused: true,
  failed: true,
  withdraw: true,
  'guard over': true,
  'nothing there': true,
  'talk over': true,
  'given up': true,
})

const registrationEvents = all<RegistrationEvent>({
  start: true,
  accepted: true,
  moved: true,
  'too brief': true,
  failed: true,
  due: true,
  stop: true,
  removed: true,
})

const told = (status: number, isLast = false): ReferralEvent => ({ kind: 'told', status, isLast })

const referralEvents: readonly (readonly [string, ReferralEvent])[] = [
  ['answered 2xx', { kind: 'answered', status: 202 }],
  ['answered 3xx to 6xx', { kind: 'answered', status: 405 }],
  ['told 1xx', told(180)],
  ['told 2xx', told(200, true)],
  ['told 3xx to 6xx', told(486, true)],
  ['told no more', told(180, true)],
  ['hung up on', { kind: 'gone' }],
  ['no word', { kind: 'waited' }],
]

/** By their headings in docs/states.md. Over UDP: what repeats and soaks up is left out on a connection. */
export const MACHINES: Readonly<Record<string, Machine>> = {
  'An INVITE that we send': tableOf(
    all<InviteClientState>({
      calling: true,
      'calling again': true,
      left: true,
      proceeding: true,
      completed: true,
      accepted: true,
      terminated: true,
    }),
    clientEvents,
    inviteClient,
    startInvite(false),
  ),
  'Any other request that we send': tableOf(
    all<OtherClientState>({ trying: true, proceeding: true, completed: true, terminated: true }),
    clientEvents,
    otherClient,
    startOther(false),
  ),
  'An INVITE that comes': tableOf(
    all<InviteServerState>({
      proceeding: true,
      completed: true,
      accepted: true,
      confirmed: true,
      terminated: true,
    }),
    serverEvents,
    (state, event) => inviteServer(state, event, false),
  ),
  'Any other request that comes': tableOf(
    all<OtherServerState>({ trying: true, proceeding: true, completed: true, terminated: true }),
    serverEvents,
    otherServer,
  ),
  'An outgoing call': tableOf(
    all<OutgoingState>({
      unsent: true,
      calling: true,
      proceeding: true,
      ringing: true,
      'asked again': true,
      withdrawing: true,
      cancelling: true,
      up: true,
      'hanging up': true,
      ended: true,
    }),
    plain(outgoingEvents),
    outgoingStep,
  ),
  'A transfer': tableOf(
    all<ReferralState>({
      asked: true,
      accepted: true,
      'under way': true,
      taken: true,
      refused: true,
      silent: true,
    }),
    referralEvents,
    (state, event) => ({ next: afterReferral(state, event), actions: [] }),
  ),
  'A registration': tableOf(
    all<RegistrationState>({
      idle: true,
      registering: true,
      registered: true,
      'backing off': true,
      unregistering: true,
      stopped: true,
    }),
    plain(registrationEvents),
    registrationStep,
  ),
}
