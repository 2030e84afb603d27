import { Headers } from '../src/messages/headers.ts'
import { Line, type LineOptions, type Stack } from '../src/lines/lines.ts'
import type { SipRequest, SipResponse } from '../src/messages/message.ts'
import { type DialOptions, OutgoingCall } from '../src/call/outgoing-call.ts'
import type { Talk } from '../src/dialog/requests-in-dialog.ts'
import type { ResponseParts } from '../src/messages/response.ts'
import type { Protocol } from '../src/transport/flow.ts'
import { RFC_TIMINGS } from '../src/transactions/timers.ts'
import { Transactions } from '../src/transactions/transactions.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { answered, countingRandom, type RecordedWay, recordedWay, settled } from './recorded-way.ts'
import { type SilentMedia, silentMedia } from './silent-media.ts'

export const SDP = (port: number, more = '', format = '0 101') =>
  `v=0\r\no=- 1 1 IN IP4 192.0.2.9\r\ns=-\r\nc=IN IP4 192.0.2.9\r\nt=0 0\r\nm=audio ${port} RTP/AVP ${format}\r\n${more}`

export const sdp = (port = 4_000, more = '', format?: string): ResponseParts => ({
  contact: '<sip:101@192.0.2.9:5062>',
  contentType: 'application/sdp',
  body: Buffer.from(SDP(port, more, format)),
})

/** From where one call is made, with the other side played by hand; everything is new after `reset`. */
export function outgoingDesk(protocol: Protocol = 'UDP') {
  let parts = newParts(protocol)
  let call: OutgoingCall | undefined
  let line: Line | undefined
  let incoming = 0
  const way = () => parts.way
  const stack = () => parts.stack
  const lineWith = (more: Partial<LineOptions>) => {
    const credentials = { username: 'voice1', password: 'secret' }
    return new Line({ user: 'voice1', domain: 'pbx.example', credentials, ...more }, stack().random)
  }

  const prepare = async (
    options: Partial<DialOptions> = {},
    more: Partial<LineOptions> = {},
    on = lineWith(more),
  ) => {
    line = on
    const { media, dialogs } = parts
    call = new OutgoingCall({ stack: stack(), line, media, dialogs, options: { to: '101', ...options } })
    await call.prepare()
  }
  const dial = async (options: Partial<DialOptions> = {}, more: Partial<LineOptions> = {}) => {
    await prepare(options, more)
    call?.send()
  }
  const hear = async (message: SipRequest | SipResponse) => {
    stack().transactions.receive(message, way().flow)
    await settled()
  }
  const answer = (status: number, said: ResponseParts = {}, to = way().last('INVITE')) =>
    hear(answered(to, status, said))

  return {
    reset() {
      parts = newParts(protocol)
      incoming = 0
    },
    get clock() {
      return parts.clock
    },
    get way() {
      return parts.way
    },
    get media() {
      return parts.media
    },
    get stack() {
      return parts.stack
    },
    get talks() {
      return parts.talks
    },
    /** The one of the last call. */
    get line() {
      if (!line) throw new Error('Nobody was dialled')
      return line
    },
    get call() {
      if (!call) throw new Error('Nobody was dialled')
      return call
    },
    prepare,
    dial,
    answer,
    async up(options: Partial<DialOptions> = {}, headers: ResponseParts['headers'] = []) {
      await dial(options)
      await answer(200, { ...sdp(), headers })
    },
    async pass(ms: number) {
      parts.clock.advance(ms)
      await settled()
    },
    methods: () => way().sent.map((one) => (one.kind === 'request' ? one.method : one.status)),
    /** A request of the other side within the call; gives what we answer. */
    async receive(
      method: string,
      number: number,
      more: readonly (readonly [string, string])[] = [],
      body = '',
    ) {
      const via = `SIP/2.0/UDP 192.0.2.2:5060;branch=z9hG4bKin${++incoming}`
      const request = requestOf(way().last('INVITE'), `${number} ${method}`, [['Via', via], ...more])
      await hear({ ...request, body: Buffer.from(body) })
      return way().sent.at(-1) as SipResponse
    },
  }
}

interface DeskParts {
  readonly clock: ManualClock
  readonly way: RecordedWay
  readonly media: SilentMedia
  readonly stack: Stack
  readonly talks: Map<string, Talk>
  readonly dialogs: { add(key: string, talk: Talk): void; remove(key: string): void }
}

function newParts(protocol: Protocol): DeskParts {
  const [clock, way, random] = [manualClock(), recordedWay(undefined, protocol), countingRandom()]
  const talks = new Map<string, Talk>()
  const transactions = new Transactions({
    clock,
    random,
    onRequest: (request, transaction) => [...talks.values()][0]?.receive(request, transaction),
    onAck: (request) => [...talks.values()][0]?.onAck(request),
    onStray: () => {},
  })
  const dialogs = {
    add: (key: string, talk: Talk) => void talks.set(key, talk),
    remove: (key: string) => void talks.delete(key),
  }
  const flowTo = () => Promise.resolve(way.flow)
  const stack = { clock, random, timings: RFC_TIMINGS, transactions, flowTo }
  return { clock, way, media: silentMedia(500), stack, talks, dialogs }
}

function requestOf(
  { headers: ours }: SipRequest,
  cseq: string,
  more: readonly (readonly [string, string])[],
) {
  const headers = Headers.of([
    ['From', `${ours.get('to')};tag=theirs`],
    ['To', ours.get('from') ?? ''],
    ['Call-ID', ours.get('call-id') ?? ''],
    ['CSeq', cseq],
    ['Contact', '<sip:101@192.0.2.9:5062>'],
    ...more,
  ])
  const method = cseq.split(' ')[1] ?? ''
  return { kind: 'request', method, uri: 'sip:voice1@192.0.2.1:5060', headers } as const
}
