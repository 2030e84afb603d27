import { BlockList, isIP } from 'node:net'

/** Why an address is refused unless the site allows it. */
export type GuardReason = 'loopback' | 'unspecified' | 'link-local' | 'metadata' | 'multicast' | 'reserved'

export const REASON_WORDS: Readonly<Record<GuardReason, string>> = {
  loopback: 'is this machine itself',
  unspecified: 'is no address of a receiver',
  'link-local': 'is link-local, where clouds keep their metadata',
  metadata: "is a cloud's metadata service",
  multicast: 'is a multicast address',
  reserved: 'is a reserved address',
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

// IPv4 inside IPv6: BlockList itself recognises mapped addresses, the other forms are listed here.
const TABLE: readonly Range[] = [
  range('loopback', '127.0.0.0/8'),
  range('loopback', '::1/128'),
  range('loopback', '64:ff9b::7f00:0/104'),
  range('loopback', '2002:7f00::/24'),
  range('metadata', '100.100.100.200/32'),
  range('metadata', 'fd00:ec2::254/128'),
  range('link-local', '169.254.0.0/16'),
  range('link-local', 'fe80::/10'),
  range('link-local', '64:ff9b::a9fe:0/112'),
  range('link-local', '2002:a9fe::/32'),
  range('unspecified', '0.0.0.0/8'),
  range('unspecified', '::/96'),
  range('unspecified', '64:ff9b::/104'),
  range('unspecified', '2002::/24'),
  range('multicast', '224.0.0.0/4'),
  range('multicast', 'ff00::/8'),
  range('reserved', '240.0.0.0/4'),
]

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

export function addressList(ranges: readonly Pick<Range, 'address' | 'prefix'>[]): BlockList {
  const list = new BlockList()
  for (const { address, prefix } of ranges) list.addSubnet(address, prefix, familyOf(address))
  return list
}

export const has = (list: BlockList, address: string) => list.check(address, familyOf(address))

/** The first one that holds an address names the reason. */
export const REFUSED_RANGES = TABLE.map((one) => ({ ...one, list: addressList([one]) }))
