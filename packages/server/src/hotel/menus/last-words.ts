import { type PhraseName, phraseWord } from '../wakeups/announcement.ts'
import type { Menu } from './menu.ts'

/** Something is said, and nothing else is to be had. */
const lastWords = (...phrases: readonly PhraseName[]): Menu<null, never, never> => ({
  begin: { state: null, say: phrases.map(phraseWord), isOver: true },
  step: () => ({ state: null }),
})

/** For somebody whose phone is no room's: they hear whom to call instead. */
export const TURNED_AWAY = lastWords('not-from-here', 'call-the-desk')

/** Whatever was going on, it is over. */
export const LINE_NEEDED = [phraseWord('line-needed'), phraseWord('call-again-soon')]

/** When it cannot be found out who calls. */
export const NOT_NOW = lastWords('not-possible-now', 'call-the-desk')
