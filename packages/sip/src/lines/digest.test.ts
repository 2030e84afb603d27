import { describe, expect, it } from 'vitest'
import { answerChallenge, chooseChallenge, parseChallenge } from './digest.ts'
import { NO_BODY } from '../messages/message.ts'

const responseIn = (header: string) => /response="([0-9a-f]+)"/.exec(header)?.[1]

describe('digest credentials', () => {
  it('answer the example of RFC 2617 3.5', () => {
    const challenge = parseChallenge(
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    )
    if (!challenge) throw new Error('not understood')
    const header = answerChallenge(
      challenge,
      { username: 'Mufasa', password: 'Circle Of Life' },
      { method: 'GET', uri: '/dir/index.html', body: NO_BODY, cnonce: '0a4f113b', count: 1 },
    )
    expect(responseIn(header)).toBe('6629fae49393a05397450978507c4ef1')
    expect(header).toContain('nc=00000001')
    expect(header).toContain('qop=auth,')
    expect(header).toContain('opaque="5ccc069c403ebaf9f0171e9517f40e41"')
  })

  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('answer the example of RFC 7616 3.9.1 with %s', (algorithm, expected) => {
    const challenge = parseChallenge(
      `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
    )
    if (!challenge) throw new Error('not understood')
    const header = answerChallenge(
      challenge,
      { username: 'Mufasa', password: 'Circle of Life' },
      {
        method: 'GET',
        uri: '/dir/index.html',
        body: NO_BODY,
        cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
        count: 1,
      },
    )
    expect(responseIn(header)).toBe(expected)
  })

  it('leave out count and cnonce where no quality of protection is asked for', () => {
    const challenge = parseChallenge('Digest realm="asterisk", nonce="abc"')
    if (!challenge) throw new Error('not understood')
    const header = answerChallenge(
      challenge,
      { username: 'voice1', password: 'secret' },
      { method: 'REGISTER', uri: 'sip:10.0.0.2', body: NO_BODY, cnonce: 'x', count: 1 },
    )
    expect(header).not.toMatch(/nc=|cnonce=|qop=/)
  })

  it('take the strongest challenge that is understood, and pass over the others', () => {
    const chosen = chooseChallenge([
      'Digest realm="a", nonce="1", algorithm=MD5',
      'Digest realm="a", nonce="2", algorithm=ROT13',
      'Digest realm="a", nonce="3", algorithm=SHA-256, qop="auth"',
      'Basic realm="a"',
      'Digest realm="a", nonce="4", algorithm=SHA-512-256, qop="token"',
    ])
    expect(chosen?.nonce).toBe('3')
  })

  it.each(['', 'Digest', 'Digest realm="open', 'Bearer abc', 'Digest realm="a"'])(
    'do not understand %j',
    (text) => {
      expect(parseChallenge(text)).toBeNull()
    },
  )
})
