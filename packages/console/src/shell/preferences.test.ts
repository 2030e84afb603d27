import { describe, expect, it } from 'vitest'
import { languageOf, PreferenceBook, preferencesFrom, USUAL } from './preferences.ts'

describe('how somebody likes the console', () => {
  it('stays with the device', () => {
    const kept = new Map<string, string>()
    const shelf = {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, value: string) => void kept.set(key, value),
      remove: (key: string) => void kept.delete(key),
    }
    new PreferenceBook(shelf).change({ theme: 'dark', language: 'de' })
    expect(new PreferenceBook(shelf).kept.get()).toEqual({ ...USUAL, theme: 'dark', language: 'de' })
  })

  it.each(['{', 'null', '"x"', '{"theme":"pink","density":7,"language":"fr"}', null])(
    'is as usual where %s was kept',
    (text) => {
      expect(preferencesFrom(text)).toEqual(USUAL)
    },
  )

  it('speaks the language that was chosen, else the first likely one that it knows, else English', () => {
    expect(languageOf('de', 'en')).toBe('de')
    expect(languageOf(null, 'de', 'en-US')).toBe('de')
    expect(languageOf(null, 'fr', 'de-CH')).toBe('de')
    expect(languageOf(null, 'fr', 'it')).toBe('en')
  })
})
