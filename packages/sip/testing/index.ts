export { type ManualClock, manualClock } from './manual-clock.ts'
export {
  openPhones,
  type PhoneCall,
  type PhoneKeys,
  type Phones,
  type PhoneScript,
  type PhonesOptions,
} from './scripted-phone.ts'
export { type SilentMedia, silentMedia, type SilentStream } from './silent-media.ts'
