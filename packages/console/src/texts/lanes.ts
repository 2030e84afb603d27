import { texts } from './table.ts'

/** How a lane and a message on it fare: said where deliveries are, and where a receiver is set. */
export const laneTable = {
  flowing: { en: 'Flowing', de: 'Läuft' },
  probing: { en: 'Trying one', de: 'Probiert' },
  paused: { en: 'Paused', de: 'Pausiert' },
  failing: { en: 'Nothing gets there', de: 'Nichts kommt an' },
  triedAt: {
    en: (words: string, at: string) => `${words}, next try at ${at}`,
    de: (words: string, at: string) => `${words}, nächster Versuch um ${at}`,
  },
  lastTry: {
    en: (at: string, answer: string) => `last at ${at}${answer === '' ? '' : `: ${answer}`}`,
    de: (at: string, answer: string) => `zuletzt um ${at}${answer === '' ? '' : `: ${answer}`}`,
  },
  unready: { en: 'Not linked', de: 'Nicht verbunden' },
  disabled: { en: 'Disabled', de: 'Abgeschaltet' },
  uncertain: { en: 'Uncertain', de: 'Ungewiss' },
  refused: { en: 'Refused', de: 'Abgelehnt' },
  waiting: { en: 'Waiting', de: 'Wartet' },
  sending: { en: 'Being sent', de: 'Wird gesendet' },
  dead: { en: 'Given up', de: 'Aufgegeben' },
  takenBack: { en: 'Taken back', de: 'Storniert' },
  delivered: { en: 'Delivered', de: 'Zugestellt' },
  trace: { en: 'Trace', de: 'Mitschnitt' },
} as const

export const laneTexts = texts(laneTable)

type LaneTexts = (typeof laneTexts)['en']

/** How a lane fares, in words; `at`: when it is tried next, empty where it goes on at once. */
export function laneWords(said: LaneTexts, fare: string, at: string): string {
  const words: Readonly<Record<string, string>> = {
    flowing: said.flowing,
    probing: said.probing,
    paused: said.paused,
    failing: said.failing,
    unready: said.unready,
    disabled: said.disabled,
  }
  const isTried = at !== '' && (fare === 'paused' || fare === 'failing')
  return isTried ? said.triedAt(words[fare] ?? fare, at) : (words[fare] ?? fare)
}
