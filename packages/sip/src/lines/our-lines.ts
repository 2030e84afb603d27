import type { Flow } from '../transport/flow.ts'
import { KeptLine, type KeptLineParts } from './kept-line.ts'
import { nameOf } from './lines.ts'
import type { SipRequest } from '../messages/message.ts'
import { userOf } from '../messages/uri.ts'

/** The lines of a user agent, by name. */
export class OurLines {
  readonly #all = new Map<string, KeptLine>()

  add(parts: KeptLineParts) {
    const name = nameOf(parts.options)
    if (this.#all.has(name)) throw new Error(`There is a line ${name} already`)
    const line = new KeptLine(parts)
    this.#all.set(name, line)
    line.start()
  }

  /** Forgets the line; the caller unregisters it at the exchange. */
  take(name: string): KeptLine | null {
    const line = this.#all.get(name) ?? null
    this.#all.delete(name)
    return line
  }

  get(name: string): KeptLine {
    const line = this.#all.get(name)
    if (!line) throw new Error(`There is no line ${name}`)
    return line
  }

  all(): KeptLine[] {
    return [...this.#all.values()]
  }

  /** Whether it comes from the exchange of any line. */
  areOf(flow: Flow): boolean {
    return this.#at(flow).length > 0
  }

  /**
   * The line that was dialled, of those of the exchange that asks: by its own port, or by its user; where any number is
   * ours, the one that is there.
   */
  calledBy(request: SipRequest, flow: Flow, anyNumber: boolean): KeptLine | null {
    const there = this.#at(flow)
    const byPort = there.find(
      ({ line, sockets }) => hasOwnPort(line.options) && sockets.local.port === flow.local.port,
    )
    const user = userOf(request.uri)
    const byUser = there.filter(({ line }) => line.options.user === user)
    return byPort ?? nearest(byUser, flow) ?? byUser[0] ?? (anyNumber ? (there[0] ?? null) : null)
  }

  #at(flow: Flow): KeptLine[] {
    return this.all().filter(({ line, stack }) => line.isFromExchange(stack, flow))
  }

  /** The line of this user at the exchange that speaks here; null for any other. */
  async atExchange(user: string, flow: Flow): Promise<KeptLine | null> {
    const same = this.#withUser(user)
    await Promise.all(same.map(({ line, stack }) => line.findExchange(stack)))
    return nearest(same, flow)
  }

  #withUser(user: string): KeptLine[] {
    return this.all().filter(({ line }) => line.options.user === user)
  }
}

function nearest(all: readonly KeptLine[], flow: Flow): KeptLine | null {
  const from = (exactly: boolean) => all.find(({ line }) => line.isOf(flow, exactly))
  return from(true) ?? from(false) ?? null
}

const hasOwnPort = ({ ownPort }: KeptLine['line']['options']) => ownPort !== undefined
