import assert from 'node:assert/strict'
import { parseChallenge } from '../src/lines/digest.ts'
import { Framer } from '../src/transport/framer.ts'
import { formatNameAddr, formatVia, parseNameAddr, parseReason, parseVia } from '../src/messages/header.ts'
import type { SipMessage } from '../src/messages/message.ts'
import { listOf } from '../src/messages/params.ts'
import { parseMessage } from '../src/messages/parse.ts'
import { agreedWith, makeAnswer } from '../src/sdp/offer-answer.ts'
import { parseSdp, writeSdp } from '../src/sdp/sdp.ts'
import { formatUri, parseUri } from '../src/messages/uri.ts'
import { writeMessage } from '../src/messages/write.ts'
import { processorMs } from '../testing/processor-time.ts'
import { below, type Dice, diceOf, mutant } from './fuzz-inputs.ts'
import { checkAudio } from './fuzz-audio.ts'

/** Everything that reads what a stranger has sent. Throws when something does not hold. */
function check(bytes: Buffer, dice: Dice) {
  const parsed = parseMessage(bytes)
  if (parsed.kind !== 'garbage') {
    const message = parsed.kind === 'message' ? parsed.message : parsed.request
    readAll(message)
    if (parsed.kind === 'message') checkWritten(message)
  }
  checkChunks(bytes, dice)
}

/** What is read out of a header is the same once it was written anew. */
function stable<T>(read: (text: string) => T | null, write: (value: T) => string, text: string) {
  const first = read(text)
  if (first !== null) assert.deepEqual(read(write(first)), first)
}

function readAll({ headers, body }: SipMessage) {
  for (const [, field] of headers) {
    parseChallenge(field)
    parseReason(field)
    stable(parseUri, formatUri, field)
    for (const value of listOf([field]) ?? []) {
      stable(parseVia, formatVia, value)
      stable(parseNameAddr, formatNameAddr, value)
      stable(parseUri, formatUri, parseNameAddr(value)?.uri ?? '')
    }
  }
  checkDescription(Buffer.from(body).toString())
}

const OURS = {
  host: '127.0.0.1',
  port: 20_000,
  sessionId: '1',
  version: 1,
  direction: 'sendrecv',
} as const

/** Whatever somebody offers, there is an answer or none; and the answer has a line for each of theirs (RFC 3264 6). */
function checkDescription(text: string) {
  const theirs = parseSdp(text)
  if (!theirs) return
  assert.ok(parseSdp(writeSdp(theirs)))
  const answer = makeAnswer(theirs, OURS)
  assert.equal(answer !== null, agreedWith(theirs) !== null)
  if (answer) assert.equal(answer.media.length, theirs.media.length)
}

/** What we have taken for a message is one, and the same, when we pass it on. */
function checkWritten(message: SipMessage) {
  // Near the limits of the parser the length that the writer adds may be the one line too many.
  const written = writeMessage(message)
  if (written.length - message.body.length > 50_000 || [...message.headers].length > 490) return
  const again = parseMessage(written)
  assert.equal(again.kind, 'message')
  const fields = (one: SipMessage) => [...one.headers.clone().delete('content-length')]
  if (again.kind === 'message') assert.deepEqual(fields(again.message), fields(message))
}

function frame(chunks: readonly Uint8Array[]): { messages: string[]; whole: boolean } {
  const messages: string[] = []
  const framer = new Framer((bytes) => messages.push(bytes.toString('latin1')))
  const whole = chunks.every((chunk) => framer.push(chunk))
  return { messages, whole }
}

/** However a stream is cut, it says the same. */
function checkChunks(bytes: Buffer, dice: Dice) {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const size = 1 + below(dice, dice() < 0.5 ? 20 : 2_000)
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  assert.deepEqual(frame(chunks), frame([bytes]))
}

export interface FuzzResult {
  readonly totalMs: number
  readonly slowestMs: number
}

/** So many inputs from one seed; the error of the first that fails tells its number and its bytes. */
export function fuzz(seed: number, inputs: number): FuzzResult {
  const started = performance.now()
  let slowestMs = 0
  for (let number = seed; number < seed + inputs; number++) {
    const ms = timeOf(number)
    // Once may be the collector of garbage.
    slowestMs = Math.max(slowestMs, ms > 50 ? Math.min(ms, timeOf(number), timeOf(number)) : ms)
  }
  return { totalMs: performance.now() - started, slowestMs }
}

function timeOf(number: number): number {
  const dice = diceOf(number)
  const bytes = mutant(dice)
  try {
    return processorMs(() => {
      check(bytes, dice)
      checkAudio(dice)
    })
  } catch (error) {
    throw new Error(`Input ${number}: ${JSON.stringify(bytes.toString('latin1'))}`, { cause: error })
  }
}
