import { Failure, type FailureCode } from '../../../kernel/failure.ts'

interface RuleBreach {
  readonly field: string
  readonly description: string
  /** The rule, for those who have words of their own for it. */
  readonly shape?: string
  readonly limit?: number
}

/** Finds what no schema can say, in a site that holds only the objects to be checked. One sentence a mistake. */
export type CrossCheck = (site: object) => readonly RuleBreach[]

/** Refuses the first mistake; one in the request, unless it is told what else it is. */
export type Check = (site: object, code?: FailureCode) => void

export const refusing =
  (crossCheck: CrossCheck): Check =>
  (site, code = 'parameter.invalid') => {
    const mistakes = crossCheck(site)
    const [first] = mistakes
    if (first === undefined) return
    const problems = mistakes.map((one) => ({ code: 'field.rule', ...one }))
    throw new Failure(code, first.description, { field: first.field, problems })
  }
