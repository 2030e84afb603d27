import { readKey } from '../records/authentication.ts'
import type { Clock, Random } from '../wire/clock.ts'
import { CODE_PAGES, codePage, type CodePageName } from '../wire/code-page.ts'
import type { Connect, RecordWay } from '../wire/connection.ts'
import type { Features, InterfaceFamily } from '../records/description.ts'
import type { GuestEvent } from '../records/guest.ts'
import type { LinkState } from './link-states.ts'
import type { Judgement } from '../records/posting-answer.ts'
import { textField } from '../wire/field-types.ts'
import type { FiasWakeup } from '../records/wakeup.ts'

/** Between `DS` and `DE` all guests are told. Only what is `done` was told in full. */
export type ResyncPhase = 'begun' | 'done' | 'broken off'

export interface LinkOptions {
  /** Where the property system's interface program listens; it is always the server. */
  readonly host: string
  readonly port: number
  /** Default: PB, a telephone system. */
  readonly family?: InterfaceFamily
  /** Ours, up to ten characters. */
  readonly version?: string
  /** Default: cp850 */
  readonly codePage?: CodePageName
  /** What else goes over the link. Default: neither wake-up calls nor guests. */
  readonly features?: Partial<Features>
  /** The zone of the hotel's clock, an IANA name. Default: that of this machine. */
  readonly timezone?: string
  /** How long to wait for an answer. FIAS asks for 30 s at least, which is the default. */
  readonly answerTimeoutMs?: number
  /** After so long without a record the property system is asked whether it is there; 300 s at least, the default. */
  readonly aliveCheckMs?: number
  /** For a link with authentication: as it was handed over, `FidCrypt0S|...` or the base64 alone. */
  readonly authKey?: string
  /** False for a system that never answers postings (`PA`): one that has left then counts as taken. Default: true */
  readonly answers?: boolean
  /** Numbers that were posted before and never answered, so that an answer can still be told. */
  readonly unanswered?: readonly number[]

  readonly clock?: Clock
  readonly random?: Random
  /** Lets the caller check an address before we connect. Default: any is allowed. */
  readonly connect?: Connect

  readonly onState?: (state: LinkState, why: string) => void
  /** Postings can be sent (again): the link is alive, or the night audit no longer holds them. */
  readonly onReady?: () => void
  readonly onGuest?: (event: GuestEvent) => void
  readonly onWakeup?: (request: FiasWakeup) => void
  /** The night audit has begun or is over: what was held can be posted now. */
  readonly onNightAudit?: (isRunning: boolean) => void
  readonly onResync?: (phase: ResyncPhase) => void
  /** An answer to a posting that had ended as `uncertain`. */
  readonly onLatePosting?: (number: number, answer: Judgement) => void
  /** Every record in both directions, as it stood on the wire: for people who look for a mistake. */
  readonly onTrace?: (direction: RecordWay, text: string) => void
  /** What was heard and could not be used, for the log. */
  readonly onTrouble?: (text: string) => void
}

export const ANSWER_TIMEOUT_MS = 30_000
/** FIAS 2.20: not more often than every five minutes. */
export const LEAST_ALIVE_CHECK_MS = 300_000

/** All mistakes at once; a link with any of them is not made. */
export function optionMistakes(options: LinkOptions): string[] {
  const {
    host,
    port,
    version = '',
    codePage: page,
    timezone,
    answerTimeoutMs,
    aliveCheckMs,
    authKey,
  } = options
  const checks: readonly (readonly [boolean, string])[] = [
    [host !== '', 'host is missing'],
    [Number.isInteger(port) && port >= 1 && port <= 65_535, `port ${port} is not from 1 to 65535`],
    [
      page === undefined || CODE_PAGES.includes(page),
      `codePage "${page}" is none of ${CODE_PAGES.join(', ')}`,
    ],
    [
      textField(version, 10, codePage('cp850')) === version,
      `version "${version}" is not up to ten plain characters`,
    ],
    [timezone === undefined || isZone(timezone), `timezone "${timezone}" is unknown`],
    [answerTimeoutMs === undefined || answerTimeoutMs > 0, 'answerTimeoutMs must be more than 0'],
    [(aliveCheckMs ?? LEAST_ALIVE_CHECK_MS) >= LEAST_ALIVE_CHECK_MS, 'aliveCheckMs must be 300000 or more'],
    [authKey === undefined || readKey(authKey) !== null, 'authKey is no key of 16 bytes in base64'],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, mistake]) => mistake)
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
