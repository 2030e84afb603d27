import { type Abandoned, type CallHandle, endOf, handleOfStray, Orphan } from './call-handle.ts'
import { dialogKey } from '../dialog/dialog.ts'
import type { Address } from '../messages/address.ts'
import type { Flow, Protocol } from '../transport/flow.ts'
import { parseCSeq, parseNameAddr } from '../messages/header.ts'
import type { KeptLine } from '../lines/kept-line.ts'
import type { Stack } from '../lines/lines.ts'
import type { SipResponse } from '../messages/message.ts'
import type { Talk } from '../dialog/requests-in-dialog.ts'
import type { Sockets } from '../transport/sockets.ts'
import { userOf } from '../messages/uri.ts'

export interface OrphansParts {
  readonly stack: Stack
  readonly talks: ReadonlyMap<string, Talk>
  /** The line of this user at the exchange that speaks here. */
  lineAt(user: string, flow: Flow): Promise<KeptLine | null>
  /** Sockets where another process had them. */
  socketsAt(local: Address, protocol: Protocol): Sockets
}

/** Calls that an earlier process has left, and answers without a transaction. */
export class Orphans {
  readonly #parts: OrphansParts
  /** By their Call-ID, each at all the places that it may be at. */
  readonly #orphans = new Map<string, readonly Orphan[]>()
  /** By their local address; null where it could not be had. */
  readonly #oldSockets = new Map<string, Promise<Sockets | null>>()
  #abandoning = 0

  constructor(parts: OrphansParts) {
    this.#parts = parts
  }

  async abandon(handle: CallHandle, kept: KeptLine): Promise<Abandoned> {
    this.#abandoning += 1
    try {
      return await this.#end(handle, kept)
    } finally {
      this.#abandoning -= 1
      this.#forgetLater(handle.callId)
    }
  }

  async #end(handle: CallHandle, kept: KeptLine): Promise<Abandoned> {
    const { line } = kept
    const { old, isOwnPort } = await this.#socketsOf(handle, kept)
    const stack = stackOver(old, kept.stack)
    const flows = await line.flows(stack).catch(() => [])
    // What is up is hung up where its dialog leads, which place ever that is.
    const meant = handle.dialog ? flows.slice(0, 1) : flows
    const isHeard = ({ local }: Flow) =>
      (old !== null || isOwnPort) && local.host === handle.sentBy.local.host
    const orphans = meant.map((flow) => new Orphan(handle, { stack, line, flow, isHeard: isHeard(flow) }))
    this.#orphans.set(handle.callId, orphans)
    return endOf(orphans.map((orphan) => orphan.end()))
  }

  /**
   * Answers to what was sent from another port go there (RFC 3261 18.2.2), by a new connection where the old one is
   * gone; a 2xx without an ACK is repeated for half a minute: the port is taken over, if it can be, so that they are
   * heard.
   */
  async #socketsOf({ sentBy: { protocol, local } }: CallHandle, { sockets }: KeptLine) {
    const own = await sockets.localOf(protocol).catch(() => null)
    if (local.port === 0 || local.port === own?.port) return { old: null, isOwnPort: true }
    const key = `${protocol} ${local.host} ${local.port}`
    const opening = this.#oldSockets.get(key) ?? opened(this.#parts.socketsAt(local, protocol))
    this.#oldSockets.set(key, opening)
    return { old: await opening, isOwnPort: false }
  }

  /** RFC 3261 13.2.2.4: an answer to an INVITE that was given up, or that a process before us has sent. */
  hear(response: SipResponse, flow: Flow) {
    const { headers, status } = response
    if (parseCSeq(headers.get('cseq') ?? '')?.method !== 'INVITE') return
    if (this.#parts.talks.has(keyOfAnswer(response))) return
    const known = this.#orphans.get(headers.get('call-id') ?? '') ?? []
    const own = known.find((orphan) => orphan.isAt(flow)) ?? known[0]
    if (own) own.receive(response)
    else if (status >= 200 && status < 300) void this.#adopt(response, flow)
  }

  /** From an exchange of ours only: a stranger's answer could make us send ACK and BYE to any address. */
  async #adopt(response: SipResponse, flow: Flow) {
    const from = parseNameAddr(response.headers.get('from') ?? '')
    const kept = await this.#parts.lineAt(userOf(from?.uri ?? ''), flow)
    if (kept) this.#orphanOf(handleOfStray(response, flow, kept.name), kept, flow).receive(response)
  }

  /** A repeat may have come while we looked up its line. */
  #orphanOf(handle: CallHandle, { stack, line }: KeptLine, flow: Flow): Orphan {
    const [known] = this.#orphans.get(handle.callId) ?? []
    if (known) return known
    const orphan = new Orphan(handle, { stack, line, flow, isHeard: true })
    this.#orphans.set(handle.callId, [orphan])
    this.#forgetLater(handle.callId)
    return orphan
  }

  /** Answers may be repeated for as long as this. */
  #forgetLater(callId: string) {
    const { clock, timings } = this.#parts.stack
    clock.after(64 * timings.T1, () => this.#forget(callId))
  }

  #forget(callId: string) {
    this.#orphans.delete(callId)
    if (this.#orphans.size === 0 && this.#abandoning === 0) void this.close()
  }

  async close() {
    const old = await Promise.all(this.#oldSockets.values())
    this.#oldSockets.clear()
    await Promise.all(old.filter((sockets) => sockets !== null).map((sockets) => sockets.close()))
  }
}

/** By the old sockets, as far as they lead there. */
const stackOver = (old: Sockets | null, stack: Stack): Stack =>
  old
    ? {
        ...stack,
        flowTo: (...way) => old.flowTo(...way).catch(() => stack.flowTo(...way)),
        flowsTo: (...way) => old.flowsTo(...way),
      }
    : stack

async function opened(sockets: Sockets): Promise<Sockets | null> {
  try {
    await sockets.open()
    return sockets
  } catch {
    // Another process has it, or it is not of this machine: we go on without it.
    return null
  }
}

function keyOfAnswer({ headers }: SipResponse): string {
  const tag = (name: string) => parseNameAddr(headers.get(name) ?? '')?.params.get('tag') ?? ''
  return dialogKey(headers.get('call-id') ?? '', tag('from'), tag('to'))
}
