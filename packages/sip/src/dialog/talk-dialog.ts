import { type AuthorizedListener, sendAuthorized } from '../lines/retry-with-credentials.ts'
import { type Dialog, receivedWithin, refreshedBy, requestWithin } from './dialog.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { acknowledge, contactWithin, flowFor, numberOf, type Way } from './within-dialog.ts'

export interface RequestParts {
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string
}

/** The dialog of a call that is up: whatever comes or goes moves it on (RFC 3261 12.2). */
export class TalkDialog {
  readonly #way: Way
  #dialog: Dialog

  constructor(way: Way, dialog: Dialog) {
    this.#way = way
    this.#dialog = dialog
  }

  get contact(): string {
    return contactWithin(this.#way, this.#dialog)
  }

  /** Numbers that were used before the dialog was there (PRACK), or by a request that went out anew. */
  skipTo(seq: number) {
    if (seq > this.#dialog.localSeq) this.#dialog = { ...this.#dialog, localSeq: seq }
  }

  isInOrder(request: SipRequest): boolean {
    return receivedWithin(this.#dialog, request) !== 'out of order'
  }

  receive(request: SipRequest) {
    const moved = receivedWithin(this.#dialog, request)
    if (moved !== 'out of order') this.#dialog = moved
  }

  refreshBy(response: SipResponse) {
    this.#dialog = refreshedBy(this.#dialog, response)
  }

  acknowledge(invite: SipRequest): Promise<void> {
    return acknowledge(this.#way, this.#dialog, invite)
  }

  async send(method: string, { headers = [], body = '' }: RequestParts, listener: AuthorizedListener) {
    const { dialog, request } = requestWithin(this.#dialog, method)
    this.#dialog = dialog
    for (const [name, value] of headers) request.headers.append(name, value)
    const flow = await flowFor(this.#way, this.#dialog)
    const { stack, line } = this.#way
    sendAuthorized(
      { ...request, body: Buffer.from(body) },
      { transactions: stack.transactions, flow, challenged: line.authorization.begin() },
      { ...listener, onSent: ({ request: sent }) => this.skipTo(numberOf(sent)) },
    )
  }
}
