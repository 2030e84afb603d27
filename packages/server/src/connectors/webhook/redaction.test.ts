import { describe, expect, it } from 'vitest'
import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { redactorFor } from './redaction.ts'

const redact = redactorFor({
  ...DEFAULTS.http,
  type: 'webhook',
  url: 'http://10.0.0.5/charges',
  username: 'voice',
  password: 'öwl/"7+secret',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: { 'X-Key': 'k3y-of-the-bar', 'Content-Type': 'text/xml', 'X-Site': '7' },
})
const BASIC = Buffer.from('voice:öwl/"7+secret').toString('base64')

describe('what a receiver says back', () => {
  it.each([
    ['as it is', 'You sent öwl/"7+secret'],
    ['percent-encoded', `You sent ${encodeURIComponent('öwl/"7+secret')}`],
    ['percent-encoded where it need not be', 'You sent %C3%B6wl%2F%22%37%2Bsecret'],
    ['with small digits', 'You sent %c3%b6wl%2f%227%2bsecret'],
    ['in JSON', `{"you":${JSON.stringify('öwl/"7+secret')}}`],
    ['in JSON of a careful writer', String.raw`{"you":"\u00f6wl\/\"7+secret"}`],
    ['in base64', `Authorization: Basic ${BASIC}`],
    ['in base64, percent-encoded', `a=${encodeURIComponent(`Basic ${BASIC}`)}`],
    ['of the signature', 'secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw is old'],
    ['of the signature, without its beginning', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['of a header', 'X-Key: k3y-of-the-bar'],
  ])('is kept without our secrets: %s', (_, text) => {
    const kept = redact(text)
    expect(kept).toContain('[redacted]')
    expect(kept).not.toMatch(/wl\W|7.{0,3}secret|MfKQ9r8|k3y/)
    expect(kept).not.toContain(BASIC.slice(2))
  })

  it.each(['', 'OK', 'text/xml is not taken here', '100 %', 'room 7 is unknown', '{"a":"\\u00e9"}'])(
    'is kept as it is where it has none: %j',
    (text) => {
      expect(redact(text)).toBe(text)
    },
  )
})
