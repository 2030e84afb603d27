import { texts } from './table.ts'

/** The frame around every page. */
export const shellTexts = texts({
  product: { en: 'Reveille', de: 'Reveille' },
  pages: { en: 'Pages', de: 'Seiten' },
  today: { en: 'Today', de: 'Heute' },
  wakeup: { en: 'Wake-up call', de: 'Weckruf' },
  rooms: { en: 'Rooms', de: 'Zimmer' },
  minibar: { en: 'Mini-bar', de: 'Minibar' },
  guests: { en: 'Guests', de: 'Gäste' },
  alarms: { en: 'Alarms', de: 'Alarme' },
  deliveries: { en: 'Deliveries', de: 'Zustellungen' },
  log: { en: 'Log', de: 'Protokoll' },
  reports: { en: 'Reports', de: 'Berichte' },
  system: { en: 'System', de: 'System' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  me: { en: 'My account', de: 'Mein Konto' },
  more: { en: 'More', de: 'Mehr' },
  toPage: { en: 'To the page', de: 'Zur Seite' },

  search: { en: 'Search', de: 'Suchen' },
  searchKeys: { en: 'Ctrl K', de: 'Strg K' },
  searchWhat: {
    en: 'A room, its calls, a guest, a page, or 214 0630',
    de: 'Zimmer, seine Weckrufe, Gast, Seite oder 214 0630',
  },
  room: { en: (number: string) => `Room ${number}`, de: (number: string) => `Zimmer ${number}` },
  wakeLine: { en: (line: string) => `Wake-up: ${line}`, de: (line: string) => `Weckruf: ${line}` },
  found: {
    en: (count: number) => (count === 1 ? '1 found' : `${count} found`),
    de: (count: number) => `${count} gefunden`,
  },
  nothingFound: { en: 'Nothing is called that.', de: 'So heisst hier nichts.' },
  goTo: { en: (page: string) => `Go to ${page}`, de: (page: string) => `Gehe zu ${page}` },

  live: { en: 'Live', de: 'Live' },
  opening: { en: 'Connecting', de: 'Verbindet' },
  catchingUp: { en: 'Catching up', de: 'Holt auf' },
  stale: { en: (count: string) => `Stale ${count}`, de: (count: string) => `Veraltet ${count}` },
  offline: { en: (count: string) => `Offline ${count}`, de: (count: string) => `Offline ${count}` },
  noServer: {
    en: 'No connection: this can be done again when it is back.',
    de: 'Keine Verbindung: Das geht wieder, sobald sie zurück ist.',
  },
  away: { en: 'The server cannot be reached', de: 'Der Server ist nicht erreichbar' },
  askedAgain: {
    en: 'It is asked again every few seconds: this page goes on by itself as soon as it answers. Calls that were set are rung by the server and its telephone lines, not by this screen.',
    de: 'Er wird alle paar Sekunden gefragt: Die Seite macht von selbst weiter, sobald er antwortet. Gestellte Weckrufe läuten vom Server und seinen Telefonleitungen aus, nicht von diesem Bildschirm.',
  },
  crowded: {
    en: 'Too many windows: renewed every 15 s',
    de: 'Zu viele Fenster: alle 15 s erneuert',
  },
  offlineSince: { en: 'Offline', de: 'Offline' },
  waiting: {
    en: (count: number) => (count === 1 ? '1 change waits' : `${count} changes wait`),
    de: (count: number) => (count === 1 ? '1 Änderung wartet' : `${count} Änderungen warten`),
  },
  hotelTime: { en: 'Time at the hotel', de: 'Uhrzeit im Hotel' },
  tenant: { en: 'Part of the house', de: 'Hausteil' },
  noSuchTenant: {
    en: 'The link is about a part of the house that is not shown here.',
    de: 'Der Link meint einen Hausteil, der hier nicht gezeigt wird.',
  },
  house: { en: 'Whole house', de: 'Ganzes Haus' },
  newVersion: { en: 'A new version is here.', de: 'Eine neue Version ist da.' },
  reload: { en: 'Load it', de: 'Laden' },

  theme: { en: 'Look', de: 'Aussehen' },
  themeAuto: { en: 'Device', de: 'Gerät' },
  themeLight: { en: 'Light', de: 'Hell' },
  themeDark: { en: 'Dark', de: 'Dunkel' },
  language: { en: 'Language', de: 'Sprache' },
  english: { en: 'English', de: 'English' },
  german: { en: 'Deutsch', de: 'Deutsch' },
  density: { en: 'Rows', de: 'Zeilen' },
  densityCompact: { en: 'Compact', de: 'Eng' },
  densityNormal: { en: 'Normal', de: 'Normal' },
  densityTouch: { en: 'Touch', de: 'Finger' },
  letterKeys: { en: 'Keys of one letter (? lists them)', de: 'Einzelne Buchstaben als Tasten (? zeigt sie)' },
  lock: { en: 'Lock', de: 'Sperren' },
  signOut: { en: 'Sign out', de: 'Abmelden' },
  switchPerson: { en: 'Switch person', de: 'Person wechseln' },
  display: { en: 'Display', de: 'Anzeige' },
  displayWhat: { en: 'This screen only shows.', de: 'Dieser Bildschirm zeigt nur an.' },

  locked: { en: 'Locked', de: 'Gesperrt' },
  unlock: { en: 'Unlock', de: 'Entsperren' },
  unlockTitle: { en: (who: string) => `Are you ${who}?`, de: (who: string) => `Sind Sie ${who}?` },
  unlockWhy: {
    en: 'Calls and alarms go on. To change anything, this screen must be unlocked.',
    de: 'Anrufe und Alarme laufen weiter. Für Änderungen muss der Bildschirm entsperrt werden.',
  },
  lockedPage: {
    en: 'This page opens when the screen is unlocked.',
    de: 'Diese Seite öffnet sich, sobald der Bildschirm entsperrt ist.',
  },
  pin: { en: 'PIN', de: 'PIN' },
  password: { en: 'Password', de: 'Passwort' },
  byPassword: { en: 'By password instead', de: 'Stattdessen mit Passwort' },
  wrongSecret: { en: 'That is not it.', de: 'Das stimmt nicht.' },
  signInAgain: { en: 'Sign in again', de: 'Neu anmelden' },
  signInWhy: {
    en: 'Your session is over. The page stays as it is.',
    de: 'Ihre Sitzung ist zu Ende. Die Seite bleibt, wie sie ist.',
  },

  keys: { en: 'Keys', de: 'Tasten' },
  guide: { en: 'The guide, with everything else', de: 'Das Handbuch mit allem Weiteren (englisch)' },
  keySearch: { en: 'Search and commands', de: 'Suche und Befehle' },
  keyHelp: { en: 'This list', de: 'Diese Liste' },

  noSuchPage: { en: 'There is no such page.', de: 'Diese Seite gibt es nicht.' },
  noPermission: {
    en: (permission: string) =>
      `This page needs the permission "${permission}". An administrator can give it.`,
    de: (permission: string) =>
      `Diese Seite verlangt das Recht «${permission}». Eine Administration kann es geben.`,
  },
  toHome: { en: 'To the first page', de: 'Zur ersten Seite' },
  brokenPage: { en: 'This page has broken.', de: 'Diese Seite ist kaputtgegangen.' },
})
