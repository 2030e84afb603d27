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
