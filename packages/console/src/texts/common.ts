import { texts } from './table.ts'

/** What stands on more than one page. */
export const commonTexts = texts({
  /** Where a house would be called well: who tries it out does not believe that guests are woken. */
  builtIn: {
    en: 'Built-in phones: no real phone rings.',
    de: 'Eingebaute Telefone: Kein echtes Telefon klingelt.',
  },
  findKey: { en: 'Ctrl F', de: 'Strg F' },
  findWhat: {
    en: 'Find in the whole list; once more, on the screen',
    de: 'In der ganzen Liste suchen; nochmals: auf dem Bildschirm',
  },
  retry: { en: 'Try again', de: 'Nochmals versuchen' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  undoKeys: { en: 'Ctrl Z', de: 'Strg Z' },
  close: { en: 'Close', de: 'Schliessen' },
  copy: { en: 'Copy', de: 'Kopieren' },
  typeName: {
    en: (name: string) => `Type ${name} to go on`,
    de: (name: string) => `${name} eintippen, um fortzufahren`,
  },
  seeTyped: { en: 'Show what is typed', de: 'Zeigen, was getippt ist' },
  halfWritten: {
    en: 'What was written here is not sent yet.',
    de: 'Was hier geschrieben steht, ist noch nicht gesendet.',
  },
  writeOn: { en: 'Go on writing', de: 'Weiterschreiben' },
  giveUp: { en: 'Discard it', de: 'Verwerfen' },
  save: { en: 'Save', de: 'Speichern' },
  remove: { en: 'Delete', de: 'Löschen' },
  copied: { en: 'Copied', de: 'Kopiert' },
  csv: { en: 'CSV', de: 'CSV' },
  print: { en: 'Print', de: 'Drucken' },
  printed: {
    en: (when: string, who: string) => `Printed ${when} by ${who}`,
    de: (when: string, who: string) => `Gedruckt ${when} von ${who}`,
  },
  notes: { en: 'Notes', de: 'Notizen' },
  showMore: { en: 'Show more', de: 'Mehr anzeigen' },
  loading: { en: 'Loading', de: 'Wird geladen' },
  reference: { en: 'Reference', de: 'Referenz' },
  onlyHere: {
    en: 'This address works on this machine only: open the console by its network name before you print.',
    de: 'Diese Adresse gilt nur auf diesem Rechner: Öffnen Sie die Konsole vor dem Drucken unter ihrem Netznamen.',
  },
  addressCode: { en: 'The address as a code for a camera', de: 'Die Adresse als Code für eine Kamera' },
  mailTaken: { en: 'The mail server took it.', de: 'Der Mailserver hat sie angenommen.' },
  mailNot: { en: 'It was not sent.', de: 'Sie wurde nicht gesendet.' },
  mailServerNone: { en: 'There is no mail server yet.', de: 'Es gibt noch keinen Mailserver.' },
  mailHostUnknown: {
    en: 'The address of the mail server is not known: is it written right?',
    de: 'Die Adresse des Mailservers ist nicht bekannt: Ist sie richtig geschrieben?',
  },
  mailSilent: {
    en: 'Nothing answers there: are address and port right, and does the firewall let it through?',
    de: 'Dort antwortet nichts: Stimmen Adresse und Port, und lässt die Firewall es durch?',
  },
  mailInsecure: {
    en: 'The mail server offers no encryption that can be trusted: is the port right?',
    de: 'Der Mailserver bietet keine Verschlüsselung, der zu trauen ist: Stimmt der Port?',
  },
  mailLogin: {
    en: 'The mail server does not take this login name and password.',
    de: 'Der Mailserver nimmt diesen Anmeldenamen mit diesem Passwort nicht an.',
  },
  mailRefused: {
    en: 'The mail server does not take this message: is it allowed to come from this address?',
    de: 'Der Mailserver nimmt diese Nachricht nicht an: Darf sie von dieser Adresse kommen?',
  },
  mailKey: {
    en: 'The stored password cannot be read here: give it again.',
    de: 'Das gespeicherte Passwort ist hier nicht lesbar: Geben Sie es noch einmal an.',
  },
  rows: {
    en: (shown: number) => `${shown} rows, more than are on the page at once: use the filter to search`,
    de: (shown: number) => `${shown} Zeilen, mehr als zugleich auf der Seite sind: Suche über den Filter`,
  },
})
