/** What was found on one topic. */
export interface CheckVerdict {
  readonly level: 'ok' | 'warning' | 'fault'
  readonly text: string
}

export const ok = (text: string): CheckVerdict => ({ level: 'ok', text })
export const warning = (text: string): CheckVerdict => ({ level: 'warning', text })
export const fault = (text: string): CheckVerdict => ({ level: 'fault', text })
