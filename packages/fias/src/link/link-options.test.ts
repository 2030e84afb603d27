import { describe, expect, it } from 'vitest'
import { optionMistakes } from './link-options.ts'

const right = { host: '10.0.0.6', port: 5010 }

describe('the options of a link', () => {
  it('need no more than an address', () => expect(optionMistakes(right)).toEqual([]))

  it('are told all mistakes at once', () => {
    const wrong = {
      host: '',
      port: 0,
      version: '1.2.3-beta.4',
      timezone: 'Nowhere/At_All',
      answerTimeoutMs: 0,
      aliveCheckMs: 60_000,
      authKey: 'secret',
      codePage: 'ebcdic' as 'cp850',
    }
    expect(optionMistakes(wrong).map((text) => text.split(' ')[0])).toEqual([
      'host',
      'port',
      'codePage',
      'version',
      'timezone',
      'answerTimeoutMs',
      'aliveCheckMs',
      'authKey',
    ])
  })
})
