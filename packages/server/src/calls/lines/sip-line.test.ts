import { describe, expect, it } from 'vitest'
import { type LineConfig, lineInForce } from '../../hotel/settings/line.ts'
import { exchangeName, sipLineOf } from './sip-line.ts'

const lineOf = (config: Partial<LineConfig>) =>
  sipLineOf(
    lineInForce({ name: 'voice1', tenant: '', config: { uri: 'sip:voice1@hotel.example', ...config } }),
  )

describe('a line of the site, in the words of SIP', () => {
  it('has its own address, registers there, and goes by UDP, unless the site says otherwise', () => {
    expect(lineOf({})).toEqual({
      name: 'voice1',
      user: 'voice1',
      domain: 'hotel.example',
      exchange: { host: 'hotel.example' },
      protocol: 'UDP',
      displayName: 'Wake-up',
      register: true,
      expiresSeconds: 600,
      reliable: 'supported',
      codecs: ['PCMU', 'PCMA'],
      nat: false,
      srtp: 'off',
    })
  })

  it('is reached over TLS where its address is sips, and says so in its addresses', () => {
    expect(lineOf({ uri: 'SIPS:voice1@hotel.example' })).toMatchObject({ protocol: 'TLS', scheme: 'sips' })
  })

  it('encrypts its audio where the site says so', () => {
    expect(lineOf({ transport: 'tls', srtp: 'required' })).toMatchObject({
      protocol: 'TLS',
      srtp: 'required',
    })
  })

  it.each([
    ["the uri's host and port", { uri: 'sip:voice1@hotel.example:5070' }, 'hotel.example', 5070],
    ['the registrar', { registrar: '10.0.0.2' }, '10.0.0.2', undefined],
    ['the registrar, at its port', { registrar: '10.0.0.2:5080' }, '10.0.0.2', 5080],
    ['an IPv6 address', { registrar: '[2001:db8::1]:5080' }, '2001:db8::1', 5080],
    ['an IPv6 address in the uri', { uri: 'sip:voice1@[2001:db8::1]' }, '2001:db8::1', undefined],
    // The registrar has a port of its own; that of the uri is not its.
    [
      'the registrar, at the usual port',
      { uri: 'sip:voice1@hotel.example:5070', registrar: '10.0.0.2' },
      '10.0.0.2',
      undefined,
    ],
  ] as const)('is reached at %s', (_, config, host, port) => {
    expect(lineOf(config).exchange).toEqual({ host, ...(port === undefined ? {} : { port }) })
  })

  it('keeps the port of its uri in its addresses, wherever it is sent', () => {
    expect(lineOf({ uri: 'sip:voice1@hotel.example:5070', registrar: '10.0.0.2' })).toMatchObject({
      domain: 'hotel.example',
      port: 5070,
      exchange: { host: '10.0.0.2' },
    })
  })

  it('passes a proxy on its way to the registrar', () => {
    expect(lineOf({ registrar: '10.0.0.2', proxy: '10.0.0.3:5090' })).toMatchObject({
      exchange: { host: '10.0.0.2' },
      proxy: { host: '10.0.0.3', port: 5090 },
    })
  })

  it('registers for as long as the site says, and says who calls where it is trusted', () => {
    const line = lineOf({ expires: '2m', assertedIdentity: 'tel:+41441234567', reliable: 'off' })
    expect(line).toMatchObject({
      expiresSeconds: 120,
      assertedIdentity: 'tel:+41441234567',
      reliable: 'off',
    })
  })

  it.each([
    ['udp', 'UDP'],
    ['tcp', 'TCP'],
    ['tls', 'TLS'],
  ] as const)('goes by %s where the site says so', (transport, protocol) => {
    expect(lineOf({ transport }).protocol).toBe(protocol)
  })

  it('logs in by its user, or by another name', () => {
    expect(lineOf({ password: 'secret' }).credentials).toEqual({ username: 'voice1', password: 'secret' })
    expect(lineOf({ password: 'secret', username: 'trunk' }).credentials).toEqual({
      username: 'trunk',
      password: 'secret',
    })
    expect(lineOf({ username: 'trunk' }).credentials).toBeUndefined()
  })

  it('keeps the domain of its uri, wherever it is sent', () => {
    expect(
      lineOf({ uri: 'sip:voice1@hotel.example:5070;transport=tcp', registrar: '10.0.0.2' }),
    ).toMatchObject({
      user: 'voice1',
      domain: 'hotel.example',
    })
  })

  it('does not register where the exchange trusts the address, and shows another name on the phone', () => {
    expect(lineOf({ register: false, displayName: 'Good morning' })).toMatchObject({
      register: false,
      displayName: 'Good morning',
    })
  })
})

describe('the exchange of a line', () => {
  it.each([
    ['the host and port of the uri', { uri: 'sip:voice2@hotel.example:5060' }],
    ['whatever the line is called', { uri: 'sip:voice3@hotel.example' }],
    ['in capitals', { uri: 'sip:voice1@HOTEL.example' }],
    ['a proxy', { uri: 'sip:voice1@elsewhere.example', proxy: 'hotel.example' }],
    ['over another transport', { transport: 'tcp' }],
  ] as const)('is the same by %s', (_, config) => {
    expect(exchangeName(lineOf(config))).toBe('hotel.example:5060')
  })

  it.each([
    [{ uri: 'sip:voice1@hotel.example:5070' }, 'hotel.example:5070'],
    [{ transport: 'tls' }, 'hotel.example:5061'],
    [{ registrar: '[2001:DB8::1]' }, '[2001:db8::1]:5060'],
  ] as const)('of %j is another', (config, name) => {
    expect(exchangeName(lineOf(config))).toBe(name)
  })
})
