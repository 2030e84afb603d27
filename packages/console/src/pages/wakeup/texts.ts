import { texts } from '../../texts/table.ts'

const n = (count: number, one: string, many: string) => (count === 1 ? one : many)

export const wakeupTexts = texts({
  title: {
    en: (room: string, time: string) => `Room ${room}, ${time}`,
    de: (room: string, time: string) => `Zimmer ${room}, ${time}`,
  },
  askedBy: { en: 'Asked by', de: 'Gesetzt von' },
  source1: { en: 'over the interface', de: 'über die Schnittstelle' },
  source2: { en: 'at the console', de: 'an der Konsole' },
  source3: { en: 'on the phone', de: 'am Telefon' },
  source4: { en: 'by the property system', de: 'durch das Hotelprogramm' },
  source5: { en: 'in the site file', de: 'in der Hoteldatei' },
  source6: { en: 'by the system', de: 'durch das System' },
  notKnown: {
    en: 'The log no longer knows who asked for it.',
    de: 'Das Protokoll weiss nicht mehr, wer es war.',
  },
  next: { en: 'next', de: 'nächstes Mal' },
  until: { en: 'until', de: 'bis' },
  skipped: { en: 'not on', de: 'ausser am' },
  mustPress: { en: 'the guest must press a key', de: 'der Gast muss eine Taste drücken' },
  removed: {
    en: (by: string, at: string) => `Cancelled by ${by}, ${at}`,
    de: (by: string, at: string) => `Gelöscht von ${by}, ${at}`,
  },

  attempts: {
    en: (count: number) => `${n(count, 'One attempt', `${count} attempts`)}, time from dialling`,
    de: (count: number) => `${n(count, 'Ein Versuch', `${count} Versuche`)}, Zeit ab Wahl`,
  },
  noAttempt: { en: 'The room has not been rung.', de: 'Das Zimmer wurde nicht angerufen.' },
  rang: {
    en: (time: string, from: string) => `rang ${time}, from ${from}`,
    de: (time: string, from: string) => `klingelte ${time}, ab ${from}`,
  },
  ringing: { en: (time: string) => `rings ${time}`, de: (time: string) => `klingelt ${time}` },
  spoke: { en: (time: string) => `picked up ${time}`, de: (time: string) => `abgenommen ${time}` },
  heard: { en: (time: string) => `heard ${time}`, de: (time: string) => `gehört ${time}` },
  key: { en: (key: string) => `key ${key}`, de: (key: string) => `Taste ${key}` },
  seconds: { en: (text: string) => `${text} s`, de: (text: string) => `${text} s` },
  minutes: {
    en: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
    de: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  },
  columnAttempt: { en: 'Attempt', de: 'Versuch' },
  columnDialled: { en: 'Dialled', de: 'Gewählt' },
  columnLine: { en: 'Line', de: 'Leitung' },
  columnRang: { en: 'Rang after', de: 'Klingelte nach' },
  columnPicked: { en: 'Picked up after', de: 'Abgenommen nach' },
  columnHeard: { en: 'Heard', de: 'Gehört' },
  columnKeys: { en: 'Keys', de: 'Tasten' },
  columnEnd: { en: 'Ended', de: 'Ende' },

  answered: { en: 'answered', de: 'abgenommen' },
  'no-answer': { en: 'no answer', de: 'nimmt nicht ab' },
  busy: { en: 'busy', de: 'besetzt' },
  rejected: { en: 'rejected', de: 'abgewiesen' },
  unreachable: { en: 'cannot be reached', de: 'nicht erreichbar' },
  'line-trouble': { en: 'the line failed', de: 'Leitung gestört' },
  interrupted: { en: 'cut off', de: 'unterbrochen' },
  unreadable: { en: 'unreadable', de: 'unlesbar' },
  machine: { en: 'a machine answered', de: 'eine Maschine nahm ab' },
  forwarded: { en: 'forwarded', de: 'umgeleitet' },
  lostLine: { en: 'the connection was lost', de: 'die Verbindung brach ab' },

  story: { en: 'What happened', de: 'Was geschah' },
  goRoom: {
    en: (room: string) => `Not woken. Somebody must go to room ${room}.`,
    de: (room: string) => `Nicht geweckt. Jemand muss zu Zimmer ${room}.`,
  },
  notWoken: { en: 'Not woken.', de: 'Nicht geweckt.' },
  woken: { en: 'Woken, a key was pressed.', de: 'Geweckt, eine Taste wurde gedrückt.' },
  answeredOnly: {
    en: 'The phone was answered, no key was pressed.',
    de: 'Es wurde abgenommen, eine Taste wurde nicht gedrückt.',
  },
  pickedUp: { en: 'The phone was answered.', de: 'Es wurde abgenommen.' },
  ringsFor: {
    en: (time: string) => `Rings again for the call at ${time}`,
    de: (time: string) => `Nochmals für den Weckruf um ${time}`,
  },
  marked: { en: 'Reached by a person.', de: 'Persönlich erreicht.' },
  waits: { en: 'Waits.', de: 'Wartet.' },
  underWay: { en: 'Under way.', de: 'Läuft.' },
  bySystem: {
    en: (time: string) => `Found by the system at ${time}.`,
    de: (time: string) => `Vom System festgestellt um ${time}.`,
  },
  noneOfSystem: {
    en: 'The system itself had found no outcome.',
    de: 'Das System selbst hatte kein Ergebnis.',
  },
  unchanged: { en: 'Nobody has changed it.', de: 'Niemand hat es geändert.' },
  setBy: {
    en: (what: string, by: string, at: string) => `Set to “${what}” by hand by ${by}, ${at}`,
    de: (what: string, by: string, at: string) => `Von Hand auf «${what}» gesetzt von ${by}, ${at}`,
  },
  occurrences: { en: 'Days of this series', de: 'Tage dieser Serie' },

  sealed: {
    en: (from: number, to: number) =>
      from === to
        ? `Entry ${from} of the log is sealed and unbroken.`
        : `Entries ${from} to ${to} of the log are sealed and unbroken.`,
    de: (from: number, to: number) =>
      from === to
        ? `Eintrag ${from} des Protokolls ist versiegelt und unversehrt.`
        : `Einträge ${from} bis ${to} des Protokolls sind versiegelt und unversehrt.`,
  },
  unsealed: { en: 'Not sealed yet.', de: 'Noch nicht versiegelt.' },
  broken: {
    en: 'The log or the record was changed in the database.',
    de: 'Protokoll oder Weckruf wurden in der Datenbank verändert.',
  },
  removedRows: {
    en: (count: number) => `${count} rows of the log were removed.`,
    de: (count: number) => `${count} Zeilen des Protokolls wurden entfernt.`,
  },
  copySeal: { en: 'Copy the seal', de: 'Siegel kopieren' },
  copyLink: { en: 'Copy link', de: 'Link kopieren' },
  print: { en: 'Print', de: 'Drucken' },
  openPage: { en: 'Open as a page', de: 'Als Seite öffnen' },

  changeTime: { en: 'Change time', de: 'Zeit ändern' },
  newTime: { en: 'New time', de: 'Neue Zeit' },
  newDay: { en: 'Day', de: 'Tag' },
  restore: { en: 'Bring it back', de: 'Wieder setzen' },
  skip: { en: (day: string) => `Skip ${day}`, de: (day: string) => `${day} auslassen` },
  cancelOne: { en: 'Cancel call', de: 'Weckruf löschen' },
  cancelSeries: { en: 'Cancel series', de: 'Serie beenden' },
  movedTo: {
    en: (time: string) => `Rings at ${time} now`,
    de: (time: string) => `Klingelt jetzt um ${time}`,
  },

  gone: {
    en: 'There is no such call, and the log knows nothing of it.',
    de: 'Diesen Weckruf gibt es nicht, und das Protokoll weiss nichts von ihm.',
  },
  toToday: { en: 'To Today', de: 'Zu Heute' },
})

type WakeupTexts = (typeof wakeupTexts)['en']
type Plain = { [K in keyof WakeupTexts]: WakeupTexts[K] extends string ? K : never }[keyof WakeupTexts]

const isKnown = (said: WakeupTexts, key: string): key is Plain =>
  typeof Object.entries(said).find(([name]) => name === key)?.[1] === 'string'

/** A word of the interface in ours; empty where we have none. */
export const wordOf = (said: WakeupTexts, key: string): string => (isKnown(said, key) ? said[key] : '')
