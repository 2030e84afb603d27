import { describe, expect, it } from 'vitest'
import { allInWords, mistakeTexts, mistakeWords } from './mistakes.ts'

const CHECKS = import.meta.glob<string>(
  ['../../../server/src/config/site/*.ts', '!../../../server/src/config/site/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
)

const words = (told: Parameters<typeof mistakeWords>[0]) =>
  (['en', 'de'] as const).map((language) => mistakeWords(told, mistakeTexts[language], language))

describe('what is wrong with a field', () => {
  it.each([
    [{ code: 'field.high', limit: 20 }, 'At most 20.', 'Höchstens 20.'],
    [{ code: 'thing.exists', thing: '113' }, '113 exists already.', '113 gibt es schon.'],
    [{ code: 'thing.exists' }, 'This exists already.', 'Das gibt es schon.'],
    [{ code: 'field.type', shape: 'boolean' }, 'Must be yes or no.', 'Muss ja oder nein sein.'],
    [{ code: 'field.rule', shape: 'low', limit: 16_385 }, 'At least 16385.', 'Mindestens 16385.'],
    [
      { code: 'field.rule', shape: 'zone' },
      'Must be a time zone such as Europe/Zurich.',
      'Muss eine Zeitzone wie Europe/Zurich sein.',
    ],
    [{ code: 'field.rule', shape: 'missing' }, 'This is needed.', 'Das wird gebraucht.'],
  ])('%j is said in both languages', (told, en, de) => expect(words(told)).toEqual([en, de]))

  it('is told once where several say the same, and left to others where one has no words', () => {
    const all = (...codes: readonly string[]) =>
      allInWords(
        codes.map((code) => ({ code })),
        mistakeTexts.en,
        'en',
      )
    expect(all('field.missing', 'field.missing', 'secret.again')).toMatch(/^This is needed\. What is stored/)
    expect(all('field.missing', 'field.strange')).toBe(null)
    expect(all()).toBe(null)
  })

  it('has words for every rule that the server looks at', () => {
    const rules = Object.values(CHECKS).flatMap((text) => text.match(/(?<=\bshape: ')[^']+/g) ?? [])
    expect(new Set(rules).size).toBeGreaterThan(15)
    expect(rules.filter((shape) => words({ code: 'field.rule', shape }).includes(null))).toEqual([])
  })
})
