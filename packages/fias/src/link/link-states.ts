/**
 * The link as a table: a state and what happens give the next state and what to do (FIAS 2.20, link records). What is not
 * listed changes nothing.
 */

export type LinkState =
  | 'stopped'
  | 'connecting'
  | 'backing off'
  | 'waiting for LS'
  | 'waiting for answer'
  | 'waiting for LA'
  | 'alive'
  | 'checking'
  | 'resync'
  | 'ending'
  | 'turned away'

export type LinkEvent =
  | 'start'
  | 'stop'
  | 'connected'
  | 'closed'
  /** Closed straight after a description with authentication. */
  | 'not let in'
  | 'LS'
  | 'LA'
  | 'LE'
  | 'DS'
  | 'DE'
  /** A record that is none of the link's own. */
  | 'heard'
  /** A posting was not answered in time, and nothing else was heard either. */
  | 'unanswered'
  /** The one timer that runs in a state. */
  | 'time is up'

export type LinkAction =
  | 'connect'
  | 'drop'
  | 'plan retry'
  | 'wait for LS'
  | 'wait for answer'
  | 'wait for farewell'
  | 'watch'
  | 'describe'
  | 'send LS'
  | 'send LE'
  | 'report stopped'

export interface LinkStep {
  readonly next: LinkState
  readonly actions: readonly LinkAction[]
}

type Steps = Partial<Readonly<Record<LinkEvent, LinkStep>>>

const to = (next: LinkState, ...actions: readonly LinkAction[]): LinkStep => ({ next, actions })

const lost = to('backing off', 'drop', 'plan retry')
/** The property system ends the link: we answer, and connect again later; unsent postings stay with the caller. */
const ended = to('backing off', 'send LE', 'drop', 'plan retry')
const described = to('waiting for LA', 'describe', 'wait for answer')
const watched = to('alive', 'watch')
const left = to('stopped', 'drop', 'report stopped')
const farewell = to('ending', 'send LE', 'wait for farewell')

/** While there is a connection, whatever it is good for. */
const connection: Steps = { LE: ended, closed: lost, 'time is up': lost, stop: left }
/** Asked whether it is still there. */
const asked = to('checking', 'send LS', 'wait for answer')

const STATES: Readonly<Record<LinkState, Steps>> = {
  stopped: { start: to('connecting', 'connect') },
  connecting: {
    connected: to('waiting for LS', 'wait for LS'),
    closed: lost,
    'time is up': lost,
    stop: left,
  },
  'backing off': { 'time is up': to('connecting', 'connect'), stop: left },
  // The property system speaks first on every connection; one that does not is asked.
  'waiting for LS': {
    ...connection,
    LS: described,
    LA: described,
    'time is up': to('waiting for answer', 'send LS', 'wait for answer'),
  },
  // An LA means that it still knows us. We describe ourselves again anyway: that may have changed.
  'waiting for answer': { ...connection, LS: described, LA: described },
  // Whatever is sent before its LA is ignored silently.
  'waiting for LA': { ...connection, LA: watched, LS: described, 'not let in': to('turned away', 'drop') },
  // An LS in the middle means that the property system has started anew.
  alive: {
    ...connection,
    LS: described,
    DS: to('resync', 'watch'),
    'time is up': asked,
    unanswered: asked,
    stop: farewell,
  },
  checking: {
    ...connection,
    LA: watched,
    heard: watched,
    LS: described,
    DS: to('resync', 'watch'),
    stop: farewell,
  },
  // Nothing may be sent between DS and DE, not even a farewell.
  resync: { ...connection, DE: watched, LS: described },
  ending: { LE: left, closed: left, 'time is up': left },
  // A person at the other end must fix this: retries would lock us out.
  'turned away': { start: to('connecting', 'connect'), stop: left },
}

export const linkStep = (state: LinkState, event: LinkEvent): LinkStep =>
  STATES[state][event] ?? { next: state, actions: [] }
