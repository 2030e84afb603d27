/** RFC 3261 17.1.1.1, table 4. Tests make them short. */
export interface Timings {
  readonly T1: number
  readonly T2: number
  readonly T4: number
}

export const RFC_TIMINGS: Timings = { T1: 500, T2: 4_000, T4: 5_000 }

/** How long each named timer runs at first; a reliable transport has no repeats to absorb. */
export function timerDelay(name: string, { T1, T4 }: Timings, reliable: boolean): number {
  switch (name) {
    case 'A':
    case 'E':
    case 'G':
      return T1
    case 'D':
    case 'J':
      return reliable ? 0 : 64 * T1
    case 'I':
    case 'K':
      return reliable ? 0 : T4
    default:
      return 64 * T1 // B, F, H, L, M
  }
}

/** A doubles for as long as B lets it; E and G double up to T2, and E stays at T2 once something was heard. */
export function nextDelay(name: 'A' | 'E' | 'G', last: number, { T2 }: Timings, heard: boolean): number {
  if (name === 'A') return last * 2
  return name === 'E' && heard ? T2 : Math.min(last * 2, T2)
}

/** Why a request failed whose time was over without any answer. */
export const EXCHANGE_SILENT = 'The exchange did not answer'
