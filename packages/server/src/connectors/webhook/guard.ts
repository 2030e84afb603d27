import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { has, addressList, type GuardReason, REFUSED_RANGES, REASON_WORDS } from './guard-ranges.ts'

/** Asks for every address of a name. */
type Resolve = (
  name: string,
  options: { all: true; family: number; hints?: number },
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface GuardParts {
  /** What the site's `network.allow` names: addresses, networks, host names, each also with a port. */
  allow(): readonly string[]
  /** Ports that we listen on ourselves. */
  ownPorts(): readonly number[]
  readonly resolve?: Resolve
  /** The machine's own; a new list when they have changed. Left out, it is asked each time. */
  ownAddresses?(): readonly string[]
}

/** Keeps pushes and connectors from reaching what they must not: ourselves, the machine, its cloud's secrets. */
export interface Guard {
  /** Why an address may not be connected to; null if it may. `host` is the name that led to it, if one did. */
  refusal(address: string, port: number, host?: string): string | null
  /** Looks a name up for a connection to this port; only addresses that may be connected to come out of it. */
  lookupFor(port: number): LookupFunction
}

/** Addresses that are refused by default but allowed by the site. */
interface Allowed {
  readonly networks: BlockList
  readonly names: ReadonlySet<string>
  /** `address port`, for our own ports. */
  readonly places: readonly { readonly list: BlockList; readonly port: number }[]
}

export function createGuard(parts: GuardParts): Guard {
  const { allow, ownPorts, resolve = dnsLookup, ownAddresses = machineAddresses } = parts
  const allowed = remembered(allow, readAllowed)

  const own = remembered(ownAddresses, (addresses) => addressList(addresses.map(single)))

  /** An address of the machine leads to the same doors as loopback does. */
  const reasonOf = (address: string): GuardReason | null =>
    REFUSED_RANGES.find(({ list }) => has(list, address))?.reason ?? (has(own(), address) ? 'loopback' : null)

  const isOwnPort = (address: string, port: number) =>
    ownPorts().includes(port) && reasonOf(address) === 'loopback'

  const refusal = (written: string, port: number, host?: string): string | null => {
    const address = written.replace(/%.*$/, '')
    const { networks, names, places } = allowed()
    if (places.some((place) => place.port === port && has(place.list, address))) return null
    const place = host === undefined || host === written ? address : `${host} (${address})`
    if (isOwnPort(address, port))
      return `${place} port ${port} is Reveille's own; ${hint(`${address}:${port}`)}`
    const reason = reasonOf(address)
    if (reason === null || has(networks, address)) return null
    if (reason === 'loopback' && host !== undefined && names.has(host.toLowerCase())) return null
    return `${place} ${REASON_WORDS[reason]}; ${hint(address)}`
  }

  const lookupFor =
    (port: number): LookupFunction =>
    (host, options, answer) => {
      const family = familyNumber(options.family)
      const hints = options.hints === undefined ? {} : { hints: options.hints }
      resolve(host, { all: true, family, ...hints }, (error, addresses) => {
        if (error) return answer(error, [])
        const refusals = addresses.map(({ address }) => refusal(address, port, host))
        const open = addresses.filter((_, index) => refusals[index] === null)
        const [first] = open
        if (!first) return answer(new Error(refusals[0] ?? `${host} has no address`), [])
        // Node connects to one of these without a second lookup.
        return options.all ? answer(null, open) : answer(null, first.address, first.family)
      })
    }

  return { refusal, lookupFor }
}

const hint = (name: string) => `if that is meant, name ${name} in ${ALLOWED}`
const ALLOWED = 'network.allow'

/** Whether this was said by a guard: the settings of the network decide, not the receiver. */
export const isForbidden = (why: string): boolean => why.endsWith(ALLOWED)

const single = (address: string) => ({ address, prefix: isIP(address) === 6 ? 128 : 32 })

const familyNumber = (family: number | string | undefined): number =>
  family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : Number(family ?? 0)

/** The addresses that the machine has at this moment, over all its networks. */
export function machineAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? [])
  return all.map(({ address }) => address)
}

/** Reads a list again only when it was replaced. */
function remembered<T extends object, V>(given: () => T, read: (value: T) => V): () => V {
  let last: { from: T; value: V } | undefined
  return () => {
    const from = given()
    if (last?.from !== from) last = { from, value: read(from) }
    return last.value
  }
}

function readAllowed(entries: readonly string[]): Allowed {
  const places = entries.map(placeOf).filter((place) => place !== null)
  const names = entries.filter((entry) => isIP(bare(entry)) === 0 && !entry.includes('/'))
  const networks = entries.map(networkOf).filter((network) => network !== null)
  return {
    networks: addressList(networks.filter(isNamedOutright)),
    names: new Set(names.map((name) => name.toLowerCase())),
    places,
  }
}

const bare = (entry: string) => entry.replace(/^\[(.*)\]$/, '$1')

function networkOf(entry: string): { address: string; prefix: number } | null {
  const [address = '', prefix] = bare(entry).split('/')
  if (isIP(address) === 0) return null
  return prefix === undefined ? single(address) : { address, prefix: Number(prefix) }
}

/**
 * `0.0.0.0/0` must not open this machine, nor `10.0.0.0/8` its address there: a network must lie within the refused range
 * that it opens. One address is always meant.
 */
const isNamedOutright = ({ address, prefix }: { address: string; prefix: number }) =>
  prefix === single(address).prefix ||
  REFUSED_RANGES.some(
    (one) => isIP(one.address) === isIP(address) && prefix >= one.prefix && has(one.list, address),
  )

function placeOf(entry: string): { list: BlockList; port: number } | null {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(entry) ?? []
  const address = bracketed ?? plain ?? ''
  return isIP(address) === 0 ? null : { list: addressList([single(address)]), port: Number(port) }
}
