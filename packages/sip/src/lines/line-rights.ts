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

/** How a call ended that was not answered. */
export interface CallSeen {
  readonly dialled: string
  readonly rang: boolean
  readonly status: number | null
  /** Q.850. */
  readonly cause: number | null
  /** It ended because of the line or the exchange, not because of the room. */
  readonly isLineTrouble: boolean
}

/** What is known of the line after this call, and whether it was the line that was refused. */
export function judgeRefusal(
  rights: Rights,
  call: CallSeen,
): { readonly rights: Rights; readonly isLineRefused: boolean } {
  if (!isForbiddenAtOnce(call))
    return { rights: wasLetThrough(call) ? UNDOUBTED : rights, isLineRefused: false }
  const others = rights.forbidden.filter((one) => one !== call.dialled)
  const forbidden = [...others, call.dialled].slice(-ROOMS_TO_DOUBT)
  return { rights: { forbidden }, isLineRefused: forbidden.length >= ROOMS_TO_DOUBT }
}

/** A Q.850 cause tells that the call came to the room, and why it was not taken. */
const isForbiddenAtOnce = ({ status, cause, rang }: CallSeen) => status === 403 && cause === null && !rang

/** Trouble of the line, or our own wish before anything rang, says nothing about its rights. */
const wasLetThrough = ({ status, isLineTrouble, rang }: CallSeen) =>
  rang || (status !== null && !isLineTrouble)
