import { describe, expect, it } from 'vitest'
import { systemRandom } from '../transactions/clock.ts'
import type { Flow, Protocol } from '../transport/flow.ts'
import { Line } from '../lines/lines.ts'

/** Where we say that we are reached (RFC 3261 8.1.1.8, 12.1.1). */

const line = new Line({ user: 'voice 1', domain: 'pbx.example' }, systemRandom)
const flow = (protocol: Protocol, host = '192.0.2.1'): Flow => ({
  protocol,
  reliable: protocol !== 'UDP',
  local: { host, port: 5_070 },
  remote: { host: '192.0.2.2', port: 5_060 },
  send: () => Promise.resolve(),
})

describe('our Contact', () => {
  it.each([
    ['UDP', '<sip:voice%201@192.0.2.1:5070>'],
    ['TCP', '<sip:voice%201@192.0.2.1:5070;transport=tcp>'],
    ['TLS', '<sip:voice%201@192.0.2.1:5070;transport=tls>'],
  ] as const)('over %s is %s', (protocol, contact) => {
    expect(line.contact(flow(protocol), 'sip:101@pbx.example')).toBe(contact)
  })

  it('has brackets round an address of IPv6', () => {
    expect(line.contact(flow('TCP', '2001:db8::1'))).toBe('<sip:voice%201@[2001:db8::1]:5070;transport=tcp>')
  })

  it.each([
    ['sips:101@pbx.example'],
    ['SIPS:101@pbx.example'],
    ['sip:101@192.0.2.9', '<sips:pbx.example;lr>'],
    ['sips:101@192.0.2.9', '<sip:pbx.example;lr>'],
  ])('is a sips address where the other side is, or the way there: %s %s', (...towards) => {
    expect(line.contact(flow('TLS'), ...towards)).toBe('<sips:voice%201@192.0.2.1:5070>')
  })

  it('never promises TLS where there is none', () => {
    expect(line.contact(flow('UDP'), 'sips:101@pbx.example')).toBe('<sip:voice%201@192.0.2.1:5070>')
  })
})
