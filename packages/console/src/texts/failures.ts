import type { Failure } from '../kernel/failure.ts'
import { REFUSALS } from './refusals.ts'
import { texts } from './table.ts'

/** Why something did not happen, in words: by what the server calls it, or by the number of the interface's table. */
export const failureTexts = texts({
  invalid: { en: 'Something in it is missing or wrong.', de: 'Eine Angabe fehlt oder ist falsch.' },
  room: { en: 'There is no such room.', de: 'Dieses Zimmer gibt es nicht.' },
  gone: { en: 'It does not exist, or no longer.', de: 'Das gibt es nicht oder nicht mehr.' },
  credentials: { en: 'Name or password is wrong.', de: 'Name oder Passwort ist falsch.' },
  forbidden: { en: 'This account may not do that.', de: 'Dieses Konto darf das nicht.' },
  tooMany: {
    en: 'That is more than may be charged at once.',
    de: 'So viel darf nicht auf einmal gebucht werden.',
  },
  conflict: {
    en: 'That is not possible as things stand now.',
    de: 'Das ist im jetzigen Zustand nicht möglich.',
  },
  past: { en: 'That time has passed.', de: 'Dieser Zeitpunkt ist vorbei.' },
  slower: {
    en: (again: string) => `Too many tries. Again in ${again}.`,
    de: (again: string) => `Zu viele Versuche. Wieder in ${again}.`,
  },
  unsupported: { en: 'The server does not know this.', de: 'Der Server kennt das nicht.' },
  unavailable: {
    en: 'The server cannot do this just now.',
    de: 'Der Server kann das im Augenblick nicht.',
  },
  internal: {
    en: 'The server made a mistake. Its log tells more, under this reference.',
    de: 'Der Server hat einen Fehler gemacht. Sein Protokoll sagt mehr, unter dieser Referenz.',
  },
  unreachable: {
    en: 'The server does not answer. Nothing was changed.',
    de: 'Der Server antwortet nicht. Es wurde nichts geändert.',
  },
  signedOut: { en: 'You are signed out.', de: 'Sie sind abgemeldet.' },
  locked: { en: 'This screen is locked.', de: 'Dieser Bildschirm ist gesperrt.' },
  unreadable: {
    en: 'The answer of the server makes no sense here.',
    de: 'Die Antwort des Servers ist hier nicht verständlich.',
  },
  ...REFUSALS,
})

type FailureTexts = (typeof failureTexts)['en']
type Plain = { [K in keyof FailureTexts]: FailureTexts[K] extends string ? K : never }[keyof FailureTexts]

const BY_ERROR: Readonly<Record<number, Plain>> = {
  1: 'invalid',
  2: 'room',
  3: 'gone',
  4: 'credentials',
  5: 'forbidden',
  6: 'tooMany',
  7: 'conflict',
  8: 'past',
  10: 'unsupported',
  11: 'unavailable',
  99: 'internal',
}
/** What a refusal is called says more than its number. */
const hasWords = (code: string): code is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, code)
/** Of what these mean, the server names the things that we do not know of. */
const NAMED_THERE: readonly string[] = ['thing.in-use', 'thing.ambiguous', 'calls.pending', 'voice.missing']

/** The server's own sentence, where our words do not say as much. */
export function moreToTell({ told }: Failure): string {
  if (told === null) return ''
  const isSaid = hasWords(told.code) && !NAMED_THERE.includes(told.code)
  return isSaid ? '' : told.description
}

const BY_KIND = {
  unreachable: 'unreachable',
  'signed-out': 'signedOut',
  locked: 'locked',
  abandoned: 'unreachable',
  unreadable: 'unreadable',
} as const satisfies Record<Exclude<Failure['kind'], 'problem'>, Plain>

const TOO_MANY_REQUESTS = 9

/** `count` writes seconds as 2:41. */
export function failureWords(
  { kind, told }: Failure,
  said: FailureTexts,
  count: (ms: number) => string,
): string {
  if (kind !== 'problem') return said[BY_KIND[kind]]
  if (told?.error === TOO_MANY_REQUESTS) return said.slower(count(told.againInSeconds * 1_000))
  const code = told?.code ?? ''
  return said[hasWords(code) ? code : (BY_ERROR[told?.error ?? 99] ?? 'internal')]
}
