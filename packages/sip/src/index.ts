export type { AnsweredEnd, CallEnd, HungUpBy, Outcome, UnansweredEnd } from './call-end.ts'
export type { Abandoned, CallHandle } from './call-handle.ts'
export { type Clock, type Random, systemClock, systemRandom, type Timer } from './clock.ts'
export type { Credentials } from './digest.ts'
export type { Address, Protocol } from './flow.ts'
export type { AcceptOptions, IncomingCall, IncomingEnd, IncomingState } from './incoming-call.ts'
export type { LineOptions } from './lines.ts'
export {
  MediaFailure,
  type MediaStream,
  type PlayOptions,
  prepareAudio,
  type PreparedAudio,
  type PressOptions,
  type StreamReport,
} from './media/media.ts'
export type { MediaPort } from './media-port.ts'
export type { DialOptions, OutgoingCall } from './outgoing-call.ts'
export type { OutgoingState } from './outgoing-states.ts'
export type { RegistrationState } from './registration.ts'
export { RFC_TIMINGS, type Timings } from './timers.ts'
export { createUserAgent, type UserAgent, type UserAgentOptions } from './user-agent.ts'
