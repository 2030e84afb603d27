/**
 * What speaks for a machine, such as a mailbox, that took the call: the exchange sent it on (181, RFC 5806 Diversion,
 * RFC 7044 History-Info); speech without a pause; a beep; an answer sooner than a hand can be.
 */
export const MACHINE_SIGNS = ['forwarded', 'long-speech', 'beep', 'quick-answer'] as const
export type MachineSign = (typeof MACHINE_SIGNS)[number]

const WORDS: Readonly<Record<MachineSign, string>> = {
  forwarded: 'the exchange had passed the call on',
  'long-speech': 'it spoke for four seconds without a pause',
  beep: 'it beeped',
  'quick-answer': 'it answered at once',
}

/** it spoke for four seconds without a pause, it beeped */
export const signWords = (signs: readonly MachineSign[]): string =>
  signs.map((sign) => WORDS[sign]).join(', ')

/** Who took the call, as far as that can be told. */
export const ANSWERERS = ['person', 'machine', 'unknown'] as const
export type AnsweredBy = (typeof ANSWERERS)[number]
