import { expect, test } from 'vitest'
import { passwordFlaw } from './password-rule.ts'

const flawOf = (password: string, username = 'night-desk', minimum = 10) =>
  passwordFlaw({ username, password }, minimum)

test.each([
  'night-owl-77',
  'früh-aufsteher-9',
  'quick-brown-fox-1',
  'a long pass phrase',
  'kXw2mQf0u7ZrT9sB',
])('%s can be a password', (password) => expect(flawOf(password)).toBeNull())

test('a password has as many characters as the house asks for', () => {
  expect(flawOf('night-owl')).toBe('must have at least 10 characters')
  expect(flawOf('night-owl', 'desk', 9)).toBeNull()
  // Characters, not the units that they are kept in.
  expect(flawOf('🦉🦉🦆🦅🐦', 'desk', 6)).toBe('must have at least 6 characters')
})

test('blanks are none', () => expect(flawOf(' '.repeat(12))).toBe('is blank'))

test.each(['night-desk', 'Night-Desk', ' NIGHT-DESK '])("%s is the user's name", (password) =>
  expect(flawOf(password)).toBe("must not be the user's name"),
)

test.each([
  'password123',
  'P@ssw0rd2026!',
  'Passwort-2026',
  'Welcome-2026!',
  '1234567890',
  '0987654321',
  'qwertyuiop',
  'poiuytrewq',
  'qwertzuiop',
  '1q2w3e4r5t',
  'abcdefghij',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '121212121212',
  'Grand-Hotel-1',
  'Sommer2026!!',
  'administrator',
  'iloveyou!!!!',
])('%s is guessed first', (password) => expect(flawOf(password)).toMatch(/^is among the commonest/))
