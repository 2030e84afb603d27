import { describe, expect, it } from 'vitest'
import { withKeptSecrets, shownSettings } from './secrets.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BEFORE = {
  escalation: {
    webhook: { url: 'http://a/', secret: `${SECRET}a` },
    chain: [{ extension: '9' }, { webhook: { url: 'http://b/', secret: `${SECRET}b` } }],
  },
}

describe('settings that are shown', () => {
  it('have no secrets, however deep they stand', () => {
    expect(shownSettings({ email: { host: 'h', password: 'x' }, wakeup: BEFORE })).toEqual({
      email: { host: 'h' },
      wakeup: {
        escalation: {
          webhook: { url: 'http://a/' },
          chain: [{ extension: '9' }, { webhook: { url: 'http://b/' } }],
        },
      },
    })
  })
})

describe('settings that come back as they were shown', () => {
  it('keep the secrets of servers that are still told, wherever in the chain', () => {
    const given = {
      escalation: { webhook: { url: 'http://b/' }, chain: [{ webhook: { url: 'http://a/' } }] },
    }
    expect(withKeptSecrets(BEFORE, given)).toEqual({
      escalation: {
        webhook: { url: 'http://b/', secret: `${SECRET}b` },
        chain: [{ webhook: { url: 'http://a/', secret: `${SECRET}a` } }],
      },
    })
  })

  it('give a new secret, or a server without one, as they say', () => {
    const given = {
      escalation: {
        webhook: { url: 'http://a/', secret: SECRET },
        chain: [{ webhook: { url: 'http://c/' } }],
      },
    }
    expect(withKeptSecrets(BEFORE, given)).toEqual(given)
    expect(withKeptSecrets(undefined, given)).toEqual(given)
    expect(withKeptSecrets(BEFORE, { attempts: 1 })).toEqual({ attempts: 1 })
  })
})
