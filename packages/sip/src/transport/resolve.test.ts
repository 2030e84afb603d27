import { describe, expect, it } from 'vitest'
import { rememberingLookup, resolveTarget, systemLookup } from './resolve.ts'
import { uriOf } from '../messages/uri.ts'

const NAMES: Readonly<Record<string, string>> = { 'pbx.hotel': '10.0.0.2', 'six.hotel': '2001:db8::2' }

const lookup = (name: string) =>
  NAMES[name] === undefined
    ? Promise.reject(new Error(`No such host: ${name}`))
    : Promise.resolve(NAMES[name])

const ASKED: Readonly<Record<string, object>> = {
  '10.0.0.2': { name: 'pbx.hotel' },
  '2001:db8::2': { name: 'six.hotel' },
}

/** What was asked for by a name keeps it, for the certificate. */
const target = (host: string, port: number, protocol = 'UDP') => ({ host, port, protocol, ...ASKED[host] })

describe('where a request goes (RFC 3263)', () => {
  it.each([
    ['10.0.0.9', target('10.0.0.9', 5060)],
    ['10.0.0.9:5070', target('10.0.0.9', 5070)],
    ['pbx.hotel', target('10.0.0.2', 5060)],
    [' PBX.hotel:5080 ', target('10.0.0.2', 5080)],
    ['six.hotel', target('2001:db8::2', 5060)],
    ['::1', target('::1', 5060)],
    ['[::1]', target('::1', 5060)],
    ['[::1]:5070', target('::1', 5070)],
    ['::ffff:10.0.0.9', target('10.0.0.9', 5060)],
    ['pbx.hotel;transport=tcp', target('10.0.0.2', 5060, 'TCP')],
    ['sip:101@pbx.hotel', target('10.0.0.2', 5060)],
    ['sip:101@pbx.hotel;transport=TCP', target('10.0.0.2', 5060, 'TCP')],
    ['sip:pbx.hotel;transport=tls', target('10.0.0.2', 5061, 'TLS')],
    ['sip:pbx.hotel:5070;transport=tls', target('10.0.0.2', 5070, 'TLS')],
    ['sips:pbx.hotel', target('10.0.0.2', 5061, 'TLS')],
    ['sips:pbx.hotel;transport=tcp', target('10.0.0.2', 5061, 'TLS')],
    ['sip:101@elsewhere;maddr=pbx.hotel', target('10.0.0.2', 5060)],
  ])('%s', async (text, expected) => {
    expect(await resolveTarget(text, { lookup })).toEqual(expected)
  })

  it('takes the transport it is given where the address names none', async () => {
    expect(await resolveTarget('pbx.hotel', { lookup, transport: 'TLS' })).toEqual(
      target('10.0.0.2', 5061, 'TLS'),
    )
    expect(await resolveTarget('sip:pbx.hotel;transport=udp', { lookup, transport: 'TLS' })).toEqual(
      target('10.0.0.2', 5060),
    )
  })

  it('takes an address that was read before', async () => {
    expect(await resolveTarget(uriOf('101', 'pbx.hotel', 5090), { lookup })).toEqual(target('10.0.0.2', 5090))
  })

  it('asks nobody about numbers', async () => {
    const asked: string[] = []
    await resolveTarget('10.0.0.9', { lookup: (name) => (asked.push(name), lookup(name)) })
    await resolveTarget('[::1]', { lookup: (name) => (asked.push(name), lookup(name)) })
    expect(asked).toEqual([])
  })

  it.each([
    ['', 'Not the address'],
    ['tel:+4930', 'Not the address'],
    ['a b', 'Not the address'],
    ['pbx.hotel:99999', 'Not the address'],
    ['nowhere.hotel', 'No such host'],
    ['sip:pbx.hotel;transport=sctp', 'No way to send over SCTP'],
    ['sips:pbx.hotel;transport=udp', 'cannot be reached over UDP'],
  ])('refuses %j', async (text, why) => {
    await expect(resolveTarget(text, { lookup })).rejects.toThrow(why)
  })

  it('finds the machine itself by its name', async () => {
    expect(await systemLookup(4)('localhost')).toBe('127.0.0.1')
  })

  it('goes on with what was found before when names are not found any more', async () => {
    let works = true
    const remembering = rememberingLookup((name) =>
      works ? lookup(name) : Promise.reject(new Error('No name server')),
    )
    expect(await remembering('pbx.hotel')).toBe('10.0.0.2')
    works = false
    expect(await remembering('pbx.hotel')).toBe('10.0.0.2')
    await expect(remembering('six.hotel')).rejects.toThrow('No name server')
  })
})
