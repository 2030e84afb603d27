import { describe, expect, expectTypeOf, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { failureTexts, failureWords } from './failures.ts'
import { texts } from './table.ts'

const said = texts({
  plain: { en: 'Rooms', de: 'Zimmer' },
  counted: {
    en: (rooms: number) => `${rooms} rooms`,
    de: (rooms: number) => `${rooms} Zimmer`,
  },
})

const refused = (error: number, againInSeconds = 0, code = '') =>
  new Failure('problem', {
    status: 400,
    error,
    description: 'So',
    reference: 'r',
    againInSeconds,
    code,
    field: '',
    problems: [],
  })
const plainly = (ms: number) => String(ms)

describe('what the console says', () => {
  it('is there in both languages', () => {
    expect([said.en.plain, said.de.plain, said.de.counted(3)]).toEqual(['Rooms', 'Zimmer', '3 Zimmer'])
  })

  it('does not compile where a language is missing, or takes other facts', () => {
    expectTypeOf(said.en.counted).parameters.toEqualTypeOf<[number]>()
    // @ts-expect-error -- the German is missing
    texts({ plain: { en: 'Rooms' } })
    // @ts-expect-error -- the German wants a text where the English wants a number
    texts({ plain: { en: (n: number) => `${n}`, de: (n: string) => n } })
  })

  it('tells why something failed in the words of whoever looks', () => {
    expect(failureWords(refused(4), failureTexts.en, plainly)).toBe('Name or password is wrong.')
    expect(failureWords(refused(4), failureTexts.de, plainly)).toBe('Name oder Passwort ist falsch.')
    expect(failureWords(refused(9, 161), failureTexts.en, plainly)).toContain('161000')
    expect(failureWords(new Failure('unreachable'), failureTexts.en, plainly)).toContain('does not answer')
  })

  it('goes by the word of a refusal before its number', () => {
    const words = failureWords(refused(7, 0, 'thing.in-use'), failureTexts.de, plainly)
    expect(words).toBe('Das wird noch gebraucht.')
  })

  it('has words for a number that it has never seen', () => {
    expect(failureWords(refused(77), failureTexts.en, plainly)).toBe(failureTexts.en.internal)
  })
})
