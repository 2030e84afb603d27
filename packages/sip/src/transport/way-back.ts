import { isIP } from 'node:net'
import { bareHost } from '../messages/address.ts'
import { defaultPort, type Flow, type Peer } from './flow.ts'
import { parseVia } from '../messages/header.ts'
import type { SipRequest } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'

/**
 * RFC 3261 18.2.2: where an answer goes when the connection that the question came by is gone: to where it came from,
 * at the port of the sent-by. A certificate must be made out to the name that stands there (RFC 5922 7.3).
 */
export function wayBack({ headers }: SipRequest, { remote, protocol }: Flow): Peer {
  const via = parseVia(listOf(headers.all('via'))?.[0] ?? '')
  const name = via && isIP(bareHost(via.host)) === 0 ? { name: via.host } : {}
  return { host: remote.host, port: via?.port ?? defaultPort(protocol), ...name }
}
