import { type FiasRecord, valueOf } from '../wire/record.ts'

/** What became of a posting. */
export type PostingEnd =
  | Judgement
  /** It was sent, and there was no answer: it may be on the folio or not. */
  | { readonly kind: 'uncertain'; readonly why: 'no answer' | 'link lost'; readonly text: string }
  /** It has left, to a system that never answers. */
  | { readonly kind: 'written' }
  /** Nothing was sent. */
  | { readonly kind: 'not linked'; readonly text: string }
  | { readonly kind: 'busy'; readonly text: string }
  | { readonly kind: 'invalid'; readonly text: string }

/** What an answer (`PA`) says. */
export type Judgement =
  | { readonly kind: 'delivered'; readonly status: 'OK' }
  /** The caller may post the same again at any time. */
  | { readonly kind: 'later'; readonly status: 'RY'; readonly text: string }
  /** The same posting again when the night audit is over, or after `afterMs` at the latest. */
  | { readonly kind: 'later'; readonly status: 'NA'; readonly afterMs: number; readonly text: string }
  /** `status` is what stood in `AS`, empty if nothing did; it may be an unknown code. */
  | { readonly kind: 'refused'; readonly status: string; readonly text: string }

/** How long a posting waits for the end of the night audit before it is tried all the same. */
export const NIGHT_AUDIT_MS = 15 * 60_000

/** FIAS 2.20, answer status. */
const REFUSALS: Readonly<Record<string, string>> = {
  UR: 'It cannot be carried out',
  NG: 'No guest was found in the room',
  NP: 'Nothing may be posted for this guest',
  CO: 'The credit limit may not be exceeded',
  IA: 'The account is invalid',
  FX: 'The feature is not allowed',
  DN: 'It was denied',
  DM: 'The totals do not match',
}
/** Those of other functions; as an answer to a posting they can only be a refusal. */
const OTHER_REFUSALS: readonly string[] = ['NF', 'CD', 'BM', 'NM', 'AA', 'AN', 'BY', 'DE']

export function judgeAnswer(answer: FiasRecord): Judgement {
  const status = valueOf(answer, 'AS') ?? ''
  const said = valueOf(answer, 'CT') ?? ''
  if (status === 'OK') return { kind: 'delivered', status }
  if (status === 'RY') return { kind: 'later', status, text: said || 'The property system asks to try again' }
  if (status === 'NA')
    return { kind: 'later', status, afterMs: NIGHT_AUDIT_MS, text: said || 'The night audit is running' }
  return { kind: 'refused', status, text: said === '' ? refusal(status) : `${refusal(status)}: ${said}` }
}

/** An unknown answer counts as refused. */
const refusal = (status: string) =>
  REFUSALS[status] ??
  (OTHER_REFUSALS.includes(status) ? `Refused with ${status}` : `Unknown answer "${status}"`)
