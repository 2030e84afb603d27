import { texts } from './table.ts'

export const signInTexts = texts({
  name: { en: 'Name', de: 'Name' },
  password: { en: 'Password', de: 'Passwort' },
  signIn: { en: 'Sign in', de: 'Anmelden' },
  signingIn: { en: 'Signing in', de: 'Meldet an' },
  display: {
    en: 'This screen is a display: it shows the house for 30 days, without names, and changes nothing',
    de: 'Dieser Bildschirm ist eine Anzeige: Er zeigt das Haus 30 Tage lang, ohne Namen, und ändert nichts',
  },
  inTheClear: {
    en: 'This connection is not encrypted. Anybody on this network can read the password.',
    de: 'Diese Verbindung ist nicht verschlüsselt. Wer in diesem Netz ist, kann das Passwort mitlesen.',
  },
  english: { en: 'English', de: 'English' },
  german: { en: 'Deutsch', de: 'Deutsch' },
  languages: { en: 'Language', de: 'Sprache' },
  newHouse: {
    en: 'This house is new: nobody has an account here yet.',
    de: 'Dieses Haus ist neu: Hier hat noch niemand ein Konto.',
  },
  setUp: { en: 'Set it up', de: 'Einrichten' },
  title: { en: 'Sign in', de: 'Anmelden' },
})
