import { texts } from '../../texts/table.ts'

export const logTexts = texts({
  title: { en: 'Log', de: 'Protokoll' },
  kind: { en: 'Kind', de: 'Art' },
  anyKind: { en: 'Everything', de: 'Alles' },
  room: { en: 'Room', de: 'Zimmer' },
  actor: { en: 'Person', de: 'Person' },
  words: { en: 'Words in the text', de: 'Wörter im Text' },
  wordsHint: {
    en: 'Words are looked for in the last 30 days.',
    de: 'Wörter werden in den letzten 30 Tagen gesucht.',
  },
  from: { en: 'From', de: 'Von' },
  until: { en: 'Until', de: 'Bis' },
  filters: { en: 'Filter', de: 'Filter' },
  without: { en: (what: string) => `Without ${what}`, de: (what: string) => `Ohne ${what}` },
  live: { en: 'Live', de: 'Live' },
  pause: { en: 'Pause', de: 'Anhalten' },
  paused: { en: 'Paused', de: 'Angehalten' },
  goOn: { en: 'Go on', de: 'Weiter' },
  fresh: {
    en: (count: number) => `${count} new`,
    de: (count: number) => (count === 1 ? '1 neue Zeile' : `${count} neue Zeilen`),
  },
  none: { en: 'Nothing of this kind was written.', de: 'Nichts dergleichen wurde geschrieben.' },
  seal: { en: (number: string) => `Seal ${number}`, de: (number: string) => `Siegel ${number}` },
  unsealed: { en: 'not sealed yet', de: 'noch nicht versiegelt' },
  facts: { en: 'Facts', de: 'Fakten' },
  json: { en: 'JSON', de: 'JSON' },
  call: { en: 'The call', de: 'Der Weckruf' },
  system: { en: 'system', de: 'System' },
  at: { en: 'When', de: 'Wann' },
})
