import { describe, expect, it } from 'vitest'
import { PHRASES } from './announcement.ts'
import { keyOfPhraseRecording, phraseNameOf, phraseRecordingName, phrasesIn } from './phrase.ts'

describe('a phrase', () => {
  it.each([
    ['phrase/good-morning', 'good-morning'],
    ['it-is', 'it-is'],
    ['hour/7', 'hour-7'],
    ['last-digit/3', 'last-digit-3'],
    ['part/morning', 'part-morning'],
  ])('that a book calls %s is %s in an address', (piece, name) => {
    expect(phraseNameOf(piece)).toBe(name)
  })

  it('is listed once, sentences first, also one that the book of the language lacks', () => {
    const pieces = new Map([
      ['phrase/good-morning', 'Guten Morgen.'],
      ['hour/7', 'sieben Uhr,'],
      ['good/morning', 'Morgen,'],
    ])
    const listed = phrasesIn(pieces)
    expect(listed[0]).toEqual({ name: 'good-morning', piece: 'phrase/good-morning', text: 'Guten Morgen.' })
    expect(listed[1]).toEqual({ name: 'good-day', piece: 'phrase/good-day', text: '' })
    expect(listed.at(-1)).toEqual({ name: 'hour-7', piece: 'hour/7', text: 'sieben Uhr,' })
    expect(listed).toHaveLength(PHRASES.length + 1)
  })

  it('has another name of its recording whenever it is recorded, which leads back to it', () => {
    const recording = { phrase: 'hour-7', language: 'pt-BR', recordedAt: 5, durationMs: 9 }
    const name = phraseRecordingName(recording)
    expect(phraseRecordingName({ ...recording, recordedAt: 6 })).not.toBe(name)
    expect(keyOfPhraseRecording(name)).toEqual({ phrase: 'hour-7', language: 'pt-BR' })
  })
})
