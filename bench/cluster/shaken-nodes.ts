import path from 'node:path'
import { type RunningServer, startProduct } from '../../packages/server/test/process.ts'

export interface ShakenOptions {
  readonly folder: string
  readonly url: string
  readonly site: string
  readonly names: readonly string[]
  chance(): number
}

/** What happened to which node, or that it is over. */
export interface Fault {
  readonly at: number
  readonly what: string
}

const LONGEST_STOP_MS = 12_000
const LONGEST_ABSENCE_MS = 3_000
/** Longer than anybody takes over; no room is without a node for so long that nobody could be blamed. */
const REST_MS = 1_000

/** Several nodes on one database, of which one is always being killed or stopped. */
export class ShakenNodes {
  readonly #options: ShakenOptions
  readonly #nodes = new Map<string, RunningServer>()
  readonly counts = { kills: 0, stops: 0, both: 0 }
  readonly faults: Fault[] = []

  constructor(options: ShakenOptions) {
    this.#options = options
  }

  async start() {
    for (const name of this.#options.names) await this.#begin(name)
  }

  /** The address of one that is up, whether it moves or not. */
  where = (): string | null => {
    const up = [...this.#nodes.values()]
    return up[Math.floor(this.#options.chance() * up.length)]?.url ?? null
  }

  /** One fault, and everybody is up again. */
  async shake() {
    const { chance, names } = this.#options
    const name = names[Math.floor(chance() * names.length)] ?? ''
    const kind = chance()
    const what = kind < 0.45 ? `kill ${name}` : kind < 0.9 ? `stop ${name}` : 'kill all'
    this.faults.push({ at: Date.now(), what })
    if (kind < 0.45) await this.#kill([name])
    else if (kind < 0.9) await this.#stop(name)
    else await this.#kill(names)
    this.faults.push({ at: Date.now(), what: `up again after ${what}` })
    await pause(REST_MS + chance() * REST_MS)
  }

  async close() {
    for (const node of this.#nodes.values()) await node.kill()
  }

  async #kill(names: readonly string[]) {
    if (names.length > 1) this.counts.both++
    else this.counts.kills++
    await Promise.all(
      names.map(async (name) => {
        const node = this.#nodes.get(name)
        this.#nodes.delete(name)
        await node?.kill()
      }),
    )
    await pause(this.#options.chance() * LONGEST_ABSENCE_MS)
    for (const name of names) await this.#begin(name)
  }

  async #stop(name: string) {
    this.counts.stops++
    const { pid } = this.#nodes.get(name) ?? {}
    if (pid === undefined) throw new Error(`${name} is not up`)
    process.kill(pid, 'SIGSTOP')
    await pause(this.#options.chance() * LONGEST_STOP_MS)
    process.kill(pid, 'SIGCONT')
  }

  async #begin(name: string) {
    const { folder, url, site, names } = this.#options
    const key = path.join(folder, names[0] ?? '', 'reveille.key')
    const own = ['--data', path.join(folder, name), '--node', name, '--key-file', key]
    this.#nodes.set(name, await startProduct([...own, '--database', url, '--site', site]))
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
