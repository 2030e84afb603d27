import type { Address } from '../messages/address.ts'

const MOST_HOSTS = 1_000
/** RFC 3263 4.3 leaves open how long another place is preferred; a restart takes about so long. */
const REST_MS = 30_000

/** What a user agent remembers of the places that it sends to: who they are, and which of them has failed it. */
export class TargetMemory {
  readonly #now: () => number
  readonly #hosts = new Set<string>()
  /** By the address that was looked up. */
  readonly #behind = new Map<string, ReadonlySet<string>>()
  readonly #failedAt = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether we have business there: a line's name stands for it, or a call has led us there. */
  knows(host: string): boolean {
    return this.#hosts.has(host)
  }

  /** Those that were not met for the longest time are forgotten first. */
  #meet(host: string): void {
    this.#hosts.delete(host)
    this.#hosts.add(host)
    const [oldest] = this.#hosts
    if (this.#hosts.size > MOST_HOSTS && oldest !== undefined) this.#hosts.delete(oldest)
  }

  /** These are the places behind an address by now. */
  found(uri: string, hosts: readonly string[]): void {
    if (this.#behind.size >= MOST_HOSTS && !this.#behind.has(uri)) this.#behind.clear()
    this.#behind.set(uri, new Set(hosts))
    for (const host of hosts) this.#meet(host)
  }

  /** Whether this was one of the places when the address was last looked up. */
  isBehind(uri: string, host: string): boolean {
    return this.#behind.get(uri)?.has(host) ?? false
  }

  /** It was silent, broken or not in service (503). */
  failed(address: Address): void {
    if (this.#failedAt.size >= MOST_HOSTS) this.#failedAt.clear()
    this.#failedAt.set(keyOf(address), this.#now())
  }

  /** Places that have failed lately come last, and are still tried when there is no other. */
  bestFirst<Place extends Address>(places: readonly Place[]): Place[] {
    const isResting = (one: Place) => this.#now() - (this.#failedAt.get(keyOf(one)) ?? -Infinity) < REST_MS
    return [...places.filter((one) => !isResting(one)), ...places.filter(isResting)]
  }
}

const keyOf = ({ host, port }: Address) => `${host} ${port}`
