import { describe, expect, it } from 'vitest'
import { leftBehind, mustBringSecrets, placesOfSecrets, shownSettings, withKeptSecrets } from './secrets.ts'

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

describe('where a secret is set', () => {
  it('is told by its place, however deep that is, and never what it says', () => {
    const settings = {
      email: { host: 'h', password: 'x' },
      network: { proxyPassword: undefined },
      wakeup: BEFORE,
    }
    expect(placesOfSecrets(settings)).toEqual([
      'email.password',
      'wakeup.escalation.webhook.secret',
      'wakeup.escalation.chain[1].webhook.secret',
    ])
    expect(placesOfSecrets({ wakeup: null })).toEqual([])
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

describe('secrets belong to their host', () => {
  const hook = { url: 'https://bar.example/charges', secret: SECRET, headers: { 'X-Key': 'k', 'X-Old': 'o' } }
  const move = (before: object, given: object) => leftBehind(before, { ...before, ...given }, given)

  it.each<[object, object, string[]]>([
    [hook, { url: 'https://evil.example/charges' }, ['secret', 'headers X-Key', 'headers X-Old']],
    [
      hook,
      { url: 'https://bar.example:8443/charges', secret: `${SECRET}2` },
      ['headers X-Key', 'headers X-Old'],
    ],
    [hook, { url: 'http://bar.example/charges' }, ['secret', 'headers X-Key', 'headers X-Old']],
    [hook, { url: 'http://evil.example/', secret: SECRET, headers: { 'X-Key': 'k' } }, []],
    [hook, { url: 'http://evil.example/', secret: SECRET, headers: {} }, []],
    [hook, { url: 'https://BAR.example:443/elsewhere' }, []],
    [hook, { timeout: '5s' }, []],
    [{ url: 'http://a/', username: 'u', password: 'p' }, { url: 'http://b/' }, ['password']],
    [{ url: 'http://a/', token: 't' }, { url: 'http://b/', token: 'n' }, []],
    [{ url: 'http://a/' }, { url: 'http://b/' }, []],
    [{ type: 'fias', host: '10.0.0.6', port: 5010, authKey: 'k' }, { port: 5011 }, ['authKey']],
    [{ type: 'fias', host: '10.0.0.6', port: 5010, authKey: 'k' }, { host: '10.0.0.7' }, ['authKey']],
    [{ type: 'fias', host: 'pms.example', port: 5010, authKey: 'k' }, { host: 'PMS.example' }, []],
    [{ host: '10.0.0.9', from: 'a@b', password: 'p' }, { host: '10.0.0.8' }, ['password']],
    [{ host: '10.0.0.9', from: 'a@b', password: 'p' }, { port: 2525 }, ['password']],
    [{ host: '10.0.0.9', from: 'a@b', password: 'p' }, { from: 'c@d' }, []],
    [{ uri: 'sip:v@a.example', password: 'p' }, { uri: 'sip:v@b.example' }, ['password']],
    [{ uri: 'sip:v@a.example', password: 'p' }, { uri: 'sip:w@a.example' }, []],
    [{ uri: 'sip:v@a.example', password: 'p' }, { registrar: '10.0.0.3' }, ['password']],
    [{ uri: 'sip:v@a.example', password: 'p' }, { proxy: '10.0.0.3:5070' }, ['password']],
    [{ uri: 'sip:v@a.example', password: 'p' }, { registrar: '10.0.0.3', password: 'p' }, []],
  ])('%j with %j leaves %j behind', (before, given, left) => {
    expect(move(before, given)).toEqual(left)
  })
})

describe('the secrets of one behind a proxy', () => {
  const BAR = { url: 'https://bar/', proxy: 'http://a:3128', proxyPassword: 'x', token: 't' }

  it('are not left behind when the proxy is another, save the password that was for the proxy', () => {
    expect(leftBehind(BAR, { ...BAR, proxy: 'http://b:3128' }, {})).toEqual(['proxyPassword'])
    expect(leftBehind(BAR, { ...BAR, url: 'https://spa/' }, {})).toEqual(['token'])
  })

  it('are all left behind where another authority would vouch for the host: whoever has it could be the proxy', () => {
    const ca = 'another authority'
    expect(leftBehind(BAR, { ...BAR, ca }, {})).toEqual(['token'])
    expect(leftBehind({ ...BAR, ca }, BAR, {})).toEqual(['token'])
    expect(leftBehind({ ...BAR, ca }, { ...BAR, ca, proxy: 'http://b:3128' }, {})).toEqual(['proxyPassword'])
    expect(leftBehind(BAR, { ...BAR, ca }, { token: 't' })).toEqual([])
  })

  it('are all left behind over plain http, where the proxy would read them', () => {
    const plain = { ...BAR, url: 'http://bar/' }
    expect(leftBehind(plain, { ...plain, proxy: 'http://b:3128' }, {}).toSorted()).toEqual([
      'proxyPassword',
      'token',
    ])
  })
})

describe('what is said of secrets that are left behind', () => {
  const BAR = { url: 'http://bar/', proxy: 'http://a:3128', token: 't' }
  const said = (change: object) => () => mustBringSecrets('bar', BAR, { ...BAR, ...change }, change)

  it('names each of them by its field, a header by the field of all', () => {
    const before = { ...BAR, headers: { 'X-Key': 'k' } }
    const move = () => mustBringSecrets('bar', before, { ...before, url: 'http://spa/' }, {})
    const field = (name: string) => expect.objectContaining({ code: 'secret.again', field: name })
    expect(move).toThrow(
      expect.objectContaining({
        detail: expect.objectContaining({ problems: [field('token'), field('headers')] }),
      }),
    )
    const mail = { host: 'a.example', password: 'p' }
    expect(() => mustBringSecrets('Mail', mail, { ...mail, host: 'b.example' }, {}, 'email')).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ problems: [field('email.password')] }) }),
    )
  })

  it('is whether the host is another, or whoever vouches for it, or only the proxy', () => {
    const SPA = { url: 'https://spa/', token: 't' }
    expect(said({ url: 'http://spa/' })).toThrow(
      'bar moves to another host: give its token again in the same request, for they were given for the host before',
    )
    for (const proxy of ['http://b:3128', undefined])
      expect(said({ proxy })).toThrow(
        'bar has its proxy changed: give its token again in the same request, for they were given for the way there before',
      )
    expect(() => mustBringSecrets('spa', SPA, { ...SPA, ca: 'another' }, {})).toThrow(
      'spa has its certificate authority changed: give its token again in the same request, for they were given for the one before',
    )
  })
})
