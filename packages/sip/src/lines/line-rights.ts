import type { CallVerdict } from '../call/call-end.ts'

/**
 * Whether the exchange still lets a line call at all. One 403 is about the room; an immediate 403 for one room
 * after the other, and nothing else in between, is about the line.
 */
export interface Rights {
  /** Rooms forbidden since the exchange last let a call of this line through; no more than needed. */
  readonly forbidden: readonly string[]
}

export const UNDOUBTED: Rights = { forbidden: [] }

/** So many different rooms in a row. */
const ROOMS_TO_DOUBT = 3

export interface CallSeen {
  readonly dialled: string
  readonly verdict: CallVerdict
  readonly rang: boolean
}

export function judgeRefusal(
  rights: Rights,
  call: CallSeen,
): { readonly rights: Rights; readonly verdict: CallVerdict } {
  const { dialled, verdict } = call
  if (!isForbiddenAtOnce(call)) return { rights: wasLetThrough(call) ? UNDOUBTED : rights, verdict }
  const others = rights.forbidden.filter((one) => one !== dialled)
  const forbidden = [...others, dialled].slice(-ROOMS_TO_DOUBT)
  const doubted = forbidden.length >= ROOMS_TO_DOUBT
  return { rights: { forbidden }, verdict: doubted ? { ...verdict, outcome: 'line-trouble' } : verdict }
}

/** A Q.850 cause tells that the call came to the room, and why it was not taken. */
const isForbiddenAtOnce = ({ verdict: { status, cause }, rang }: CallSeen) =>
  status === 403 && cause === null && !rang

/** Trouble of the line, or our own wish before anything rang, says nothing about its rights. */
const wasLetThrough = ({ verdict, rang }: CallSeen) =>
  rang || (verdict.status !== null && verdict.outcome !== 'line-trouble')
