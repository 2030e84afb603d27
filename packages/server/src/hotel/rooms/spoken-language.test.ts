import { expect, it } from 'vitest'
import { spokenLanguage } from './stay.ts'

it.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['de-CH', 'de'],
  ['en_GB', 'en'],
  ['en-US', 'en-US'],
  ['en-us', 'en-US'],
  ['pt', null],
  ['', null],
  ['deutsch', null],
])('the tag %j means %s', (tag, language) =>
  expect(spokenLanguage(tag, ['en', 'de', 'en-US'])).toBe(language),
)
