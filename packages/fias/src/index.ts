// The link.
export { createLink, type Link, type LinkHealth, type SendEnd } from './link.ts'
export type { LinkOptions, ResyncPhase } from './link-options.ts'
export type { LinkState } from './link-states.ts'
export type { Features, InterfaceFamily } from './description.ts'
export { CODE_PAGES, type CodePageName } from './code-page.ts'

// What we post, and what becomes of it.
export { type Article, MOST_NUMBER, type Posting } from './posting.ts'
export type { Judgement, PostingEnd } from './posting-answer.ts'

// What the property system tells, and what we answer.
export type { WakeupKey, WakeupRequest, WakeupStatus } from './wakeup.ts'
export type { GuestEvent, GuestFacts } from './guest.ts'

// Date and time as FIAS writes them.
export { type WallTime, wallTime } from './wall-time.ts'

// What can be put in the place of ours: time, chance, the way to connect.
export type { Clock, Random, Timer } from './clock.ts'
export type { Connect } from './connection.ts'
