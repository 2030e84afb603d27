import { BlockList, isIP } from 'node:net'

/** Why an address is refused unless the site allows it. */
export type GuardReason =
  | 'loopback'
  | 'unspecified'
  | 'link-local'
  | 'metadata'
  | 'multicast'
  | 'reserved'
  | 'translated'

export const REASON_WORDS: Readonly<Record<GuardReason, string>> = {
  loopback: 'is this machine itself',
  unspecified: 'is no address of a receiver',
  'link-local': 'is link-local, where clouds keep their metadata',
  metadata: "is a cloud's metadata service",
  multicast: 'is a multicast address',
  reserved: 'is a reserved address',
  translated: 'is translated on the way, and may lead to this machine',
}

interface Range {
  readonly reason: GuardReason
  readonly address: string
  readonly prefix: number
}

const range = (reason: GuardReason, network: string): Range => {
  const [address = '', prefix = ''] = network.split('/')
  return { reason, address, prefix: Number(prefix) }
}

const OF_IPV4: readonly Range[] = [
  range('loopback', '127.0.0.0/8'),
  range('metadata', '100.100.100.200/32'),
  range('link-local', '169.254.0.0/16'),
  range('unspecified', '0.0.0.0/8'),
  range('multicast', '224.0.0.0/4'),
  range('reserved', '240.0.0.0/4'),
]

const OF_IPV6: readonly Range[] = [
  range('loopback', '::1/128'),
  range('metadata', 'fd00:ec2::254/128'),
  range('link-local', 'fe80::/10'),
  range('unspecified', '::/96'),
  range('multicast', 'ff00::/8'),
  // Where in these an IPv4 address stands is up to whoever translates: RFC 8215, RFC 7915 2.2, RFC 4380.
  range('translated', '64:ff9b:1::/48'),
  range('translated', '::ffff:0:0:0/96'),
  range('translated', '2001::/32'),
]

/** Two groups of an IPv6 address that hold an IPv4 address. */
const inGroups = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** IPv4 inside IPv6: BlockList itself recognises mapped addresses; these are NAT64 (RFC 6052) and 6to4 (RFC 3056). */
const embedded = ({ reason, address, prefix }: Range): Range[] => [
  { reason, address: `64:ff9b::${inGroups(address)}`, prefix: 96 + prefix },
  { reason, address: `2002:${inGroups(address)}::`, prefix: 16 + prefix },
]

const TABLE: readonly Range[] = [...OF_IPV4, ...OF_IPV6, ...OF_IPV4.flatMap(embedded)]

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

export function addressList(ranges: readonly Pick<Range, 'address' | 'prefix'>[]): BlockList {
  const list = new BlockList()
  for (const { address, prefix } of ranges) list.addSubnet(address, prefix, familyOf(address))
  return list
}

export const has = (list: BlockList, address: string) => list.check(address, familyOf(address))

/** The first one that holds an address names the reason. */
export const REFUSED_RANGES = TABLE.map((one) => ({ ...one, list: addressList([one]) }))
