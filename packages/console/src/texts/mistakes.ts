import { texts } from './table.ts'

/** What is wrong with a field, by the word that the server gives it. */
export const mistakeTexts = texts({
  missing: { en: 'This is needed.', de: 'Das wird gebraucht.' },
  unknown: { en: 'This is not known here.', de: 'Das ist hier nicht bekannt.' },
  low: { en: (limit: number) => `At least ${limit}.`, de: (limit: number) => `Mindestens ${limit}.` },
  high: { en: (limit: number) => `At most ${limit}.`, de: (limit: number) => `Höchstens ${limit}.` },
  short: {
    en: (limit: number) => (limit > 1 ? `At least ${limit} characters.` : 'This must not be empty.'),
    de: (limit: number) => (limit > 1 ? `Mindestens ${limit} Zeichen.` : 'Das darf nicht leer sein.'),
  },
  long: {
    en: (limit: number) => `At most ${limit} characters.`,
    de: (limit: number) => `Höchstens ${limit} Zeichen.`,
  },
  few: { en: 'At least one.', de: 'Mindestens eines.' },
  many: {
    en: (limit: number) => `At most ${limit} of them.`,
    de: (limit: number) => `Höchstens ${limit} davon.`,
  },
  twice: { en: 'The same stands here twice.', de: 'Dasselbe steht zweimal hier.' },
  choice: { en: 'This is none of the choices.', de: 'Das ist keine der Möglichkeiten.' },
  whole: { en: 'A whole number.', de: 'Eine ganze Zahl.' },
  yesNo: { en: 'Must be yes or no.', de: 'Muss ja oder nein sein.' },
  wrong: { en: 'This is not right.', de: 'Das stimmt so nicht.' },
  rule: { en: 'This does not fit.', de: 'Das passt nicht.' },
  must: { en: (what: string) => `Must be ${what}.`, de: (what: string) => `Muss ${what} sein.` },
  weak: {
    en: (limit: number) => `Too easily guessed: at least ${limit} characters, no common word, not the name.`,
    de: (limit: number) =>
      `Zu leicht zu erraten: mindestens ${limit} Zeichen, kein häufiges Wort, nicht der Name.`,
  },
  unspoken: { en: 'This language is not spoken here.', de: 'Diese Sprache wird hier nicht gesprochen.' },
  needsExtension: {
    en: 'This number cannot be dialled: an extension is needed.',
    de: 'Diese Nummer lässt sich nicht wählen: Eine Nebenstelle wird gebraucht.',
  },
  secretAgain: {
    en: 'What is stored was given for another address: give it again for this one.',
    de: 'Was gespeichert ist, galt für eine andere Adresse: Geben Sie es für diese noch einmal an.',
  },
  exists: {
    en: (thing: string) => (thing === '' ? 'This exists already.' : `${thing} exists already.`),
    de: (thing: string) => (thing === '' ? 'Das gibt es schon.' : `${thing} gibt es schon.`),
  },
  noTime: { en: 'It must last longer than nothing.', de: 'Das muss länger als nichts dauern.' },
  oneLogin: {
    en: 'There are two ways to sign in here: leave one of them empty.',
    de: 'Hier stehen zwei Arten, sich anzumelden: Lassen Sie eine davon leer.',
  },
  ownHeader: {
    en: 'Reveille sets this header itself: leave it out.',
    de: 'Diese Kopfzeile setzt Reveille selbst: Lassen Sie sie weg.',
  },
  nobodyTold: {
    en: 'Nobody is told here: give an extension, a mail address or a server.',
    de: 'Hier erfährt es niemand: Geben Sie eine Nebenstelle, eine Mailadresse oder einen Server an.',
  },
  mailServer: {
    en: 'No mail leaves without a mail server: set it up first, under “Mail”.',
    de: 'Ohne Mailserver geht keine Mail hinaus: Richten Sie ihn zuerst ein, unter «E-Mail».',
  },
  audioPorts: {
    en: 'This port and the one above it must lie outside the audio ports.',
    de: 'Dieser Port und der nächste müssen ausserhalb der Audio-Ports liegen.',
  },
  port: { en: 'The port must be from 1 to 65535.', de: 'Der Port muss zwischen 1 und 65535 liegen.' },
  sips: {
    en: 'A sips address is reached over TLS only: choose TLS.',
    de: 'Eine sips-Adresse ist nur über TLS erreichbar: Wählen Sie TLS.',
  },
  srtp: {
    en: 'This needs transport over TLS: otherwise the keys could be read on the way.',
    de: 'Das braucht Transport über TLS: Sonst liessen sich die Schlüssel unterwegs lesen.',
  },
  https: {
    en: 'This is for https addresses only: leave it empty.',
    de: 'Das gibt es nur für https-Adressen: Lassen Sie es leer.',
  },
  json: {
    en: 'These are told in the format JSON only.',
    de: 'Diese werden nur im Format JSON mitgeteilt.',
  },
  rowTwice: { en: 'This room stands in the table twice.', de: 'Dieses Zimmer steht zweimal in der Tabelle.' },
  noNumber: {
    en: 'The first line must name the columns, "number" among them.',
    de: 'Die erste Zeile muss die Spalten nennen, darunter «number».',
  },
  unknownColumn: {
    en: 'A column is not known. Known are number, extension, name, language, vip, floor and section.',
    de: 'Eine Spalte ist nicht bekannt. Bekannt sind number, extension, name, language, vip, floor und section.',
  },
  tooManyRows: { en: 'At most 5,000 rooms at once.', de: 'Höchstens 5000 Zimmer auf einmal.' },
})

/** What a text must be: `Must be` + these words. */
const SHAPES: Readonly<Record<string, Readonly<Record<'en' | 'de', string>>>> = {
  duration: { en: 'a duration such as 24s, 5m, 2h or 90d', de: 'eine Dauer wie 24s, 5m, 2h oder 90d' },
  line: { en: 'one line of text', de: 'eine Zeile Text' },
  name: { en: 'a name without slashes', de: 'ein Name ohne Schrägstriche' },
  username: { en: 'a name without colons and slashes', de: 'ein Name ohne Doppelpunkte und Schrägstriche' },
  tenant: { en: 'a tenant', de: 'ein Mandant' },
  zone: { en: 'a time zone such as Europe/Zurich', de: 'eine Zeitzone wie Europe/Zurich' },
  price: { en: 'a price such as 4.50', de: 'ein Preis wie 4.50' },
  currency: { en: 'three capital letters such as CHF', de: 'drei Grossbuchstaben wie CHF' },
  rate: { en: 'a number such as 8.1', de: 'eine Zahl wie 8.1' },
  color: { en: 'a colour such as #3366cc', de: 'eine Farbe wie #3366cc' },
  range: { en: 'two room numbers such as 102-120', de: 'zwei Zimmernummern wie 102-120' },
  extension: { en: 'an extension such as 101', de: 'eine Nebenstelle wie 101' },
  email: { en: 'an e-mail address', de: 'eine E-Mail-Adresse' },
  emails: {
    en: 'an e-mail address, or several with commas',
    de: 'eine E-Mail-Adresse oder mehrere mit Kommas',
  },
  clock: { en: 'a time of day such as 03:00', de: 'eine Uhrzeit wie 03:00' },
  host: { en: 'a host name or an address', de: 'ein Rechnername oder eine Adresse' },
  ownHost: {
    en: 'a host name or an address without port',
    de: 'ein Rechnername oder eine Adresse ohne Port',
  },
  ownAddress: { en: 'an address in numbers', de: 'eine Adresse in Zahlen' },
  url: { en: 'an http or https address', de: 'eine Adresse mit http oder https' },
  proxy: {
    en: 'a proxy such as http://10.0.0.3:3128, or none',
    de: 'ein Proxy wie http://10.0.0.3:3128 oder none',
  },
  pem: {
    en: 'in PEM, from -----BEGIN to the last dashes',
    de: 'in PEM, von -----BEGIN bis zu den letzten Strichen',
  },
  origin: { en: 'an origin such as https://desk.example', de: 'eine Herkunft wie https://desk.example' },
  sipUri: {
    en: 'a SIP address such as sip:voice1@hotel.example',
    de: 'eine SIP-Adresse wie sip:voice1@hotel.example',
  },
  expiry: { en: 'from 1m (a minute) to 1d (a day)', de: 'zwischen 1m (einer Minute) und 1d (einem Tag)' },
  lock: { en: 'from 1m (a minute) to 12h (hours)', de: 'zwischen 1m (einer Minute) und 12h (Stunden)' },
  network: {
    en: 'a network such as 10.0.0.0/8, or an address where it names a port',
    de: 'ein Netz wie 10.0.0.0/8 oder, mit einem Port, eine Adresse',
  },
  file: {
    en: 'the whole path of a file, such as /etc/reveille/ca.pem',
    de: 'der ganze Pfad einer Datei, wie /etc/reveille/ca.pem',
  },
  identity: { en: 'a SIP address or tel:+41441234567', de: 'eine SIP-Adresse oder tel:+41441234567' },
  address: { en: 'an address, a network or a host name', de: 'eine Adresse, ein Netz oder ein Rechnername' },
  fieldName: { en: 'a field name', de: 'ein Feldname' },
  headerName: { en: 'the name of a header', de: 'der Name einer Kopfzeile' },
  headerValue: { en: 'one line of text', de: 'eine Zeile Text' },
  moment: {
    en: 'a moment such as 2026-11-15T07:00:00+01:00',
    de: 'ein Zeitpunkt wie 2026-11-15T07:00:00+01:00',
  },
  webhookSecret: { en: 'whsec_ and 24 to 64 bytes in base64', de: 'whsec_ und 24 bis 64 Bytes in base64' },
  fiasKey: { en: 'a key of 16 bytes in base64', de: 'ein Schlüssel von 16 Bytes in base64' },
  language: { en: 'a language such as de or en-US', de: 'eine Sprache wie de oder en-US' },
  bearerToken: { en: 'a token of letters and digits', de: 'ein Token aus Buchstaben und Ziffern' },
  chargeGroups: {
    en: 'some of day, room, category, item, user, tax',
    de: 'einige von day, room, category, item, user, tax',
  },
  article: { en: 'an article number of 1 to 4 digits', de: 'eine Artikelnummer von 1 bis 4 Ziffern' },
  outlet: { en: 'a sales outlet of 1 to 5 digits', de: 'eine Verkaufsstelle von 1 bis 5 Ziffern' },
  id: { en: 'a number', de: 'eine Nummer' },
  uuid: { en: 'an id', de: 'eine Kennung' },
  room: { en: 'a room number', de: 'eine Zimmernummer' },
}

interface Told {
  readonly code: string
  readonly limit?: number
  readonly shape?: string
  readonly thing?: string
}

type MistakeTexts = (typeof mistakeTexts)['en']

/** `field.high` and 20 as `At most 20.`; null for a word that is not known here. */
export function mistakeWords(told: Told, said: MistakeTexts, language: 'en' | 'de'): string | null {
  const { code, limit = 0, shape = '', thing = '' } = told
  if (code === 'thing.exists') return said.exists(thing)
  if (code === 'field.rule') return ruleWords(told, said, language)
  if (code === 'field.shape') return shapeWords(shape, said, language)
  if (code === 'field.type') return said[BY_TYPE[shape] ?? 'wrong']
  const word = BY_CODE[code]
  if (word === undefined) return null
  const text = said[word]
  return typeof text === 'string' ? text : text(limit)
}

const BY_TYPE: Readonly<Record<string, Plain>> = { integer: 'whole', boolean: 'yesNo' }

/** Every one of them in words, which say more than that something is wrong; null where one has none. */
export function allInWords(
  problems: readonly Told[],
  said: MistakeTexts,
  language: 'en' | 'de',
): string | null {
  const words = problems.map((one) => mistakeWords(one, said, language))
  return words.length === 0 || words.includes(null) ? null : [...new Set(words)].join(' ')
}

/** A rule that no schema knows goes by what it asks for. */
function ruleWords(
  { shape = '', limit = 0 }: Told,
  said: MistakeTexts,
  language: 'en' | 'de',
): string | null {
  if (Object.hasOwn(SHAPES, shape)) return shapeWords(shape, said, language)
  if (shape === 'low') return said.low(limit)
  const word = BY_RULE[shape]
  return word === undefined ? null : said[word]
}

const BY_RULE: Readonly<Record<string, Plain>> = {
  missing: 'missing',
  'no-time': 'noTime',
  'one-login': 'oneLogin',
  'own-header': 'ownHeader',
  'nobody-told': 'nobodyTold',
  'mail-server': 'mailServer',
  'audio-ports': 'audioPorts',
  port: 'port',
  sips: 'sips',
  srtp: 'srtp',
  https: 'https',
  json: 'json',
}

const shapeWords = (shape: string, said: MistakeTexts, language: 'en' | 'de') => {
  const what = SHAPES[shape]
  return what === undefined ? said.wrong : said.must(what[language])
}

type Plain = { [K in keyof MistakeTexts]: MistakeTexts[K] extends string ? K : never }[keyof MistakeTexts]
type Counted = Exclude<keyof MistakeTexts, 'must' | 'exists'>
const BY_CODE: Readonly<Record<string, Counted>> = {
  'field.missing': 'missing',
  'field.unknown': 'unknown',
  'field.low': 'low',
  'field.high': 'high',
  'field.short': 'short',
  'field.long': 'long',
  'field.few': 'few',
  'field.many': 'many',
  'field.twice': 'twice',
  'field.choice': 'choice',
  'field.wrong': 'wrong',
  'password.weak': 'weak',
  'language.unspoken': 'unspoken',
  'extension.needed': 'needsExtension',
  'secret.again': 'secretAgain',
  'row.twice': 'rowTwice',
  'csv.no-number': 'noNumber',
  'csv.unknown-column': 'unknownColumn',
  'csv.too-long': 'tooManyRows',
}
