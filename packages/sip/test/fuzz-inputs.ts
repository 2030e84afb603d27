import { readdirSync, readFileSync } from 'node:fs'
import { Headers } from '../src/messages/headers.ts'
import { writeSdp } from '../src/sdp/sdp.ts'
import { writeMessage } from '../src/messages/write.ts'

/** A number from 0 up to 1, the same for the same seed: what was found once is found again. */
export type Dice = () => number

/** mulberry32 */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const below = (dice: Dice, limit: number) => Math.floor(dice() * limit)

function oneOf<T>(dice: Dice, list: readonly T[]): T {
  const one = list[below(dice, list.length)]
  if (one === undefined) throw new RangeError('Nothing to choose from')
  return one
}

const SDP = Buffer.from(
  writeSdp({
    origin: { id: '1', version: 1, host: '10.0.0.5' },
    connection: '10.0.0.5',
    direction: null,
    media: [
      {
        type: 'audio',
        port: 30_000,
        protocol: 'RTP/AVP',
        formats: ['0', '8', '101'],
        connection: null,
        direction: 'sendrecv',
        rtpmap: new Map(Object.entries({ 0: 'PCMU/8000', 8: 'PCMA/8000', 101: 'telephone-event/8000' })),
        fmtp: new Map([['101', '0-16']]),
        ptime: 20,
      },
    ],
  }),
)

const CHALLENGE =
  'Digest realm="pbx", nonce="a\\"b,c", qop="auth,auth-int", algorithm=SHA-256, opaque="x", stale=true'

const common = (method: string) =>
  Headers.of([
    ['Via', 'SIP/2.0/UDP 10.0.0.5:5060;branch=z9hG4bKabc;rport'],
    ['v', 'SIP/2.0/TCP [2001:db8::1];branch=z9hG4bKdef, SIP/2.0/TLS pbx.hotel:5061'],
    ['Record-Route', '<sip:10.0.0.2;lr>, <sip:10.0.0.3;lr=on>'],
    ['Max-Forwards', '70'],
    ['From', '"Reveille, wake-up" <sip:900@pbx.hotel>;tag=f1'],
    ['To', '<sip:101@pbx.hotel>;tag=t1'],
    ['Call-ID', 'c1@10.0.0.5'],
    ['CSeq', `7 ${method}`],
    ['m', '<sip:900@10.0.0.5:5060;transport=udp>;expires=300'],
  ])

const request = (method: string, headers: Headers, body: Uint8Array = new Uint8Array(0)) =>
  writeMessage({ kind: 'request', method, uri: 'sip:101@pbx.hotel;transport=udp', headers, body })

const OUR_OWN: readonly Buffer[] = [
  request('INVITE', common('INVITE').append('Content-Type', 'application/sdp'), SDP),
  request('REGISTER', common('REGISTER').append('Expires', 300)),
  request('BYE', common('BYE').append('Reason', 'Q.850;cause=16;text="Normal; clearing"')),
  writeMessage({ kind: 'response', status: 200, reason: 'OK', headers: common('INVITE'), body: SDP }),
  writeMessage({
    kind: 'response',
    status: 401,
    reason: 'Unauthorized',
    headers: common('REGISTER').append('WWW-Authenticate', CHALLENGE),
    body: new Uint8Array(0),
  }),
]

function filesIn(folder: string): Buffer[] {
  const url = new URL(`data/${folder}/`, import.meta.url)
  return readdirSync(url)
    .toSorted()
    .map((file) => readFileSync(new URL(file, url)))
}

/** What is bent: the messages of RFC 4475, what sipp, baresip and Kamailio were heard to say, and our own. */
export const ORIGINALS: readonly Buffer[] = [...filesIn('torture'), ...filesIn('captured'), ...OUR_OWN]

type Mutation = (bytes: Buffer, dice: Dice, others: readonly Buffer[]) => Buffer

const somewhere = (bytes: Buffer, dice: Dice) => below(dice, bytes.length + 1)

const replaced = (bytes: Buffer, from: number, to: number, by: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)])

function flipBit(bytes: Buffer, dice: Dice): Buffer {
  const copy = Buffer.from(bytes)
  const at = below(dice, copy.length)
  if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ (1 << below(dice, 8))
  return copy
}

function setByte(bytes: Buffer, dice: Dice): Buffer {
  const copy = Buffer.from(bytes)
  if (copy.length > 0) copy[below(dice, copy.length)] = below(dice, 256)
  return copy
}

const truncate: Mutation = (bytes, dice) => bytes.subarray(0, somewhere(bytes, dice))

const remove: Mutation = (bytes, dice) => {
  const from = somewhere(bytes, dice)
  return replaced(bytes, from, from + below(dice, 40), Buffer.alloc(0))
}

const duplicate: Mutation = (bytes, dice) => {
  const from = somewhere(bytes, dice)
  return replaced(bytes, from, from, bytes.subarray(from, from + below(dice, 200)))
}

const duplicateLine: Mutation = (bytes, dice) => {
  const lines = bytes.toString('latin1').split('\r\n')
  lines.splice(below(dice, lines.length), 0, oneOf(dice, lines))
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

const splice: Mutation = (bytes, dice, others) => {
  const other = oneOf(dice, others)
  return Buffer.concat([bytes.subarray(0, somewhere(bytes, dice)), other.subarray(somewhere(other, dice))])
}

const NASTY = [
  '\0',
  '\r\n',
  '\r\n\r\n',
  '\r',
  '\n',
  '\r\n ',
  '"',
  '\\',
  '<',
  '>',
  ';',
  ',',
  ':',
  '%',
  '%00',
  '=',
  '@',
  '?',
  '[',
  '::ffff:',
  ' ',
  '\t',
  'é',
  '\u{feff}',
  '__proto__: x\r\n',
  'constructor: x\r\n',
  'l: 5\r\n',
  'Content-Length: 99999\r\n',
  'v: SIP/2.0/UDP x\r\n',
  'SIP/2.0 ',
] as const

const insert: Mutation = (bytes, dice) => {
  const at = somewhere(bytes, dice)
  return replaced(bytes, at, at, Buffer.from(oneOf(dice, NASTY), dice() < 0.5 ? 'latin1' : 'utf8'))
}

const insertMany: Mutation = (bytes, dice) => {
  const at = somewhere(bytes, dice)
  // Seldom as long as a datagram can be: these cost the most.
  const times = dice() < 0.02 ? 60_000 : below(dice, 300)
  return replaced(bytes, at, at, Buffer.from(oneOf(dice, NASTY).slice(0, 2).repeat(times)))
}

const HUGE = [
  '0',
  '-1',
  '65536',
  '4294967296',
  '2147483648',
  '9'.repeat(40),
  '9'.repeat(400),
  '1e9',
  '0x10',
] as const

const hugeNumber: Mutation = (bytes, dice) => {
  const numbers = [...bytes.toString('latin1').matchAll(/\d+/g)]
  if (numbers.length === 0) return bytes
  const { 0: digits, index } = oneOf(dice, numbers)
  return replaced(bytes, index, index + digits.length, Buffer.from(oneOf(dice, HUGE)))
}

const MUTATIONS: readonly Mutation[] = [
  flipBit,
  setByte,
  truncate,
  remove,
  duplicate,
  duplicateLine,
  splice,
  insert,
  insert,
  insertMany,
  hugeNumber,
]

/** One of these, bent one to four times. */
export function mutant(dice: Dice, originals: readonly Buffer[] = ORIGINALS): Buffer {
  let bytes = oneOf(dice, originals)
  for (let times = 1 + below(dice, 4); times > 0; times--)
    bytes = oneOf(dice, MUTATIONS)(bytes, dice, originals)
  return bytes
}
