import { describe, expect, it } from 'vitest'
import { EXCHANGE_SILENT } from '@reveille/sip'
import { codeIn, NOT_YET, refusedWords, silenceWords, unregisteredWords } from './line-words.ts'

describe('why a line does not work, in plain words', () => {
  it.each([
    ['registering', 'Started', '', 'it has not registered yet'],
    ['registering', 'Time is up', 'the exchange does not answer', 'the exchange does not answer'],
    ['backing off', EXCHANGE_SILENT, '', 'the exchange does not answer'],
    [
      'backing off',
      '401 Unauthorized',
      '',
      'the exchange does not accept its user name and password (401 Unauthorized)',
    ],
    [
      'backing off',
      '403 Forbidden',
      '',
      'the exchange does not let it register: a wrong password, or the extension is registered elsewhere (403 Forbidden)',
    ],
    ['backing off', '404 Not Found', '', 'the exchange does not know its extension (404 Not Found)'],
    ['backing off', '500 Oops', '', 'the exchange does not let it register (500 Oops)'],
    [
      'backing off',
      'Error: connect ECONNREFUSED 10.0.0.2:5060',
      '',
      'the exchange cannot be reached (connect ECONNREFUSED 10.0.0.2:5060)',
    ],
    [
      'backing off',
      'Error: The certificate of the exchange (pbx.hotel) was refused: it has expired (certificate has expired)',
      '',
      'the certificate of the exchange (pbx.hotel) was refused: it has expired (certificate has expired)',
    ],
    [
      'backing off',
      'Error: The exchange (pbx.hotel) demands a certificate of ours',
      '',
      'the exchange (pbx.hotel) demands a certificate of ours',
    ],
  ] as const)('%s because of %j, and %j before', (state, why, before, said) => {
    expect(unregisteredWords(state, why, before)).toBe(said)
  })

  it('of an exchange that is asked and does not answer', () => {
    expect(silenceWords(EXCHANGE_SILENT)).toBe('the exchange does not answer')
  })
})

describe('why a line does not work, as a word that stays', () => {
  it.each([
    [NOT_YET, 'not-registered'],
    [silenceWords(EXCHANGE_SILENT), 'silence'],
    [silenceWords('Error: connect ECONNREFUSED 10.0.0.2:5060'), 'no-way'],
    [silenceWords('Error: The exchange (pbx.hotel) demands a certificate of ours'), 'certificate'],
    [silenceWords('Error: The certificate of the exchange (pbx.hotel) was refused'), 'certificate'],
    // The exchange itself has said why.
    [refusedWords('403 Forbidden'), null],
    ['', null],
  ])('%s: %s', (why, code) => {
    expect(codeIn(why)).toBe(code)
  })
})
