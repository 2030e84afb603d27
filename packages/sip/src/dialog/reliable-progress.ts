import { sendAuthorized } from '../lines/retry-with-credentials.ts'
import { type Dialog, dialogOfCaller, requestWithin } from './dialog.ts'
import type { Flow } from '../transport/flow.ts'
import type { Line, Stack } from '../lines/lines.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { toTagOf } from '../messages/response.ts'

/** RFC 3262 4: a provisional answer that insists is acknowledged, each number once. */
export class ReliableProgress {
  /** By the tag of the phone: each that rings counts for itself (RFC 3262 3). */
  readonly #acknowledged = new Map<string, number>()
  /** The number of the last request sent in the early dialog. */
  #lastSeq = 0

  get lastSeq(): number {
    return this.#lastSeq
  }

  hear(response: SipResponse, sent: SipRequest, way: { stack: Stack; line: Line; flow: Flow }) {
    const required = (listOf(response.headers.all('require')) ?? []).includes('100rel')
    const rseq = Number(response.headers.get('rseq'))
    const isNew = rseq > (this.#acknowledged.get(toTagOf(response)) ?? 0)
    const dialog = required && isNew ? dialogOfCaller(sent, response) : null
    if (!dialog) return
    this.#acknowledged.set(dialog.remoteTag, rseq)
    const { stack, line, flow } = way
    const ignore = { onResponse: () => {}, onTimeout: () => {}, onTransportFailure: () => {} }
    const challenged = line.authorization.begin()
    const prack = this.#prack(dialog, `${rseq} ${sent.headers.get('cseq')}`)
    sendAuthorized(prack, { transactions: stack.transactions, flow, challenged }, ignore)
  }

  #prack(dialog: Dialog, rack: string): SipRequest {
    const localSeq = Math.max(this.#lastSeq, dialog.localSeq)
    const { request, dialog: after } = requestWithin({ ...dialog, localSeq }, 'PRACK')
    this.#lastSeq = after.localSeq
    request.headers.append('RAck', rack)
    return request
  }
}
