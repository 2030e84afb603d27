import { texts } from '../../texts/table.ts'

/** What a check has found, by the code that the server gives it. */
export const checkTexts = texts({
  'house.quiet': {
    en: () => 'This house was restored from a backup: it rings and sends nothing until it goes live.',
    de: () => 'Dieses Haus kommt aus einer Sicherung: Es klingelt und sendet nichts, bis es in Betrieb geht.',
  },
  'lines.none': {
    en: () => 'No telephone line is set up: no room can be rung.',
    de: () => 'Keine Telefonleitung eingerichtet: Kein Zimmer kann angerufen werden.',
  },
  'lines.answer': {
    en: (count: number) => (count === 1 ? 'The line answers.' : `${count} lines answer.`),
    de: (count: number) => (count === 1 ? 'Die Leitung antwortet.' : `${count} Leitungen antworten.`),
  },
  'lines.trouble': {
    en: (count: number) => (count === 1 ? '1 line does not answer.' : `${count} lines do not answer.`),
    de: (count: number) =>
      count === 1 ? '1 Leitung antwortet nicht.' : `${count} Leitungen antworten nicht.`,
  },
  'database.writes': { en: () => 'It can be written.', de: () => 'Sie lässt sich beschreiben.' },
  'database.stuck': {
    en: () => 'Nothing can be written; what is told of calls is not up to date.',
    de: () => 'Nichts lässt sich schreiben; was über Weckrufe dasteht, ist nicht aktuell.',
  },
  'calls.late': {
    en: () => 'Not every call can ring in time.',
    de: () => 'Nicht jeder Weckruf kann rechtzeitig läuten.',
  },
  'calls.none': { en: () => 'No calls are due.', de: () => 'Keine Weckrufe stehen an.' },
  'calls.in-time': {
    en: (count: number) =>
      count === 1
        ? '1 call is due, and can ring in time.'
        : `${count} calls are due, and can all ring in time.`,
    de: (count: number) =>
      count === 1
        ? '1 Weckruf steht an und kann rechtzeitig läuten.'
        : `${count} Weckrufe stehen an und können alle rechtzeitig läuten.`,
  },
  'clock.untold': {
    en: () => 'Whether a time service keeps it right cannot be told here.',
    de: () => 'Ob ein Zeitdienst sie richtig hält, lässt sich hier nicht sagen.',
  },
  'clock.in-step': {
    en: () => 'A time service keeps it right.',
    de: () => 'Ein Zeitdienst hält sie richtig.',
  },
  'clock.adrift': {
    en: () => 'No time service keeps it right.',
    de: () => 'Kein Zeitdienst hält sie richtig.',
  },
  'languages.spoken': {
    en: (count: number) => `${count} languages are spoken.`,
    de: (count: number) => `${count} Sprachen werden gesprochen.`,
  },
  'languages.trouble': {
    en: () => 'Something is wrong with a language.',
    de: () => 'Mit einer Sprache stimmt etwas nicht.',
  },
  'disk.free': {
    en: (count: number) => `${count} % are free.`,
    de: (count: number) => `${count} % sind frei.`,
  },
  'disk.full': {
    en: (count: number) => `Only ${count} % are free.`,
    de: (count: number) => `Nur ${count} % sind frei.`,
  },
  'connectors.none': {
    en: () => 'No connectors, no servers.',
    de: () => 'Keine Anbindungen, keine Server.',
  },
  'connectors.reached': {
    en: (count: number) => (count === 1 ? '1 receiver is reached.' : `${count} receivers are reached.`),
    de: (count: number) =>
      count === 1 ? '1 Empfänger ist erreichbar.' : `${count} Empfänger sind erreichbar.`,
  },
  'connectors.trouble': {
    en: (count: number) => (count === 1 ? '1 receiver takes nothing.' : `${count} receivers take nothing.`),
    de: (count: number) =>
      count === 1 ? '1 Empfänger nimmt nichts an.' : `${count} Empfänger nehmen nichts an.`,
  },
  'certificates.last': { en: () => 'None ends soon.', de: () => 'Keines läuft bald ab.' },
  'certificates.end': {
    en: (count: number) => (count === 1 ? '1 certificate ends soon.' : `${count} certificates end soon.`),
    de: (count: number) =>
      count === 1 ? '1 Zertifikat läuft bald ab.' : `${count} Zertifikate laufen bald ab.`,
  },
  'charges.decided': { en: () => 'None is undecided.', de: () => 'Keine ist offen.' },
  'charges.undecided': {
    en: () => 'Somebody must decide about charges.',
    de: () => 'Über Buchungen muss jemand entscheiden.',
  },
  'items.posted': { en: () => 'Every item can be posted.', de: () => 'Jeder Artikel lässt sich buchen.' },
  'items.unposted': {
    en: (count: number) => (count === 1 ? '1 item cannot be posted.' : `${count} items cannot be posted.`),
    de: (count: number) =>
      count === 1 ? '1 Artikel lässt sich nicht buchen.' : `${count} Artikel lassen sich nicht buchen.`,
  },
})

type CheckTexts = (typeof checkTexts)['en']

const isKnown = (said: CheckTexts, code: string): code is keyof CheckTexts => Object.hasOwn(said, code)

/** Null for a finding that this console has no words for. */
export const checkWords = (said: CheckTexts, code = '', count = 0): string | null =>
  isKnown(said, code) ? said[code](count) : null
