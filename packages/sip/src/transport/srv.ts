import { Resolver } from 'node:dns/promises'
import type { Protocol } from './flow.ts'

/** One of the places behind a name (RFC 2782). */
export interface SrvRecord {
  readonly name: string
  readonly port: number
  /** The lowest are tried first. */
  readonly priority: number
  /** Among equals, how often one is to be the first. */
  readonly weight: number
}

/** The SRV records of a name; empty or rejected where there are none. */
export type ResolveSrv = (name: string) => Promise<readonly SrvRecord[]>

/** A name server that is away must not hold up a call: what it said last is used meanwhile. */
const WAIT = { timeout: 1_000, tries: 2 }

export function systemSrv(): ResolveSrv {
  const resolver = new Resolver(WAIT)
  return (name) => resolver.resolveSrv(name)
}

/** RFC 3263 4.1, 4.2: the transport is the line's, so its records are asked for and no NAPTR. */
export const srvName = (host: string, protocol: Protocol) =>
  protocol === 'TLS' ? `_sips._tcp.${host}` : `_sip._${protocol.toLowerCase()}.${host}`

/** Which of several with these weights comes next, by a number below their sum. */
type Chance = (below: number) => number

/** RFC 2782: by priority; among equals by chance, those of greater weight more often. */
export function inOrder(records: readonly SrvRecord[], chance: Chance): SrvRecord[] {
  const priorities = [...new Set(records.map(({ priority }) => priority))].toSorted((a, b) => a - b)
  return priorities.flatMap((priority) =>
    byWeight(
      records.filter((one) => one.priority === priority),
      chance,
    ),
  )
}

function byWeight(equals: readonly SrvRecord[], chance: Chance): SrvRecord[] {
  // Those without weight come first here, so that they have some chance of being chosen.
  const left = equals.toSorted((a, b) => a.weight - b.weight)
  const chosen: SrvRecord[] = []
  while (left.length > 0) {
    const all = left.reduce((sum, { weight }) => sum + weight, 0)
    let at = chance(all + 1)
    const index = left.findIndex(({ weight }) => (at -= weight) <= 0)
    chosen.push(...left.splice(Math.max(0, index), 1))
  }
  return chosen
}

const MOST_NAMES = 1_000

interface Found {
  readonly records: readonly SrvRecord[]
  readonly key: string
}

/**
 * The places behind names, in an order that stays while the records do: a registration and its calls go to the same one.
 * When the name server is silent, what it said last is still good; where a name has no records (RFC 3263 4.2), none.
 */
export class Places {
  readonly #resolve: ResolveSrv
  readonly #chance: Chance
  readonly #found = new Map<string, Found>()

  constructor(resolve: ResolveSrv, chance: Chance) {
    this.#resolve = resolve
    this.#chance = chance
  }

  async of(name: string): Promise<readonly SrvRecord[]> {
    const before = this.#found.get(name)
    const said = await this.#resolve(name).catch((error: unknown) => (saysNone(error) ? [] : null))
    if (said === null) return before?.records ?? []
    // RFC 2782: a single dot says that there is no such service here.
    const records = said.filter((one) => one.name !== '' && one.name !== '.')
    const key = records
      .map((one) => [one.name, one.port, one.priority, one.weight].join(' '))
      .toSorted()
      .join()
    if (before?.key === key) return before.records
    const found = { key, records: inOrder(records, this.#chance) }
    if (this.#found.size < MOST_NAMES) this.#found.set(name, found)
    return found.records
  }
}

const saysNone = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
