import { isAbsolute } from 'node:path'
import { isSips } from '../../hotel/settings/line.ts'
import { findingAt, type BrokenRule, type SiteFinding } from '../mistake.ts'
import { entriesAt, groupAt, type SiteEntry, textOf } from './site-entries.ts'

/** What is wrong with what encrypts calls: certificates, and lines whose audio is to be encrypted. */
export function checkSecureLines(data: unknown): SiteFinding[] {
  return [
    ...checkFiles(groupAt(data, 'telephony', 'tls')),
    ...entriesAt(data, 'telephony', 'lines').flatMap(checkLine),
  ]
}

/** Keys of the audio go over the line itself: over anything but TLS everybody on the way could read them. */
function checkLine(line: SiteEntry): SiteFinding[] {
  const srtp = textOf(line, 'srtp') ?? 'off'
  const isSecure = isSips(textOf(line, 'uri') ?? '')
  const transport = textOf(line, 'transport') ?? (isSecure ? 'tls' : 'udp')
  if (transport === 'tls') return []
  // RFC 3261 19.1, 26.2.2.
  if (isSecure)
    return [
      finding(line, 'transport', 'must be tls: a sips address is never reached in the clear', {
        shape: 'sips',
      }),
    ]
  return srtp === 'off'
    ? []
    : [finding(line, 'srtp', 'needs transport: tls, or the keys could be read on the way', { shape: 'srtp' })]
}

function checkFiles(tls: SiteEntry): SiteFinding[] {
  const [cert, key] = [textOf(tls, 'cert'), textOf(tls, 'key')]
  // From where a service is started is nobody's business.
  const partial = ['ca', 'cert', 'key'].filter((field) => !isAbsolute(textOf(tls, field) ?? '/'))
  return [
    ...partial.map((field) =>
      finding(tls, field, 'must be the whole path of a file, such as /etc/reveille/ca.pem', {
        shape: 'file',
      }),
    ),
    ...(cert !== undefined && key === undefined
      ? [finding(tls, 'key', 'is missing beside cert', { shape: 'missing' })]
      : []),
    ...(key !== undefined && cert === undefined
      ? [finding(tls, 'cert', 'is missing beside key', { shape: 'missing' })]
      : []),
  ]
}

const finding = ({ pointer }: SiteEntry, field: string, words: string, rule: BrokenRule = {}): SiteFinding =>
  findingAt(pointer, field, words, rule)
