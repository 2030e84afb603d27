import { texts } from '../../texts/table.ts'

export const reportTexts = texts({
  title: { en: 'Reports', de: 'Berichte' },
  wakeups: { en: 'Wake-ups', de: 'Weckrufe' },
  charges: { en: 'Charges', de: 'Buchungen' },
  deliveries: { en: 'Deliveries', de: 'Zustellungen' },
  rooms: { en: 'Rooms', de: 'Zimmer' },
  which: { en: 'Which report', de: 'Welcher Bericht' },
  span: { en: 'Span', de: 'Zeitraum' },
  today: { en: 'Today', de: 'Heute' },
  yesterday: { en: 'Yesterday', de: 'Gestern' },
  week: { en: '7 days', de: '7 Tage' },
  month: { en: '30 days', de: '30 Tage' },
  own: { en: 'Own span', de: 'Eigener Zeitraum' },
  from: { en: 'From', de: 'Von' },
  until: { en: 'Until', de: 'Bis' },
  printedBy: {
    en: (who: string, when: string) => `printed by ${who}, ${when}`,
    de: (who: string, when: string) => `gedruckt von ${who}, ${when}`,
  },
  toSpan: {
    en: (from: string, to: string) => `${from} to ${to}`,
    de: (from: string, to: string) => `${from} bis ${to}`,
  },
  none: {
    en: 'There is nothing to report for these days.',
    de: 'Für diese Tage gibt es nichts zu berichten.',
  },
  noneTurned: {
    en: 'No room went from dirty to clean on these days. A room counts that was reported dirty, and clean after that.',
    de: 'In diesen Tagen wurde kein Zimmer von schmutzig zu sauber. Es zählt, was schmutzig gemeldet wurde und danach sauber.',
  },
  asTable: { en: 'Table only', de: 'Nur Tabelle' },
  point: { en: 'Point of the plot', de: 'Punkt der Grafik' },
  day: { en: 'Day', de: 'Tag' },
  hour: { en: 'Hour', de: 'Stunde' },
  by: { en: 'By', de: 'Nach' },
  byDay: { en: 'By day', de: 'Nach Tag' },
  byHour: { en: 'By hour', de: 'Nach Stunde' },
  total: { en: 'Total', de: 'Total' },

  calls: { en: 'calls', de: 'Weckrufe' },
  answered: { en: 'answered', de: 'abgenommen' },
  byHand: { en: 'reached by hand', de: 'persönlich erreicht' },
  nobody: { en: 'no answer', de: 'nicht abgenommen' },
  busy: { en: 'busy', de: 'besetzt' },
  other: { en: 'otherwise not woken', de: 'sonst nicht geweckt' },
  pending: { en: 'still to come', de: 'stehen noch aus' },
  notWoken: { en: 'not woken', de: 'nicht geweckt' },
  howEnded: { en: 'How each call ended', de: 'Wie jeder Weckruf endete' },
  onTime: { en: 'Rang on time', de: 'Pünktlich geläutet' },
  within5s: { en: 'within 5 s', de: 'innert 5 s' },
  within60s: { en: 'within 60 s', de: 'innert 60 s' },
  within5m: { en: 'within 5 min', de: 'innert 5 min' },
  promise: { en: 'promise 99.5 %', de: 'Versprechen 99,5 %' },
  rangWithin: {
    en: (promise: string) => `rang within 5 s; promised ${promise}`,
    de: (promise: string) => `innert 5 s geläutet; versprochen ${promise}`,
  },
  lateness: { en: 'How late phones rang, by hour', de: 'Wie spät geläutet wurde, nach Stunde' },
  upTo5s: { en: 'up to 5 s', de: 'bis 5 s' },
  upTo60s: { en: 'up to 60 s', de: 'bis 60 s' },
  upTo5m: { en: 'up to 5 min', de: 'bis 5 min' },
  later: { en: 'later', de: 'später' },
  never: { en: 'never', de: 'nie' },
  wakeupWords: {
    en: (calls: string, answered: string, byHand: string, failed: string) =>
      `${calls} calls: ${answered} answered, ${byHand === '0' ? '' : `${byHand} reached by hand, `}${failed} not woken.`,
    de: (calls: string, answered: string, byHand: string, failed: string) =>
      `${calls} Weckrufe: ${answered} abgenommen, ${byHand === '0' ? '' : `${byHand} persönlich erreicht, `}${failed} nicht geweckt.`,
  },
  timeWords: {
    en: (share: string) => `${share} rang within 5 seconds; 99.5 % are promised.`,
    de: (share: string) => `${share} läuteten innert 5 Sekunden; versprochen sind 99,5 %.`,
  },

  bySale: { en: 'Net, by category', de: 'Netto, nach Kategorie' },
  bookings: { en: 'charges', de: 'Buchungen' },
  quantity: { en: 'items charged', de: 'Artikel gebucht' },
  charged: { en: 'charged', de: 'gebucht' },
  voidedQuantity: { en: 'items taken back', de: 'Artikel storniert' },
  voided: { en: 'taken back', de: 'storniert' },
  netQuantity: { en: 'items net', de: 'Artikel netto' },
  net: { en: 'net', de: 'netto' },
  answers: { en: 'what connectors answered', de: 'Antworten der Anbindungen' },
  reconciliation: { en: 'What arrived where', de: 'Was wo angekommen ist' },
  allThere: {
    en: 'Every charge has arrived at every connector.',
    de: 'Jede Buchung ist bei jeder Anbindung angekommen.',
  },
  allThereOrBack: {
    en: 'Every charge has arrived at every connector, or was taken back.',
    de: 'Jede Buchung ist bei jeder Anbindung angekommen oder storniert.',
  },
  notThere: {
    en: (count: number) =>
      `${count} ${count === 1 ? 'message has' : 'messages have'} not arrived, or nobody can tell.`,
    de: (count: number) =>
      `${count} ${count === 1 ? 'Meldung ist' : 'Meldungen sind'} nicht angekommen, oder niemand weiss es.`,
  },
  deliveriesOf: {
    en: (connector: string) => `Deliveries of ${connector}`,
    de: (connector: string) => `Zustellungen von ${connector}`,
  },
  category: { en: 'Category', de: 'Kategorie' },
  room: { en: 'Room', de: 'Zimmer' },
  item: { en: 'Item', de: 'Artikel' },
  user: { en: 'Person', de: 'Person' },
  chargeWords: {
    en: (count: string, net: string) => `${count} charges, ${net} net.`,
    de: (count: string, net: string) => `${count} Buchungen, ${net} netto.`,
  },

  whatBecame: { en: 'What became of each message', de: 'Was aus jeder Meldung wurde' },
  accepted: { en: 'accepted', de: 'angenommen' },
  delivered: { en: 'delivered', de: 'zugestellt' },
  refused: { en: 'refused', de: 'abgelehnt' },
  waiting: { en: 'waiting', de: 'wartend' },
  uncertain: { en: 'uncertain', de: 'ungewiss' },
  dead: { en: 'given up', de: 'aufgegeben' },
  takenBack: { en: 'taken back', de: 'storniert' },
  doubts: { en: 'in doubt', de: 'im Zweifel' },
  lane: { en: 'Lane', de: 'Ziel' },
  adds: { en: 'Every accepted message is accounted for.', de: 'Jede angenommene Meldung ist belegt.' },
  gap: {
    en: (count: string) => `${count} accepted messages are in no other figure: look at the log.`,
    de: (count: string) => `${count} angenommene Meldungen fehlen: Bitte im Protokoll nachsehen.`,
  },

  turnRound: { en: 'From dirty to clean', de: 'Von schmutzig zu sauber' },
  cleaned: { en: 'rooms cleaned', de: 'Zimmer gereinigt' },
  shortest: { en: 'shortest', de: 'kürzeste' },
  median: { en: 'half of them within', de: 'die Hälfte innert' },
  longest: { en: 'longest', de: 'längste' },
  minutes: { en: ' min', de: ' min' },
  roomWords: {
    en: (rooms: string, median: string) =>
      `${rooms} rooms became clean, half of them within ${median} minutes.`,
    de: (rooms: string, median: string) =>
      `${rooms} Zimmer wurden sauber, die Hälfte innert ${median} Minuten.`,
  },
})
