import { texts } from './table.ts'

/** How a lane and a message on it fare: said where deliveries are, and where a receiver is set. */
export const laneTable = {
  flowing: { en: 'Flowing', de: 'Läuft' },
  probing: { en: 'Trying one', de: 'Probiert' },
  paused: { en: 'Paused', de: 'Pausiert' },
  pausedFor: {
    en: (rest: string) => `Paused, next try in ${rest}`,
    de: (rest: string) => `Pausiert, nächster Versuch in ${rest}`,
  },
  failing: { en: 'Nothing gets there', de: 'Nichts kommt an' },
  failingFor: {
    en: (rest: string) => `Nothing gets there, next try in ${rest}`,
    de: (rest: string) => `Nichts kommt an, nächster Versuch in ${rest}`,
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
