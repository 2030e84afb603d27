import { describe, expect, it } from 'vitest'
import { isStored, sectionWith } from './secrets.ts'

const SITE = {
  email: { host: '10.0.0.9' },
  wakeup: {
    escalation: {
      webhook: { url: 'http://first/' },
      chain: [{ extension: '9' }, { webhook: { url: 'http://second/' } }],
    },
  },
  secretsSet: ['email.password', 'wakeup.escalation.chain[1].webhook.secret'],
}

describe('what is stored of a secret', () => {
  it('is told by its field, of a thing and of a section of the site', () => {
    expect(isStored({ passwordSet: true }, 'password', {})).toBe(true)
    expect(isStored({ passwordSet: false }, 'password', {})).toBe(false)
    expect(isStored({}, 'token', {})).toBe(false)
    expect(isStored(sectionWith(SITE, 'email'), 'password', {})).toBe(true)
    expect(isStored(sectionWith(SITE, 'metrics'), 'token', {})).toBe(false)
  })

  it('goes with the address of a receiver, wherever in the list it comes to stand', () => {
    const policy = sectionWith(SITE, 'wakeup')
    const place = 'escalation.chain.0.webhook.secret'
    expect(isStored(policy, place, { url: 'http://second/' })).toBe(true)
    expect(isStored(policy, place, { url: 'http://elsewhere/' })).toBe(false)
    expect(isStored(policy, 'escalation.webhook.secret', { url: 'http://first/' })).toBe(false)
  })
})
