import { texts } from '../../texts/table.ts'

/** Which secret a signature is by, or why it is by none: `slip_` and the server's word for it. */
export const signatureTexts = texts({
  title: { en: 'Check what you received', de: 'Prüfen, was ankam' },
  how: {
    en: 'Paste what your program received, or the signature that it makes of it. Neither the secret nor the right signature is shown.',
    de: 'Einfügen, was Ihr Programm empfangen hat, oder die Signatur, die es daraus macht. Weder das Geheimnis noch die richtige Signatur wird gezeigt.',
  },
  body: { en: 'Body', de: 'Inhalt' },
  withoutGuests: {
    en: 'Names of guests are left out here: paste the body as it was received.',
    de: 'Hier fehlen Namen von Gästen: den Inhalt einfügen, wie er ankam.',
  },
  missing: { en: 'Paste it here.', de: 'Hier einfügen.' },
  noSeconds: {
    en: 'Seconds since 1970, in digits.',
    de: 'Sekunden seit 1970, in Ziffern.',
  },
  check: { en: 'Check the signature', de: 'Signatur prüfen' },
  fits_current: { en: 'It fits the secret.', de: 'Sie passt zum Geheimnis.' },
  fits_previous: {
    en: 'It fits the secret of before, which counts for 24 hours after a change.',
    de: 'Sie passt zum früheren Geheimnis, das nach einem Wechsel noch 24 Stunden gilt.',
  },
  slip_unsigned: {
    en: 'It fits none: no secret is set by now, so nothing is signed.',
    de: 'Sie passt zu keinem: Jetzt ist kein Geheimnis gesetzt, signiert wird nichts.',
  },
  slip_unreadable: {
    en: 'Nobody can tell: the secret cannot be read, as the key of this installation is lost. Set the secret anew.',
    de: 'Das lässt sich nicht sagen: Das Geheimnis ist nicht lesbar, weil der Schlüssel dieser Installation verloren ist. Das Geheimnis neu setzen.',
  },
  slip_form: {
    en: 'This is no signature: it is v1, a comma, and the base64 of 32 bytes, 44 characters. Not hexadecimal.',
    de: 'Das ist keine Signatur: Sie ist v1, ein Komma und das Base64 von 32 Bytes, 44 Zeichen. Nicht hexadezimal.',
  },
  slip_secret: {
    en: 'It was made with the text of the secret. The key is what follows whsec_, decoded from base64.',
    de: 'Sie wurde mit dem Text des Geheimnisses gemacht. Der Schlüssel ist, was auf whsec_ folgt, aus Base64 gelesen.',
  },
  slip_body: {
    en: 'The secret is right, and the body is not: blanks or line ends are others than were signed. Sign the bytes as they came, before they are parsed.',
    de: 'Das Geheimnis stimmt, der Inhalt nicht: Leerzeichen oder Zeilenenden sind andere als die signierten. Die Bytes signieren, wie sie ankamen, bevor sie gelesen werden.',
  },
  slip_other: {
    en: 'It fits none: id, timestamp, body or secret is another one.',
    de: 'Sie passt zu keinem: Kennung, Zeitpunkt, Inhalt oder Geheimnis ist ein anderes.',
  },
  tooLate: {
    en: 'The timestamp is more than five minutes off: a receiver refuses it now, whatever has signed it.',
    de: 'Der Zeitpunkt liegt mehr als fünf Minuten neben jetzt: Ein Empfänger lehnt es jetzt ab, was auch immer signiert hat.',
  },
})
