import { X509Certificate } from 'node:crypto'
import { authority } from '@reveille/sip/testing'
import { describe, expect, it } from 'vitest'
import { days, instantIn } from '../../kernel/clock.ts'
import { expired, mistakesInCertificates } from './certificates.ts'

const house = authority('The house')
const [ours, theirs] = [house.issue(['DNS:reveille.hotel']), house.issue(['DNS:other.hotel'])]
const ca = String(house.cert)
const [certificate, privateKey] = [String(ours.cert), String(ours.key)]
const NO_CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

describe('certificates of a destination', () => {
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
