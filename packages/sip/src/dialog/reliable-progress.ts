import { sendAuthorized } from '../lines/retry-with-credentials.ts'
import { type Dialog, dialogOfCaller, requestWithin } from './dialog.ts'
import type { SipRequest, SipResponse } from '../messages/message.ts'
import { listOf } from '../messages/params.ts'
import { toTagOf } from '../messages/response.ts'
import { flowFor, numberOf, type Way } from './within-dialog.ts'

const nothing = () => {}

/** RFC 3262 4: a provisional answer that insists is acknowledged, each number once and in order. */
export class ReliableProgress {
  /** By the tag of the phone: each that rings counts for itself (RFC 3262 3). */
  readonly #acknowledged = new Map<string, number>()
  /** The number of the last request sent in the early dialog. */
  #lastSeq = 0

  get lastSeq(): number {
    return this.#lastSeq
  }

  /** False for one that is repeated or ahead of its turn: neither counts for anything (RFC 3262 4). */
  hear(response: SipResponse, sent: SipRequest, way: Way): boolean {
    if (!insists(response)) return true
    const rseq = Number(response.headers.get('rseq'))
    const last = this.#acknowledged.get(toTagOf(response))
    if (!isNext(rseq, last)) return false
    const dialog = dialogOfCaller(sent, response)
    if (!dialog) return false
    this.#acknowledged.set(dialog.remoteTag, rseq)
    void this.#send(this.#prack(dialog, `${rseq} ${sent.headers.get('cseq')}`), way, dialog)
    return true
  }

  /** Its number is taken at once: another may follow before the way there is known. */
  #prack(dialog: Dialog, rack: string): SipRequest {
    const localSeq = Math.max(this.#lastSeq, dialog.localSeq)
    const { request, dialog: after } = requestWithin({ ...dialog, localSeq }, 'PRACK')
    this.#lastSeq = after.localSeq
    request.headers.append('RAck', rack)
    return request
  }

  /** It repeats itself until it is answered; what it is answered does not matter to us. */
  async #send(prack: SipRequest, way: Way, dialog: Dialog) {
    const { stack, line } = way
    const flow = await flowFor(way, dialog)
    sendAuthorized(
      prack,
      { transactions: stack.transactions, flow, challenged: line.authorization.begin() },
      {
        onResponse: nothing,
        onTimeout: nothing,
        onTransportFailure: nothing,
        onSent: ({ request }) => (this.#lastSeq = Math.max(this.#lastSeq, numberOf(request))),
      },
    )
  }
}

const insists = ({ headers }: SipResponse) =>
  (listOf(headers.all('require')) ?? []).some((option) => option.toLowerCase() === '100rel')

/** RFC 3262 7.1: from 1 to 2^31 - 1; the first may be any, each further one is the next. */
const isNext = (rseq: number, last: number | undefined) =>
  Number.isInteger(rseq) && rseq > 0 && rseq < 2 ** 31 && (last === undefined || rseq === last + 1)
