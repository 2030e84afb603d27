import { texts } from './table.ts'

/** Where an account is signed in. */
export const screenTexts = texts({
  here: { en: 'this screen', de: 'dieser Bildschirm' },
  display: { en: 'display', de: 'Anzeige' },
  locked: { en: 'locked', de: 'gesperrt' },
  signedIn: { en: (when: string) => `since ${when}`, de: (when: string) => `seit ${when}` },
  seen: { en: (age: string) => `touched ${age} ago`, de: (age: string) => `berührt vor ${age}` },
  signOut: { en: 'Sign out', de: 'Abmelden' },
  browserOn: {
    en: (browser: string, system: string) => `${browser} on ${system}`,
    de: (browser: string, system: string) => `${browser} unter ${system}`,
  },
  otherBrowser: { en: 'Another browser', de: 'Ein anderer Browser' },
  endTitle: {
    en: (place: string) => `Sign out the screen at ${place}?`,
    de: (place: string) => `Den Bildschirm bei ${place} abmelden?`,
  },
  endWhat: {
    en: 'Whoever sits there must sign in again, and what is half written there is lost.',
    de: 'Wer dort sitzt, muss sich neu anmelden, und was dort halb geschrieben ist, geht verloren.',
  },
  everywhere: { en: 'Sign out everywhere', de: 'Überall abmelden' },
})

export type ScreenTexts = (typeof screenTexts)['en']
