import { describe, expect, it } from 'vitest'
import type { Word } from '../../hotel/wakeups/announcement.ts'
import { bookOf } from '../../../testing/spoken-languages.ts'
import { type BookWord, type Part, sentencesOf, sequenceOf } from './sequence.ts'

const read = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if ('piece' in part) return part.piece
      if ('silenceMs' in part) return `(${part.silenceMs})`
      if ('mark' in part) return `mark ${part.mark}`
      return `${part.text} (${part.gapMs})`
    })
    .join(' ')

describe('words in English', () => {
  it.each<[string, BookWord, string]>([
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
    ['a room that has only a foreign name', { digits: '東' }, '東 (350)'],
    ['a pause', { pauseMs: 700 }, '(700)'],
  ])('%s', (_, word, parts) => expect(read(sequenceOf([word], bookOf('en')))).toBe(parts))
})

describe('sentences', () => {
  const counted = (words: readonly Word[], ...tags: string[]) =>
    sentencesOf(words, tags.map(bookOf)).map((one) => ('length' in one ? one.length : one))

  it('end where the voice goes down', () => {
    const words: Word[] = [
      { phrase: 'press-one-for-another-call' },
      { inMinutes: 5 },
      { phrase: 'room' },
      { digits: '101' },
      { time: { hour: 7, minute: 0 } },
    ]
    expect(counted(words, 'en')).toEqual([2, 2, 1])
  })

  it("leave the hotel's own words alone", () => {
    const own = { text: 'Grand Hotel' }
    expect(counted([{ phrase: 'room' }, own, { phrase: 'last-call' }], 'en')).toEqual([1, own, 1])
  })

  it('end as the next book says where one lacks the phrase', () => {
    const lacking = { ...bookOf('de'), pieces: new Map<string, string>() }
    const words: Word[] = [{ phrase: 'we-call-again' }, { inMinutes: 5 }, { phrase: 'last-call' }]
    expect(sentencesOf(words, [lacking, bookOf('en')])).toHaveLength(2)
  })
})
