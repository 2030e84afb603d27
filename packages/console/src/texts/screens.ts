import { texts } from './table.ts'

/** Where an account is signed in. */
export const screenTexts = texts({
  here: { en: 'this screen', de: 'dieser Bildschirm' },
  display: { en: 'display', de: 'Anzeige' },
  locked: { en: 'locked', de: 'gesperrt' },
  signedIn: { en: (when: string) => `since ${when}`, de: (when: string) => `seit ${when}` },
  seen: { en: (age: string) => `touched ${age} ago`, de: (age: string) => `berührt vor ${age}` },
  signOut: { en: 'Sign out', de: 'Abmelden' },
  everywhere: { en: 'Sign out everywhere', de: 'Überall abmelden' },
})
