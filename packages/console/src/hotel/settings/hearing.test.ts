import { describe, expect, it } from 'vitest'
import { heardIn, roomsByLanguage } from './hearing.ts'

describe('what a room hears of an announcement', () => {
  const boats = { text: 'The boats leave at eight.', language: 'en', recordings: [] }
  it.each([
    ['its text in the language it is written in', boats, 'de', { kind: 'text', language: 'en' }],
    [
      'its text in the room’s language, where it has none',
      { ...boats, language: '' },
      'de',
      { kind: 'text', language: 'de' },
    ],
    [
      'a recording in its own language',
      { ...boats, recordings: ['en', 'de'] },
      'de',
      { kind: 'recording', language: 'de' },
    ],
    [
      'one in a language like it',
      { ...boats, recordings: ['en', 'de-CH'] },
      'de',
      { kind: 'recording', language: 'de-CH' },
    ],
    ['else the site’s', { ...boats, recordings: ['fr', 'en'] }, 'de', { kind: 'recording', language: 'en' }],
    ['else any', { ...boats, recordings: ['fr'] }, 'de', { kind: 'recording', language: 'fr' }],
    [
      'the greeting where nothing is written',
      { ...boats, text: '' },
      'de',
      { kind: 'greeting', language: 'de' },
    ],
  ])('is %s', (_, prompt, room, heard) => {
    expect(heardIn(prompt, room, 'en')).toEqual(heard)
  })

  it('is told for rooms of one language together, the most first', () => {
    const rooms = [
      { number: '101', language: 'de' },
      { number: '102', language: '' },
      { number: '103', language: 'en' },
    ]
    expect(roomsByLanguage(rooms, 'en')).toEqual([
      { language: 'en', rooms: ['102', '103'] },
      { language: 'de', rooms: ['101'] },
    ])
  })
})
