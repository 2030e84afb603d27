import { texts } from '../../texts/table.ts'

/** 24 s, 4 min 36 s; alike in both languages. */
function lasting(seconds: number): string {
  const whole = Math.floor(seconds / 60)
  return whole === 0 ? `${seconds} s` : `${whole} min ${seconds % 60} s`
}

export const settingsTexts = texts({
  settings: { en: 'Settings', de: 'Einstellungen' },
  allSettings: { en: 'All settings', de: 'Alle Einstellungen' },
  choose: { en: 'Choose something at the left.', de: 'Links etwas auswählen.' },
  demonstration: {
    en: 'This is a demonstration hotel.',
    de: 'Das ist ein Demonstrationshotel.',
  },
  startOwn: { en: 'Start your own hotel', de: 'Eigenes Hotel beginnen' },
  noSuch: { en: 'There is no such page of settings.', de: 'Diese Seite der Einstellungen gibt es nicht.' },

  siteTitle: { en: 'Site', de: 'Haus' },
  tenantsTitle: { en: 'Tenants', de: 'Mandanten' },
  usersTitle: { en: 'Users', de: 'Konten' },
  roomsTitle: { en: 'Rooms', de: 'Zimmer' },
  itemsTitle: { en: 'Items', de: 'Artikel' },
  statusTitle: { en: 'Room status', de: 'Zimmerstatus' },
  linesTitle: { en: 'Lines', de: 'Leitungen' },
  connectorsTitle: { en: 'Connectors', de: 'Anbindungen' },
  serversTitle: { en: 'Status servers', de: 'Statusserver' },
  promptsTitle: { en: 'Announcements', de: 'Ansagen' },
  wakeupsTitle: { en: 'Wake-up policy', de: 'Weckregeln' },
  networkTitle: { en: 'Network', de: 'Netz' },

  site: { en: 'The hotel', de: 'Das Hotel' },
  console: { en: 'Screens', de: 'Bildschirme' },
  passwords: { en: 'Passwords', de: 'Passwörter' },
  backups: { en: 'Backups', de: 'Sicherungen' },
  retention: { en: 'How long things are kept', de: 'Aufbewahrung' },
  email: { en: 'Mail', de: 'E-Mail' },
  reports: { en: 'Reports and CSV', de: 'Berichte und CSV' },
  limits: { en: 'How much at once', de: 'Wie viel zugleich' },
  menus: { en: 'Those who call', de: 'Wer anruft' },
  license: { en: 'Licence', de: 'Lizenz' },
  inventory: { en: 'How charges behave', de: 'Wie Buchungen laufen' },
  telephony: { en: 'Telephony', de: 'Telefonie' },
  wakeup: { en: 'The site', de: 'Das ganze Haus' },
  network: { en: 'Ways out', de: 'Wege nach aussen' },
  api: { en: 'Interface', de: 'Schnittstelle' },
  metrics: { en: 'Figures for monitors', de: 'Zahlen für die Überwachung' },

  tenant: { en: 'Tenant', de: 'Mandant' },
  user: { en: 'Account', de: 'Konto' },
  mailbox: { en: 'Room with a telephone', de: 'Zimmer mit Telefon' },
  room: { en: 'Room of the charging list', de: 'Zimmer der Buchungsliste' },
  category: { en: 'Category', de: 'Kategorie' },
  item: { en: 'Item', de: 'Artikel' },
  statusType: { en: 'Room status', de: 'Zimmerstatus' },
  line: { en: 'Line', de: 'Leitung' },
  connector: { en: 'Connector', de: 'Anbindung' },
  server: { en: 'Server', de: 'Server' },
  prompt: { en: 'Announcement', de: 'Ansage' },

  tenantMany: { en: 'Tenants', de: 'Mandanten' },
  userMany: { en: 'Accounts', de: 'Konten' },
  mailboxMany: { en: 'Rooms with a telephone', de: 'Zimmer mit Telefon' },
  roomMany: { en: 'Rooms of the charging list', de: 'Zimmer der Buchungsliste' },
  categoryMany: { en: 'Categories', de: 'Kategorien' },
  itemMany: { en: 'Items', de: 'Artikel' },
  statusTypeMany: { en: 'Room status', de: 'Zimmerstatus' },
  lineMany: { en: 'Lines', de: 'Leitungen' },
  connectorMany: { en: 'Connectors', de: 'Anbindungen' },
  serverMany: { en: 'Servers', de: 'Server' },
  promptMany: { en: 'Announcements', de: 'Ansagen' },

  tenantNew: { en: 'New tenant', de: 'Neuer Mandant' },
  userNew: { en: 'New account', de: 'Neues Konto' },
  mailboxNew: { en: 'New room with a telephone', de: 'Neues Zimmer mit Telefon' },
  roomNew: { en: 'New room of the charging list', de: 'Neues Zimmer der Buchungsliste' },
  categoryFirst: {
    en: 'Every item stands in a category, and there is none yet: add one first.',
    de: 'Jeder Artikel steht in einer Kategorie, und es gibt noch keine: Legen Sie zuerst eine an.',
  },
  categoryNew: { en: 'New category', de: 'Neue Kategorie' },
  itemNew: { en: 'New item', de: 'Neuer Artikel' },
  statusTypeNew: { en: 'New room status', de: 'Neuer Zimmerstatus' },
  lineNew: { en: 'New line', de: 'Neue Leitung' },
  connectorNew: { en: 'New connector', de: 'Neue Anbindung' },
  serverNew: { en: 'New server', de: 'Neuer Server' },
  promptNew: { en: 'New announcement', de: 'Neue Ansage' },

  needed: { en: 'What is marked * is needed.', de: 'Was mit * bezeichnet ist, wird gebraucht.' },
  rare: {
    en: (count: number) => `${count} more, seldom needed`,
    de: (count: number) => `${count} weitere, selten gebraucht`,
  },
  inline: {
    en: 'Write in a cell: Enter saves it, Esc gives up. The number opens all of it.',
    de: 'In eine Zelle schreiben: Enter speichert, Esc gibt auf. Die Nummer öffnet alles.',
  },
  itemsNeed: {
    en: 'Items and categories need the permission “Charge items and keep the list of items”. As an administrator you can give it, also to yourself.',
    de: 'Artikel und Kategorien brauchen die Berechtigung «Artikel buchen und die Artikelliste führen». Als Administration können Sie sie vergeben, auch sich selbst.',
  },
  itemsNeedLink: { en: 'To my account', de: 'Zu meinem Konto' },
  none: { en: 'None yet.', de: 'Noch keine.' },
  filter: { en: 'Filter', de: 'Filtern' },
  shown: {
    en: (shown: number, all: number) => (shown === all ? `${all}` : `${shown} of ${all}`),
    de: (shown: number, all: number) => (shown === all ? `${all}` : `${shown} von ${all}`),
  },
  unsaved: { en: 'Unsaved', de: 'Nicht gespeichert' },
  saved: { en: 'Saved', de: 'Gespeichert' },
  saving: { en: 'Saving', de: 'Speichert' },
  undo: { en: 'Discard', de: 'Verwerfen' },
  create: { en: 'Add', de: 'Hinzufügen' },
  mistakes: {
    en: (count: number) => (count === 1 ? 'One field is not right.' : `${count} fields are not right.`),
    de: (count: number) => (count === 1 ? 'Ein Feld stimmt nicht.' : `${count} Felder stimmen nicht.`),
  },
  'risk_log-short': {
    en: (time: string) =>
      `After ${time} nobody can prove any more who was woken and when: what is older is removed for good.`,
    de: (time: string) =>
      `Nach ${time} lässt sich nicht mehr beweisen, wer wann geweckt wurde: Älteres wird für immer entfernt.`,
  },
  'risk_charges-short': {
    en: (time: string) =>
      `After ${time} nobody can tell any more what was charged and whether it arrived: what is older is removed for good.`,
    de: (time: string) =>
      `Nach ${time} lässt sich nicht mehr sagen, was gebucht wurde und ob es ankam: Älteres wird für immer entfernt.`,
  },
  risk_late: {
    en: (time: string) => `After a failure guests would be rung as late as ${time} after their time.`,
    de: (time: string) => `Nach einem Ausfall würden Gäste noch ${time} nach ihrer Zeit angerufen.`,
  },
  'risk_no-grace': {
    en: (time: string) => `A line that is busy or away for ${time} would leave a guest asleep.`,
    de: (time: string) => `Eine Leitung, die ${time} besetzt oder weg ist, liesse einen Gast schlafen.`,
  },
  'risk_no-pause': {
    en: (time: string) =>
      `It rings for ${time}, which is as long as the time between two attempts or longer: the room is rung without a pause, and its line is never free.`,
    de: (time: string) =>
      `Es läutet ${time}, so lange wie die Zeit zwischen zwei Versuchen oder länger: Das Zimmer läutet ohne Pause, und die Leitung wird nie frei.`,
  },
  'risk_rings-short': {
    en: (time: string) => `In ${time} nobody who sleeps gets to the phone.`,
    de: (time: string) => `In ${time} kommt niemand aus dem Schlaf ans Telefon.`,
  },
  'risk_told-late': {
    en: (times: string) =>
      `With ${times} attempts at this interval the desk learns only after more than half an hour that a guest does not wake.`,
    de: (times: string) =>
      `Mit ${times} Versuchen in diesem Abstand erfährt der Empfang erst nach mehr als einer halben Stunde, dass ein Gast nicht aufwacht.`,
  },
  fallback: { en: (value: string) => `Otherwise ${value}`, de: (value: string) => `Sonst ${value}` },
  oneALine: { en: 'One on each line.', de: 'Eines pro Zeile.' },
  pairALine: { en: 'One "name: value" on each line.', de: 'Ein «Name: Wert» pro Zeile.' },
  asDefault: { en: 'Default', de: 'Vorgabe' },
  asDefaultOf: { en: (value: string) => `Default: ${value}`, de: (value: string) => `Vorgabe: ${value}` },
  wholeHouse: { en: 'Whole house', de: 'Ganzes Haus' },
  more: { en: 'More', de: 'Mehr' },
  another: { en: 'Add one', de: 'Eines hinzufügen' },
  takeOut: { en: 'Remove', de: 'Entfernen' },
  secretSet: { en: 'Set', de: 'Gesetzt' },
  secretNone: { en: 'Not set', de: 'Nicht gesetzt' },
  secretOpen: {
    en: 'Left empty, what is set stays as it is',
    de: 'Leer gelassen, bleibt, was gesetzt ist',
  },
  secretStays: {
    en: 'Can be changed, not taken away',
    de: 'Lässt sich ändern, nicht entfernen',
  },
  secretGone: { en: 'Is taken away when you save', de: 'Wird beim Speichern entfernt' },
  secretNew: { en: 'a new one', de: 'neu gesetzt' },
  change: { en: 'Change…', de: 'Ändern…' },
  keep: { en: 'Keep the old one', de: 'Bisheriges behalten' },
  secretNewTitle: {
    en: (name: string) => `A new signing secret for ${name}?`,
    de: (name: string) => `Ein neues Geheimnis zum Signieren für ${name}?`,
  },
  secretTell: {
    en: 'Whoever receives these posts must be given the new secret: without it they take them for forged.',
    de: 'Der Empfänger muss das neue Geheimnis bekommen: Ohne es hält er die Meldungen für gefälscht.',
  },
  secretOverlaps: {
    en: 'For 24 hours posts are signed with both secrets, so that the receiver can change over at any time in between. From then on only the new one signs.',
    de: 'Während 24 Stunden werden Meldungen mit beiden Geheimnissen signiert, damit der Empfänger in Ruhe wechseln kann. Danach signiert nur noch das neue.',
  },
  secretAtOnce: {
    en: 'From the next post on only the new one signs: the old one ends at once.',
    de: 'Ab der nächsten Meldung signiert nur das neue: Das alte endet sofort.',
  },
  secretAsWritten: {
    en: 'The previous secret signs beside it for as long as you have written.',
    de: 'Das vorige Geheimnis signiert daneben so lange, wie Sie es geschrieben haben.',
  },
  secretEndsOther: {
    en: 'The one before that, which still signs as well, ends at once.',
    de: 'Das Geheimnis davor, das noch mitsigniert, endet sofort.',
  },
  secretNewDo: { en: 'Save the new secret', de: 'Neues Geheimnis speichern' },
  secretGoneTitle: {
    en: (name: string) => `Sign nothing for ${name} any more?`,
    de: (name: string) => `Für ${name} nichts mehr signieren?`,
  },
  secretUnsigned: {
    en: 'From the next post on there is no signature, and a receiver that looks for one refuses it.',
    de: 'Ab der nächsten Meldung fehlt die Signatur, und ein Empfänger, der sie prüft, weist sie ab.',
  },
  secretGoneDo: { en: 'Take the secret away', de: 'Geheimnis entfernen' },
  generate: { en: 'Make one', de: 'Eines erzeugen' },

  leaveTitle: { en: 'There are unsaved changes.', de: 'Es gibt nicht gespeicherte Änderungen.' },
  leave: { en: 'Leave without saving', de: 'Gehen, ohne zu speichern' },
  changedBy: {
    en: (who: string, when: string) => `Last changed by ${who}, ${when}`,
    de: (who: string, when: string) => `Zuletzt geändert von ${who}, ${when}`,
  },
  fromFile: {
    en: 'The site file sets this too: once it has changed, the next start overwrites what is written here.',
    de: 'Das setzt auch die Standortdatei: Hat sie sich geändert, überschreibt der nächste Start, was hier steht.',
  },
  inFile: { en: 'in the site file', de: 'in der Standortdatei' },
  nowTheirs: {
    en: (value: string, who: string) =>
      `Now ${value}${who === '' ? '' : ` (${who})`}. Enter writes yours, Esc keeps that.`,
    de: (value: string, who: string) =>
      `Jetzt ${value}${who === '' ? '' : ` (${who})`}. Enter schreibt Ihres, Esc lässt das stehen.`,
  },
  conflictTitle: {
    en: 'Somebody else has changed this meanwhile.',
    de: 'Jemand anders hat das inzwischen geändert.',
  },
  conflictWho: { en: (who: string) => `It was ${who}.`, de: (who: string) => `Es war ${who}.` },
  mine: { en: 'Mine', de: 'Meines' },
  theirs: { en: 'Theirs', de: 'Das andere' },
  field: { en: 'Field', de: 'Feld' },
  unchanged: { en: 'not changed', de: 'nicht geändert' },
  mineOnly: {
    en: 'Saving yours writes only the fields that you changed.',
    de: 'Gespeichert werden nur die Felder, die Sie geändert haben.',
  },
  saveMine: { en: 'Save mine', de: 'Meines speichern' },
  takeTheirs: { en: 'Take theirs', de: 'Das andere nehmen' },
  noDifference: {
    en: 'What they have changed is none of your fields.',
    de: 'Geändert wurde keines Ihrer Felder.',
  },
  removeTitle: { en: (what: string) => `Delete ${what}?`, de: (what: string) => `${what} löschen?` },
  removeWhy: {
    en: 'What is still needed is not deleted. It cannot be undone.',
    de: 'Was noch gebraucht wird, bleibt. Es lässt sich nicht rückgängig machen.',
  },
  virtualTitle: { en: 'Ring built-in phones only?', de: 'Nur eingebaute Telefone anrufen?' },
  virtualWhy: {
    en: 'In this mode no guest is rung: it is for trying out.',
    de: 'In dieser Betriebsart wird kein Gast angerufen: Sie ist zum Ausprobieren.',
  },
  virtualDo: { en: 'Ring no guests', de: 'Keine Gäste anrufen' },
  gone: { en: 'This does not exist, or no longer.', de: 'Das gibt es nicht oder nicht mehr.' },

  hotelNow: {
    en: (time: string) => `In the hotel it is ${time}`,
    de: (time: string) => `Im Hotel ist es ${time}`,
  },
  thereNow: {
    en: (time: string) => `There it is ${time}`,
    de: (time: string) => `Dort ist es ${time}`,
  },
  nextChange: {
    en: (when: string) => `Clocks change next on ${when}`,
    de: (when: string) => `Die Uhren werden am ${when} umgestellt`,
  },
  noChange: { en: 'Clocks never change there', de: 'Dort werden die Uhren nie umgestellt' },

  may_inventory: {
    en: 'Charge items and keep the list of items',
    de: 'Artikel buchen und die Artikelliste führen',
  },
  may_frontdesk: { en: 'Check guests in and out, see names', de: 'Gäste ein- und auschecken, Namen sehen' },
  may_correct: { en: 'Take charges back', de: 'Buchungen zurücknehmen' },
  may_review: { en: 'Read log, reports and deliveries', de: 'Protokoll, Berichte und Zustellungen lesen' },
  may_administrator: {
    en: 'Change all settings, see log and reports',
    de: 'Alles einstellen, Protokoll und Berichte sehen',
  },
  does_administrator: { en: 'sets everything', de: 'stellt alles ein' },
  does_frontdesk: { en: 'checks guests in and out', de: 'checkt Gäste ein und aus' },
  does_inventory: { en: 'charges the mini-bar', de: 'bucht die Minibar' },
  does_correct: { en: 'takes charges back', de: 'nimmt Buchungen zurück' },
  does_review: { en: 'reads log and reports', de: 'liest Protokoll und Berichte' },
  does_nothing: { en: 'sets wake-ups, reports rooms', de: 'setzt Weckrufe, meldet Zimmer' },
  mayAlways: {
    en: 'Every account may ask for wake-up calls, report room status and acknowledge alarms.',
    de: 'Jedes Konto darf Weckrufe bestellen, Zimmerstatus melden und Alarme bestätigen.',
  },
  phonePin: { en: 'Phone PIN', de: 'Telefon-PIN' },
  phonePinOf: {
    en: (name: string) => `Phone PIN of ${name}`,
    de: (name: string) => `Telefon-PIN von ${name}`,
  },
  phonePinWhy: {
    en: '4 to 8 digits for housekeeping, mini-bar and desk by phone. It unlocks no screen and is never shown.',
    de: '4 bis 8 Ziffern für Zimmerstatus, Minibar und Empfang am Telefon. Sie entsperrt keinen Bildschirm und wird nie gezeigt.',
  },
  phonePinCommon: {
    en: 'This one is guessed first: choose another.',
    de: 'Diese wird zuerst erraten: wählen Sie eine andere.',
  },
  phonePinKeep: { en: 'Set the PIN', de: 'PIN setzen' },
  phonePinSet: { en: 'The PIN counts from now on.', de: 'Die PIN gilt ab sofort.' },
  phonePinTake: { en: 'Take it away', de: 'Wegnehmen' },
  phonePinGone: { en: 'There is no phone PIN any more.', de: 'Es gibt keine Telefon-PIN mehr.' },
  sessionEnded: { en: 'That screen is signed out.', de: 'Der Bildschirm ist abgemeldet.' },
  sessionsEnded: { en: 'Signed out everywhere.', de: 'Überall abgemeldet.' },
  sessions: {
    en: (count: number) => (count === 1 ? 'Signed in at 1 screen' : `Signed in at ${count} screens`),
    de: (count: number) =>
      count === 1 ? 'An 1 Bildschirm angemeldet' : `An ${count} Bildschirmen angemeldet`,
  },
  slip: { en: 'New password with a slip', de: 'Neues Passwort mit Zettel' },
  slipTitle: { en: 'For the envelope', de: 'Für den Umschlag' },
  slipWhy: {
    en: 'It holds once you have saved, and is never shown again. A PIN can be set after the first sign-in.',
    de: 'Es gilt, sobald gespeichert ist, und wird nie mehr gezeigt. Eine PIN lässt sich nach der ersten Anmeldung setzen.',
  },
  print: { en: 'Print', de: 'Drucken' },

  addRange: { en: 'Add several rooms', de: 'Mehrere Zimmer hinzufügen' },
  extensionOf: {
    en: (number: string) => `Extension ${number}`,
    de: (number: string) => `Nebenstelle ${number}`,
  },
  floorOf: { en: (floor: string) => `Floor ${floor}`, de: (floor: string) => `Etage ${floor}` },
  tickOne: { en: (room: string) => `Tick ${room}`, de: (room: string) => `${room} anhaken` },
  tickAll: {
    en: (count: number) => (count === 1 ? 'The one shown' : `All ${count} shown`),
    de: (count: number) => (count === 1 ? 'Das eine gezeigte' : `Alle ${count} gezeigten`),
  },
  deleteRooms: {
    en: (count: number) => (count === 1 ? 'Delete 1 room' : `Delete ${count} rooms`),
    de: (count: number) => `${count} Zimmer löschen`,
  },
  deleteRoomsTitle: {
    en: (count: number) => (count === 1 ? 'Delete 1 room?' : `Delete ${count} rooms?`),
    de: (count: number) => `${count} Zimmer löschen?`,
  },
  deletingRooms: { en: 'Delete rooms', de: 'Zimmer löschen' },
  deletedOf: {
    en: (done: number, all: number) => `${done} of ${all} deleted.`,
    de: (done: number, all: number) => `${done} von ${all} gelöscht.`,
  },
  roomsDeleted: {
    en: (count: number) => (count === 1 ? '1 room deleted.' : `${count} rooms deleted.`),
    de: (count: number) => `${count} Zimmer gelöscht.`,
  },
  notTried: {
    en: (count: number) => `${count} were not tried.`,
    de: (count: number) => `${count} wurden nicht versucht.`,
  },
  importRooms: { en: 'From a table (CSV)', de: 'Aus einer Tabelle (CSV)' },
  importWhat: {
    en: 'First line: number, and any of extension, name, language, vip (yes or no), floor, section. Paste it, or choose a file.',
    de: 'Erste Zeile: number und beliebige von extension, name, language, vip (ja oder nein), floor, section. Einfügen oder Datei wählen.',
  },
  table: { en: 'Table', de: 'Tabelle' },
  chooseFile: { en: 'Choose a file', de: 'Datei wählen' },
  look: { en: 'Look at it', de: 'Ansehen' },
  apply: {
    en: (count: number) => (count === 1 ? 'Apply 1 row' : `Apply ${count} rows`),
    de: (count: number) => (count === 1 ? '1 Zeile übernehmen' : `${count} Zeilen übernehmen`),
  },
  rowNew: { en: 'new', de: 'neu' },
  rowChanged: { en: 'changed', de: 'geändert' },
  rowSame: { en: 'same', de: 'gleich' },
  rowWrong: { en: 'wrong', de: 'falsch' },
  lineNumber: { en: (line: number) => `Line ${line}`, de: (line: number) => `Zeile ${line}` },
  importWrong: {
    en: 'Nothing is written until every row is right.',
    de: 'Es wird nichts geschrieben, bis jede Zeile stimmt.',
  },
  imported: {
    en: (added: number, changed: number) => `${added} added, ${changed} changed.`,
    de: (added: number, changed: number) => `${added} hinzugefügt, ${changed} geändert.`,
  },

  contrast: {
    en: (ratio: string) => `Contrast to the page ${ratio}`,
    de: (ratio: string) => `Kontrast zur Seite ${ratio}`,
  },
  contrastLow: { en: 'hard to see', de: 'schlecht zu sehen' },
  colorHint: { en: 'Choose a colour', de: 'Farbe wählen' },

  works: { en: 'works', de: 'in Ordnung' },
  rests: { en: 'rests', de: 'ruht' },
  restsFor: { en: (rest: string) => `rests ${rest}`, de: (rest: string) => `ruht ${rest}` },
  notThere: { en: 'not there', de: 'nicht erreichbar' },
  free: {
    en: (free: number, all: number) => `${free} of ${all} free`,
    de: (free: number, all: number) => `${free} von ${all} frei`,
  },
  tryLine: { en: 'Try', de: 'Versuchen' },
  trying: { en: 'Trying', de: 'Versucht' },
  tryWhat: {
    en: 'Asks the exchange and signs in there with what stands here; nothing is saved.',
    de: 'Fragt die Anlage und meldet sich dort mit dem an, was hier steht; gespeichert wird nichts.',
  },
  tryMended: {
    en: 'A field above is not right yet.',
    de: 'Ein Feld oben stimmt noch nicht.',
  },
  testCall: { en: 'Test call to', de: 'Testanruf an' },
  ring: { en: 'Ring', de: 'Anrufen' },
  testCallWhat: {
    en: 'Rings a phone over the line as it is saved and asks for key 1: that proves sound both ways.',
    de: 'Ruft ein Telefon über die gespeicherte Leitung an und bittet um die Taste 1: Das beweist den Ton in beide Richtungen.',
  },
  testCallSaveFirst: {
    en: 'Save first: a test call goes over the line as it is saved.',
    de: 'Zuerst speichern: Ein Testanruf geht über die gespeicherte Leitung.',
  },
  testCallProved: {
    en: 'Sound both ways and keys are proved.',
    de: 'Ton in beide Richtungen und Tasten sind bewiesen.',
  },

  test: { en: 'Send a test', de: 'Test senden' },
  mailTo: { en: 'Mail address', de: 'Mailadresse' },
  mailSaveFirst: {
    en: 'Save first: it is sent by the mail server as it is saved.',
    de: 'Zuerst speichern: Gesendet wird über den gespeicherten Mailserver.',
  },
  testSaved: { en: 'Tests what is saved.', de: 'Getestet wird, was gespeichert ist.' },
  testUnsaved: {
    en: 'Tests what is written here, before it is saved.',
    de: 'Getestet wird, was hier steht, bevor es gespeichert ist.',
  },
  testFias: {
    en: 'A test over FIAS would be a charge: the state of the link stands here instead.',
    de: 'Ein Test über FIAS wäre eine Buchung: Hier steht dafür der Zustand der Verbindung.',
  },
  verdict_delivered: { en: 'It would be delivered.', de: 'Es würde zugestellt.' },
  verdict_later: { en: 'It would be tried again later.', de: 'Es würde später nochmals versucht.' },
  verdict_refused: { en: 'It would be refused.', de: 'Es würde abgelehnt.' },
  verdict_uncertain: { en: 'It would be uncertain.', de: 'Es wäre unsicher.' },
  answered: {
    en: (status: string, ms: number) => `${status} after ${ms} ms`,
    de: (status: string, ms: number) => `${status} nach ${ms} ms`,
  },
  noAnswer: { en: 'no answer', de: 'keine Antwort' },
  forbidden: {
    en: 'Nothing was sent: this address may not be reached.',
    de: 'Nichts wurde gesendet: Diese Adresse darf nicht erreicht werden.',
  },
  forbiddenDo: {
    en: 'Allow it in Settings, Network',
    de: 'In Einstellungen, Netz erlauben',
  },
  resync: { en: 'Ask for all guests', de: 'Alle Gäste abfragen' },
  resyncAsked: { en: 'Asked. Guests come in one by one.', de: 'Gefragt. Die Gäste kommen einzeln.' },
  since: { en: 'since', de: 'seit' },
  lastDeliveries: { en: 'What went there last', de: 'Was zuletzt dorthin ging' },
  allDeliveries: { en: 'All deliveries', de: 'Alle Zustellungen' },
  waiting: {
    en: (count: number) => (count === 1 ? '1 message waits' : `${count} messages wait`),
    de: (count: number) => (count === 1 ? '1 Meldung wartet' : `${count} Meldungen warten`),
  },
  webhookType: { en: 'Over http', de: 'Über http' },
  fiasType: { en: 'Property system (FIAS)', de: 'Hotelsystem (FIAS)' },

  listen: { en: 'Listen', de: 'Anhören' },
  spoken: { en: 'Spoken from its text', de: 'Wird aus dem Text gesprochen' },
  recorded: {
    en: (language: string, seconds: string) => `Recorded in ${language}, ${seconds} s`,
    de: (language: string, seconds: string) => `Aufgenommen in ${language}, ${seconds} s`,
  },
  record: { en: 'Record', de: 'Aufnehmen' },
  stop: { en: 'Stop', de: 'Stopp' },
  recording: { en: (time: string) => `Recording ${time}`, de: (time: string) => `Nimmt auf ${time}` },
  level: { en: 'Level', de: 'Pegel' },
  upload: { en: 'Upload a WAV file', de: 'WAV-Datei hochladen' },
  keepRecording: { en: 'Keep this recording', de: 'Aufnahme behalten' },
  again: { en: 'Again', de: 'Nochmals' },
  removeRecording: { en: 'Remove the recording', de: 'Aufnahme entfernen' },
  needsHttps: {
    en: 'The browser lends its microphone to encrypted pages only (https). Upload a file instead.',
    de: 'Der Browser gibt sein Mikrofon nur verschlüsselten Seiten (https). Laden Sie stattdessen eine Datei hoch.',
  },
  noMicrophone: {
    en: 'The browser gave no microphone. Allow it beside the address, or upload a file.',
    de: 'Der Browser gab kein Mikrofon frei. Neben der Adresse erlauben oder eine Datei hochladen.',
  },
  tooShort: { en: 'Half a second at least.', de: 'Mindestens eine halbe Sekunde.' },
  note_clipped: { en: 'Recorded too loud: it sounds harsh.', de: 'Zu laut aufgenommen: Es klingt hart.' },
  note_quiet: {
    en: 'Very quiet: it was raised, and its noise with it.',
    de: 'Sehr leise: Es wurde angehoben und das Rauschen mit.',
  },
  notKept: { en: 'This recording cannot be kept.', de: 'Diese Aufnahme kann nicht behalten werden.' },
  noteFine: { en: 'Recorded well.', de: 'Gut aufgenommen.' },

  voice: { en: 'The voice', de: 'Die Stimme' },
  voiceAbout: {
    en: 'Announcements and menus are put together from these phrases. Each can be spoken by somebody of your house; it is heard from the next call on. After a comma the voice stays up, after a full stop it goes down.',
    de: 'Ansagen und Menüs werden aus diesen Sätzen und Wörtern zusammengesetzt. Jedes kann jemand aus Ihrem Haus sprechen; es ist ab dem nächsten Anruf zu hören. Nach einem Komma bleibt die Stimme oben, nach einem Punkt senkt sie sich.',
  },
  voiceLanguage: { en: 'Language', de: 'Sprache' },
  voiceOwn: { en: 'Own voice', de: 'Eigene Stimme' },
  voiceCount: {
    en: (own: number, all: number) => `${own} of ${all} in your own voice`,
    de: (own: number, all: number) => `${own} von ${all} mit eigener Stimme`,
  },
  voiceListen: { en: (text: string) => `Listen: ${text}`, de: (text: string) => `Anhören: ${text}` },
  voiceReplace: { en: 'Replace', de: 'Ersetzen' },
  voiceReplaceOf: { en: (text: string) => `Replace: ${text}`, de: (text: string) => `Ersetzen: ${text}` },
  voiceBack: { en: 'Back to the delivered voice', de: 'Zurück zur mitgelieferten Stimme' },
  voiceBackOf: {
    en: (text: string) => `Back to the delivered voice: ${text}`,
    de: (text: string) => `Zurück zur mitgelieferten Stimme: ${text}`,
  },
  voiceMore: { en: (more: number) => `Show ${more} more`, de: (more: number) => `${more} weitere zeigen` },

  playTo: { en: 'Ring me at', de: 'Mich anrufen unter' },
  play: { en: 'Ring me and play it', de: 'Anrufen und vorspielen' },
  playWhat: {
    en: 'Rings that phone and plays the announcement as it is saved, once.',
    de: 'Ruft dieses Telefon an und spielt die gespeicherte Ansage einmal vor.',
  },
  playSaveFirst: {
    en: 'Save first: the phone plays the announcement as it is saved.',
    de: 'Zuerst speichern: Das Telefon spielt die gespeicherte Ansage.',
  },
  playNoLine: {
    en: 'There is no line yet to ring a phone over.',
    de: 'Es gibt noch keine Leitung, über die angerufen werden könnte.',
  },
  hearing: { en: 'What each room hears', de: 'Was jedes Zimmer hört' },
  hearingRooms: { en: 'Rooms', de: 'Zimmer' },
  hearingLanguage: { en: 'Their language', de: 'Ihre Sprache' },
  hearingWhat: { en: 'Hear', de: 'Hören' },
  hearingCount: {
    en: (count: number) => (count === 1 ? '1 room' : `${count} rooms`),
    de: (count: number) => `${count} Zimmer`,
  },
  heard_recording: {
    en: (language: string) => `the recording in ${language}`,
    de: (language: string) => `die Aufnahme auf ${language}`,
  },
  heard_text: {
    en: (language: string) => `the text, spoken in ${language}`,
    de: (language: string) => `den Text, gesprochen auf ${language}`,
  },
  heard_greeting: {
    en: (language: string) => `the usual greeting in ${language}`,
    de: (language: string) => `den üblichen Gruss auf ${language}`,
  },

  asSite: { en: 'as the site', de: 'wie das Haus' },
  asSiteOf: {
    en: (value: string) => `As the site: ${value}`,
    de: (value: string) => `Wie das Haus: ${value}`,
  },
  ownValue: { en: 'Own', de: 'Eigenes' },
  course: { en: 'How a call goes', de: 'Wie ein Weckruf läuft' },
  courseWhat: {
    en: (time: string) => `Asked for ${time}, by what stands in the form`,
    de: (time: string) => `Bestellt auf ${time}, nach dem, was im Formular steht`,
  },
  phone_noAnswer: { en: 'Nobody answers', de: 'Niemand antwortet' },
  phone_key: { en: 'Answered', de: 'Beantwortet' },
  phone_snooze: { en: 'Snoozed', de: 'Geschlummert' },
  phone_busy: { en: 'Busy', de: 'Besetzt' },
  phone_noLine: { en: 'No line', de: 'Keine Leitung' },
  phone_vip: { en: 'VIP room', de: 'VIP-Zimmer' },
  step_desk: { en: 'the desk is told to ring', de: 'der Empfang soll anrufen' },
  step_ring: {
    en: (attempt: number) => `rings, attempt ${attempt}`,
    de: (attempt: number) => `klingelt, Versuch ${attempt}`,
  },
  step_again: { en: 'is rung again', de: 'wird nochmals angerufen' },
  step_snooze: { en: 'put off by the guest', de: 'vom Gast verschoben' },
  step_wait: { en: 'waits for a line', de: 'wartet auf eine Leitung' },
  step_over: { en: 'is over', de: 'ist vorbei' },
  step_alarm: { en: 'the desk is alarmed', de: 'der Empfang wird alarmiert' },
  stillUnknown: { en: 'nobody knows of it yet', de: 'noch weiss niemand davon' },
  toldExtension: {
    en: (extension: string) => `${extension} is rung`,
    de: (extension: string) => `${extension} wird angerufen`,
  },
  toldMail: { en: (email: string) => `mail to ${email}`, de: (email: string) => `E-Mail an ${email}` },
  toldServer: { en: (server: string) => `${server} is told`, de: (server: string) => `Meldung an ${server}` },
  toldNobody: { en: 'nobody is rung: only the list', de: 'niemand wird angerufen: nur die Liste' },
  lasts: { en: lasting, de: lasting },
  guestHears: { en: 'Listen to what the guest hears', de: 'Anhören, was der Gast hört' },
  longRing: {
    en: 'A phone that rings for longer than 30 seconds may reach the voicemail of the exchange.',
    de: 'Klingelt ein Telefon länger als 30 Sekunden, erreicht der Anruf vielleicht die Combox der Anlage.',
  },
  siteFile: { en: 'All of it as a site file', de: 'Alles als Standortdatei' },
})

export type SettingsTexts = (typeof settingsTexts)['en']
type Plain = { [K in keyof SettingsTexts]: SettingsTexts[K] extends string ? K : never }[keyof SettingsTexts]
/** A text that needs no facts. */
export type SettingsWord = Plain

/** Fixed words of the contract, for people. */
export const CHOICE_WORDS: Readonly<Record<string, Readonly<Record<'en' | 'de', string>>>> = {
  true: { en: 'yes', de: 'ja' },
  false: { en: 'no', de: 'nein' },
  automatic: { en: 'the system', de: 'das System' },
  manual: { en: 'the desk', de: 'der Empfang' },
  backup: { en: 'the system, when the desk has not', de: 'das System, wenn der Empfang nicht' },
  off: { en: 'off', de: 'aus' },
  note: { en: 'noted in the log', de: 'im Protokoll vermerkt' },
  count: { en: 'the guest was not woken', de: 'der Gast ist nicht geweckt' },
  dirty: { en: 'dirty', de: 'schmutzig' },
  clean: { en: 'clean', de: 'sauber' },
  inspected: { en: 'inspected', de: 'kontrolliert' },
  pickup: { en: 'pickup', de: 'auffrischen' },
  in_progress: { en: 'in progress', de: 'in Arbeit' },
  out_of_order: { en: 'out of order', de: 'gesperrt' },
  out_of_service: { en: 'out of service', de: 'ausser Betrieb' },
  refuse: { en: 'refuse', de: 'ablehnen' },
  ignore: { en: 'ignore', de: 'übergehen' },
  answer: { en: 'answer', de: 'antworten' },
  comma: { en: 'comma', de: 'Komma' },
  semicolon: { en: 'semicolon', de: 'Strichpunkt' },
  tab: { en: 'tab', de: 'Tabulator' },
  point: { en: 'point', de: 'Punkt' },
  day: { en: 'a day', de: 'einen Tag' },
  week: { en: 'a week', de: 'eine Woche' },
  month: { en: 'a month', de: 'einen Monat' },
  hold: { en: 'hold for a person', de: 'für eine Person zurückhalten' },
  resend: { en: 'send once more', de: 'einmal nochmals senden' },
  'alarm.raised': { en: 'an alarm is raised', de: 'ein Alarm geht auf' },
  'alarm.acknowledged': { en: 'somebody knows of an alarm', de: 'jemand weiss von einem Alarm' },
  'alarm.over': { en: 'an alarm is over', de: 'ein Alarm ist vorbei' },
  'wakeup.answered': { en: 'a call was answered', de: 'ein Weckruf wurde abgenommen' },
  'wakeup.failed': { en: 'a guest is not woken', de: 'ein Gast ist nicht geweckt' },
  virtual: { en: 'built-in phones', de: 'eingebaute Telefone' },
  sip: { en: 'lines of an exchange', de: 'Leitungen einer Anlage' },
}
