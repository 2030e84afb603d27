import { texts } from './table.ts'

/** What the connectors of the inventory answered to a charge. */
export const chargeTexts = texts({
  booked: { en: (name: string) => `booked by ${name}`, de: (name: string) => `von ${name} gebucht` },
  waits: {
    en: (name: string) => `${name} waits, goes by itself`,
    de: (name: string) => `${name} wartet, geht von selbst`,
  },
  waitsSince: {
    en: (name: string, when: string) => `${name} waits, not reached since ${when}, goes by itself`,
    de: (name: string, when: string) => `${name} wartet, seit ${when} nicht erreicht, geht von selbst`,
  },
  refusedBy: { en: (name: string) => `${name} refused it`, de: (name: string) => `${name} hat abgelehnt` },
  uncertainAt: {
    en: (name: string) => `${name}: uncertain, the desk looks after it`,
    de: (name: string) => `${name}: ungewiss, der Empfang klärt es`,
  },
  overAt: { en: (name: string) => `${name}: given up`, de: (name: string) => `${name}: aufgegeben` },
  takenBack: { en: 'taken back', de: 'storniert' },
})

interface Answer {
  readonly name: string
  readonly state: string
  readonly since: string | null
}

/** `when` says a moment of the hotel. */
export function answerWords(
  { name, state, since }: Answer,
  said: (typeof chargeTexts)['en'],
  when: (moment: string) => string,
): string {
  switch (state) {
    case 'delivered':
      return said.booked(name)
    case 'refused':
      return said.refusedBy(name)
    case 'uncertain':
    case 'desk':
      return said.uncertainAt(name)
    case 'waiting':
    case 'sending':
      return since === null ? said.waits(name) : said.waitsSince(name, when(since))
    default:
      return said.overAt(name)
  }
}
