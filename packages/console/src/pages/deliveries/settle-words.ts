import { texts } from '../../texts/table.ts'

/** Many that may have arrived, decided about together. */
export const settleTexts = texts({
  settleAll: {
    en: (lane: string) => `Settle all uncertain of ${lane}…`,
    de: (lane: string) => `Alle ungewissen von ${lane} klären…`,
  },
  settleTitle: {
    en: (lane: string) => `All that may have arrived at ${lane}`,
    de: (lane: string) => `Alles, was bei ${lane} vielleicht angekommen ist`,
  },
  onlyOf: {
    en: (house: string) => `Only messages of ${house} are meant.`,
    de: (house: string) => `Gemeint sind nur Meldungen von ${house}.`,
  },
  settleAs: { en: 'What is true of every one', de: 'Was für jede gilt' },
  wouldSettle: {
    en: (count: number) => (count === 1 ? 'It is one message.' : `They are ${count} messages.`),
    de: (count: number) => (count === 1 ? 'Es ist eine Meldung.' : `Es sind ${count} Meldungen.`),
  },
  wouldLeave: {
    en: (count: number) => `${count} more stay uncertain, as their charge was taken back since.`,
    de: (count: number) => `${count} weitere bleiben ungewiss: Ihre Buchung wurde seither storniert.`,
  },
  billTwice: {
    en: 'I have looked: the folios do not have them.',
    de: 'Nachgesehen: Auf den Rechnungen stehen sie nicht.',
  },
  billTwiceMissing: {
    en: 'The property system does not notice what comes twice: guests would pay again.',
    de: 'Das Hotelprogramm merkt nicht, was doppelt kommt: Gäste würden nochmals zahlen.',
  },
  onlyCounted: { en: 'Only counted', de: 'Nur gezählt' },
  settled: {
    en: (count: number) => `${count} ${count === 1 ? 'message is' : 'messages are'} settled`,
    de: (count: number) => `${count} ${count === 1 ? 'Meldung ist' : 'Meldungen sind'} geklärt`,
  },
})
