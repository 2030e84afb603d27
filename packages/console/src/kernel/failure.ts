/** Why something that was asked for did not happen. `problem`: the server says so; `unreachable`: it says nothing. */
export type FailureKind = 'problem' | 'unreachable' | 'signed-out' | 'locked' | 'abandoned' | 'unreadable'

/** What the server tells of a refusal. */
export interface Told {
  readonly status: number
  /** The number of the interface's table, never 0. */
  readonly error: number
  /** The server's own sentence, in English. */
  readonly description: string
  /** Under which the server's log keeps the request. */
  readonly reference: string
  /** How long to wait before another try makes sense; 0 where nothing was said. */
  readonly againInSeconds: number
  /** Why, in a word that stays; empty where the server does not say. */
  readonly code: string
  /** The field that the sentence is about. */
  readonly field: string
  readonly problems: readonly ToldProblem[]
}

/** One thing that is wrong with what was sent. */
export interface ToldProblem {
  readonly code: string
  readonly field: string
  readonly description: string
  readonly limit: number
  readonly shape: string
  /** Which thing it is about, where the field does not tell. */
  readonly thing: string
}

export class Failure extends Error {
  readonly kind: FailureKind
  readonly told: Told | null

  constructor(kind: FailureKind, told: Told | null = null) {
    super(told === null ? kind : `${told.status} ${told.description}`)
    this.name = 'Failure'
    this.kind = kind
    this.told = told
  }
}

export const asFailure = (error: unknown): Failure =>
  error instanceof Failure ? error : new Failure('unreadable')
