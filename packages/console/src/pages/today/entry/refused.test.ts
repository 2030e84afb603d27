import { describe, expect, it } from 'vitest'
import { refusedWords } from './refused.ts'
import { entryTexts } from './texts.ts'

describe('why a line is refused is told in the language of whoever typed it', () => {
  it.each([
    ['room.unknown', 'room', 'Eines dieser Zimmer gibt es nicht oder nicht mehr.'],
    ['call.over', '', 'Einer dieser Weckrufe ist schon vorbei.'],
    ['call.ringing', '', 'Eines dieser Zimmer wird gerade geweckt: Sagen Sie dort, wie es ausging.'],
    ['series.no-such-day', 'date', 'An diesem Tag klingelt keiner dieser Weckrufe.'],
    ['call.not-repeating', '', 'Dieser Weckruf wiederholt sich nicht: Kein Tag kann ausfallen.'],
    ['time.past', 'until', 'Kein Tag davon liegt noch vor uns.'],
  ])('%s %s', (code, field, words) => {
    expect(refusedWords(entryTexts.de, { code, field })).toBe(words)
  })

  it.each(['permission.missing', 'time.too-far', 'series.no-day-left', 'state.conflict'])(
    'and where the words for every refusal say as much, by those: %s',
    (code) => {
      expect(refusedWords(entryTexts.de, { code, field: '' })).toBe(null)
    },
  )
})
