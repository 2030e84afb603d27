// The telephone, and its lines.
export { createUserAgent, type UserAgent, type UserAgentOptions } from './user-agent.ts'
export type { LineHealth } from './line-keeper.ts'
export type { LineOptions } from './lines.ts'
export type { Credentials } from './digest.ts'
export type { RegistrationState } from './registration.ts'
export type { Ping } from './ping.ts'
export type { Address, Protocol } from './flow.ts'

// A call that we make, its one end, and what another process needs to end it.
export type { DialOptions, OutgoingCall } from './outgoing-call.ts'
export type { OutgoingState } from './outgoing-states.ts'
export type { AnsweredEnd, CallEnd, HungUpBy, Outcome, UnansweredEnd } from './call-end.ts'
export type { Abandoned, CallHandle } from './call-handle.ts'

// A call that comes.
export type { AcceptOptions, IncomingCall, IncomingEnd, IncomingState } from './incoming-call.ts'

// What is said and heard.
export { prepareAudio, type PlayOptions, type PreparedAudio, type PressOptions } from './media/media.ts'
export { decode as decodeG711, encode as encodeG711 } from './media/g711.ts'
export type { SpeechEnd } from './speech.ts'

// What can be put in the place of ours: time, chance, audio.
export type { Clock, Random, Timer } from './clock.ts'
export type { Timings } from './timers.ts'
export type { MediaPort } from './media-port.ts'
export type { MediaStream, StreamReport } from './media/media.ts'
