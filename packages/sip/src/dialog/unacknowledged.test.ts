import { beforeEach, describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { SDP } from '../../testing/outgoing-desk.ts'
import {
  answered,
  countingRandom,
  type RecordedWay,
  recordedWay,
  settled,
} from '../../testing/recorded-way.ts'
import { type SilentMedia, silentMedia } from '../../testing/silent-media.ts'
import { IncomingCall } from '../call/incoming-call.ts'
import { Line } from '../lines/lines.ts'
import { Headers } from '../messages/headers.ts'
import { RFC_TIMINGS } from '../transactions/timers.ts'
import { Transactions } from '../transactions/transactions.ts'
import type { Talk } from './requests-in-dialog.ts'

/** A guest who calls us, played by hand: what becomes of our hanging up while an ACK is missing. */

let clock: ManualClock
let way: RecordedWay
let media: SilentMedia
let transactions: Transactions
let call: IncomingCall | undefined
let branches = 0

beforeEach(() => {
  ;[clock, way, media, call] = [manualClock(), recordedWay(), silentMedia(), undefined]
  const random = countingRandom()
  const line = new Line({ user: 'voice1', domain: 'pbx.example' }, random)
  const talks = new Map<string, Talk>()
  const dialogs = {
    add: (key: string, talk: Talk) => void talks.set(key, talk),
    remove: (key: string) => void talks.delete(key),
  }
  transactions = new Transactions({
    clock,
    random,
    onRequest: (request, transaction) => {
      const [talk] = talks.values()
      if (talk) return talk.receive(request, transaction)
      const flowTo = () => Promise.resolve(way.flow)
      const stack = { clock, random, timings: RFC_TIMINGS, transactions, flowTo }
      call = new IncomingCall({ stack, line, media, dialogs, request, transaction })
    },
    onAck: (request) => [...talks.values()][0]?.onAck(request),
    onStray: () => {},
  })
})

/** Our tag, once there is an answer that has one. */
const ourTo = () => way.sent.find((one) => one.kind === 'response')?.headers.get('to')

async function say(method: string, number: number, body = '') {
  const headers = Headers.of([
    ['Via', `SIP/2.0/UDP 192.0.2.2:5060;branch=z9hG4bKin${++branches}`],
    ['From', '<sip:101@pbx.example>;tag=theirs'],
    ['To', ourTo() ?? '<sip:voice1@pbx.example>'],
    ['Call-ID', 'a-guest-calls'],
    ['CSeq', `${number} ${method}`],
    ['Contact', '<sip:101@192.0.2.9:5062>'],
  ])
  const uri = 'sip:voice1@192.0.2.1:5060'
  transactions.receive({ kind: 'request', method, uri, headers, body: Buffer.from(body) }, way.flow)
  await settled()
}

async function callUs(body = SDP(4_000)) {
  await say('INVITE', 1, body)
  await call?.accept()
}

async function hangUp() {
  void call?.hangUp()
  await settled()
}

async function pass(ms: number) {
  clock.advance(ms)
  await settled()
}

const byes = () => way.requests('BYE').length

/** What was last said to the re-INVITE, or to the INVITE, of this number. */
const statusOf = (number: number) =>
  way.sent
    .filter((one) => one.kind === 'response')
    .findLast(({ headers }) => headers.get('cseq') === `${number} INVITE`)?.status

describe('a call of a guest that we end', () => {
  it('goes on until the guest has our answer, and is hung up then', async () => {
    await callUs()
    await hangUp()
    expect(byes()).toBe(0)
    await say('ACK', 1)
    expect(byes()).toBe(1)
  })

  it('is hung up at once, although the guest has not acknowledged the last change of it', async () => {
    await callUs()
    await say('ACK', 1)
    await say('INVITE', 2, SDP(4_000))
    await hangUp()
    expect(byes()).toBe(1)
  })

  it('is hung up at once when the guest changed it before any ACK', async () => {
    await callUs()
    await say('INVITE', 2, SDP(4_000))
    expect(statusOf(2)).toBe(200)
    await hangUp()
    expect(byes()).toBe(1)
  })

  it('is not kept up by a guest who changes it every twelve seconds and acknowledges nothing', async () => {
    await callUs()
    await hangUp()
    await pass(12_000)
    await say('INVITE', 2, SDP(4_000))
    expect([byes(), statusOf(2)]).toEqual([1, 481])
    transactions.receive(answered(way.last('BYE'), 200), way.flow)
    expect(await call?.ended).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
  })

  it('is hung up once, and takes up no audio any more, when the ACK comes after that', async () => {
    await callUs('')
    await hangUp()
    await say('INVITE', 2, SDP(4_000))
    await say('ACK', 1, SDP(5_000))
    expect([byes(), media.streams[0]?.agreed]).toEqual([1, []])
    await pass(40_000)
    expect(await call?.ended).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
  })

  it('is over for a guest whose change of it crosses with one of ours', async () => {
    await callUs()
    call?.hold(true)
    await hangUp()
    await say('INVITE', 2, SDP(4_000))
    expect([byes(), statusOf(2)]).toEqual([1, 481])
  })

  it('waits for the ACK all the same where the guest only asks whether we are there', async () => {
    await callUs()
    await hangUp()
    for (const [at, method] of ['OPTIONS', 'UPDATE', 'INFO'].entries()) await say(method, 2 + at)
    expect(byes()).toBe(0)
    await say('ACK', 1)
    expect(byes()).toBe(1)
  })
})
