import { asFailure, type Failure } from '../../kernel/failure.ts'

/** What was not done of many, and why. */
export interface NotDone<T> {
  readonly one: T
  readonly failure: Failure
}

export interface DoneInTurn<T> {
  readonly done: number
  readonly refused: readonly NotDone<T>[]
  /** Those that were not tried: the server was away, or nobody is signed in any more. */
  readonly left: number
}

/** One after the other: what is refused keeps none of the others back. */
export async function inTurn<T>(
  all: readonly T[],
  act: (one: T) => Promise<void>,
  tell: (so: DoneInTurn<T>) => void,
): Promise<DoneInTurn<T>> {
  let so: DoneInTurn<T> = { done: 0, refused: [], left: all.length }
  for (const one of all) {
    const failure = await failureOf(act(one))
    if (failure !== null && failure.kind !== 'problem')
      return { ...so, refused: [...so.refused, { one, failure }], left: so.left - 1 }
    so = {
      done: so.done + (failure === null ? 1 : 0),
      refused: failure === null ? so.refused : [...so.refused, { one, failure }],
      left: so.left - 1,
    }
    tell(so)
  }
  return so
}

const failureOf = (doing: Promise<void>): Promise<Failure | null> => doing.then(() => null, asFailure)
