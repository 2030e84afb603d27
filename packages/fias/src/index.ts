// The link.
export { createLink, type Link, type LinkHealth, type SendEnd } from './link/link.ts'
export type { LinkOptions, ResyncPhase } from './link/link-options.ts'
export type { LinkState } from './link/link-states.ts'
export type { Features, InterfaceFamily } from './records/description.ts'
export { CODE_PAGES, codePage, type CodePageName } from './wire/code-page.ts'

// What we post, and what becomes of it.
export { type Article, MOST_NUMBER, type Posting, postingBytes } from './records/posting.ts'
export type { Judgement, PostingEnd } from './records/posting-answer.ts'

// What the property system tells, and what we answer.
export type { WakeupKey, FiasWakeup, WakeupStatus } from './records/wakeup.ts'
export type { GuestEvent, GuestFacts } from './records/guest.ts'

// Date and time as FIAS writes them.
export { type FiasTime, fiasTime } from './records/wall-time.ts'

// Parts that can be replaced: time, chance, the way to connect.
export type { Clock, Random, Timer } from './wire/clock.ts'
export type { Connect, RecordWay } from './wire/connection.ts'
