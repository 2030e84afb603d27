import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { RENEWAL } from '../hotel/deliveries/certificates.ts'
import { type Instant, instantIn } from '../kernel/clock.ts'
import { messageOf } from '../kernel/failure.ts'

interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

/** A certificate and its key, in PEM. */
interface Pair {
  readonly cert: string
  readonly key: string
}

export interface ServedCertificate {
  readonly tls: Pair
  /** What is wrong with it for clients, or soon will be: it is served all the same. */
  readonly doubts: readonly string[]
}

/** Reads what HTTPS is served with; what is wrong is told by the option and the file. */
export function readCertificate(
  files: CertificateFiles,
  now: Instant,
): ServedCertificate | { readonly mistakes: readonly string[] } {
  const cert = lookInto('--tls-cert', files.cert, certificateIn)
  const key = lookInto('--tls-key', files.key, keyIn)
  if ('mistake' in cert || 'mistake' in key)
    return { mistakes: [cert, key].flatMap((one) => ('mistake' in one ? [one.mistake] : [])) }
  const tls = { cert: cert.text, key: key.text }
  const misfit = misfitOf(cert.found, key.found, files) ?? unusable(tls, files)
  if (misfit !== null) return { mistakes: [misfit] }
  return { tls, doubts: doubtsAbout(cert.found, files, now) }
}

type Look<T> = { readonly text: string; readonly found: T } | { readonly mistake: string }

function lookInto<T>(option: string, file: string, find: (text: string) => T | string): Look<T> {
  const wrong = (words: string) => ({ mistake: `${option} names ${file}, which ${words}` })
  try {
    const text = readFileSync(file, 'utf8')
    const found = find(text)
    return typeof found === 'string' ? wrong(found) : { text, found }
  } catch (error) {
    return wrong(`cannot be read: ${messageOf(error)}`)
  }
}

function certificateIn(text: string): X509Certificate | string {
  try {
    return new X509Certificate(text)
  } catch {
    return /BEGIN [A-Z ]*PRIVATE KEY/.test(text)
      ? 'holds a private key and no certificate: is it the file for --tls-key?'
      : 'holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)'
  }
}

function keyIn(text: string): KeyObject | string {
  try {
    return createPrivateKey(text)
  } catch {
    if (/ENCRYPTED/.test(text)) return 'holds a key with a pass phrase: give one without'
    return /BEGIN CERTIFICATE/.test(text)
      ? 'holds a certificate and no private key: is it the file for --tls-cert?'
      : 'holds no private key in PEM form (-----BEGIN PRIVATE KEY-----)'
  }
}

const misfitOf = (cert: X509Certificate, key: KeyObject, files: CertificateFiles): string | null =>
  cert.checkPrivateKey(key)
    ? null
    : `--tls-key names ${files.key}, which is not the key of the first certificate in ${files.cert} (--tls-cert): the server's own must stand before those that signed it`

/** A key that is too short today, a chain that is cut off: TLS itself has the last word. */
function unusable(tls: Pair, files: CertificateFiles): string | null {
  try {
    createSecureContext({ ...tls })
    return null
  } catch (error) {
    return `--tls-cert names ${files.cert}, which cannot be used: ${messageOf(error)}`
  }
}

function doubtsAbout({ validFrom, validTo }: X509Certificate, { cert }: CertificateFiles, now: Instant) {
  const of = `the certificate in ${cert} (--tls-cert)`
  if (instantIn(validTo) <= now) return [`WARNING: ${of} has expired on ${validTo}: clients refuse it`]
  if (instantIn(validFrom) > now)
    return [`WARNING: ${of} begins on ${validFrom}: clients refuse it until then`]
  return instantIn(validTo) < now + RENEWAL ? [`WARNING: ${of} expires on ${validTo}`] : []
}
