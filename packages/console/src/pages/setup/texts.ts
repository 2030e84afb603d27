import { texts } from '../../texts/table.ts'

/** As people write it: 1½. */
const halves = (minutes: number) =>
  `${minutes < 1 ? '' : Math.floor(minutes)}${Number.isInteger(minutes) ? '' : '½'}`

const minutesWords = (minutes: number) =>
  minutes < 1 ? 'half a minute' : `${halves(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`

const minutenWorte = (minutes: number) =>
  minutes < 1 ? 'eine halbe Minute' : minutes === 1 ? 'eine Minute' : `${halves(minutes)} Minuten`

export const setupTexts = texts({
  product: { en: 'Set up Reveille', de: 'Reveille einrichten' },
  steps: { en: 'Steps', de: 'Schritte' },
  claim: { en: 'Claim', de: 'Übernehmen' },
  hotel: { en: 'Hotel', de: 'Hotel' },
  rooms: { en: 'Rooms', de: 'Zimmer' },
  telephone: { en: 'Telephone', de: 'Telefon' },
  ring: { en: 'Ring', de: 'Läuten' },
  desk: { en: 'Desk', de: 'Empfang' },
  people: { en: 'People', de: 'Personen' },
  prove: { en: 'Prove', de: 'Beweis' },
  takes: {
    en: (minutes: number) => `Takes about ${minutesWords(minutes)}`,
    de: (minutes: number) => `Dauert etwa ${minutenWorte(minutes)}`,
  },
  short: {
    en: (minutes: number) => `${halves(minutes)} min`,
    de: (minutes: number) => `${halves(minutes)} Min.`,
  },
  left: {
    en: (minutes: number) => `About ${minutesWords(minutes)} to go`,
    de: (minutes: number) => `Noch etwa ${minutenWorte(minutes)}`,
  },
  stop: {
    en: 'You can stop at any step and come back: what is saved stays.',
    de: 'Sie können bei jedem Schritt aufhören und wiederkommen: Gespeichertes bleibt.',
  },
  back: { en: 'Back', de: 'Zurück' },
  later: { en: 'Later', de: 'Später' },
  save: { en: 'Save', de: 'Speichern' },
  next: { en: (step: string) => `Next: ${step}`, de: (step: string) => `Weiter: ${step}` },
  finish: { en: 'Finish', de: 'Fertig' },
  toConsole: { en: 'To the console', de: 'Zur Konsole' },
  noPermission: {
    en: 'The house is set up by an administrator of the whole site.',
    de: 'Das Haus wird von einer Person mit der Berechtigung Administration für alles eingerichtet.',
  },
  claimed: {
    en: 'This house is set up already. Sign in to go on.',
    de: 'Dieses Haus ist schon eingerichtet. Melden Sie sich an, um weiterzumachen.',
  },
  signIn: { en: 'Sign in', de: 'Anmelden' },
  // 1
  claimTitle: { en: 'Is this house yours?', de: 'Ist das Ihr Haus?' },
  claimLead: {
    en: 'The start has printed a code in the terminal; the Debian package keeps it for root in /run/reveille/claim-code. Whoever has it becomes the first administrator.',
    de: 'Beim Start wurde im Terminal ein Code ausgegeben; das Debian-Paket legt ihn für root in /run/reveille/claim-code. Wer ihn hat, wird erste Person der Administration.',
  },
  code: { en: 'Code of this start', de: 'Code dieses Starts' },
  yourName: { en: 'Your name here', de: 'Ihr Name hier' },
  password: { en: 'Password', de: 'Passwort' },
  passwordHint: {
    en: 'At least 10 characters: a few words are best.',
    de: 'Mindestens 10 Zeichen: Am besten sind ein paar Wörter.',
  },
  claimDeed: { en: 'This house is mine', de: 'Dieses Haus gehört mir' },
  wrongCode: {
    en: 'That is not the code of the last start.',
    de: 'Das ist nicht der Code des letzten Starts.',
  },
  // 2
  hotelTitle: { en: 'What is the hotel called?', de: 'Wie heisst das Hotel?' },
  hotelLead: {
    en: 'Its name stands on every screen and on paper. Its time zone says when seven o’clock is.',
    de: 'Der Name steht auf jedem Bildschirm und auf Papier. Die Zeitzone sagt, wann sieben Uhr ist.',
  },
  name: { en: 'Name', de: 'Name' },
  zone: { en: 'Time zone', de: 'Zeitzone' },
  zoneNow: {
    en: (time: string) => `It is ${time} there now.`,
    de: (time: string) => `Dort ist es jetzt ${time}.`,
  },
  language: { en: 'Language of the house', de: 'Sprache des Hauses' },
  english: { en: 'English', de: 'Englisch' },
  german: { en: 'German', de: 'Deutsch' },
  french: { en: 'French', de: 'Französisch' },
  spanish: { en: 'Spanish', de: 'Spanisch' },
  italian: { en: 'Italian', de: 'Italienisch' },
  hotelSkip: {
    en: 'Times are taken as those of UTC until then.',
    de: 'Bis dahin gelten alle Zeiten als UTC.',
  },
  // 3
  roomsTitle: { en: 'Which rooms are there?', de: 'Welche Zimmer gibt es?' },
  roomsLead: {
    en: 'One number or range on each line: 101-120, then 201-214. The extension is the number, unless you change it later.',
    de: 'Eine Nummer oder ein Bereich je Zeile: 101-120, dann 201-214. Die Nebenstelle ist die Nummer, bis Sie es später ändern.',
  },
  roomsLabel: { en: 'Rooms', de: 'Zimmer' },
  roomsThere: {
    en: (count: string) => `${count} rooms are there.`,
    de: (count: string) => `${count} Zimmer sind da.`,
  },
  roomsAdd: { en: 'Add them', de: 'Hinzufügen' },
  roomsNew: {
    en: (count: string) => `${count} rooms as they will stand`,
    de: (count: string) => `${count} Zimmer, wie sie stehen werden`,
  },
  floor: { en: (name: string) => `Floor ${name}`, de: (name: string) => `Etage ${name}` },
  roomsWrong: {
    en: (line: string) => `“${line}” is neither a number nor a range.`,
    de: (line: string) => `«${line}» ist weder eine Nummer noch ein Bereich.`,
  },
  roomsTwice: {
    en: (rooms: string) => `Left out, because they are there already: ${rooms}.`,
    de: (rooms: string) => `Weggelassen, weil es sie schon gibt: ${rooms}.`,
  },
  roomsFile: { en: 'Or from a table (CSV)', de: 'Oder aus einer Tabelle (CSV)' },
  roomsFileHint: {
    en: 'First line: number, and any of extension, name, language, vip (yes or no), floor, section.',
    de: 'Erste Zeile: number und beliebige von extension, name, language, vip (ja oder nein), floor, section.',
  },
  roomsSeen: {
    en: (added: string, changed: string, wrong: string) => `${added} new, ${changed} changed, ${wrong} wrong`,
    de: (added: string, changed: string, wrong: string) =>
      `${added} neu, ${changed} geändert, ${wrong} falsch`,
  },
  roomsRow: {
    en: (line: string, room: string) => `Line ${line}, ${room}:`,
    de: (line: string, room: string) => `Zeile ${line}, ${room}:`,
  },
  roomsApply: {
    en: (count: string) => `Add from the table: ${count}`,
    de: (count: string) => `Aus der Tabelle hinzufügen: ${count}`,
  },
  roomsSkip: {
    en: 'Without rooms nobody can be woken.',
    de: 'Ohne Zimmer kann niemand geweckt werden.',
  },
  // 4
  phoneTitle: {
    en: 'How does Reveille reach your telephones?',
    de: 'Wie erreicht Reveille Ihre Telefone?',
  },
  phoneLead: {
    en: 'One extension of your exchange is enough to start.',
    de: 'Für den Anfang genügt eine Nebenstelle Ihrer Telefonanlage.',
  },
  exchange: { en: 'Exchange', de: 'Telefonanlage' },
  freepbx: { en: 'FreePBX or Asterisk', de: 'FreePBX oder Asterisk' },
  threecx: { en: '3CX', de: '3CX' },
  mitel: { en: 'Mitel', de: 'Mitel' },
  avaya: { en: 'Avaya IP Office', de: 'Avaya IP Office' },
  cisco: { en: 'Cisco', de: 'Cisco' },
  yeastar: { en: 'Yeastar', de: 'Yeastar' },
  other: { en: 'Another SIP exchange', de: 'Eine andere SIP-Anlage' },
  builtIn: { en: 'None, built-in phones', de: 'Keine, eingebaute Telefone' },
  server: { en: 'Server', de: 'Server' },
  serverHint: {
    en: 'Its address, with a port if it is not 5060',
    de: 'Die Adresse, mit Port, falls nicht 5060',
  },
  extension: { en: 'Extension', de: 'Nebenstelle' },
  authName: { en: 'Authentication ID', de: 'Authentifizierungs-ID' },
  secret: { en: 'Secret', de: 'Geheimnis' },
  authPassword: { en: 'Authentication password', de: 'Authentifizierungspasswort' },
  freepbxHint: {
    en: 'In FreePBX: Applications, Extensions, this extension, Secret.',
    de: 'In FreePBX: Applications, Extensions, diese Nebenstelle, Secret.',
  },
  threecxHint: {
    en: 'In 3CX: Extensions, this extension; ID and password stand under Authentication.',
    de: 'In 3CX: Extensions, diese Nebenstelle; ID und Passwort stehen unter Authentication.',
  },
  sipPassword: { en: 'SIP password', de: 'SIP-Passwort' },
  mitelHint: {
    en: 'In the exchange’s extension settings: the extension must be one for a SIP phone.',
    de: 'In den Einstellungen der Nebenstelle: Sie muss für ein SIP-Telefon eingerichtet sein.',
  },
  loginCode: { en: 'Phone Password or Login Code', de: 'Phone Password oder Login Code' },
  avayaHint: {
    en: 'The Phone Password of the SIP extension; without one, the Login Code of its user (User, Telephony, Supervisor Settings).',
    de: 'Das Phone Password der SIP-Nebenstelle; sonst der Login Code des Benutzers (User, Telephony, Supervisor Settings).',
  },
  endUser: { en: 'User ID (End User)', de: 'User ID (End User)' },
  digest: { en: 'Digest Credentials', de: 'Digest Credentials' },
  ciscoHint: {
    en: 'A Third-party SIP Device whose Digest User is this End User, and a Phone Security Profile with Enable Digest Authentication.',
    de: 'Ein Third-party SIP Device, dessen Digest User dieser End User ist, und ein Phone Security Profile mit Enable Digest Authentication.',
  },
  registrationName: { en: 'Registration Name', de: 'Registration Name' },
  registrationPassword: { en: 'Registration Password', de: 'Registration Password' },
  yeastarHint: {
    en: 'Both stand at the extension. Its User Password, for Linkus, is another one.',
    de: 'Beides steht bei der Nebenstelle. Ihr User Password, für Linkus, ist ein anderes.',
  },
  loginName: { en: 'Login name, if it is not the extension', de: 'Anmeldename, falls nicht die Nebenstelle' },
  otherHint: {
    en: 'What a telephone would log in with: some exchanges call it password or auth key.',
    de: 'Womit sich ein Telefon anmelden würde: Manche Anlagen nennen es Passwort oder Auth Key.',
  },
  registers: {
    en: 'Signs in at the exchange (SIP registration): only a telephone, or an exchange that knows this machine by its address, needs no sign-in',
    de: 'Meldet sich an der Anlage an (SIP-Registrierung): Nur ein Telefon, oder eine Anlage, die diese Maschine an der Adresse erkennt, braucht keine Anmeldung',
  },
  atOnce: { en: 'Calls at once', de: 'Anrufe zugleich' },
  tryIt: { en: 'Try', de: 'Versuchen' },
  trying: { en: 'Trying', de: 'Versucht' },
  soundLater: {
    en: 'Sound both ways: proved in the next step, on a real phone',
    de: 'Ton in beide Richtungen: wird im nächsten Schritt an einem echten Telefon bewiesen',
  },
  saveLine: { en: 'Use this line', de: 'Diese Leitung verwenden' },
  lineThere: {
    en: (name: string) => `The line ${name} is saved.`,
    de: (name: string) => `Die Leitung ${name} ist gespeichert.`,
  },
  extensionWrong: {
    en: 'An extension has no spaces and none of / : @.',
    de: 'Eine Nebenstelle hat keine Leerzeichen und keines von / : @.',
  },
  lineChanged: {
    en: (name: string) => `The line ${name} is saved as it was. Try it with your changes, then use it.`,
    de: (name: string) =>
      `Die Leitung ${name} ist gespeichert, wie sie war. Versuchen Sie sie mit Ihren Änderungen, dann verwenden Sie sie.`,
  },
  secretKept: { en: 'Empty: as it is stored', de: 'Leer: wie es gespeichert ist' },
  builtInLead: {
    en: 'Every room gets a phone on this machine, to try things out. No guest hears them.',
    de: 'Jedes Zimmer bekommt ein Telefon auf dieser Maschine, zum Ausprobieren. Kein Gast hört sie.',
  },
  useBuiltIn: { en: 'Use built-in phones', de: 'Eingebaute Telefone verwenden' },
  phoneSkip: { en: 'Without a line nobody is woken.', de: 'Ohne Leitung wird niemand geweckt.' },
  talk: { en: 'What was said', de: 'Was gesagt wurde' },
  us: { en: 'Reveille', de: 'Reveille' },
  areYouThere: { en: 'Are you there?', de: 'Bist du da?' },
  iAm: { en: (name: string) => `I am ${name}`, de: (name: string) => `Ich bin ${name}` },
  nothingSaid: { en: 'no answer', de: 'keine Antwort' },
  taken: { en: 'welcome', de: 'willkommen' },
  yes: { en: 'yes', de: 'ja' },
  no: { en: 'no', de: 'nein' },
  talkHint: {
    en: 'For the person who looks after the exchange.',
    de: 'Für die Person, die die Telefonanlage betreut.',
  },
  copyTalk: { en: 'Copy as text', de: 'Als Text kopieren' },
  milliseconds: { en: (ms: string) => `${ms} ms`, de: (ms: string) => `${ms} ms` },
  // 5
  ringTitle: { en: 'Ring the phone in front of you', de: 'Läuten Sie das Telefon vor sich an' },
  ringLead: {
    en: 'Pick it up. It asks you to press 1: that proves that you hear us, and that we hear you.',
    de: 'Nehmen Sie ab. Es bittet Sie, die 1 zu drücken: Das beweist, dass Sie uns hören und wir Sie.',
  },
  ringExtension: { en: 'Extension of that phone', de: 'Nebenstelle dieses Telefons' },
  ringDeed: { en: 'Ring it', de: 'Anläuten' },
  ringAgain: { en: 'Ring again', de: 'Noch einmal anläuten' },
  proved: {
    en: 'Sound both ways and keys are proved.',
    de: 'Ton in beide Richtungen und Tasten sind bewiesen.',
  },
  builtInAnswers: { en: 'The built-in phone answers.', de: 'Das eingebaute Telefon antwortet.' },
  publicAddress: {
    en: 'Address by which the exchange reaches this machine',
    de: 'Adresse, unter der die Anlage diese Maschine erreicht',
  },
  setAddress: { en: 'Set and ring again', de: 'Setzen und noch einmal anläuten' },
  needsLine: {
    en: 'There is no line yet: the step before this one brings it.',
    de: 'Es gibt noch keine Leitung: Der Schritt davor bringt sie.',
  },
  ringSkip: {
    en: 'Nobody knows yet whether guests would hear anything.',
    de: 'Noch weiss niemand, ob Gäste etwas hören würden.',
  },
  // 6
  deskTitle: {
    en: 'Who is told when a guest does not wake?',
    de: 'Wer erfährt, wenn ein Gast nicht aufwacht?',
  },
  deskLead: {
    en: 'The desk is rung until somebody says by key that they know; a mail goes out besides.',
    de: 'Der Empfang wird angeläutet, bis jemand per Taste sagt, dass er Bescheid weiss; dazu geht eine Mail.',
  },
  deskExtension: { en: 'Extension of the desk', de: 'Nebenstelle des Empfangs' },
  deskMail: { en: 'Mail address', de: 'Mailadresse' },
  mailServer: { en: 'Mail server', de: 'Mailserver' },
  mailServerLead: {
    en: 'It carries mails out of the house. Whoever looks after your mail knows these.',
    de: 'Er bringt Mails aus dem Haus. Wer Ihre Mail betreut, kennt diese Angaben.',
  },
  mailHost: { en: 'Address of the mail server', de: 'Adresse des Mailservers' },
  mailHostMissing: {
    en: 'No mail leaves without it. Give it, or leave the mail address empty.',
    de: 'Ohne sie geht keine Mail hinaus. Geben Sie sie an, oder lassen Sie die Mailadresse leer.',
  },
  mailPort: { en: 'Port', de: 'Port' },
  mailPortHint: { en: 'Often 587 or 465', de: 'Oft 587 oder 465' },
  mailFrom: { en: 'Mails come from', de: 'Mails kommen von' },
  mailUser: { en: 'Login name', de: 'Anmeldename' },
  mailUserHint: { en: 'Empty where none is asked for', de: 'Leer, wo keiner verlangt wird' },
  mailPasswordMissing: {
    en: 'Beside a login name a password is needed.',
    de: 'Zu einem Anmeldenamen gehört ein Passwort.',
  },
  mailPasswordKept: { en: 'Empty: as it is stored', de: 'Leer: wie es gespeichert ist' },
  deskRing: { en: 'Ring the desk', de: 'Empfang anläuten' },
  deskMailTest: { en: 'Send a test', de: 'Test senden' },
  saved: { en: 'Saved', de: 'Gespeichert' },
  deskSkip: {
    en: 'Alarms stand in the list only; nobody is rung.',
    de: 'Alarme stehen nur in der Liste; niemand wird angeläutet.',
  },
  // 7
  peopleTitle: { en: 'Who works with it?', de: 'Wer arbeitet damit?' },
  peopleLead: {
    en: 'Each person gets an account and a slip to print. Everybody can change the password afterwards.',
    de: 'Jede Person bekommt ein Konto und einen Zettel zum Drucken. Das Passwort kann danach jede ändern.',
  },
  person: { en: 'Name to sign in with', de: 'Name zum Anmelden' },
  job: { en: 'Work', de: 'Arbeit' },
  jobDesk: { en: 'Front desk', de: 'Empfang' },
  jobHouse: { en: 'Housekeeping', de: 'Etage' },
  jobBar: { en: 'Mini-bar', de: 'Minibar' },
  jobManager: { en: 'Duty manager', de: 'Hausleitung' },
  addPerson: { en: 'Add', de: 'Hinzufügen' },
  slips: { en: 'Slips', de: 'Zettel' },
  slipsHint: {
    en: 'The passwords are shown here until you leave this step, and never again.',
    de: 'Die Passwörter stehen hier, bis Sie diesen Schritt verlassen, und dann nie mehr.',
  },
  printSlips: { en: 'Print the slips', de: 'Zettel drucken' },
  peopleSkip: {
    en: 'Until then only you can sign in.',
    de: 'Bis dahin können nur Sie sich anmelden.',
  },
  // 8
  proveTitle: { en: 'Wake somebody, for real', de: 'Wecken Sie jemanden, wirklich' },
  proveLead: {
    en: 'A wake-up call in two minutes, like every guest’s. Watch it here.',
    de: 'Ein Weckruf in zwei Minuten, wie für jeden Gast. Schauen Sie hier zu.',
  },
  room: { en: 'Room', de: 'Zimmer' },
  proveDeed: { en: 'Wake it in two minutes', de: 'In zwei Minuten wecken' },
  willRing: {
    en: (room: string, time: string) => `Room ${room} rings at ${time}`,
    de: (room: string, time: string) => `Zimmer ${room} läutet um ${time}`,
  },
  ringsNow: { en: (room: string) => `Room ${room} rings`, de: (room: string) => `Zimmer ${room} läutet` },
  woken: {
    en: (room: string) => `Room ${room} was woken. The house works.`,
    de: (room: string) => `Zimmer ${room} wurde geweckt. Das Haus funktioniert.`,
  },
  notWoken: {
    en: (room: string) => `Room ${room} was not woken. The dossier tells why.`,
    de: (room: string) => `Zimmer ${room} wurde nicht geweckt. Das Dossier sagt, warum.`,
  },
  dossier: {
    en: 'Open the dossier of this call',
    de: 'Dossier dieses Weckrufs öffnen',
  },
  nightCheck: {
    en: 'Look at everything each night at 03:00, and tell the desk what is wrong',
    de: 'Jede Nacht um 03:00 alles prüfen und dem Empfang sagen, was nicht stimmt',
  },
  keepKey: {
    en: 'Keep a copy of reveille.key, apart from the backups: without it stored passwords cannot be read again. It lies in the data folder of this machine, and nobody is shown it here.',
    de: 'Bewahren Sie eine Kopie von reveille.key auf, getrennt von den Backups: Ohne sie sind gespeicherte Passwörter nicht mehr lesbar. Sie liegt im Datenordner dieser Maschine und wird hier niemandem gezeigt.',
  },
  proveSkip: {
    en: 'The first guest will be the first test.',
    de: 'Der erste Gast wird der erste Test sein.',
  },
  // demonstration
  leaveTitle: { en: 'This is a demonstration hotel', de: 'Das ist ein Demonstrationshotel' },
  leaveLead: {
    en: 'To begin with your own, it is emptied: rooms, calls, items, accounts and settings go. Your account stays.',
    de: 'Um mit Ihrem eigenen zu beginnen, wird es geleert: Zimmer, Weckrufe, Artikel, Konten und Einstellungen gehen. Ihr Konto bleibt.',
  },
  leaveType: {
    en: (name: string) => `Type its name, ${name}, to be sure`,
    de: (name: string) => `Schreiben Sie zur Sicherheit seinen Namen: ${name}`,
  },
  leaveDeed: { en: 'Start your own hotel', de: 'Eigenes Hotel beginnen' },
})

export type SetupTexts = (typeof setupTexts)['en']
