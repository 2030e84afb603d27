import { DEFAULTS } from '../../hotel/settings/defaults.ts'
import { findingAt, type BrokenRule, type SiteFinding } from '../mistake.ts'
import { entriesAt, groupAt, type SiteEntry, textOf } from './site-entries.ts'

/** What is wrong with where calls go and come from: ports that no machine has, or that two things would share. */
export const checkPlaces = (data: unknown): SiteFinding[] => [
  ...checkAudioPorts(groupAt(data, 'telephony', 'audioPorts')),
  ...checkOwnPorts(groupAt(data, 'telephony')),
  ...entriesAt(data, 'telephony', 'lines').flatMap(checkLine),
]

/** One of the two may be left to its default. */
function checkAudioPorts(ports: SiteEntry): SiteFinding[] {
  const { low, high } = { ...DEFAULTS.telephony.audioPorts, ...ports.value }
  const isRange = typeof low !== 'number' || typeof high !== 'number' || low < high
  return isRange
    ? []
    : [finding(ports, 'high', `must be above low, which is ${low}`, { shape: 'low', limit: low + 1 })]
}

/** SIP over TLS has the port above that of SIP. */
function checkOwnPorts(telephony: SiteEntry): SiteFinding[] {
  const { port, audioPorts } = { ...DEFAULTS.telephony, ...telephony.value }
  if (typeof port !== 'number' || typeof audioPorts !== 'object' || audioPorts === null) return []
  const { low, high } = { ...DEFAULTS.telephony.audioPorts, ...audioPorts }
  const isShared = port + 1 >= low && port <= high
  return isShared
    ? [
        finding(telephony, 'port', `and the one above it must not be among audioPorts, ${low} to ${high}`, {
          shape: 'audio-ports',
        }),
      ]
    : []
}

const checkLine = (line: SiteEntry): SiteFinding[] =>
  ['uri', 'registrar', 'proxy'].filter((field) => hasNoSuchPort(textOf(line, field) ?? '')).map(refused(line))

const refused = (line: SiteEntry) => (field: string) =>
  finding(line, field, 'must name a port from 1 to 65535', { shape: 'port' })

/** Of an IPv6 address without brackets the last group is no port. */
function hasNoSuchPort(place: string): boolean {
  const host = place.slice(place.lastIndexOf('@') + 1).replace(/^sips?:/, '')
  const [, port] = /^(?:\[[^\]]*\]|[^:]*):(\d+)$/.exec(host) ?? []
  return port !== undefined && (Number(port) < 1 || Number(port) > 65_535)
}

const finding = ({ pointer }: SiteEntry, field: string, words: string, rule: BrokenRule = {}): SiteFinding =>
  findingAt(pointer, field, words, rule)
