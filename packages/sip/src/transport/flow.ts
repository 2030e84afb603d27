import { isIPv4, isIPv6 } from 'node:net'
import type { ConnectionOptions, TlsOptions } from 'node:tls'
import { type Address, bareHost } from '../messages/address.ts'

/** A peer to connect to, and the name we looked it up by: its certificate must be made out to that name. */
export interface Peer extends Address {
  readonly name?: string
}

export type Protocol = 'UDP' | 'TCP' | 'TLS'

/** RFC 3261 19.1.2, RFC 3263 4.2: 5061 for TLS, 5060 for all others. */
export const defaultPort = (protocol: Protocol) => (protocol === 'TLS' ? 5061 : 5060)

/** A way to one peer: the socket and the address behind it, or a connection. Answers go back the way they came. */
export interface Flow {
  readonly protocol: Protocol
  /** Nothing is lost or doubled on the way, so nothing need be repeated. */
  readonly reliable: boolean
  /** Where we are reached by the same protocol: Via and Contact say it (RFC 3261 18.1.1, 12.1.1). */
  readonly local: Address
  readonly remote: Address
  /** Rejects when the way is broken. */
  send(bytes: Uint8Array): Promise<void>
  /** Of a connection: resolves once it is gone. */
  readonly closed?: Promise<void>
  /** From the same place to this peer, where what we have is a connection and may be gone. */
  readonly connectTo?: (peer: Peer) => Promise<Flow>
  /** Told if the peer refuses the connection after it stood, before it has said anything. */
  readonly onRefused?: (listener: (error: Error) => void) => void
}

export const isSameAddress = (one: Address, other: Address) =>
  one.host === other.host && one.port === other.port

/** Told of each whole message, before it is parsed. */
export type OnBytes = (bytes: Uint8Array, flow: Flow) => void

/** Told of each connection that we have opened, and of each that is gone. */
export interface ConnectionWatch {
  onOpened(flow: Flow): void
  onClosed(flow: Flow): void
}

/** Whom we listen to at all. */
export type Accepts = (from: Address) => boolean

export const everybody: Accepts = () => true

/** One kind of socket. */
export interface Transport {
  readonly protocol: Protocol
  readonly local: Address
  /** A way to this peer, opened if need be. */
  flowTo(remote: Peer): Promise<Flow>
  /** Other certificates, for connections from now on. */
  readonly renew?: (tls: TlsMaterial) => void
  close(): Promise<void>
}

/** Certificates, keys and whom to trust: the platform's own words. */
export type TlsMaterial = TlsOptions & ConnectionOptions

/** It means every address of the machine; packets cannot be sent to it. */
export const isWildcard = (host: string) => ['0.0.0.0', '::'].includes(bareHost(host))

/** A socket for both families writes an IPv4 address in the IPv6 way (RFC 4291 2.5.5.2). */
export const hostFor = (local: string, host: string) =>
  isIPv6(local) && isIPv4(host) ? `::ffff:${host}` : host
