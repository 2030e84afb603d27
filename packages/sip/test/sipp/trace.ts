import { parseCSeq } from '../../src/messages/header.ts'
import type { SipMessage, SipRequest, SipResponse } from '../../src/messages/message.ts'
import { parseMessage } from '../../src/messages/parse.ts'

/** What we said, as sipp has written it down. */
export interface Trace {
  /** Methods and statuses, in order, repetitions included. */
  readonly ours: readonly (string | number)[]
  requests(method: string): SipRequest[]
  /** Our answers to what sipp asked. */
  responses(method: string): SipResponse[]
}

export function readTrace(text: string): Trace {
  const ours = messagesReceived(text)
  return {
    ours: ours.map((message) => (message.kind === 'request' ? message.method : message.status)),
    requests: (method) =>
      ours.filter(
        (message): message is SipRequest => message.kind === 'request' && message.method === method,
      ),
    responses: (method) =>
      ours.filter(
        (message): message is SipResponse =>
          message.kind === 'response' && parseCSeq(message.headers.get('cseq') ?? '')?.method === method,
      ),
  }
}

const BETWEEN = /^-{40,} .*\n/m
const HEADING = /^\w+ message received .*\n\n/

const messagesReceived = (text: string): SipMessage[] =>
  text
    .split(BETWEEN)
    .filter((part) => HEADING.test(part))
    .map((part) => parsed(part.replace(HEADING, '')))
    // Cues do not come from the one who is tested.
    .filter((message) => message.kind === 'response' || message.method !== 'MESSAGE')

function parsed(text: string): SipMessage {
  const result = parseMessage(Buffer.from(text, 'latin1'))
  if (result.kind !== 'message') throw new Error(`Not a message of SIP:\n${text}`)
  return result.message
}
