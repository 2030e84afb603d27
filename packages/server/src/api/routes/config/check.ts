import { Failure, type FailureCode } from '../../../kernel/failure.ts'

/** Finds what no schema can say, in a site that holds only the objects to be checked. One sentence a mistake. */
export type CrossCheck = (site: object) => readonly string[]

/** Refuses the first mistake; one in the request, unless it is told what else it is. */
export type Check = (site: object, code?: FailureCode) => void

export const refusing =
  (crossCheck: CrossCheck): Check =>
  (site, code = 'parameter.invalid') => {
    const [mistake] = crossCheck(site)
    if (mistake !== undefined) throw new Failure(code, mistake)
  }
