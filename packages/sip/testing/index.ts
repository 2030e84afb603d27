export { type LiteralMedia, literalMedia } from './literal-media.ts'
export { type ManualClock, manualClock } from './manual-clock.ts'
export { openExchange, type ScriptedExchange } from './scripted-exchange.ts'
export {
  type DialledCall,
  openPhones,
  type PhoneCall,
  type PhoneEvent,
  type PhoneKeys,
  type Phones,
  type PhoneScript,
  type PhonesOptions,
} from './scripted-phone.ts'
export { type SilentMedia, silentMedia, type SilentStream } from './silent-media.ts'
export { joined, silence, tone } from './sounds.ts'
export { speechLike } from './speech-like.ts'
export { timedMedia } from './timed-media.ts'
export { type Authority, authority, type Certificate, selfSigned } from './certificates.ts'
