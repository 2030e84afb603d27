import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { authority } from '../../../../../peers/certificates.ts'
import { has } from '../../../../../peers/programs.ts'
import { days, instantIn, systemClock } from '../../kernel/clock.ts'
import { destination } from '../../../testing/records.ts'
import { endingCertificates, expired, mistakesInCertificates } from './certificates.ts'

const house = authority('The house')
const [ours, theirs] = [house.issue(['DNS:reveille.hotel']), house.issue(['DNS:other.hotel'])]
const ca = String(house.cert)
const [certificate, privateKey] = [String(ours.cert), String(ours.key)]
const NO_CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

describe.skipIf(!has('openssl'))('certificates of a destination', () => {
  it.each([
    {},
    { ca },
    { ca: `${ca}\n${certificate}` },
    { certificate, privateKey },
    { ca, certificate, privateKey },
  ])('are in order: %#', (given) => expect(mistakesInCertificates(given)).toEqual([]))

  it.each([
    [{ ca: NO_CERTIFICATE }, 'ca', 'holds something that is no certificate'],
    [{ ca: `${ca}\n${NO_CERTIFICATE}` }, 'ca', 'holds something that is no certificate'],
    [{ certificate }, 'privateKey', 'is missing beside certificate'],
    [{ privateKey }, 'certificate', 'is missing beside privateKey'],
    [{ certificate, privateKey: ca }, 'privateKey', 'must be a private key without a pass phrase'],
    [{ certificate, privateKey: String(theirs.key) }, 'privateKey', 'is not the key of this certificate'],
  ])('are not: %#', (given, field, words) => {
    expect(mistakesInCertificates(given)).toEqual([{ field, words }])
  })

  it('have an end', () => {
    const [from, to] = [new X509Certificate(certificate).validFrom, new X509Certificate(ca).validTo]
    expect(expired({ ca, certificate }, instantIn(from))).toBeNull()
    expect(expired({ certificate }, instantIn(to) + days(1))).toMatch(/^certificate has expired on /)
    expect(expired({ ca }, instantIn(to))).toBe(`ca has expired on ${to}`)
  })
})

describe.skipIf(!has('openssl'))('certificates of destinations', () => {
  const now = systemClock().now()
  const lasting = (length: number) => {
    const { cert, key } = house.issue(['DNS:reveille.hotel'], length)
    return { certificate: String(cert), privateKey: String(key) }
  }
  const told = (config: object) =>
    endingCertificates(
      [destination({ name: 'bar', config: { type: 'webhook', url: 'https://bar.hotel/', ...config } })],
      now,
    )

  it('are told a month before they end, and when they are over', () => {
    expect(told(lasting(60))).toEqual([])
    expect(told(lasting(29))).toEqual([
      { words: expect.stringMatching(/^bar: certificate expires on \w{3} /), isOver: false },
    ])
    expect(told(lasting(-1))).toEqual([
      { words: expect.stringMatching(/^bar: certificate has expired on /), isOver: true },
    ])
    expect(told({ ca: lasting(-1).certificate, ...lasting(60) })).toMatchObject([{ isOver: true }])
  })

  it('count as long as one of several authorities does, and no longer than any of a chain', () => {
    const [old, fresh] = [lasting(-1).certificate, lasting(60).certificate]
    expect(told({ ca: `${old}\n${fresh}` })).toEqual([])
    expect(told({ certificate: `${fresh}\n${old}`, privateKey: '' })).toMatchObject([{ isOver: true }])
  })

  it('are no matter while nothing is sent there', () => {
    expect(told({ ...lasting(-1), disabled: true })).toEqual([])
  })
})
