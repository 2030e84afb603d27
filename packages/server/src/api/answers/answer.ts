import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressedStream, compressedText, isCompressed } from './compressed.ts'

/** What a route gives back: a value of the type that its entry promises, turned into HTTP in one place. */
export type Answer<T = unknown> =
  /** Only where the entry promises no body. */
  | {
      readonly kind: 'nothing'
      readonly value: T & null
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'json'
      readonly value: T
      readonly headers?: Readonly<Record<string, string>>
      /** It holds what its length must not give away: never compressed. */
      readonly isSecret?: true
      /** Address of the next page. */
      readonly next?: string | undefined
    }
  | {
      readonly kind: 'created'
      readonly value: T
      readonly location: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'text'
      readonly type: string
      readonly text: string
      /** Address of the next page. */
      readonly next?: string | undefined
      /** What a page may load and do. */
      readonly policy?: string
    }
  | {
      readonly kind: 'file'
      readonly type: string
      readonly bytes: Uint8Array | Readable
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'stream'
      readonly type: string
      readonly chunks: AsyncIterable<string>
      readonly headers?: Readonly<Record<string, string>>
    }

export const nothing: Answer<null> = { kind: 'nothing', value: null }
export const json = <T>(value: T): Answer<T> => ({ kind: 'json', value })
export const created = <T>(location: string, value: T): Answer<T> => ({ kind: 'created', value, location })

/** The id of an accepted charge, whose answer has no body. */
export const CHARGE_HEADER = 'Reveille-Charge'

/** Up to which seal a list is true: what later events tell may be in it or not. */
export const SEAL_HEADER = 'Reveille-Seal'

/** Whoever reads a list meanwhile does not find in it what has happened since then. */
export const OUTAGE_HEADER = 'Reveille-Outage'

export const JSON_HEADER = 'application/json'

/** Sends text that is ready. The framework adds a charset to the type of JSON, unless it is told how to serialize. */
export const sendText = (reply: FastifyReply, status: number, type: string, text: string) =>
  reply.code(status).header('content-type', type).serializer(unchanged).send(text)

const unchanged = (text: unknown) => text as string

const linkTo = (reply: FastifyReply, next: string | undefined) =>
  next === undefined ? reply : reply.header('link', `<${next}>; rel="next"`)

export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  reply.header('location', answer.kind === 'created' ? answer.location : requestPath(request.url))
  switch (answer.kind) {
    case 'nothing':
      return reply
        .code(200)
        .headers({ ...answer.headers, 'content-length': '0' })
        .send()
    case 'json': {
      const text = JSON.stringify(answer.value)
      const shown = linkTo(reply.headers({ ...answer.headers }), answer.next)
      return answer.isSecret ? sendText(shown, 200, JSON_HEADER, text) : sendJson(request, shown, text)
    }
    case 'created':
      return sendText(reply.headers({ ...answer.headers }), 201, JSON_HEADER, JSON.stringify(answer.value))
    case 'text':
      if (answer.policy !== undefined) reply.header('content-security-policy', answer.policy)
      linkTo(reply, answer.next)
      return answer.type === JSON_HEADER
        ? sendJson(request, reply, answer.text)
        : sendText(reply, 200, answer.type, answer.text)
    case 'file':
      return reply
        .code(200)
        .headers({ ...answer.headers, 'content-type': answer.type })
        .send(answer.bytes)
    case 'stream': {
      const body = Readable.from(answer.chunks, { objectMode: false })
      reply.code(200).headers({ ...answer.headers, 'content-type': answer.type })
      return answer.type === JSON_HEADER && isCompressed(request)
        ? reply.headers(GZIPPED).send(compressedStream(body))
        : reply.send(body)
    }
  }
}

const GZIPPED = { 'content-encoding': 'gzip', vary: 'accept-encoding' }

async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string) {
  const bytes = isCompressed(request) ? await compressedText(text) : null
  if (bytes === null) return sendText(reply, 200, JSON_HEADER, text)
  return reply
    .code(200)
    .headers({ ...GZIPPED, 'content-type': JSON_HEADER })
    .send(bytes)
}

/** Without the query, and without the host that a proxy's client may have put before it (RFC 9112 3.2.2). */
export const requestPath = (url: string) => (url.split('?', 1)[0] ?? url).replace(/^https?:\/\/[^/]*/i, '')
