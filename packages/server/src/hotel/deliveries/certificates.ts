import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { days, type Instant, instantIn } from '../../kernel/clock.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import type { Destination } from './destination.ts'

/** What a destination may say of certificates, in PEM. */
export interface Certificates {
  readonly ca?: string | undefined
  readonly certificate?: string | undefined
  readonly privateKey?: string | undefined
}

interface CertificateMistake {
  readonly field: keyof Certificates
  readonly words: string
}

/** What is wrong with them whatever the day is. A key that this installation cannot decrypt is passed over. */
export function mistakesInCertificates({ ca, certificate, privateKey }: Certificates): CertificateMistake[] {
  return [
    ...unreadable('ca', ca),
    ...unreadable('certificate', certificate),
    ...(certificate !== undefined && privateKey === undefined
      ? [{ field: 'privateKey', words: 'is missing beside certificate' } as const]
      : []),
    ...(privateKey !== undefined && certificate === undefined
      ? [{ field: 'certificate', words: 'is missing beside privateKey' } as const]
      : []),
    ...misfit(certificate, privateKey),
  ]
}

function unreadable(field: 'ca' | 'certificate', text: string | undefined): CertificateMistake[] {
  if (text === undefined) return []
  const read = blocksIn(text).map(readCertificate)
  const isRead = read.length > 0 && read.every((one) => one !== null)
  return isRead ? [] : [{ field, words: 'holds something that is no certificate' }]
}

function misfit(certificate: string | undefined, privateKey: string | undefined): CertificateMistake[] {
  if (privateKey === undefined || isEncrypted(privateKey)) return []
  const key = readKey(privateKey)
  if (key === null) return [{ field: 'privateKey', words: 'must be a private key without a pass phrase' }]
  const [own] = blocksIn(certificate ?? '').map(readCertificate)
  if (!own || own.checkPrivateKey(key)) return []
  return [{ field: 'privateKey', words: 'is not the key of this certificate' }]
}

/** The first that is past its time, in words; null where none is. */
export function expired({ ca = '', certificate = '' }: Certificates, now: Instant): string | null {
  const all = { ca, certificate }
  for (const [field, text] of Object.entries(all))
    for (const one of blocksIn(text).map(readCertificate))
      if (one && instantIn(one.validTo) <= now) return `${field} has expired on ${one.validTo}`
  return null
}

/** Time enough to have another one issued. */
export const RENEWAL = days(30)

interface EndingCertificate {
  /** `bar: ca expires on Nov 30 12:00:00 2026 GMT` */
  readonly words: string
  readonly isOver: boolean
}

/** The certificates of destinations in use that are past their time, or will be before others could be had. */
export const endingCertificates = (destinations: readonly Destination[], now: Instant): EndingCertificate[] =>
  destinations.flatMap(({ name, settings }) => {
    if (settings.type === 'fias' || settings.disabled) return []
    const { ca = '', certificate = '' } = settings
    const ends = { ca: endsIn(ca).at(-1), certificate: endsIn(certificate)[0] }
    return Object.entries(ends).flatMap(([field, end]) => {
      if (end === undefined || instantIn(end) > now + RENEWAL) return []
      const isOver = instantIn(end) <= now
      return [{ words: `${name}: ${field} ${isOver ? 'has expired' : 'expires'} on ${end}`, isOver }]
    })
  })

/** The first to end first. Of authorities one that is left is enough; of a certificate and those between, all are needed. */
const endsIn = (text: string): string[] =>
  blocksIn(text)
    .map((block) => readCertificate(block)?.validTo ?? '')
    .toSorted((a, b) => instantIn(a) - instantIn(b))

const blocksIn = (text: string): string[] =>
  text.match(/-----BEGIN [A-Z0-9 ]+-----[^-]+-----END [A-Z0-9 ]+-----/g) ?? []

function readCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}

function readKey(text: string): KeyObject | null {
  try {
    return createPrivateKey(text)
  } catch {
    return null
  }
}
