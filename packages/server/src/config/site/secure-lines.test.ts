import { describe, expect, it } from 'vitest'
import { checkSecureLines } from './secure-lines.ts'

const line = (more: object) => ({ telephony: { lines: [{ uri: 'sip:voice1@hotel.example', ...more }] } })
const files = (tls: object) => ({ telephony: { tls } })
const told = (data: object) => checkSecureLines(data).map(({ pointer, words }) => `${pointer} ${words}`)

describe('a line whose audio is to be encrypted', () => {
  it.each(['optional', 'required'])('(%s) is refused where anybody could read its keys', (srtp) => {
    const words = '/telephony/lines/0/srtp needs transport: tls, or the keys could be read on the way'
    expect(told(line({ srtp }))).toEqual([words])
    expect(told(line({ srtp, transport: 'tcp' }))).toEqual([words])
    expect(told(line({ srtp, transport: 'tls' }))).toEqual([])
  })

  it('need not be over TLS where it is off', () => expect(told(line({ srtp: 'off' }))).toEqual([]))
})

describe('a line with a sips address', () => {
  const uri = 'sips:voice1@hotel.example'

  it.each(['udp', 'tcp'])('is refused where it is to go in the clear (%s)', (transport) => {
    expect(told(line({ uri, transport }))).toEqual([
      '/telephony/lines/0/transport must be tls: a sips address is never reached in the clear',
    ])
  })

  it('goes over TLS where nothing is said, and may have encrypted audio then', () => {
    expect(told(line({ uri, srtp: 'required' }))).toEqual([])
    expect(told(line({ uri, transport: 'tls' }))).toEqual([])
  })
})

describe('the files for lines over TLS', () => {
  it('are named by their whole path', () => {
    expect(told(files({ ca: 'ca.pem' }))).toEqual([
      '/telephony/tls/ca must be the whole path of a file, such as /etc/reveille/ca.pem',
    ])
    expect(told(files({ ca: '/a.pem', cert: '/b.pem', key: '/c.pem' }))).toEqual([])
    expect(told(files({}))).toEqual([])
  })

  it('have a key for a certificate, and a certificate for a key', () => {
    expect(told(files({ cert: '/b.pem' }))).toEqual(['/telephony/tls/key is missing beside cert'])
    expect(told(files({ key: '/c.pem' }))).toEqual(['/telephony/tls/cert is missing beside key'])
  })
})
