import { Failure, type FailureCode, isFailure, messageOf } from '../../kernel/failure.ts'
import type { Safe } from '../../kernel/safe.ts'

interface Failed {
  readonly code: FailureCode
  readonly message: string
  readonly detail: Record<string, unknown>
}

/** What came of an errand. `moved`: the house lives elsewhere by now. */
export type ErrandOutcome =
  | { readonly value: unknown }
  | { readonly failed: Failed }
  | { readonly moved: true }

/** Questions and answers as they lie in the database: there may be a password in them, or the name of a guest. */
export const errandWords = (safe: Safe) => ({
  hideQuestion: (id: string, question: unknown) =>
    safe.encrypt(`errand ${id} question`, JSON.stringify({ question })),

  questionIn(id: string, hidden: string): unknown {
    const found = safe.decrypt(`errand ${id} question`, hidden)
    if (found === null) throw unknownErrand()
    return (JSON.parse(found) as { question: unknown }).question
  },

  hideOutcome: (id: string, outcome: ErrandOutcome) =>
    safe.encrypt(`errand ${id} answer`, JSON.stringify(outcome)),

  outcomeIn(id: string, hidden: string): ErrandOutcome {
    const found = safe.decrypt(`errand ${id} answer`, hidden)
    return found === null ? { failed: failedWith(unknownErrand()) } : (JSON.parse(found) as ErrandOutcome)
  },
})

export function failedWith(error: unknown): Failed {
  const { code, message, detail } = isFailure(error) ? error : new Failure('internal', messageOf(error))
  return { code, message, detail: { ...detail } }
}

/** One of another release may ask for what is not known here. */
export const unknownErrand = () =>
  new Failure('home.silent', 'The node that this house lives on does not know what it was asked for')

export const silentHome = () =>
  new Failure('home.silent', 'The node that this house lives on does not answer; try again in a moment')
