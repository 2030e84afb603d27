import { isIPv6 } from 'node:net'
import type { Address } from '../messages/address.ts'
import {
  type Accepts,
  type Flow,
  isWildcard,
  type OnBytes,
  type Protocol,
  type TlsMaterial,
  type Transport,
} from './flow.ts'
import { type Lookup, rememberingLookup, resolveTarget, systemLookup } from './resolve.ts'
import { openStream } from './stream.ts'
import { openUdp } from './udp.ts'

export interface SocketsOptions {
  readonly bind: Address
  readonly protocols: readonly Protocol[]
  readonly tls?: TlsMaterial
  readonly accepts?: Accepts
  readonly lookup?: Lookup
  readonly onBytes: OnBytes
}

type Transports = ReadonlyMap<Protocol, Transport>

const CONNECT_MS = 5_000
const TRIES = 50

/** The sockets of one local port, one for each protocol; they open when they are first needed, or before. */
export class Sockets {
  #options: SocketsOptions
  readonly #lookup: Lookup
  #opening: Promise<Transports> | undefined
  #local: Address
  #closed = false

  constructor(options: SocketsOptions) {
    this.#options = options
    this.#lookup = rememberingLookup(options.lookup ?? systemLookup(familyOf(options.bind.host)))
    this.#local = options.bind
  }

  /** Where we are reached; of the first protocol. */
  get local(): Address {
    return this.#local
  }

  /** Where we are reached by this protocol; null where it is not open. */
  async localOf(protocol: Protocol): Promise<Address | null> {
    return (await this.open()).get(protocol)?.local ?? null
  }

  /** Rejects when the port is taken; asked again, tries again. */
  async open(): Promise<Transports> {
    if (this.#closed) throw new Error('The sockets are closed')
    this.#opening ??= openTogether(this.#options)
    try {
      const open = await this.#opening
      this.#local = [...open.values()][0]?.local ?? this.#local
      return open
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  /**
   * TLS beside the others, or with other certificates where it is open: connections that stand are left alone. Its port
   * is the one above theirs; where ours was chosen by the system and that one is taken, any other.
   */
  async secure(tls: TlsMaterial): Promise<void> {
    const open = await this.open()
    this.#options = { ...this.#options, tls }
    const there = open.get('TLS')
    if (there) return there.renew?.(tls)
    const transport = await openAbove(this.#local.port, this.#options)
    this.#opening = Promise.resolve(new Map([...open, ['TLS', transport]]))
  }

  /** Nobody wants TLS any more. */
  async unsecure(): Promise<void> {
    const open = new Map(await this.open())
    const there = open.get('TLS')
    open.delete('TLS')
    this.#opening = Promise.resolve(open)
    await there?.close()
  }

  /** The way to the next hop; `name` is whom a certificate must be made out to, unless the address says it. */
  async flowTo(uri: string, otherwise: Protocol, name?: string): Promise<Flow> {
    const open = await this.open()
    const { protocol, ...target } = await resolveTarget(uri, { lookup: this.#lookup, transport: otherwise })
    const transport = open.get(protocol)
    if (!transport) throw new Error(`${protocol} is not open`)
    return transport.flowTo({ ...target, ...(name === undefined ? {} : { name }) })
  }

  async close(): Promise<void> {
    this.#closed = true
    const open = await this.#opening?.catch(() => null)
    await closeAll([...(open?.values() ?? [])])
  }
}

/** A socket for both families takes what the machine prefers; any other only what it can reach. */
function familyOf(host: string): 0 | 4 | 6 {
  if (!isIPv6(host)) return 4
  return isWildcard(host) ? 0 : 6
}

/**
 * The same port for every protocol, so that an address without a protocol is the same place (RFC 3261 18.2.1); chosen
 * by the system for one of them, it may be taken for another, and all are tried anew.
 */
async function openTogether(options: SocketsOptions): Promise<Transports> {
  for (let left = TRIES; ; left--)
    try {
      return await openAt(options)
    } catch (error) {
      if (options.bind.port !== 0 || left === 0 || !isTaken(error)) throw error
    }
}

async function openAt(options: SocketsOptions): Promise<Transports> {
  const open = new Map<Protocol, Transport>()
  let { port } = options.bind
  try {
    for (const protocol of options.protocols) {
      const transport = await openOne(protocol, portFor(protocol, port, options.protocols), options)
      open.set(protocol, transport)
      port ||= transport.local.port
    }
    return open
  } catch (error) {
    await closeAll([...open.values()])
    throw error
  }
}

async function openAbove(port: number, options: SocketsOptions): Promise<Transport> {
  try {
    return await openOne('TLS', port + 1, options)
  } catch (error) {
    if (options.bind.port !== 0 || !isTaken(error)) throw error
    return openOne('TLS', 0, options)
  }
}

/** RFC 3261 19.1.2: TLS beside the others has the port above theirs, as 5061 is above 5060. */
const portFor = (protocol: Protocol, port: number, all: readonly Protocol[]) =>
  protocol === 'TLS' && all.length > 1 && port !== 0 ? port + 1 : port

function openOne(protocol: Protocol, port: number, options: SocketsOptions): Promise<Transport> {
  const { tls, accepts, onBytes } = options
  const bind = { host: options.bind.host, port }
  if (protocol === 'UDP') return openUdp(bind, onBytes, accepts)
  const more = { ...(tls ? { tls } : {}), ...(accepts ? { accepts } : {}) }
  return openStream({ protocol, bind, connectTimeoutMs: CONNECT_MS, ...more }, onBytes)
}

const closeAll = (transports: readonly Transport[]) =>
  Promise.all(transports.map((transport) => transport.close()))

const isTaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRINUSE' || error.code === 'ERR_SOCKET_BAD_PORT')
