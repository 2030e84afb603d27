import { texts } from '../../texts/table.ts'

/** What the doctor looks at: how people call it, what is said when it is well, and what to do when it is not. */
export const doctorTexts = texts({
  folder: { en: 'Data folder', de: 'Datenordner' },
  folderOk: {
    en: 'It can be written, and is closed to others.',
    de: 'Er lässt sich beschreiben und ist für andere zu.',
  },
  folderDo: {
    en: 'See who owns it and who may read it.',
    de: 'Prüfen, wem er gehört und wer ihn lesen darf.',
  },
  server: { en: 'Server', de: 'Server' },
  serverOk: { en: 'Looked for.', de: 'Nachgesehen.' },
  serverDo: { en: 'See whether it runs.', de: 'Nachsehen, ob er läuft.' },
  database: { en: 'Database', de: 'Datenbank' },
  databaseOk: { en: 'It is whole, and of this version.', de: 'Sie ist ganz und von dieser Version.' },
  databaseDo: {
    en: 'Without it nothing else can be looked at.',
    de: 'Ohne sie lässt sich das Übrige nicht prüfen.',
  },
  log: { en: 'Log', de: 'Protokoll' },
  logOk: { en: 'Every seal holds.', de: 'Jedes Siegel hält.' },
  logDo: {
    en: 'Compare with seals that were noted elsewhere, and keep a copy as it is.',
    de: 'Mit anderswo notierten Siegeln vergleichen und eine Kopie aufheben, wie sie ist.',
  },
  records: { en: 'Calls on record', de: 'Verzeichnete Weckrufe' },
  recordsOk: { en: 'They are as the log tells them.', de: 'Sie sind so, wie das Protokoll sie erzählt.' },
  recordsDo: {
    en: 'Somebody has changed them past the log.',
    de: 'Jemand hat sie am Protokoll vorbei geändert.',
  },
  secrets: { en: 'Secrets', de: 'Geheimnisse' },
  secretsOk: { en: 'All can be opened.', de: 'Alle lassen sich öffnen.' },
  secretsDo: {
    en: 'Put back the key file, or give them again.',
    de: 'Die Schlüsseldatei zurücklegen oder sie neu eingeben.',
  },
  rooms: { en: 'Rooms', de: 'Zimmer' },
  roomsOk: { en: 'Every receiver can know them.', de: 'Jeder Empfänger kann sie kennen.' },
  roomsDo: { en: 'A receiver will not know some of them.', de: 'Ein Empfänger wird einige nicht kennen.' },
  items: { en: 'Items', de: 'Artikel' },
  itemsOk: { en: 'Every one can be posted.', de: 'Jeder lässt sich buchen.' },
  itemsDo: {
    en: 'Some cannot be posted: give them an article number.',
    de: 'Einige lassen sich nicht buchen: Geben Sie ihnen eine Artikelnummer.',
  },
  certificates: { en: 'Certificates', de: 'Zertifikate' },
  certificatesOk: { en: 'None ends soon.', de: 'Keines läuft bald ab.' },
  certificatesDo: { en: 'Renew them in time.', de: 'Rechtzeitig erneuern.' },
  languages: { en: 'Languages', de: 'Sprachen' },
  languagesOk: { en: 'They can be spoken.', de: 'Sie lassen sich sprechen.' },
  languagesDo: { en: 'Something is missing from a language.', de: 'Einer Sprache fehlt etwas.' },
  house: { en: 'House', de: 'Haus' },
  houseOk: { en: 'It is live.', de: 'Es ist in Betrieb.' },
  houseDo: {
    en: 'It rings and sends nothing until it goes live.',
    de: 'Es klingelt und sendet nichts, bis es in Betrieb geht.',
  },
  calls: { en: 'Calls to come', de: 'Kommende Weckrufe' },
  callsOk: { en: 'None is overdue.', de: 'Keiner ist überfällig.' },
  callsDo: {
    en: 'The hour of some has passed: see server and lines.',
    de: 'Die Stunde einiger ist vorbei: siehe Server und Leitungen.',
  },
  lines: { en: 'Lines', de: 'Leitungen' },
  linesOk: { en: 'Set up as they should be.', de: 'Richtig eingerichtet.' },
  linesDo: { en: 'Something keeps lines from being used.', de: 'Etwas hindert die Leitungen.' },
  journal: { en: 'Journal', de: 'Notbuch' },
  journalOk: {
    en: 'Ready for when the database is away.',
    de: 'Bereit für den Fall, dass die Datenbank weg ist.',
  },
  journalDo: {
    en: 'See what waits in it, or what keeps it from being written.',
    de: 'Nachsehen, was darin wartet oder das Schreiben hindert.',
  },
  zone: { en: 'Time zone', de: 'Zeitzone' },
  zoneOk: { en: 'Its rules are known.', de: 'Ihre Regeln sind bekannt.' },
  zoneDo: {
    en: 'Calls may ring at a wrong hour: set it right.',
    de: 'Weckrufe klingeln vielleicht zur falschen Stunde: richtig einstellen.',
  },
  clock: { en: 'Machine’s clock', de: 'Uhr der Maschine' },
  clockOk: { en: 'It does not jump.', de: 'Sie springt nicht.' },
  clockDo: {
    en: 'Calls are as late as it is: have a time service keep it right.',
    de: 'Weckrufe sind so spät wie sie: Ein Zeitdienst soll sie richtig halten.',
  },
  disk: { en: 'Disk', de: 'Festplatte' },
  diskOk: { en: 'There is room.', de: 'Es hat Platz.' },
  diskDo: { en: 'Make room before it is full.', de: 'Platz schaffen, bevor sie voll ist.' },
  memory: { en: 'Memory', de: 'Arbeitsspeicher' },
  memoryOk: { en: 'There is enough.', de: 'Es hat genug.' },
  memoryDo: { en: 'Little is left.', de: 'Es bleibt wenig.' },
  node: { en: 'Node.js', de: 'Node.js' },
  nodeOk: { en: 'New enough.', de: 'Neu genug.' },
  nodeDo: { en: 'Install a newer one.', de: 'Installieren Sie eine neuere Version.' },
})

type DoctorTexts = (typeof doctorTexts)['en']

const TOPICS = [
  'folder',
  'server',
  'database',
  'log',
  'records',
  'secrets',
  'rooms',
  'items',
  'certificates',
  'languages',
  'house',
  'calls',
  'lines',
  'journal',
  'zone',
  'clock',
  'disk',
  'memory',
  'node',
] as const

interface Topic {
  readonly name: string
  readonly ok: string
  readonly deed: string
}

/** Null for one that only a newer server looks at. */
export function doctorTopic(said: DoctorTexts, topic: string): Topic | null {
  const known = TOPICS.find((one) => one === topic)
  if (known === undefined) return null
  return { name: said[known], ok: said[`${known}Ok`], deed: said[`${known}Do`] }
}
