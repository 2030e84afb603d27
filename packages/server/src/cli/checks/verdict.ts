/** What was found on one topic. */
export interface Verdict {
  readonly level: 'ok' | 'warning' | 'fault'
  readonly text: string
}

export const ok = (text: string): Verdict => ({ level: 'ok', text })
export const warning = (text: string): Verdict => ({ level: 'warning', text })
export const fault = (text: string): Verdict => ({ level: 'fault', text })
