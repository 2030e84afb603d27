import type { BoardRecord } from '@reveille/contract'
import { marksAt } from '../../hotel/board.ts'
import { instantOf } from '../../kernel/clock.ts'
import { useClock } from '../../parts/now.ts'
import { type Format, momentWords } from '../../texts/format.ts'
import { roomTexts } from '../../texts/rooms.ts'
import { useFormat, useTexts } from '../../texts/speech.ts'
import { type BoardTexts, boardTexts } from './texts.ts'

type SetMark = BoardRecord['marks'][number]

/** Until when, who said so, and why. */
export function markFacts({ until, user, note }: SetMark, said: BoardTexts, format: Format, now: number) {
  const facts = [
    until === null ? '' : said.untilTime(momentWords(format, instantOf(until), now)),
    user === '' ? '' : said.byWhom(user),
    note,
  ]
  return facts.filter(Boolean).join(', ')
}

/** What is set at a door, in words: whoever stands there may not press anything. */
export function useMarkWords(): (record: BoardRecord) => readonly string[] {
  const said = useTexts(boardTexts)
  const rooms = useTexts(roomTexts)
  const format = useFormat()
  const now = useClock().now()
  return (record) =>
    marksAt(record, now).map((mark) => {
      const facts = markFacts(mark, said, format, now)
      return facts === '' ? rooms[mark.mark] : `${rooms[mark.mark]} (${facts})`
    })
}
