import { phraseWord } from '../wakeups/announcement.ts'
import type { Menu } from './menu.ts'

/** For somebody whose phone is no room's: they hear whom to call instead, and nothing else is to be had. */
export const TURNED_AWAY: Menu<null, never, never> = {
  begin: { state: null, say: [phraseWord('not-from-here'), phraseWord('call-the-desk')], isOver: true },
  step: () => ({ state: null }),
}
