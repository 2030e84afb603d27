import { describe, expect, it } from 'vitest'
import type { Word } from '../../hotel/wakeups/announcement.ts'
import { PHRASE_BOOKS } from './phrase-books.ts'
import { type Part, sequenceOf } from './sequence.ts'

const read = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if ('piece' in part) return part.piece
      if ('silenceMs' in part) return `(${part.silenceMs})`
      if ('mark' in part) return `mark ${part.mark}`
      return `${'text' in part ? part.text : part.recording} (${part.gapMs}) or [${read(part.otherwise)}]`
    })
    .join(' ')

describe('words in English', () => {
  it.each<[string, Word, string]>([
    ['a sentence has a pause after it', { phrase: 'wakeup-call' }, 'phrase/wakeup-call (350)'],
    ['half a sentence flows on', { phrase: 'room' }, 'phrase/room (100)'],
    [
      'a time is one breath',
      { itIs: { hour: 7, minute: 30 } },
      'it-is (100) hour/7 (100) minute/30 (100) part/morning (350)',
    ],
    ['a span', { inMinutes: 5 }, 'in/5 (350)'],
    ['a number flows on to what is counted', { count: 64 }, 'count/64 (100)'],
    ['a hundred is more than 99', { count: 100 }, 'count/more (100)'],
    ['a mark makes no sound', { mark: 3 }, 'mark 3'],
    ['a room is read sign by sign', { digits: '101' }, 'digit/1 (90) digit/0 (90) last-digit/1 (90) (260)'],
    ['a room with a letter', { digits: '2A' }, 'digit/2 (90) letter/a (90) (260)'],
    ['a letter with an accent', { digits: 'É2' }, 'letter/e (90) last-digit/2 (90) (260)'],
    ['what cannot be read is a pause', { digits: '1-2' }, 'digit/1 (90) (90) last-digit/2 (90) (260)'],
    ['a room that has only a foreign name', { digits: '東' }, '東 (350) or []'],
    ['a pause', { pauseMs: 700 }, '(700)'],
    [
      'free wording, with what is said without it',
      { text: 'Grand Hotel', otherwise: [{ phrase: 'room' }] },
      'Grand Hotel (350) or [phrase/room (100)]',
    ],
    ['a recording', { recording: '7-b' }, '7-b (350) or []'],
  ])('%s', (_, word, parts) => expect(read(sequenceOf([word], PHRASE_BOOKS.en))).toBe(parts))
})
