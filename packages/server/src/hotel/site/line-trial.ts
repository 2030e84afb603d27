/** One thing that is tried: whether anybody is there, and whether they take us. */
export interface TrialStep {
  readonly step: 'reach' | 'register'
  readonly ok: boolean
  /** What the exchange said; null where it said nothing. */
  readonly status: number | null
  /** `silence`, or what is wrong in the words of the network or the exchange. */
  readonly reason: string
  readonly ms: number
}

/** What came of trying a line that is not saved. */
export interface LineTrial {
  /** Where it was tried, host and port. */
  readonly exchange: string
  readonly steps: readonly TrialStep[]
}
