import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { WebhookSettings } from '../../hotel/deliveries/destination.ts'
import type { Guard } from './guard.ts'
import { type Proxy, TunnelAgent } from './proxy.ts'

/** How messages get to a receiver: straight there, or through a proxy. */
export interface WebhookTarget {
  readonly agent: http.Agent
  readonly request: typeof http.request
  /** Whom the connection is made to. An IPv6 address without its brackets. */
  readonly hostname: string
  readonly port: number
  readonly path: string
  /** Headers for the proxy, names and values in turn. */
  readonly headers: readonly string[]
  /** The name that its certificate must bear, where that is not its host. */
  readonly certified: { readonly servername?: string }
  /** Why nothing may be sent to an address any more that a connection leads to; null if it may. */
  refusal(address: string): string | null
  /** The same before anything is sent, for addresses that are looked up by nobody. */
  problem(): string | null
}

/** What a destination says of how it is reached; an alarm or a sign of life says less. */
export type WayThere = Partial<
  Pick<WebhookSettings, 'headers' | 'ca' | 'certificate' | 'privateKey' | 'parallel'>
>

export function targetOf(url: URL, way: WayThere, guard: Guard, proxy: Proxy | undefined): WebhookTarget {
  const isSecure = url.protocol === 'https:'
  const receiver = { hostname: bare(url.hostname), port: Number(url.port || (isSecure ? 443 : 80)) }
  const next = proxy ?? receiver
  const lookup = guard.lookupFor(next.port)
  const isTunnel = isSecure && proxy !== undefined
  // Connections stay open from one message to the next; each new one passes the guard.
  const options = { keepAlive: true, maxSockets: way.parallel ?? 1, ...trustOf(way) }
  const place = `${url.pathname}${url.search}`
  return {
    agent: isTunnel
      ? new TunnelAgent(proxy, lookup, options)
      : new (isSecure ? https.Agent : http.Agent)({ ...options, lookup }),
    request: isSecure ? https.request : http.request,
    ...(isTunnel ? receiver : { hostname: next.hostname, port: next.port }),
    // RFC 9112 3.2.2: a proxy is told the whole address.
    path: proxy && !isSecure ? `${url.origin}${place}` : place,
    headers: isTunnel ? [] : (proxy?.headers ?? []),
    certified: certifiedFor(way.headers ?? {}),
    refusal: (address) => (address === '' ? null : guard.refusal(address, next.port, next.hostname)),
    problem: () => (proxy ? refusedBehind(guard, receiver) : null) ?? refusedLiteral(guard, next),
  }
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

type Place = Pick<WebhookTarget, 'hostname' | 'port'>

/** Node looks up no literal address, so `lookup` never sees it. */
const refusedLiteral = (guard: Guard, { hostname, port }: Place) =>
  isIP(hostname) === 0 ? null : guard.refusal(hostname, port, hostname)

/** A name is looked up by the proxy, and seen by nobody here; save the one that means its own machine, which may be ours. */
const refusedBehind = (guard: Guard, place: Place) =>
  /^(.+\.)?localhost\.?$/i.test(place.hostname)
    ? guard.refusal('127.0.0.1', place.port, place.hostname)
    : refusedLiteral(guard, place)

const trustOf = ({ ca, certificate, privateKey }: WayThere) => ({
  ...(ca === undefined ? {} : { ca }),
  ...(certificate === undefined ? {} : { cert: certificate }),
  ...(privateKey === undefined ? {} : { key: privateKey }),
})

/** A site that asks an address for a virtual host wants the certificate of that host (RFC 6066 3: never an address). */
function certifiedFor(headers: WebhookSettings['headers']): WebhookTarget['certified'] {
  const [, host = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'host') ?? []
  const servername = host.replace(/:\d+$/, '')
  return servername === '' || isIP(servername) !== 0 ? {} : { servername }
}
