// The telephone, and its lines.
export { createUserAgent, type UserAgent, type UserAgentOptions } from './agent/user-agent.ts'
export type { LineHealth } from './lines/kept-line.ts'
export type { LineOptions } from './lines/lines.ts'
export type { Credentials } from './lines/digest.ts'
export type { RegistrationState } from './lines/registration.ts'
export type { Ping } from './lines/ping.ts'
export { EXCHANGE_SILENT } from './transactions/timers.ts'
export type { Address } from './messages/address.ts'
export type { Protocol, TlsMaterial } from './transport/flow.ts'
export type { Codec } from './messages/codec.ts'

// A call that we make, its one end, and what another process needs to end it.
export type { DialOptions, OutgoingCall } from './call/outgoing-call.ts'
export { TO_THE_EAR_MS } from './call/voice.ts'
export type { OutgoingState } from './call/outgoing-states.ts'
export type { HungUpBy } from './dialog/requests-in-dialog.ts'
export {
  type AnsweredEnd,
  type AnswerSign,
  type CarriedAudio,
  type CallEnd,
  type CallOutcome,
  CALL_LOST,
  NEVER_RANG,
  type UnansweredEnd,
} from './call/call-end.ts'
export type { Abandoned, CallHandle, StoredHandle } from './call/call-handle.ts'

// A call that comes.
export type { CallerWords } from './call/caller.ts'
export type { ReferralEnd } from './dialog/referral.ts'
export type { AcceptOptions, IncomingCall, IncomingEnd, IncomingState } from './call/incoming-call.ts'

// What is said and heard.
export { prepareAudio, type PlayOptions, type PreparedAudio, type PressOptions } from './media/media.ts'
export { decode as decodeG711, encode as encodeG711 } from './media/g711.ts'
export { MachineEar, type SoundSign } from './media/machine-ear.ts'
export type { SpeechEnd } from './media/speech.ts'

// Parts that can be replaced: time, chance, audio.
export type { Clock, Random, Timer } from './transactions/clock.ts'
export type { Timings } from './transactions/timers.ts'
export type { MediaPort } from './media/media-port.ts'
export type { MediaStream, StreamReport } from './media/media.ts'
