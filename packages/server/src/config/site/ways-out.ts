import { mistakesInCertificates } from '../../hotel/deliveries/certificates.ts'
import { findingAt, type BrokenRule, type SiteFinding } from '../mistake.ts'
import { type SiteEntry, textOf } from './site-entries.ts'

/** What is wrong with the way to a receiver: its proxy and its certificates; and with what it is told besides. */
export const checkWayOut = (entry: SiteEntry): SiteFinding[] => [
  ...checkProxy(entry),
  ...checkCertificates(entry),
  ...checkEvents(entry),
]

/** Of a destination, or of the site. */
export function checkProxy(entry: SiteEntry): SiteFinding[] {
  const proxy = textOf(entry, 'proxy')
  const has = (field: string) => field in entry.value
  if (proxy !== undefined && proxy !== 'none' && !URL.canParse(proxy))
    return [
      finding(entry, 'proxy', 'must be the address of a proxy such as http://10.0.0.3:3128', {
        shape: 'proxy',
      }),
    ]
  if (has('proxyUsername') && !has('proxy'))
    return [finding(entry, 'proxy', 'is missing beside proxyUsername', { shape: 'missing' })]
  if (has('proxyUsername') && !has('proxyPassword'))
    return [finding(entry, 'proxyPassword', 'is missing beside proxyUsername', { shape: 'missing' })]
  return has('proxyPassword') && !has('proxyUsername')
    ? [finding(entry, 'proxyUsername', 'is missing beside proxyPassword', { shape: 'missing' })]
    : []
}

function checkCertificates(entry: SiteEntry): SiteFinding[] {
  const [ca, certificate, privateKey] = ['ca', 'certificate', 'privateKey'].map((field) =>
    textOf(entry, field),
  )
  const isPlain = /^http:/i.test(textOf(entry, 'url') ?? '')
  const inVain = isPlain ? ['ca', 'certificate'].filter((field) => field in entry.value) : []
  return [
    ...inVain.map((field) => finding(entry, field, 'is for https addresses only', { shape: 'https' })),
    ...mistakesInCertificates({ ca, certificate, privateKey }).map(({ field, words }) =>
      finding(entry, field, words),
    ),
  ]
}

/** The other formats have no words for anything but charges and room status. */
function checkEvents(entry: SiteEntry): SiteFinding[] {
  const events = entry.value['events']
  const isTold = Array.isArray(events) && events.length > 0
  return isTold && (textOf(entry, 'format') ?? 'json') !== 'json'
    ? [finding(entry, 'events', 'can be told in the format json only', { shape: 'json' })]
    : []
}

const finding = ({ pointer }: SiteEntry, field: string, words: string, rule: BrokenRule = {}): SiteFinding =>
  findingAt(pointer, field, words, rule)
