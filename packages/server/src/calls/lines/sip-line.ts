import type { LineOptions } from '@reveille/sip'
import type { Line } from '../../hotel/settings/line.ts'

type SipLine = LineOptions & Required<Pick<LineOptions, 'exchange'>>

/** A line of the site, in the words of SIP. */
export function sipLineOf({ name, settings }: Line): SipLine {
  const { proxy, registrar, password, displayName, register } = settings
  const uri = partsOf(settings.uri)
  // Registrations take the same route as calls: a proxy stands in front of both.
  const via = addressOf(proxy ?? registrar ?? '')
  const host = via?.host ?? uri.host
  const port = via?.port ?? (via ? null : uri.port)
  const protocol = PROTOCOLS[settings.transport]
  const username = settings.username ?? uri.user
  return {
    name,
    user: uri.user,
    domain: uri.host,
    exchange: { host, port: port ?? (protocol === 'TLS' ? 5061 : 5060) },
    protocol,
    displayName,
    register,
    srtp: settings.srtp,
    ...(password === undefined ? {} : { credentials: { username, password } }),
  }
}

/** The same for all lines whose calls go to the same place, as the site writes it: names are not resolved. */
export const exchangeName = ({ exchange: { host, port } }: SipLine): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`.toLowerCase()

/** The same for all lines that lead to the same place by the same way. */
export const exchangeKey = (line: SipLine): string => `${line.protocol ?? 'UDP'} ${exchangeName(line)}`

const PROTOCOLS = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' } as const

function partsOf(uri: string): { user: string; host: string; port: number | null } {
  const [, user = '', rest = ''] = /^sips?:([^@]+)@([^;?]+)/i.exec(uri) ?? []
  return { user, ...(addressOf(rest) ?? { host: rest, port: null }) }
}

/** `10.0.0.2`, `pbx.example:5070`, `[2001:db8::1]:5060`. */
function addressOf(text: string): { host: string; port: number | null } | null {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text.trim()) ?? []
  const host = bracketed ?? plain
  return host === undefined ? null : { host, port: port === undefined ? null : Number(port) }
}
