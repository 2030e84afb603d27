import { type Dialog, dialogOfCaller } from '../dialog/dialog.ts'
import type { Address } from '../messages/address.ts'
import type { Flow, Protocol } from '../transport/flow.ts'
import { parseCSeq } from '../messages/header.ts'
import { Headers } from '../messages/headers.ts'
import type { Line, Stack } from '../lines/lines.ts'
import { NO_BODY, type SipRequest, type SipResponse } from '../messages/message.ts'
import { acknowledge, sendBye } from '../dialog/within-dialog.ts'
import { MAGIC_COOKIE, viaOf } from '../transactions/transactions.ts'
import { writeMessage } from '../messages/write.ts'

/**
 * What another process must know to end a call that this one began: small, plain, and known before the INVITE leaves.
 * It is given again, with its dialog, before an answer is acknowledged. No key of the audio is in it.
 */
export interface CallHandle {
  readonly line: string
  readonly uri: string
  readonly from: string
  readonly to: string
  readonly callId: string
  /** The number of the first INVITE; each further one has the next. */
  readonly seq: number
  /** From this every branch is made. */
  readonly seed: string
  readonly sentBy: { readonly protocol: Protocol; readonly local: Address }
  readonly dialog: Dialog | null
}

/** As it was stored: what it holds is looked at before it is used. */
export type StoredHandle = { readonly [Field in keyof CallHandle]?: unknown }

/** An INVITE may go out anew: with credentials, to another address, a longer timer, other audio. Never more often. */
export const MOST_TIMES = 6

export const branchOfTime = ({ seed }: Pick<CallHandle, 'seed'>, time: number) =>
  `${MAGIC_COOKIE}${seed}${time}`

export type Abandoned =
  /** A ringing call was cancelled. */
  | 'cancelled'
  /** A call that was up was hung up. */
  | 'hung up'
  /** The other side knows of no such call. */
  | 'nothing there'
  | 'no answer'

/** RFC 3261 9.1: the CANCEL of this INVITE, with its Via, its Request-URI and its Route. */
export function cancelOf({ uri, headers: sent }: SipRequest): SipRequest {
  const kept = ['From', 'To', 'Call-ID'].map((name) => [name, sent.get(name) ?? ''] as const)
  const headers = Headers.of([
    ['Via', sent.get('via') ?? ''],
    ...sent.all('route').map((route) => ['Route', route] as const),
    ['Max-Forwards', '70'],
    ...kept,
    ['CSeq', `${parseCSeq(sent.get('cseq') ?? '')?.number ?? 0} CANCEL`],
  ])
  return { kind: 'request', method: 'CANCEL', uri, headers, body: NO_BODY }
}

/** The same, of the INVITE that another process has sent as this try. */
function cancelOfTime(handle: CallHandle, time: number, routes: readonly string[]): SipRequest {
  const { sentBy, uri, from, to, callId, seq } = handle
  const headers = Headers.of([
    ['Via', viaOf(sentBy, branchOfTime(handle, time))],
    ...routes.map((route) => ['Route', route] as const),
    ['Max-Forwards', '70'],
    ['From', from],
    ['To', to],
    ['Call-ID', callId],
    ['CSeq', `${seq + time - 1} CANCEL`],
  ])
  return { kind: 'request', method: 'CANCEL', uri, headers, body: NO_BODY }
}

interface OrphanWay {
  readonly stack: Stack
  readonly line: Line
  readonly flow: Flow
  /** What is said to the INVITE comes to us: not where the old process has its address still, or another machine has. */
  readonly isHeard: boolean
}

/** Ends what a process before us has left. */
export class Orphan {
  readonly handle: CallHandle
  readonly #way: OrphanWay
  readonly #tags = new Set<string>()
  #onEnd: (how: Abandoned) => void = () => {}

  constructor(handle: CallHandle, way: OrphanWay) {
    this.handle = handle
    this.#way = way
  }

  /** Whether this comes from the place where it is ended. */
  isAt({ remote }: Flow): boolean {
    const own = this.#way.flow.remote
    return own.host === remote.host && own.port === remote.port
  }

  async end(): Promise<Abandoned> {
    if (this.handle.dialog) return this.#hangUp(this.handle.dialog)
    const { clock } = this.#way.stack
    const finished = new Promise<Abandoned>((resolve) => (this.#onEnd = resolve))
    const times = Array.from({ length: MOST_TIMES }, (_, at) => at + 1)
    const statuses = await upToTheFirst(
      (status) => status === 200,
      times.map((time) => this.#cancel(time)),
    )
    if (!statuses.includes(200))
      return statuses.some((status) => status !== null) ? 'nothing there' : 'no answer'
    // The INVITE itself is answered apart: 487, or a 200 that came first. Without either, nothing rings.
    const waiting = clock.after(patience(this.#way), () => this.#onEnd('cancelled'))
    return finished.finally(() => waiting.cancel())
  }

  /** The old process may have sent more than we know: a gap in the numbers does no harm (RFC 3261 12.2.2). */
  async #hangUp(dialog: Dialog): Promise<Abandoned> {
    const status = await sendBye(this.#way, { ...dialog, localSeq: dialog.localSeq + 1_000 })
    if (status === null) return 'no answer'
    return status === 481 ? 'nothing there' : 'hung up'
  }

  #cancel(time: number): Promise<number | null> {
    const { stack, line, flow } = this.#way
    return new Promise((resolve) => {
      const none = () => resolve(null)
      stack.transactions.cancel(cancelOfTime(this.handle, time, line.routes), flow, {
        onResponse: ({ status }) => void (status >= 200 && resolve(status)),
        onTimeout: none,
        onTransportFailure: none,
      })
    })
  }

  /** What is still said to the INVITE of the old process. */
  receive(response: SipResponse) {
    if (response.status >= 300) this.#acknowledgeRefusal(response)
    else if (response.status >= 200) void this.#hangUpAnswered(response)
  }

  async #hangUpAnswered(response: SipResponse) {
    const invite = inviteOf(response, this.handle.uri)
    const dialog = dialogOfCaller(invite, response)
    if (!dialog) return
    await acknowledge(this.#way, dialog, invite)
    // Repeated, it is acknowledged again and hung up once (RFC 3261 13.2.2.4).
    if (this.#tags.has(dialog.remoteTag)) return
    this.#tags.add(dialog.remoteTag)
    this.#onEnd(await this.#hangUp(dialog))
  }

  /** RFC 3261 17.1.1.3: or the other side would repeat its refusal for half a minute. */
  #acknowledgeRefusal(response: SipResponse) {
    const { headers } = inviteOf(response, this.handle.uri)
    const number = parseCSeq(response.headers.get('cseq') ?? '')?.number ?? 0
    headers.prepend('Via', response.headers.get('via') ?? '').set('CSeq', `${number} ACK`)
    headers.append('Max-Forwards', 70)
    const ack: SipRequest = { kind: 'request', method: 'ACK', uri: this.handle.uri, headers, body: NO_BODY }
    this.#way.flow.send(writeMessage(ack)).catch(() => {})
    if (response.status === 487) this.#onEnd('cancelled')
  }
}

/** Best first: what one place has done counts for all, what one does not know another may. */
const ENDS: readonly Abandoned[] = ['hung up', 'cancelled', 'nothing there']

/** What became of a call that may be at any of several places. One that has ended it need not wait for the others. */
export async function endOf(places: readonly Promise<Abandoned>[]): Promise<Abandoned> {
  const isEnded = (end: Abandoned) => end === 'hung up' || end === 'cancelled'
  const ends = await upToTheFirst(isEnded, places)
  return ENDS.find((end) => ends.includes(end)) ?? 'no answer'
}

/**
 * RFC 3261 9.1: 64 T1, in which something may be lost and repeated. Over a connection nothing is lost, and a 200 is
 * repeated every T2 at the latest (RFC 3261 13.3.1.4): later answers are still handled, but not waited for. Where they
 * go to another address (RFC 3261 18.2.2), there is nothing to wait for but the phone to fall silent.
 */
function patience({ flow: { reliable }, isHeard, stack: { timings } }: OrphanWay): number {
  const { T1, T2 } = timings
  if (!isHeard) return T1
  return reliable ? T1 + T2 : 64 * T1
}

/**
 * All the answers, or those up to the hoped-for one. There was one INVITE at a time, and a proxy
 * that does not know the others may say nothing to their CANCEL: that takes half a minute to find out.
 */
function upToTheFirst<Said>(
  isHoped: (said: Said) => boolean,
  asked: readonly Promise<Said>[],
): Promise<Said[]> {
  const said: Said[] = []
  return new Promise((resolve) => {
    if (asked.length === 0) resolve([])
    const hear = async (one: Promise<Said>) => {
      said.push(await one)
      if (said.some(isHoped) || said.length === asked.length) resolve(said)
    }
    for (const one of asked) void hear(one)
  })
}

/** As much of the INVITE as its answer tells. */
function inviteOf({ headers }: SipResponse, uri: string): SipRequest {
  const told = ['From', 'To', 'Call-ID', 'CSeq'].map((name) => [name, headers.get(name) ?? ''] as const)
  return { kind: 'request', method: 'INVITE', uri, headers: Headers.of(told), body: NO_BODY }
}

/** For an answer to an INVITE that we do not know: enough of a handle to acknowledge it and hang up. */
export const handleOfStray = ({ headers }: SipResponse, flow: Flow, line: string): CallHandle => ({
  line,
  uri: '',
  from: headers.get('from') ?? '',
  to: headers.get('to') ?? '',
  callId: headers.get('call-id') ?? '',
  seq: parseCSeq(headers.get('cseq') ?? '')?.number ?? 0,
  seed: '',
  sentBy: { protocol: flow.protocol, local: flow.local },
  dialog: null,
})
