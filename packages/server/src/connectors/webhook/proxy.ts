import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, type ConnectionOptions } from 'node:tls'
import type { WebhookSettings } from '../../hotel/deliveries/destination.ts'
import { seconds } from '../../kernel/clock.ts'

/** What a site or a destination says of its proxy. */
export type ProxySettings = Pick<WebhookSettings, 'proxy' | 'proxyUsername' | 'proxyPassword'>

/** A proxy that is in force. */
export interface Proxy {
  /** An IPv6 address without its brackets. */
  readonly hostname: string
  readonly port: number
  /** Credentials, as names and values of headers in turn. */
  readonly headers: readonly string[]
}

/** That of the destination, else that of the site; undefined: straight there. */
export function proxyInForce(own: ProxySettings, ofSite: ProxySettings): Proxy | undefined {
  const { proxy = 'none', proxyUsername, proxyPassword = '' } = own.proxy === undefined ? ofSite : own
  if (proxy === 'none') return undefined
  const url = new URL(proxy)
  const credentials = Buffer.from(`${proxyUsername}:${proxyPassword}`).toString('base64')
  return {
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 80),
    // RFC 9110 11.7.2
    headers: proxyUsername === undefined ? [] : ['proxy-authorization', `Basic ${credentials}`],
  }
}

/** A proxy that says nothing to a CONNECT holds no socket for longer. */
const PATIENCE = seconds(60)

type Made = (error: Error | null, socket?: Duplex) => void

/** Connections to https receivers, each through a tunnel that the proxy opens (RFC 9110 9.3.6). */
export class TunnelAgent extends https.Agent {
  readonly #proxy: Proxy
  readonly #lookup: LookupFunction
  readonly #asking = new Set<http.ClientRequest>()

  constructor(proxy: Proxy, lookup: LookupFunction, options: https.AgentOptions) {
    super(options)
    this.#proxy = proxy
    this.#lookup = lookup
  }

  override createConnection(options: http.ClientRequestArgs & ConnectionOptions, made: Made): undefined {
    const { hostname, port, headers } = this.#proxy
    const place = `${options.host?.includes(':') ? `[${options.host}]` : options.host}:${options.port}`
    const asked = http.request({
      method: 'CONNECT',
      hostname,
      port,
      path: place,
      headers: ['host', place, ...headers],
      lookup: this.#lookup,
      agent: false,
      timeout: PATIENCE,
    })
    this.#asking.add(asked)
    const done: Made = (error, socket) => {
      this.#asking.delete(asked)
      made(error, socket)
    }
    asked.once('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode >= 200 && statusCode < 300 && head.length === 0)
        return done(null, connect({ ...options, socket: socket.setTimeout(0) }))
      socket.destroy()
      return done(new Error(`the proxy answered ${statusCode} to CONNECT ${place}`))
    })
    // RFC 9110 9.3.6: any answer but 2xx is the proxy's own, and no tunnel; Node hands it over as any other.
    asked.once('response', (response) => {
      response.destroy()
      done(new Error(`the proxy answered ${response.statusCode} to CONNECT ${place}`))
    })
    asked.once('timeout', () => asked.destroy(new Error('the proxy did not answer')))
    asked.once('error', (error) => done(error))
    asked.end()
    return undefined
  }

  override destroy(): void {
    for (const one of this.#asking) one.destroy()
    super.destroy()
  }
}
