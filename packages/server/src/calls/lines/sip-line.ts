import type { LineOptions } from '@reveille/sip'
import { isSips, type Line } from '../../hotel/settings/line.ts'
import { durationMs } from '../../hotel/time/duration.ts'

type SipLine = LineOptions & Required<Pick<LineOptions, 'exchange'>>
type Hop = SipLine['exchange']

/** A line of the site, in the words of SIP. */
export function sipLineOf({ name, settings }: Line): SipLine {
  const { password, displayName, register, reliable, codecs, nat, assertedIdentity } = settings
  const { user, ...own } = partsOf(settings.uri)
  const proxy = hopOf(settings.proxy)
  const username = settings.username ?? user
  return {
    name,
    user,
    domain: own.host,
    ...(isSips(settings.uri) ? { scheme: 'sips' } : {}),
    ...(own.port === undefined ? {} : { port: own.port }),
    exchange: hopOf(settings.registrar) ?? own,
    // It stands in front of registrations and calls alike.
    ...(proxy ? { proxy } : {}),
    protocol: PROTOCOLS[settings.transport],
    displayName,
    register,
    srtp: settings.srtp,
    expiresSeconds: Math.ceil(durationMs(settings.expires) / 1_000),
    reliable,
    codecs,
    nat,
    ...(assertedIdentity === undefined ? {} : { assertedIdentity }),
    ...(password === undefined ? {} : { credentials: { username, password } }),
  }
}

/** The same for all lines whose calls go to the same place, as the site writes it: names are not resolved. */
export function exchangeName({ exchange, proxy, protocol }: SipLine): string {
  const { host, port = protocol === 'TLS' ? 5061 : 5060 } = proxy ?? exchange
  return `${host.includes(':') ? `[${host}]` : host}:${port}`.toLowerCase()
}

/** The same for all lines that lead to the same place by the same way. */
export const exchangeKey = (line: SipLine): string => `${line.protocol ?? 'UDP'} ${exchangeName(line)}`

const PROTOCOLS = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' } as const

function partsOf(uri: string): Hop & { readonly user: string } {
  const [, user = '', rest = ''] = /^sips?:([^@]+)@([^;?]+)/i.exec(uri) ?? []
  return { user, ...(hopOf(rest) ?? { host: rest }) }
}

/** `10.0.0.2`, `pbx.example:5070`, `[2001:db8::1]:5060`. */
function hopOf(text = ''): Hop | null {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text.trim()) ?? []
  const host = bracketed ?? plain
  return host === undefined ? null : { host, ...(port === undefined ? {} : { port: Number(port) }) }
}
