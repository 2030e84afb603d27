import { texts } from './table.ts'

/** Why a line does not work, in words for whoever looks after the exchange. */
export const lineTexts = texts({
  silence: {
    en: (place: string) => `Nobody answers at ${place}.`,
    de: (place: string) => `Unter ${place} antwortet niemand.`,
  },
  silenceDo: {
    en: (port: string) =>
      `Check the address of the exchange, its port, and whether a firewall lets SIP through to port ${port}.`,
    de: (port: string) =>
      `Prüfen Sie die Adresse der Telefonanlage, den Port, und ob eine Firewall SIP zum Port ${port} durchlässt.`,
  },
  noWay: {
    en: (place: string) => `${place} cannot be reached from here.`,
    de: (place: string) => `${place} ist von hier aus nicht erreichbar.`,
  },
  noWayDo: {
    en: 'The name may be mistyped, or this machine has no way to that network.',
    de: 'Vielleicht ist der Name falsch geschrieben, oder diese Maschine hat keinen Weg in jenes Netz.',
  },
  certificate: {
    en: 'The exchange and this machine do not trust each other.',
    de: 'Die Telefonanlage und diese Maschine vertrauen einander nicht.',
  },
  certificateDo: {
    en: 'Check the certificates of both, and until when they are good.',
    de: 'Prüfen Sie die Zertifikate beider Seiten, und bis wann sie gelten.',
  },
  notRegistered: {
    en: 'It has not signed in at the exchange yet.',
    de: 'Sie hat sich noch nicht an der Telefonanlage angemeldet.',
  },
  notRegisteredDo: {
    en: 'Wait a moment: it is being tried.',
    de: 'Warten Sie einen Moment: Es wird versucht.',
  },
  password: {
    en: (name: string) => `The exchange does not take ${name} with this secret.`,
    de: (name: string) => `Die Telefonanlage nimmt ${name} mit diesem Geheimnis nicht an.`,
  },
  passwordDo: {
    en: 'Look it up on your exchange, copy it whole, and try again. Some exchanges call it password or auth key. The web login of the extension is a different one. After a few wrong tries many exchanges lock the address for a while.',
    de: 'Schlagen Sie es in der Telefonanlage nach, kopieren Sie es ganz, und versuchen Sie es noch einmal. Manche Anlagen nennen es Passwort oder Auth Key. Die Anmeldung der Nebenstelle im Web ist eine andere. Nach einigen falschen Versuchen sperren viele Anlagen die Adresse für eine Weile.',
  },
  forbidden: {
    en: (name: string) => `The exchange does not let ${name} in.`,
    de: (name: string) => `Die Telefonanlage lässt ${name} nicht zu.`,
  },
  forbiddenDo: {
    en: 'The secret may be wrong, the extension may not exist, or another phone has signed in in its place.',
    de: 'Das Geheimnis kann falsch sein, die Nebenstelle kann fehlen, oder ein anderes Telefon ist an ihrer Stelle angemeldet.',
  },
  unknown: {
    en: (name: string) => `The exchange does not know ${name}.`,
    de: (name: string) => `Die Telefonanlage kennt ${name} nicht.`,
  },
  unknownDo: {
    en: 'Check the number, and that the exchange lets this line call it.',
    de: 'Prüfen Sie die Nummer, und ob die Anlage dieser Leitung erlaubt, sie anzurufen.',
  },
  unknownLineDo: {
    en: 'It has no extension of this number that a SIP phone could sign in with. Look in the exchange whether it exists there and is meant for a SIP phone, and whether the address is the one its phones use.',
    de: 'Sie hat keine Nebenstelle mit dieser Nummer, an der sich ein SIP-Telefon anmelden könnte. Sehen Sie in der Anlage nach, ob es sie gibt und ob sie für ein SIP-Telefon ist, und ob die Adresse die ist, die ihre Telefone verwenden.',
  },
  noRegistrar: {
    en: (place: string) => `Nobody can sign in at ${place}.`,
    de: (place: string) => `Bei ${place} kann sich niemand anmelden.`,
  },
  noRegistrarDo: {
    en: 'If it is a telephone, or an exchange that knows this machine by its address, take the tick from “Signs in at the exchange”. Otherwise its registrar, where lines sign in, has another address or port.',
    de: 'Wenn es ein Telefon ist, oder eine Anlage, die diese Maschine an der Adresse erkennt, nehmen Sie das Häkchen bei «Meldet sich an der Anlage an» weg. Sonst nimmt sie Anmeldungen an einer anderen Adresse oder einem anderen Port an.',
  },
  late: {
    en: (name: string) => `The exchange waited for ${name} in vain.`,
    de: (name: string) => `Die Telefonanlage hat vergeblich auf ${name} gewartet.`,
  },
  lateDo: {
    en: 'Something behind the exchange does not answer it in time.',
    de: 'Etwas hinter der Telefonanlage antwortet ihr nicht rechtzeitig.',
  },
  away: {
    en: (name: string) => `${name} is not there just now.`,
    de: (name: string) => `${name} ist zurzeit nicht da.`,
  },
  awayDo: {
    en: 'The phone has not signed in at the exchange, or it is switched to do not disturb.',
    de: 'Das Telefon ist nicht an der Anlage angemeldet, oder es steht auf «nicht stören».',
  },
  overloaded: {
    en: 'The exchange says that it cannot do it now.',
    de: 'Die Telefonanlage sagt, dass sie das jetzt nicht kann.',
  },
  overloadedDo: {
    en: 'It may have no line left, or it has just been started. Try again in a minute.',
    de: 'Vielleicht hat sie keine Leitung frei, oder sie wurde gerade gestartet. Versuchen Sie es in einer Minute wieder.',
  },
  refused: { en: 'The exchange refuses it.', de: 'Die Telefonanlage lehnt es ab.' },
  refusedDo: {
    en: 'Whoever looks after the exchange can tell more by its answer.',
    de: 'Wer die Telefonanlage betreut, kann aus ihrer Antwort mehr lesen.',
  },
  deaf: {
    en: 'The phone was picked up, but no sound comes from it.',
    de: 'Es wurde abgenommen, aber vom Telefon kommt kein Ton.',
  },
  deafDo: {
    en: (announced: string) =>
      `We asked for sound at ${announced}. If the exchange cannot reach that address, set the address by which it reaches this machine, and let the audio ports through (UDP 16384 to 32767, unless others are set).`,
    de: (announced: string) =>
      `Wir haben den Ton bei ${announced} erbeten. Wenn die Telefonanlage diese Adresse nicht erreicht, geben Sie die Adresse an, unter der sie diese Maschine erreicht, und lassen Sie die Audio-Ports durch (UDP 16384 bis 32767, wenn keine anderen gesetzt sind).`,
  },
  noKey: {
    en: 'The phone was picked up and is heard, but no key came.',
    de: 'Es wurde abgenommen und man hört das Telefon, aber es kam keine Taste.',
  },
  noKeyDo: {
    en: 'If you heard the voice and pressed 1, the exchange does not pass keys on (RFC 4733). If you heard nothing, our sound does not get through.',
    de: 'Wenn Sie die Stimme gehört und die 1 gedrückt haben, gibt die Anlage Tasten nicht weiter (RFC 4733). Wenn Sie nichts gehört haben, kommt unser Ton nicht durch.',
  },
  noAnswer: { en: 'It rang, and nobody picked up.', de: 'Es hat geläutet, und niemand hat abgenommen.' },
  busy: { en: 'The phone is busy.', de: 'Das Telefon ist besetzt.' },
  noLine: {
    en: 'The line could not be used within a minute.',
    de: 'Die Leitung war eine Minute lang nicht zu haben.',
  },
  againDo: { en: 'Try once more.', de: 'Versuchen Sie es noch einmal.' },
  exchangeSays: {
    en: (status: number, reason: string) => `The exchange says ${status} ${reason}`,
    de: (status: number, reason: string) => `Die Telefonanlage sagt ${status} ${reason}`,
  },

  reach: { en: 'Exchange answers', de: 'Anlage antwortet' },
  registers: {
    en: (name: string) => `Signs in at the exchange as ${name}`,
    de: (name: string) => `Meldet sich als ${name} an der Anlage an`,
  },
  waiting: {
    en: 'Waits: guests who are to be woken go first',
    de: 'Wartet: Gäste, die zu wecken sind, gehen vor',
  },
  dialled: { en: 'Dialled', de: 'Gewählt' },
  ringing: { en: 'Rings', de: 'Läutet' },
  answered: { en: 'Picked up', de: 'Abgenommen' },
  speaks: { en: 'I speak', de: 'Ich spreche' },
  speaksFor: {
    en: (seconds: string) => `I speak: ${seconds} s`,
    de: (seconds: string) => `Ich spreche: ${seconds} s`,
  },
  key: { en: 'You hear me: key 1', de: 'Sie hören mich: Taste 1' },
  iHear: { en: 'I hear you', de: 'Ich höre Sie' },
  iHearYou: {
    en: (packets: string, lost: string, codec: string) =>
      `I hear you: ${packets} packets, ${lost} lost, ${codec}`,
    de: (packets: string, lost: string, codec: string) =>
      `Ich höre Sie: ${packets} Pakete, ${lost} verloren, ${codec}`,
  },
  endThem: { en: 'Hung up by the phone', de: 'Vom Telefon aufgelegt' },
  endUs: { en: 'Hung up by Reveille', de: 'Von Reveille aufgelegt' },
  endLost: { en: 'The connection was lost', de: 'Die Verbindung ging verloren' },
  milliseconds: { en: (ms: string) => `${ms} ms`, de: (ms: string) => `${ms} ms` },
  seconds: { en: (seconds: string) => `${seconds} s`, de: (seconds: string) => `${seconds} s` },
})

export type LineTexts = (typeof lineTexts)['en']

/** What is wrong, and what to do. */
interface Explained {
  readonly what: string
  readonly deed: string
}

/** Why a line does not work, or a test call has not proved it. */
export type LineTrouble =
  | 'silence'
  | 'no-way'
  | 'certificate'
  | 'not-registered'
  | 'password'
  | 'forbidden'
  | 'unknown'
  | 'unknown-line'
  | 'no-registrar'
  | 'late'
  | 'away'
  | 'overloaded'
  | 'refused'
  | 'deaf'
  | 'no-key'
  | 'no-answer'
  | 'busy'
  | 'no-line'

interface LineFacts {
  readonly place: string
  readonly name: string
  readonly announced?: string
}

/** Where nothing else is said, SIP goes to this one. */
const portOf = (place: string): string => /:(\d+)$/.exec(place)?.[1] ?? '5060'

export function explained(said: LineTexts, trouble: LineTrouble, facts: LineFacts): Explained {
  const { place, name, announced = '' } = facts
  const words: Readonly<Record<LineTrouble, Explained>> = {
    silence: { what: said.silence(place), deed: said.silenceDo(portOf(place)) },
    'no-way': { what: said.noWay(place), deed: said.noWayDo },
    certificate: { what: said.certificate, deed: said.certificateDo },
    'not-registered': { what: said.notRegistered, deed: said.notRegisteredDo },
    password: { what: said.password(name), deed: said.passwordDo },
    forbidden: { what: said.forbidden(name), deed: said.forbiddenDo },
    unknown: { what: said.unknown(name), deed: said.unknownDo },
    'unknown-line': { what: said.unknown(name), deed: said.unknownLineDo },
    'no-registrar': { what: said.noRegistrar(place), deed: said.noRegistrarDo },
    late: { what: said.late(name), deed: said.lateDo },
    away: { what: said.away(name), deed: said.awayDo },
    overloaded: { what: said.overloaded, deed: said.overloadedDo },
    refused: { what: said.refused, deed: said.refusedDo },
    deaf: { what: said.deaf, deed: said.deafDo(announced) },
    'no-key': { what: said.noKey, deed: said.noKeyDo },
    'no-answer': { what: said.noAnswer, deed: said.againDo },
    busy: { what: said.busy, deed: said.againDo },
    'no-line': { what: said.noLine, deed: said.againDo },
  }
  return words[trouble]
}
