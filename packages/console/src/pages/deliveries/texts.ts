import { laneTable } from '../../texts/lanes.ts'
import { texts } from '../../texts/table.ts'

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

export const deliveryTexts = texts({
  title: { en: 'Deliveries', de: 'Zustellungen' },
  needPerson: {
    en: (count: number) =>
      `${many(count, 'needs', 'need')} a person: nobody knows whether ${count === 1 ? 'it was' : 'they were'} booked.`,
    de: (count: number) =>
      `${many(count, 'braucht', 'brauchen')} eine Person: niemand weiss, ob gebucht wurde.`,
  },
  refusedOnes: {
    en: (count: number) => `${many(count, 'was', 'were')} refused: look at the answer, mend it, send again.`,
    de: (count: number) =>
      `${many(count, 'wurde', 'wurden')} abgelehnt: Antwort ansehen, beheben, nochmals senden.`,
  },
  deadOnes: {
    en: (count: number) => `${many(count, 'was', 'were')} given up: nobody has them.`,
    de: (count: number) => `${many(count, 'wurde', 'wurden')} aufgegeben: niemand hat sie.`,
  },
  disabledOnes: {
    en: (count: number) => `${many(count, 'lane is', 'lanes are')} disabled: nothing is sent there.`,
    de: (count: number) => `${many(count, 'Ziel ist', 'Ziele sind')} abgeschaltet: dorthin geht nichts.`,
  },
  heldOnes: {
    en: (count: number) => `${many(count, 'waits', 'wait')}: the other side does not take them.`,
    de: (count: number) => `${many(count, 'wartet', 'warten')}: die Gegenseite nimmt nichts an.`,
  },
  awayOnes: {
    en: (count: number) =>
      `Nothing gets to ${count === 1 ? 'one lane' : `${count} lanes`}: what is accepted for ${count === 1 ? 'it' : 'them'} waits.`,
    de: (count: number) =>
      `${count === 1 ? 'Bei einem Ziel' : `Bei ${count} Zielen`} kommt nichts an: was dorthin geht, wartet.`,
  },
  nobodyYet: {
    en: 'Nobody is told anything yet: connectors are added in the settings.',
    de: 'Noch erfährt niemand etwas: Anbindungen kommen in den Einstellungen dazu.',
  },
  allWell: { en: 'Everything is on its way.', de: 'Alles ist unterwegs.' },
  lanes: { en: 'Where messages go', de: 'Wohin Meldungen gehen' },
  allLanes: { en: 'All lanes', de: 'Alle Ziele' },
  lane: { en: 'Lane', de: 'Ziel' },
  ofProperty: { en: 'property link', de: 'Hotelprogramm' },
  ofCharges: { en: 'charges', de: 'Buchungen' },
  ofRooms: { en: 'room status', de: 'Zimmerstatus' },
  waitingOf: { en: 'waiting', de: 'warten' },
  oldest: { en: (age: string) => `waiting, oldest ${age}`, de: (age: string) => `warten, seit ${age}` },
  inDay: {
    en: (count: string, last: string) => `${count} in 24 h${last === '' ? '' : `, last ${last}`}`,
    de: (count: string, last: string) => `${count} in 24 h${last === '' ? '' : `, zuletzt ${last}`}`,
  },
  tries: {
    en: (count: number, since: string) => `${many(count, 'try', 'tries')} failed since ${since}`,
    de: (count: number, since: string) => `${many(count, 'Versuch', 'Versuche')} gescheitert seit ${since}`,
  },
  sinceWhen: { en: (since: string) => `since ${since}`, de: (since: string) => `seit ${since}` },
  spark: {
    en: (accepted: string, left: string) =>
      `${accepted} accepted within 24 hours, ${left} of them not delivered`,
    de: (accepted: string, left: string) =>
      `${accepted} in 24 Stunden angenommen, ${left} davon nicht zugestellt`,
  },
  ...laneTable,
  test: { en: 'Test', de: 'Testen' },
  testOf: { en: (name: string) => `Test ${name}`, de: (name: string) => `${name} testen` },
  tested: {
    en: (name: string, status: string, ms: string) => `${name} answered ${status} in ${ms} ms`,
    de: (name: string, status: string, ms: string) => `${name} antwortete ${status} in ${ms} ms`,
  },
  testFailed: {
    en: (name: string, why: string) => `${name} could not be reached: ${why}`,
    de: (name: string, why: string) => `${name} war nicht erreichbar: ${why}`,
  },
  testForbidden: {
    en: (name: string) =>
      `Nothing was sent to ${name}: its address may not be reached. Allow it in Settings, Network.`,
    de: (name: string) =>
      `An ${name} wurde nichts gesendet: Die Adresse darf nicht erreicht werden. In Einstellungen, Netz erlauben.`,
  },
  watch: { en: 'Watch', de: 'Mitlesen' },
  watchOf: { en: (name: string) => `Watch ${name}`, de: (name: string) => `${name} mitlesen` },
  disable: { en: 'Disable', de: 'Abschalten' },
  enable: { en: 'Enable', de: 'Einschalten' },
  disableOf: { en: (name: string) => `Disable ${name}?`, de: (name: string) => `${name} abschalten?` },
  disableWhy: {
    en: 'Nothing is sent there until it is enabled again. What is accepted meanwhile waits.',
    de: 'Bis zum Einschalten wird nichts gesendet. Was inzwischen angenommen wird, wartet.',
  },
  dropAll: { en: 'Drop all…', de: 'Alle verwerfen…' },
  dropAllOf: {
    en: (name: string) => `Drop all for ${name}`,
    de: (name: string) => `Alle verwerfen für ${name}`,
  },
  dropTitle: {
    en: (name: string) => `Drop all that waits for ${name}?`,
    de: (name: string) => `Alles verwerfen, was auf ${name} wartet?`,
  },
  dropWaiting: {
    en: (count: number) =>
      `${many(count, 'message waits, and is', 'messages wait, and are')} not delivered any more.`,
    de: (count: number) =>
      `${many(count, 'Meldung wartet und wird', 'Meldungen warten und werden')} nicht mehr zugestellt.`,
  },
  dropUncertain: {
    en: (count: number) =>
      `${many(count, 'may have arrived, and is', 'may have arrived, and are')} not looked into any more.`,
    de: (count: number) =>
      `${count} ${count === 1 ? 'ist vielleicht angekommen und wird' : 'sind vielleicht angekommen und werden'} nicht mehr geklärt.`,
  },
  dropDisables: {
    en: (name: string) => `${name} is disabled, and stays so until it is enabled. This cannot be undone.`,
    de: (name: string) =>
      `${name} wird abgeschaltet und bleibt es bis zum Einschalten. Das lässt sich nicht rückgängig machen.`,
  },
  dropDeed: {
    en: (count: number) => `Drop ${many(count, 'message', 'messages')}`,
    de: (count: number) => `${many(count, 'Meldung', 'Meldungen')} verwerfen`,
  },
  droppedOf: {
    en: (count: number, name: string) => `${many(count, 'message', 'messages')} to ${name} dropped`,
    de: (count: number, name: string) => `${many(count, 'Meldung', 'Meldungen')} an ${name} verworfen`,
  },

  open: { en: 'Open', de: 'Offen' },
  all: { en: 'All', de: 'Alle' },
  anyTime: { en: 'Any time', de: 'Jederzeit' },
  sinceToday: { en: 'Since today', de: 'Seit heute' },
  sinceYesterday: { en: 'Since yesterday', de: 'Seit gestern' },
  sinceWeek: { en: 'Last 7 days', de: 'Letzte 7 Tage' },
  sinceMonth: { en: 'Last 30 days', de: 'Letzte 30 Tage' },
  sinceDay: { en: (day: string) => `Since ${day}`, de: (day: string) => `Seit ${day}` },
  states: { en: 'Which deliveries', de: 'Welche Zustellungen' },
  none: { en: 'There is none of these.', de: 'Davon gibt es keine.' },
  noneOpen: {
    en: 'Nothing is open: everything that was accepted has arrived or was taken back.',
    de: 'Nichts ist offen: Alles Angenommene ist angekommen oder storniert.',
  },
  select: { en: (what: string) => `Select ${what}`, de: (what: string) => `${what} auswählen` },
  selected: { en: (count: number) => `${count} selected`, de: (count: number) => `${count} ausgewählt` },
  deselect: { en: 'Deselect', de: 'Auswahl aufheben' },

  to: { en: (lane: string) => `to ${lane}`, de: (lane: string) => `an ${lane}` },
  toPosting: {
    en: (lane: string, number: number) => `to ${lane}, P# ${number}`,
    de: (lane: string, number: number) => `an ${lane}, P# ${number}`,
  },
  byItself: { en: 'goes by itself', de: 'geht von selbst' },
  nextTry: {
    en: (when: string) => `next try at ${when}`,
    de: (when: string) => `nächster Versuch um ${when}`,
  },
  whenEnabled: { en: 'goes once its lane is enabled', de: 'geht, sobald das Ziel eingeschaltet ist' },
  whenLinked: { en: 'goes once it is linked', de: 'geht, sobald die Verbindung steht' },
  sentTimes: {
    en: (count: number) => (count === 1 ? 'sent once' : count === 2 ? 'sent twice' : `sent ${count} times`),
    de: (count: number) => `${count}-mal gesendet`,
  },

  folio: { en: 'It is on the folio', de: 'Ist auf der Rechnung' },
  arrived: { en: 'It has arrived', de: 'Ist angekommen' },
  resend: { en: 'Send again', de: 'Nochmals senden' },
  replay: { en: 'Send again', de: 'Nochmals senden' },
  force: { en: 'Send again', de: 'Nochmals senden' },
  drop: { en: 'Drop', de: 'Verwerfen' },
  chargeTakenBack: {
    en: 'Its charge was taken back: it is not sent again.',
    de: 'Die Buchung wurde storniert: Sie wird nicht nochmals gesendet.',
  },
  bookedByHand: {
    en: 'The desk was asked to book it by hand: it is not sent.',
    de: 'Die Rezeption soll sie von Hand buchen: Sie wird nicht gesendet.',
  },
  reason: { en: 'Reason, for the log', de: 'Grund, fürs Protokoll' },
  reasonMissing: { en: 'Say why: it stands in the log.', de: 'Bitte begründen: Es steht im Protokoll.' },
  lookFor: {
    en: (number: number, room: string) => `Look for posting P# ${number} on the folio of ${room} first.`,
    de: (number: number, room: string) =>
      `Suchen Sie zuerst Buchung P# ${number} auf der Rechnung von ${room}.`,
  },
  riskTwice: {
    en: 'It may have arrived already: sending it again may bill the guest twice.',
    de: 'Vielleicht ist sie schon da: Nochmals gesendet wird dem Gast allenfalls doppelt verrechnet.',
  },
  riskDrop: {
    en: 'It is not sent any more, and nobody is billed by it. This cannot be undone.',
    de: 'Sie wird nicht mehr gesendet, und niemandem wird verrechnet. Das lässt sich nicht rückgängig machen.',
  },
  riskFolio: {
    en: 'It counts as booked from now on. Only say so if you have seen it there.',
    de: 'Sie gilt ab jetzt als gebucht. Nur bestätigen, wenn Sie sie dort gesehen haben.',
  },
  riskNone: {
    en: 'It leaves at once, in its old place and under its old number.',
    de: 'Sie geht sofort hinaus, an ihrer alten Stelle und unter ihrer alten Nummer.',
  },
  several: { en: (count: number) => `${count} deliveries`, de: (count: number) => `${count} Zustellungen` },
  doneOf: {
    en: (done: number, all: number) => `${done} of ${all} done`,
    de: (done: number, all: number) => `${done} von ${all} erledigt`,
  },
  refusedAgain: { en: 'Send refused again…', de: 'Abgelehnte nochmals senden…' },
  since: { en: 'Accepted since', de: 'Angenommen seit' },
  onlyOf: {
    en: (house: string) => `Only messages of ${house} are sent again.`,
    de: (house: string) => `Nur Meldungen von ${house} werden nochmals gesendet.`,
  },
  laneOf: {
    en: (lane: string, house: string) => `${lane}, ${house}`,
    de: (lane: string, house: string) => `${lane}, ${house}`,
  },
  countThem: { en: 'Count them', de: 'Zählen' },
  wouldSend: {
    en: (count: number) => `${many(count, 'message', 'messages')} would be sent again.`,
    de: (count: number) => `${many(count, 'Meldung', 'Meldungen')} würden nochmals gesendet.`,
  },
  sendThese: {
    en: (count: number) => `Send ${count} again`,
    de: (count: number) => `${count} nochmals senden`,
  },

  neverSaid: {
    en: 'The property system never said yes or no.',
    de: 'Das Hotelprogramm hat weder Ja noch Nein gesagt.',
  },
  nobodyKnows: {
    en: 'Nobody can tell whether it has arrived.',
    de: 'Niemand kann sagen, ob sie angekommen ist.',
  },
  wasRefused: { en: 'It was refused', de: 'Sie wurde abgelehnt' },
  isWaiting: {
    en: (goes: string) => `It waits to be sent: ${goes}.`,
    de: (goes: string) => `Sie wartet darauf, gesendet zu werden: ${goes}.`,
  },
  isSending: { en: 'It is being sent.', de: 'Sie wird gerade gesendet.' },
  isDead: { en: 'It is not sent any more', de: 'Sie wird nicht mehr gesendet' },
  isDelivered: { en: 'It has arrived.', de: 'Sie ist angekommen.' },
  mayBeTwice: {
    en: (count: number) => `${many(count, 'sending', 'sendings')} may have arrived besides.`,
    de: (count: number) => `${many(count, 'Sendung', 'Sendungen')} ist vielleicht zusätzlich angekommen.`,
  },

  attempts: { en: 'Attempts', de: 'Versuche' },
  noAttempts: { en: 'It was not sent yet.', de: 'Noch nicht gesendet.' },
  at: { en: 'At', de: 'Um' },
  by: { en: 'Sent by', de: 'Gesendet von' },
  took: { en: 'Took', de: 'Dauer' },
  answer: { en: 'Answer', de: 'Antwort' },
  itself: { en: 'by itself', de: 'von selbst' },
  noAnswer: { en: 'none', de: 'keine' },
  wire: { en: 'Bytes as sent', de: 'Bytes, wie gesendet' },
  wireAhead: { en: 'Bytes as they will be sent', de: 'Bytes, wie sie gesendet werden' },
  wireOf: {
    en: (count: string, address: string) => `${count} bytes to ${address}`,
    de: (count: string, address: string) => `${count} Bytes an ${address}`,
  },
  partial: {
    en: 'Guests are named in it. This account may not see them, so they are left out here.',
    de: 'Darin stehen Namen von Gästen. Dieses Konto darf sie nicht sehen, sie fehlen hier.',
  },
  fias: {
    en: 'RN room, TA amount, P# posting number, DA and TI when, CT and X1 text, ID who.',
    de: 'RN Zimmer, TA Betrag, P# Buchungsnummer, DA und TI wann, CT und X1 Text, ID wer.',
  },
  headers: { en: 'Headers', de: 'Kopfzeilen' },
  body: { en: 'Body', de: 'Inhalt' },
  copyBytes: { en: 'Copy bytes', de: 'Bytes kopieren' },
  copyCurl: { en: 'Copy as curl', de: 'Als curl kopieren' },
  ownPage: { en: 'On its own page', de: 'Auf eigener Seite' },
  linkTrace: { en: 'Link trace', de: 'Mitschnitt' },
  signature: { en: 'Checking the signature', de: 'Signatur prüfen' },
  signatureHow: {
    en: 'webhook-signature is v1, a comma, and the base64 of HMAC-SHA256 over the text below. The key is what follows whsec_ in the secret, decoded from base64. The secret itself is never shown.',
    de: 'webhook-signature ist v1, ein Komma und das Base64 von HMAC-SHA256 über den Text unten. Der Schlüssel ist, was im Geheimnis auf whsec_ folgt, aus Base64 gelesen. Das Geheimnis selbst wird nie gezeigt.',
  },
  unsigned: { en: 'It is not signed: no secret is set.', de: 'Nicht signiert: Kein Geheimnis ist gesetzt.' },
  message: { en: 'What it says', de: 'Was sie sagt' },
  accepted: { en: 'Accepted', de: 'Angenommen' },
  user: { en: 'Charged by', de: 'Gebucht von' },
  charge: { en: 'Charge', de: 'Buchung' },
  number: { en: 'Number', de: 'Nummer' },
  kind: { en: 'Kind', de: 'Art' },
  room: { en: 'Room', de: 'Zimmer' },
  back: { en: 'All deliveries', de: 'Alle Zustellungen' },
  gone: {
    en: 'There is no such delivery, or no longer.',
    de: 'Diese Zustellung gibt es nicht oder nicht mehr.',
  },

  traceOf: { en: (name: string) => `Link to ${name}`, de: (name: string) => `Verbindung zu ${name}` },
  traceNone: {
    en: 'Nothing went over the link since it was made.',
    de: 'Seit Beginn ging nichts über die Verbindung.',
  },
  traceWhat: {
    en: 'The last 200 records, newest first. Guests are named here.',
    de: 'Die letzten 200 Sätze, neueste zuerst. Hier stehen Namen von Gästen.',
  },
  traceShared: {
    en: 'All houses share this link: what is of others stands here too.',
    de: 'Alle Häuser teilen diese Verbindung: Auch was anderen gehört, steht hier.',
  },
  sent: { en: 'sent', de: 'gesendet' },
  received: { en: 'received', de: 'empfangen' },
})
