import { describe, expect, it } from 'vitest'
import { refusedWords } from './refused.ts'
import { entryTexts } from './texts.ts'

describe('why a line is refused is told in the language of whoever typed it', () => {
  it.each([
    ['room.unknown', 'room', 'Eines dieser Zimmer gibt es nicht oder nicht mehr.'],
    ['state.conflict', '', 'Einer dieser Weckrufe ist schon vorbei.'],
    ['rule.refused', 'date', 'An diesem Tag klingelt keiner dieser Weckrufe.'],
    ['rule.refused', 'until', 'Weiter als zwei Jahre voraus wird nichts gesetzt.'],
    ['rule.refused', '', 'Dieser Weckruf wiederholt sich nicht: Kein Tag kann ausfallen.'],
    ['time.past', 'until', 'Kein Tag davon liegt noch vor uns.'],
  ])('%s %s', (code, field, words) => {
    expect(refusedWords(entryTexts.de, { code, field })).toBe(words)
  })

  it('and where the words for every refusal say as much, by those', () => {
    expect(refusedWords(entryTexts.de, { code: 'permission.missing', field: '' })).toBe(null)
  })
})
