import type http from 'node:http'
import { TextDecoder } from 'node:util'
import { messageOf } from '../../kernel/failure.ts'
import type { Deadline } from './deadline.ts'
import { certificateOf, certificateWords } from './tls-words.ts'
import type { WebhookRequest } from './webhook-request.ts'
import type { WebhookTarget } from './webhook-target.ts'
import { isRecord } from '../../kernel/record.ts'

export interface Post extends WebhookRequest {
  readonly target: WebhookTarget
}

/** What came of it: an answer, as far as it was read, or the reason why there was none. */
export type PostOutcome =
  | ({ readonly kind: 'answered'; readonly status: number; readonly retryAfter?: string } & Text)
  | { readonly kind: 'silent'; readonly why: string; readonly staleConnection: boolean }

interface Text {
  readonly text: string
  /** False for an answer that is longer, broke off or did not end in time. */
  readonly whole: boolean
}

/** So much of an answer is kept, and no more is read. */
const MOST_BYTES = 4_096

/** Posts once and follows no redirects; never rejects. */
export function postOnce({ target, headers, body }: Post, deadline: Deadline): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const { request: start, agent, hostname, port, path, certified, refusal } = target
    const all = [...headers, ...target.headers]
    const request = start({ method: 'POST', agent, hostname, port, path, headers: all, ...certified })
    let answered = false
    let certificate: ReturnType<typeof certificateOf> = () => null
    const fail = (error: unknown) => {
      if (answered) return
      const staleConnection = request.reusedSocket && codeOf(error) === 'ECONNRESET'
      const words = certificateWords(error, certified.servername ?? hostname, certificate())
      resolve({ kind: 'silent', why: words ?? wordsOf(deadline.why ?? error), staleConnection })
    }
    request.once('response', (response) => {
      answered = true
      void answerOf(response).then(resolve)
    })
    request.on('error', fail)
    // A new connection was checked when it was made; the rules may have changed since an old one was.
    request.once('socket', (socket) => {
      const { remoteAddress = '' } = socket
      certificate = certificateOf(socket)
      const why = request.reusedSocket && remoteAddress !== hostname ? refusal(remoteAddress) : null
      if (why !== null) request.destroy(new Error(why))
    })
    // RFC 9110 7.8: we asked for no other protocol. Node hands the socket to us, so we must listen for its errors.
    request.once('upgrade', (_, socket) => {
      socket.on('error', fail).destroy()
      fail(new Error('the receiver changed the protocol'))
    })
    request.once('close', () => answered || fail(new Error('the connection was closed')))
    deadline.watch((why) => request.destroy(why))
    // As one text with the head, byte for byte: two pieces cost a second buffer at every layer below.
    request.end(body.toString('latin1'), 'latin1')
  })
}

async function answerOf(response: http.IncomingMessage): Promise<PostOutcome> {
  const said = await beginningOf(response)
  const { statusCode: status = 0, headers } = response
  const retryAfter = headers['retry-after']
  return { kind: 'answered', status, ...said, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

/** An answer that breaks off or never ends still counts: its status came first. */
function beginningOf(response: http.IncomingMessage): Promise<Text> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    const finish = () => {
      const text = size === 0 ? '' : decoded(Buffer.concat(pieces).subarray(0, MOST_BYTES), response)
      resolve({ text, whole: response.complete && size <= MOST_BYTES })
    }
    response.on('data', (piece: Buffer) => {
      pieces.push(piece)
      size += piece.length
      if (size > MOST_BYTES) response.destroy()
    })
    response.once('end', finish)
    response.once('close', finish)
    response.once('error', finish)
  })
}

/** In its own character set; without NUL, which a PostgreSQL text cannot hold. */
function decoded(bytes: Buffer, { headers }: http.IncomingMessage): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? []
  return decoderFor(charset).decode(bytes).replaceAll('\0', '\ufffd')
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

const codeOf = (error: unknown) => (isRecord(error) ? error['code'] : undefined)

/** If several addresses were tried, reports the error of the first. */
function wordsOf(error: unknown): string {
  const one: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return messageOf(one) || String(codeOf(one))
}
