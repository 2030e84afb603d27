import type { Failure } from '../kernel/failure.ts'

const WAITS_MS = [300, 1_000, 3_000] as const
const UNAVAILABLE = 503

/** Whether the server may not have heard it, or asks for patience. */
export const mayPass = ({ kind, told }: Failure) =>
  kind === 'unreachable' || (kind === 'problem' && told?.status === UNAVAILABLE)

/**
 * How long to wait before it is asked again; null: it is told. What reads may be repeated, and so may what makes
 * something: it carries a key under which it is done once. What changes or removes is left to the person.
 */
export function againAfter(method: string, failure: Failure, attempt: number, chance: number): number | null {
  const wait = WAITS_MS[attempt]
  if (wait === undefined || !mayPass(failure) || (method !== 'GET' && method !== 'POST')) return null
  return wait * (1 + chance / 2)
}
