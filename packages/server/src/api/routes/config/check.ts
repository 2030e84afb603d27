import { Failure } from '../../../kernel/failure.ts'

/** Finds what no schema can say, in a site that holds only the objects to be checked. One sentence a mistake. */
export type CrossCheck = (site: object) => readonly string[]

/** Refuses the first mistake. */
export type Check = (site: object) => void

export const refusing =
  (crossCheck: CrossCheck): Check =>
  (site) => {
    const [mistake] = crossCheck(site)
    if (mistake !== undefined) throw new Failure('parameter.invalid', mistake)
  }
