import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AlarmKind } from '../../hotel/desk/alarm.ts'
import type { Fact } from '../../hotel/log/details.ts'
import type { Verdict } from '../../hotel/wakeups/proof.ts'
import type { Instant } from '../../kernel/clock.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import type { AnswerFacts, Arming, EndFacts, Interruption, Rung } from './call-facts.ts'
import type { Noted, WakeupNote } from './wakeup-notes.ts'

/** What is to be written into the book once the database is back, in the order in which it happened. */
export type OutageEntry =
  | { readonly what: 'armed'; readonly at: Instant; readonly armings: readonly Arming[] }
  | { readonly what: 'disarmed'; readonly at: Instant; readonly calls: readonly ClaimedWakeup[] }
  | { readonly what: 'begun'; readonly at: Instant; readonly calls: readonly Rung[] }
  | { readonly what: 'noted'; readonly at: Instant; readonly calls: readonly Noted[] }
  | { readonly what: 'answered'; readonly at: Instant; readonly answers: readonly AnswerFacts[] }
  | { readonly what: 'heard'; readonly at: Instant; readonly calls: readonly ClaimedWakeup[] }
  | {
      readonly what: 'pressed'
      readonly at: Instant
      readonly call: ClaimedWakeup
      readonly keys: string
      readonly note: WakeupNote
    }
  | { readonly what: 'ended'; readonly at: Instant; readonly endings: readonly EndFacts[] }
  | { readonly what: 'interrupted'; readonly at: Instant; readonly interruptions: readonly Interruption[] }
  | {
      readonly what: 'postponed'
      readonly at: Instant
      readonly call: ClaimedWakeup
      readonly nextAt: Instant
    }
  | {
      readonly what: 'given up'
      readonly at: Instant
      readonly call: ClaimedWakeup
      readonly verdict: Verdict
    }
  /** What is told of the machine's clock. */
  | {
      readonly what: 'clock'
      readonly at: Instant
      readonly row: Fact<'clock.jumped' | 'clock.decided'> & { readonly text: string }
    }
  /** The time that was `before` is `by` later: entries before this one are of the old time, those after it of the new. */
  | { readonly what: 'moved'; readonly at: Instant; readonly by: number; readonly before: Instant }
  | {
      readonly what: 'alarm over'
      readonly at: Instant
      readonly kind: AlarmKind
      readonly subject: string
      readonly text: string
    }

/** The first of an outage says since when, and why. */
export interface OutageBegin {
  readonly what: 'away'
  readonly at: Instant
  readonly why: string
}

const anything = Type.Array(Type.Object({}))
const entry = <W extends OutageEntry['what']>(what: W, of: Record<string, typeof anything>) =>
  Type.Object({ what: Type.Literal(what), at: Type.Number(), ...of })

export type OutageRecord = (OutageBegin | OutageEntry) & {
  /** The lease of the node that it happened at; none where a process is alone. */
  readonly node?: string
}

/** A record is whole and our own, as its mark in the journal says; this tells only which it is. */
const isRecord = Compile(
  Type.Union([
    Type.Object({ what: Type.Literal('away'), at: Type.Number(), why: Type.String() }),
    entry('armed', { armings: anything }),
    entry('disarmed', { calls: anything }),
    entry('begun', { calls: anything }),
    entry('noted', { calls: anything }),
    entry('answered', { answers: anything }),
    entry('heard', { calls: anything }),
    entry('ended', { endings: anything }),
    entry('interrupted', { interruptions: anything }),
    Type.Object({
      what: Type.Union([
        Type.Literal('pressed'),
        Type.Literal('postponed'),
        Type.Literal('given up'),
        Type.Literal('clock'),
        Type.Literal('moved'),
        Type.Literal('alarm over'),
      ]),
      at: Type.Number(),
    }),
  ]),
)

export const isOutageRecord = (value: unknown): value is OutageRecord => isRecord.Check(value)
