import { texts } from '../../texts/table.ts'

export const meTexts = texts({
  title: { en: 'My account', de: 'Mein Konto' },
  may: { en: 'You may', de: 'Sie dürfen' },
  mayNothing: {
    en: 'set wake-up calls and report room status.',
    de: 'Weckrufe setzen und den Zimmerstatus melden.',
  },
  inventory: { en: 'charge the mini-bar', de: 'Minibar buchen' },
  frontdesk: { en: 'check guests in and out', de: 'Gäste ein- und auschecken' },
  correct: { en: 'take charges back', de: 'Buchungen stornieren' },
  review: { en: 'read log, reports and deliveries', de: 'Protokoll, Berichte und Zustellungen lesen' },
  administrator: { en: 'change settings', de: 'Einstellungen ändern' },
  password: { en: 'Password', de: 'Passwort' },
  present: { en: 'Present password', de: 'Jetziges Passwort' },
  another: { en: 'New password', de: 'Neues Passwort' },
  changePassword: { en: 'Change password', de: 'Passwort ändern' },
  passwordWhat: {
    en: 'All other screens of this account are signed out.',
    de: 'Alle anderen Bildschirme dieses Kontos werden abgemeldet.',
  },
  passwordChanged: { en: 'The password is changed.', de: 'Das Passwort ist geändert.' },
  pin: { en: 'PIN', de: 'PIN' },
  pinWhat: {
    en: 'Six digits that unlock a locked screen. They sign nobody in.',
    de: 'Sechs Ziffern, die einen gesperrten Bildschirm entsperren. Anmelden kann man sich damit nicht.',
  },
  hasPin: { en: 'A PIN is set.', de: 'Eine PIN ist gesetzt.' },
  hasNoPin: { en: 'No PIN is set.', de: 'Keine PIN ist gesetzt.' },
  setPin: { en: 'Set PIN', de: 'PIN setzen' },
  removePin: { en: 'Take PIN away', de: 'PIN entfernen' },
  pinWrong: { en: 'A PIN has six digits.', de: 'Eine PIN hat sechs Ziffern.' },
  pinSet: { en: 'The PIN is set.', de: 'Die PIN ist gesetzt.' },
  screens: { en: 'Where I am signed in', de: 'Wo ich angemeldet bin' },
  everywhereWhat: {
    en: 'Every screen of this account is signed out, this one and displays too.',
    de: 'Jeder Bildschirm dieses Kontos wird abgemeldet, auch dieser und die Anzeigen.',
  },
})
