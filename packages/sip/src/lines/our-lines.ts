import type { Flow } from '../transport/flow.ts'
import { LineKeeper, type LineKeeperParts } from './kept-line.ts'
import { nameOf } from './lines.ts'
import type { SipRequest } from '../messages/message.ts'
import { userOf } from '../messages/uri.ts'

/** The lines of a user agent, by name. */
export class OurLines {
  readonly #keepers = new Map<string, LineKeeper>()

  add(parts: LineKeeperParts) {
    const name = nameOf(parts.options)
    if (this.#keepers.has(name)) throw new Error(`There is a line ${name} already`)
    const keeper = new LineKeeper(parts)
    this.#keepers.set(name, keeper)
    keeper.start()
  }

  /** It is not ours any more; saying so to the exchange is up to the caller. */
  take(name: string): LineKeeper | null {
    const keeper = this.#keepers.get(name) ?? null
    this.#keepers.delete(name)
    return keeper
  }

  get(name: string): LineKeeper {
    const keeper = this.#keepers.get(name)
    if (!keeper) throw new Error(`There is no line ${name}`)
    return keeper
  }

  all(): LineKeeper[] {
    return [...this.#keepers.values()]
  }

  /** The line that was dialled: by its own port, or by its user, at the exchange that asks if several have it. */
  calledBy(request: SipRequest, flow: Flow): LineKeeper | null {
    const byPort = this.all().find(
      ({ line, sockets }) => hasOwnPort(line.options) && sockets.local.port === flow.local.port,
    )
    return byPort ?? this.#ofUser(userOf(request.uri), flow)
  }

  #ofUser(user: string, flow: Flow): LineKeeper | null {
    const same = this.#withUser(user)
    return nearest(same, flow) ?? same[0] ?? null
  }

  /** The line of this user at the exchange that speaks here; null for anybody else. */
  async atExchange(user: string, flow: Flow): Promise<LineKeeper | null> {
    const same = this.#withUser(user)
    await Promise.all(same.map(({ line, stack }) => line.findExchange(stack)))
    return nearest(same, flow)
  }

  #withUser(user: string): LineKeeper[] {
    return this.all().filter(({ line }) => line.options.user === user)
  }
}

function nearest(keepers: readonly LineKeeper[], flow: Flow): LineKeeper | null {
  const from = (exactly: boolean) => keepers.find(({ line }) => line.isOf(flow, exactly))
  return from(true) ?? from(false) ?? null
}

const hasOwnPort = ({ ownPort }: LineKeeper['line']['options']) => ownPort !== undefined
