import { lookup as lookupByName } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'
import { type Address, bareHost, plainAddress } from '../messages/address.ts'
import { defaultPort, type Flow, type Peer, type Protocol } from './flow.ts'
import { parseVia } from '../messages/header.ts'
import type { SipRequest } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { type SrvRecord, srvName } from './srv.ts'
import { parseUri, type SipUri, uriOf } from '../messages/uri.ts'

/** A name → one address in numbers. Rejects when there is none. */
export type Lookup = (name: string) => Promise<string>

/** As the machine itself finds names: its hosts file, then A and AAAA records; of one family where the socket has one. */
export const systemLookup =
  (family: 0 | 4 | 6 = 0): Lookup =>
  async (name) =>
    (await lookupByName(name, { family })).address

/**
 * What was found once is still good when the name server is not: a hotel wakes its guests on such a morning too.
 */
export function rememberingLookup(lookup: Lookup): Lookup {
  const found = new Map<string, string>()
  return async (name) => {
    try {
      const host = await lookup(name)
      if (found.size < MOST_NAMES) found.set(name, host)
      return host
    } catch (error) {
      const before = found.get(name)
      if (before === undefined) throw error
      return before
    }
  }
}

const MOST_NAMES = 1_000

export interface ResolveOptions {
  readonly lookup: Lookup
  /** The places behind a name that comes without a port; none unless given. */
  readonly places?: (name: string) => Promise<readonly SrvRecord[]>
  /** Where the address itself names none; UDP unless told otherwise (RFC 3263 4.1). */
  readonly transport?: Protocol
}

export interface SipTarget extends Peer {
  readonly protocol: Protocol
}

/** The first of those, where one is enough. */
export async function resolveTarget(target: SipUri | string, options: ResolveOptions): Promise<SipTarget> {
  const [first] = await resolveTargets(target, options)
  if (!first) throw new Error(`Nobody is behind ${JSON.stringify(target)}`)
  return first
}

/**
 * Where a request for this address goes: `sip:101@pbx.hotel:5070;transport=tcp`, or only `pbx.hotel`, `10.0.0.2:5070`,
 * `[::1]`. RFC 3263 4.2: a name without a port may have several places behind it (SRV); the transport is the line's, so
 * that NAPTR records are not needed.
 */
export async function resolveTargets(
  target: SipUri | string,
  { lookup, places, transport }: ResolveOptions,
): Promise<SipTarget[]> {
  const uri = typeof target === 'string' ? readTarget(target) : target
  if (!uri) throw new Error(`Not the address of a SIP server: ${JSON.stringify(target)}`)
  const protocol = protocolOf(uri, transport ?? 'UDP')
  // RFC 3263 4: the maddr is where it goes, whatever the host says.
  const name = bareHost(uri.params.get('maddr') || uri.host)
  const port = uri.port ?? defaultPort(protocol)
  if (isIP(name) !== 0) return [{ ...plainAddress({ host: name, port }), protocol }]
  const records = uri.port === null && places ? await places(srvName(name, protocol)) : []
  if (records.length === 0) return [{ ...plainAddress({ host: await lookup(name), port }), protocol, name }]
  const found = await Promise.all(records.map((record) => placeOf(record, lookup)))
  const there = found.filter((one) => one !== null)
  if (there.length === 0) throw new Error(`No place behind ${name} has an address`)
  // RFC 5922 4: whatever place it is, it proves itself by the name that was asked for.
  return there.map((place) => ({ ...plainAddress(place), protocol, name }))
}

/** One without an address is left out: the others may have one. */
async function placeOf({ name, port }: SrvRecord, lookup: Lookup): Promise<Address | null> {
  if (isIP(name) !== 0) return { host: name, port }
  return lookup(name).then(
    (host) => ({ host, port }),
    () => null,
  )
}

/** An address with its scheme, or a host as people write it into a form. */
function readTarget(text: string): SipUri | null {
  const plain = text.trim()
  if (isIPv6(plain)) return uriOf(null, `[${plain}]`)
  return parseUri(/^sips?:/i.test(plain) ? plain : `sip:${plain}`)
}

/** RFC 3263 4.1: the transport parameter decides; a sips address is only ever reached over TLS (RFC 3261 19.1.2). */
function protocolOf({ scheme, params }: SipUri, otherwise: Protocol): Protocol {
  const asked = params.get('transport')?.toUpperCase() ?? null
  if (asked !== null && asked !== 'UDP' && asked !== 'TCP' && asked !== 'TLS')
    throw new Error(`No way to send over ${asked}`)
  if (scheme !== 'sips') return asked ?? otherwise
  if (asked === 'UDP') throw new Error('A sips address cannot be reached over UDP')
  return 'TLS'
}

/**
 * RFC 3261 18.2.2, RFC 3263 5: where an answer goes when the connection that the question came by is gone: to where it came from,
 * at the port of the sent-by. A certificate must be made out to the name that stands there (RFC 5922 7.3).
 */
export function wayBack({ headers }: SipRequest, { remote, protocol }: Flow): Peer {
  const via = parseVia(listOf(headers.all('via'))?.[0] ?? '')
  const name = via && isIP(bareHost(via.host)) === 0 ? { name: via.host } : {}
  return { host: remote.host, port: via?.port ?? defaultPort(protocol), ...name }
}
