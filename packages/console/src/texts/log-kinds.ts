import { texts } from './table.ts'

const THINGS = {
  category: ['Category', 'Kategorie'],
  connector: ['Connector', 'Anbindung'],
  item: ['Item', 'Artikel'],
  line: ['Line', 'Leitung'],
  mailbox: ['Room with a phone', 'Zimmer mit Telefon'],
  prompt: ['Announcement', 'Ansage'],
  room: ['Room of the mini-bar', 'Zimmer der Minibar'],
  server: ['Server', 'Server'],
  status: ['Status type', 'Statusart'],
  tenant: ['Tenant', 'Mandant'],
  user: ['Account', 'Konto'],
} as const

/** What happened, by the kind of its row. */
export const logKinds = texts({
  'alarm.acknowledged': { en: 'Alarm acknowledged', de: 'Alarm zur Kenntnis genommen' },
  'alarm.known': { en: 'Alarm known, guest not reached yet', de: 'Alarm bekannt, Gast noch nicht erreicht' },
  'alarm.over': { en: 'Alarm over', de: 'Alarm vorbei' },
  'alarm.passed-on': { en: 'Alarm passed on', de: 'Alarm weitergegeben' },
  'alarm.raised': { en: 'Alarm', de: 'Alarm' },
  'alarm.repeated': { en: 'Alarm again', de: 'Alarm erneut' },
  'alarm.told': { en: 'Telling the desk of an alarm', de: 'Meldung eines Alarms an den Empfang' },
  'alarm.waiting': { en: 'Alarm waits to be told', de: 'Alarm wartet auf Meldung' },
  'clock.decided': { en: 'The clock was decided about', de: 'Über die Uhr wurde entschieden' },
  'clock.jumped': { en: 'The clock jumped', de: 'Die Uhr ist gesprungen' },
  'connector.tested': { en: 'Connector tested', de: 'Anbindung getestet' },
  'server.tested': { en: 'Server tested', de: 'Server getestet' },
  'delivery.cleared': { en: 'A destination was cleared', de: 'Ein Ziel wurde geräumt' },
  'delivery.contradicted': { en: 'A late answer says otherwise', de: 'Eine späte Antwort widerspricht' },
  'delivery.dead': { en: 'Message given up', de: 'Meldung aufgegeben' },
  'delivery.delivered': { en: 'Message delivered', de: 'Meldung zugestellt' },
  'delivery.disabled': { en: 'Destination disabled', de: 'Ziel abgeschaltet' },
  'delivery.enabled': { en: 'Destination enabled', de: 'Ziel eingeschaltet' },
  'delivery.refused': { en: 'Message refused', de: 'Meldung abgelehnt' },
  'delivery.replayed': { en: 'Message sent again', de: 'Meldung nochmals gesendet' },
  'delivery.ruled': { en: 'Message decided about', de: 'Über Meldung entschieden' },
  'delivery.uncertain': { en: 'Message uncertain', de: 'Meldung ungewiss' },
  'guest.changed': { en: 'Guest changed', de: 'Gast geändert' },
  'guest.checked-in': { en: 'Guest checked in', de: 'Gast eingecheckt' },
  'guest.checked-out': { en: 'Guest checked out', de: 'Gast ausgecheckt' },
  'guest.moved': { en: 'Guest moved', de: 'Gast umgezogen' },
  'house.drained': { en: 'A node hands over its houses', de: 'Ein Knoten gibt seine Häuser ab' },
  'house.live': { en: 'The house went live', de: 'Das Haus ging in Betrieb' },
  'house.passed-over': { en: 'Calls since the backup unknown', de: 'Anrufe seit der Sicherung unbekannt' },
  'house.restored': { en: 'Restored from a backup', de: 'Aus einer Sicherung wiederhergestellt' },
  'inventory.charged': { en: 'Charged', de: 'Gebucht' },
  'inventory.checked': { en: 'Mini-bar looked at, nothing used', de: 'Minibar geprüft, nichts verbraucht' },
  'inventory.refused': { en: 'Charge refused', de: 'Buchung abgelehnt' },
  'inventory.voided': { en: 'Charge taken back', de: 'Buchung storniert' },
  'line.down': { en: 'A line went down', de: 'Leitung ausgefallen' },
  'line.rests': { en: 'A line rests after trouble', de: 'Leitung ruht nach Störung' },
  'line.tested': { en: 'Line tested by a call', de: 'Leitung mit Anruf getestet' },
  'line.up': { en: 'A line is there', de: 'Leitung ist da' },
  'log.purged': { en: 'Old rows removed', de: 'Alte Zeilen entfernt' },
  'night.checked': { en: 'Night check', de: 'Nachtprüfung' },
  'outage.began': { en: 'The database is away', de: 'Die Datenbank ist weg' },
  'outage.over': { en: 'The database is back', de: 'Die Datenbank ist zurück' },
  'phrase.recorded': { en: 'Phrase recorded', de: 'Satzteil aufgenommen' },
  'phrase.recording-removed': { en: 'Delivered voice again', de: 'Wieder mitgelieferte Stimme' },
  'prompt.recorded': { en: 'Announcement recorded', de: 'Ansage aufgenommen' },
  'prompt.recording-removed': { en: 'Recording removed', de: 'Aufnahme entfernt' },
  'property.announced': { en: 'Property system told of a call', de: 'Hotelprogramm über Weckruf informiert' },
  'property.asked': { en: 'Property system asked for a call', de: 'Hotelprogramm verlangte einen Weckruf' },
  'property.refused': { en: 'Property system asked in vain', de: 'Hotelprogramm bat vergeblich' },
  'property.resync': { en: 'All guests asked for', de: 'Alle Gäste angefordert' },
  'property.told': { en: 'Property system told the result', de: 'Hotelprogramm erfuhr das Ergebnis' },
  'report.mailed': { en: 'Report mailed', de: 'Bericht gemailt' },
  'room.mark.cleared': { en: 'Mark taken from the door', de: 'Zeichen von der Tür genommen' },
  'room.mark.set': { en: 'Mark on the door', de: 'Zeichen an der Tür' },
  'room.status.changed': { en: 'Room status', de: 'Zimmerstatus' },
  'secrets.encrypted': { en: 'Secrets encrypted', de: 'Geheimnisse verschlüsselt' },
  'session.ended': { en: 'Signed out', de: 'Abgemeldet' },
  'session.opened': { en: 'Signed in', de: 'Angemeldet' },
  'site.applied': { en: 'Site file applied', de: 'Standortdatei angewendet' },
  'site.changed': { en: 'Site changed', de: 'Standort geändert' },
  'site.zones-updated': { en: 'New data of time zones', de: 'Neue Zeitzonendaten' },
  'wakeup.answered': { en: 'Phone picked up', de: 'Es wurde abgenommen' },
  'wakeup.cancelled': { en: 'Call cancelled', de: 'Weckruf aufgehoben' },
  'wakeup.changed': { en: 'Call changed', de: 'Weckruf geändert' },
  'wakeup.claimed': { en: 'Call about to be made', de: 'Weckruf vorgemerkt' },
  'wakeup.created': { en: 'Call asked for', de: 'Weckruf verlangt' },
  'wakeup.deleted': { en: 'Call cancelled', de: 'Weckruf gelöscht' },
  'wakeup.dialled': { en: 'Room dialled', de: 'Zimmer gewählt' },
  'wakeup.ended': { en: 'Attempt over', de: 'Versuch beendet' },
  'wakeup.followed': { en: 'Rings with another call', de: 'Klingelt mit anderem Weckruf' },
  'wakeup.answered-late': { en: 'Answered at a node that was out', de: 'An abgelöstem Knoten abgenommen' },
  'wakeup.interrupted': { en: 'Attempt interrupted', de: 'Versuch unterbrochen' },
  'wakeup.key': { en: 'A key was pressed', de: 'Eine Taste wurde gedrückt' },
  'wakeup.moved': { en: 'Call moved with the guest', de: 'Weckruf zog mit dem Gast um' },
  'wakeup.overwritten': { en: 'Result set by hand', de: 'Ergebnis von Hand gesetzt' },
  'wakeup.progress': { en: 'The line says', de: 'Die Leitung meldet' },
  'wakeup.replanned': { en: 'Call planned anew', de: 'Weckruf neu geplant' },
  'wakeup.rescheduled': { en: 'Call at another time', de: 'Weckruf zu anderer Zeit' },
  'wakeup.restored': { en: 'Call restored', de: 'Weckruf wiederhergestellt' },
  'wakeup.retry': { en: 'To be rung again', de: 'Wird später nochmals angerufen' },
  'wakeup.settled': { en: 'Call ended', de: 'Weckruf beendet' },
  'wakeup.skipped': { en: 'Day skipped', de: 'Tag ausgelassen' },
  'wakeup.snoozed': { en: 'Guest snoozes', de: 'Gast schlummert weiter' },
  'wakeup.waiting': { en: 'Not an attempt, tried again', de: 'Kein Versuch, wird wiederholt' },
})

/** Nouns that rows begin with, for the filter. */
export const logNouns = texts({
  wakeup: { en: 'Wake-up calls', de: 'Weckrufe' },
  alarm: { en: 'Alarms', de: 'Alarme' },
  inventory: { en: 'Charges', de: 'Buchungen' },
  delivery: { en: 'Deliveries', de: 'Zustellungen' },
  'room.status': { en: 'Room status', de: 'Zimmerstatus' },
  guest: { en: 'Guests', de: 'Gäste' },
  property: { en: 'Property system', de: 'Hotelprogramm' },
  session: { en: 'Sign-ins', de: 'Anmeldungen' },
  user: { en: 'Accounts', de: 'Konten' },
  site: { en: 'Site', de: 'Standort' },
  night: { en: 'Night checks', de: 'Nachtprüfungen' },
})

const DEEDS = {
  en: { added: 'added', changed: 'changed', deleted: 'removed' },
  de: { added: 'hinzugefügt', changed: 'geändert', deleted: 'entfernt' },
} as const

const isIn = <T extends object>(name: string, table: T): name is Extract<keyof T, string> => name in table

/** A kind in words; empty where a newer server tells of one that we do not know. */
export function kindWords(kind: string, language: 'en' | 'de'): string {
  const known = logKinds[language]
  if (isIn(kind, known)) return known[kind]
  const [thing = '', deed = ''] = kind.split('.')
  const deeds = DEEDS[language]
  if (!isIn(thing, THINGS) || !isIn(deed, deeds)) return ''
  return `${THINGS[thing][language === 'en' ? 0 : 1]} ${deeds[deed]}`
}
