import type { ClockFace } from '../wakeups/announcement.ts'

/**
 * What a guest has dialled so far. `more`: not whole. `maybe`: a time already, unless more comes (`130` may become
 * `1305`). `whole`: nothing can follow. `slip`: no time any more, though a guest who has not noticed dials on.
 */
export type DialledTime =
  | { readonly kind: 'more' | 'slip' }
  | { readonly kind: 'maybe' | 'whole'; readonly time: ClockFace }
  | { readonly kind: 'not a time' }

/** By 24 hours: `0630` and `630` are half past six, `1930` half past seven in the evening. */
export function readDialledTime(keys: string): DialledTime {
  if (!/^\d{1,4}$/.test(keys)) return { kind: 'not a time' }
  // No hour begins with 3 to 9: three digits are whole.
  const isShort = keys.charAt(0) >= '3'
  const face = keys.length < 3 ? null : faceOf(keys)
  if (keys.length === 4) return face ? { kind: 'whole', time: face } : NO_TIME
  if (isShort && keys.length === 3) return face ? { kind: 'whole', time: face } : SLIP
  // Whoever begins with a zero means four digits: `053` is a guest who hesitates, not seven minutes to one.
  if (face && !keys.startsWith('0')) return { kind: 'maybe', time: face }
  return mayBecomeTime(keys) ? { kind: 'more' } : SLIP
}

const NO_TIME: DialledTime = { kind: 'not a time' }
const SLIP: DialledTime = { kind: 'slip' }

function faceOf(keys: string): ClockFace | null {
  const [hour, minute] = [Number(keys.slice(0, -2)), Number(keys.slice(-2))]
  return hour < 24 && minute < 60 ? { hour, minute } : null
}

/** Whether any key that follows could still make a time of it. */
const mayBecomeTime = (keys: string) => /^(?:\d|[01]\d|2[0-5]|[3-9][0-5]|(?:[01]\d|2[0-3])[0-5])$/.test(keys)
