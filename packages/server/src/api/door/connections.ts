import { BlockList, isIP, type Server, type Socket } from 'node:net'
import { networkOf } from '../../kernel/network.ts'

export interface ConnectionPlaces {
  /** Connections at once. */
  readonly all: number
  /** Connections at once from one address. */
  readonly perAddress: number
}

const MOST_PLACES = 2_048
const ADDRESSES = 4

/**
 * Half of the files that the process may open are for connections: telephones, databases and destinations need theirs.
 * Of those, one address gets a quarter.
 */
export function placesWithin(mostOpenFiles: number): ConnectionPlaces {
  const all = Math.min(MOST_PLACES, Math.floor(mostOpenFiles / 2))
  return { all, perAddress: Math.floor(all / ADDRESSES) }
}

/**
 * Nobody can shut out others by connecting: an address has a share of the places, and when all are taken, the address
 * that has the most loses the connection that it has had longest. Proxies in front speak for many, and have no share.
 */
export function shareConnections(server: Server, places: ConnectionPlaces, proxies: readonly string[]) {
  const trusted = networks(proxies)
  const crowds = new Map<string, Crowd>()
  let count = 0
  server.maxConnections = places.all

  const makeRoom = () => {
    const shared = [...crowds.values()].filter(({ isProxy }) => !isProxy)
    const [first, ...others] = shared
    const largest = others.reduce((most, one) => (one.size > (most?.size ?? 0) ? one : most), first)
    largest?.longest()?.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const from = networkOf(address)
    const crowd = crowds.get(from) ?? new Crowd(isIn(trusted, address))
    if (!crowd.isProxy && crowd.size >= places.perAddress) return void socket.destroy()
    crowds.set(from, crowd)
    crowd.add(socket)
    socket.once('close', () => {
      count--
      crowd.remove(socket)
      if (crowd.size === 0) crowds.delete(from)
    })
    // One place is always free for the next.
    if (++count >= places.all) makeRoom()
  })
}

/** The connections of one address. */
class Crowd {
  readonly isProxy: boolean
  readonly #sockets = new Set<Socket>()

  constructor(isProxy: boolean) {
    this.isProxy = isProxy
  }

  get size(): number {
    return this.#sockets.size
  }

  add = (socket: Socket) => void this.#sockets.add(socket)
  remove = (socket: Socket) => void this.#sockets.delete(socket)
  /** A set keeps the order in which things came. */
  longest = (): Socket | undefined => this.#sockets.values().next().value
}

function networks(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const isIn = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
