import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'

const MOST_REMEMBERED = 1_000
/** Nothing is sent there: a connected socket only asks the kernel for the way. */
const ANY_PORT = 9

/** Which of our own addresses leads to a peer. Rejects when none does. */
async function addressTowards(host: string): Promise<string> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  try {
    socket.connect(ANY_PORT, host)
    await once(socket, 'connect')
    return socket.address().address
  } finally {
    socket.close()
  }
}

/** For a socket that listens on all addresses: the one that belongs into Via and Contact, for each peer. */
export class RoutedAddresses {
  readonly #known = new Map<string, string>()
  readonly #asking = new Map<string, Promise<string>>()

  /** As it was the last time that we sent something there. */
  known(host: string): string | undefined {
    return this.#known.get(host)
  }

  /** Asked anew each time: routes change while a hotel is open. */
  towards(host: string): Promise<string> {
    const asked = this.#asking.get(host) ?? this.#ask(host)
    this.#asking.set(host, asked)
    return asked
  }

  async #ask(host: string): Promise<string> {
    try {
      const address = await addressTowards(host)
      this.#remember(host, address)
      return address
    } finally {
      this.#asking.delete(host)
    }
  }

  #remember(host: string, address: string) {
    this.#known.delete(host)
    this.#known.set(host, address)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_REMEMBERED && oldest !== undefined) this.#known.delete(oldest)
  }
}
