import { isAboutGuest } from '../../hotel/desk/desk-keys.ts'
import { COMES_BACK } from '../../hotel/desk/escalation.ts'
import { askedAgainWords, notedWords } from '../../hotel/wakeups/announcement.ts'
import { minutes } from '../../kernel/clock.ts'
import type { Speech, Voice } from '../../calls/caller.ts'
import type { AnsweredAlarm } from './desk-answers.ts'

/** What is said to a key at the desk. */
export async function repliesIn(voice: Voice, language: string) {
  const noted = await voice.prepare(notedWords(), language)
  const again = await voice.prepare(askedAgainWords(COMES_BACK / minutes(1)), language)
  return {
    /** Null when the key says nothing. */
    to(given: readonly AnsweredAlarm[]): Speech | null {
      if (given.length === 0) return null
      return given.some(({ alarm, answer }) => answer === 'known' && isAboutGuest(alarm)) ? again : noted
    },
  }
}
