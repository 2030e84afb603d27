import { isIPv6 } from 'node:net'
import type { Address } from '../messages/address.ts'
import {
  type Accepts,
  type ConnectionWatch,
  type Flow,
  isWildcard,
  type OnBytes,
  type Protocol,
  type TlsMaterial,
  type Transport,
} from './flow.ts'
import { type Lookup, rememberingLookup, resolveTargets, type SipTarget, systemLookup } from './resolve.ts'
import { Places, type ResolveSrv, systemSrv } from './srv.ts'
import type { TargetMemory } from './target-memory.ts'
import { openStream } from './stream.ts'
import { openUdp } from './udp.ts'

export interface SocketsOptions {
  readonly bind: Address
  readonly protocols: readonly Protocol[]
  readonly tls?: TlsMaterial
  readonly accepts?: Accepts
  readonly lookup?: Lookup
  /** Asked for names without a port; not at all where only `lookup` is given. */
  readonly resolveSrv?: ResolveSrv
  /** From 0 up to, not including, this. */
  readonly chance?: (below: number) => number
  readonly memory?: TargetMemory
  readonly onBytes: OnBytes
  readonly watch?: ConnectionWatch
}

type Transports = ReadonlyMap<Protocol, Transport>

const CONNECT_MS = 5_000
const TRIES = 50

/** The sockets of one local port, one for each protocol; they open when they are first needed, or before. */
export class Sockets {
  #options: SocketsOptions
  readonly #lookup: Lookup
  readonly #places: Places
  #opening: Promise<Transports> | undefined
  #local: Address
  #closed = false

  constructor(options: SocketsOptions) {
    this.#options = options
    this.#lookup = rememberingLookup(options.lookup ?? systemLookup(familyOf(options.bind.host)))
    this.#places = new Places(srvOf(options), options.chance ?? (() => 0))
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
    const targets = await this.#targetsOf(uri, otherwise)
    return firstThatOpens(targets, (target) => this.#flowTo(target, name))
  }

  /** The ways to all places behind it that can be opened, the best first. */
  async flowsTo(uri: string, otherwise: Protocol, name?: string): Promise<Flow[]> {
    const targets = await this.#targetsOf(uri, otherwise)
    const opening = targets.map((target) => this.#flowTo(target, name).catch(() => null))
    return (await Promise.all(opening)).filter((flow) => flow !== null)
  }

  async #flowTo({ protocol, ...target }: SipTarget, name?: string): Promise<Flow> {
    const transport = (await this.open()).get(protocol)
    if (!transport) throw new Error(`${protocol} is not open`)
    const flow = transport.flowTo({ ...target, ...(name === undefined ? {} : { name }) })
    return flow.catch((error: unknown) => this.#blame(target, error))
  }

  /** The best first. */
  async #targetsOf(uri: string, otherwise: Protocol): Promise<SipTarget[]> {
    const { memory } = this.#options
    const places = (name: string) => this.#places.of(name)
    const found = await resolveTargets(uri, { lookup: this.#lookup, places, transport: otherwise })
    memory?.found(
      uri,
      found.map(({ host }) => host),
    )
    return memory?.bestFirst(found) ?? found
  }

  #blame(target: Address, error: unknown): never {
    this.#options.memory?.failed(target)
    throw error
  }

  async close(): Promise<void> {
    this.#closed = true
    const open = await this.#opening?.catch(() => null)
    await closeAll([...(open?.values() ?? [])])
  }
}

const srvOf = ({ lookup, resolveSrv }: SocketsOptions): ResolveSrv =>
  resolveSrv ?? (lookup ? () => Promise.resolve([]) : systemSrv())

/** RFC 3263 4.3: a place that cannot be connected to leaves the others. */
async function firstThatOpens(
  targets: readonly SipTarget[],
  open: (target: SipTarget) => Promise<Flow>,
): Promise<Flow> {
  for (const [at, target] of targets.entries())
    try {
      return await open(target)
    } catch (error) {
      if (at === targets.length - 1) throw error
    }
  throw new Error('Nobody is there')
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
  const { tls, accepts, onBytes, watch } = options
  const bind = { host: options.bind.host, port }
  if (protocol === 'UDP') return openUdp(bind, onBytes, accepts)
  const more = { ...(tls ? { tls } : {}), ...(accepts ? { accepts } : {}), ...(watch ? { watch } : {}) }
  return openStream({ protocol, bind, connectTimeoutMs: CONNECT_MS, ...more }, onBytes)
}

const closeAll = (transports: readonly Transport[]) =>
  Promise.all(transports.map((transport) => transport.close()))

const isTaken = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EADDRINUSE' || error.code === 'ERR_SOCKET_BAD_PORT')
