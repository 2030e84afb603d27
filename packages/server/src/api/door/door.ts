import http, { type RequestListener, type Server, type ServerOptions } from 'node:http'
import https from 'node:https'
import type { Clock } from '../../kernel/clock.ts'
import { type ConnectionPlaces, shareConnections } from './connections.ts'
import { inTurn, type TurnWatch } from './turns.ts'
import { watchUnsent } from './unsent.ts'

export interface DoorOptions {
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** How long a client may take to send a request. */
  readonly requestTimeoutMs: number
  /** Proxies in front; a client's address is the last one that none of them has. */
  readonly trustProxy: readonly string[]
  readonly places: ConnectionPlaces
}

const LARGEST_HEAD = 32 * 1024
const LONGEST_HEAD_MS = 20_000
const KEPT_ALIVE_MS = 75_000

export interface Door {
  readonly server: Server
  /** The server is closing: connections are let go as soon as their requests are answered. */
  close(): void
}

/**
 * The server itself, where connections come in: how many there may be, how fast they must speak, how much they may ask
 * for before they take an answer. A stranger meets these limits before any line of the interface is run.
 */
export function openDoor(handle: RequestListener, options: DoorOptions, clock: Clock): Door {
  const unsent = watchUnsent(clock)
  let inProgress = 0
  let isClosing = false
  // An open connection must not keep a stopping server alive. Node counts one that has sent nothing yet as busy and no
  // longer times it out: once no request is in progress, all connections are closed.
  const letGo = () => {
    if (inProgress === 0) server.closeAllConnections()
    else server.closeIdleConnections()
  }
  const watch: TurnWatch = {
    began(response) {
      inProgress++
      unsent.began(response)
    },
    ended(response) {
      inProgress--
      unsent.ended(response)
      if (isClosing) clock.soon(letGo)
    },
  }
  const server = serverFor(inTurn(handle, watch, clock), options)
  shareConnections(server, options.places, options.trustProxy)
  server.once('close', () => unsent.close())
  return {
    server,
    close() {
      isClosing = true
      clock.soon(letGo)
    },
  }
}

function serverFor(handler: RequestListener, { tls, requestTimeoutMs }: DoorOptions): Server {
  const limits: ServerOptions = {
    maxHeaderSize: LARGEST_HEAD,
    headersTimeout: Math.min(requestTimeoutMs, LONGEST_HEAD_MS),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEPT_ALIVE_MS,
    // Node would refuse a request without Host with no body: `guard` refuses it with one.
    requireHostHeader: false,
    // Node must look for slow requests more often than their time limit.
    connectionsCheckingInterval: Math.max(100, Math.min(5_000, requestTimeoutMs / 4)),
  }
  const server =
    tls === null
      ? http.createServer(limits, handler)
      : https.createServer({ ...limits, ...tls, handshakeTimeout: LONGEST_HEAD_MS }, handler)
  // RFC 9112 9.6: who has said all may still read. Node would end the connection in the middle of a long list.
  return Object.assign(server, { httpAllowHalfOpen: true })
}
