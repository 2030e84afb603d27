import { describe, expect, it } from 'vitest'
import { secretDeed } from './new-secret.ts'

const BAR = { url: 'https://bar.example/charges', secretSet: true, previousSecretSet: false }
const PLAIN = { ...BAR, url: 'http://10.0.0.5/charges' }
const POLICY = {
  escalation: { webhook: { url: 'https://pager.example/' } },
  secretsSet: ['escalation.webhook.secret'],
}

describe('a new secret of a receiver', () => {
  it.each([
    ['the old one signs beside it for a day', BAR, { secret: 'n' }, 'overlaps'],
    [
      'also at another path of the same host',
      BAR,
      { secret: 'n', url: 'https://bar.example/new' },
      'overlaps',
    ],
    ['but nowhere else', BAR, { secret: 'n', url: 'https://other.example/charges' }, 'at-once'],
    ['nor past another proxy that reads it', PLAIN, { secret: 'n', proxy: 'http://proxy:3128' }, 'at-once'],
    ['which over https none does', BAR, { secret: 'n', proxy: 'http://proxy:3128' }, 'overlaps'],
    ['unless it is said otherwise', BAR, { secret: 'n', previousSecret: 'o' }, 'as-written'],
    ['or is taken away', BAR, { secret: 'n', previousSecret: null }, 'at-once'],
    ['without any, nothing is signed', BAR, { secret: null }, 'gone'],
    ['what is not changed is nobody’s business', BAR, { timeout: '5s' }, null],
    ['the first one takes nothing from anybody', { url: BAR.url, secretSet: false }, { secret: 'n' }, null],
    [
      'alarms are signed with one at a time',
      POLICY,
      { escalation: { webhook: { url: 'https://pager.example/', secret: 'n' } } },
      'at-once',
    ],
    [
      'whoever hears of alarms for the first time has none yet',
      POLICY,
      { escalation: { chain: [{ webhook: { url: 'https://other.example/', secret: 'n' } }] } },
      null,
    ],
    ['a policy without receivers has none', POLICY, { attempts: 2 }, null],
  ])('%s', (_, before, change, deed) => {
    expect(secretDeed(before, change)).toBe(deed)
  })
})
