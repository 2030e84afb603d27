import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/failure.ts'
import type { Ids } from '../../kernel/ids.ts'
import { acceptsEncoding } from '../answers/compressed.ts'
import { requestPath } from '../answers/answer.ts'
import { consolePolicy, NO_CONSOLE, WORKER_POLICY } from './console-policy.ts'
import { CONSOLE_HEADER, type ConsoleBuild, type ConsoleFile } from './console-build.ts'

const PIECE = 64 * 1024
const NONCE_BYTES = 16
const ASSETS = '/assets/'
/** The service worker, which keeps the frame of the console. */
const WORKER = '/sw.js'
/** What is not the console's: nothing under it is answered with its page. */
const OTHERS = /^\/(rest|docs|assets|openapi\.json|healthz|readyz|metrics|welcome\.json)(\/|$)/i
const hidden = { schema: { hide: true } }

interface Parts {
  /** Null where it was not built. */
  readonly console: ConsoleBuild | null
  readonly ids: Ids
}

export type ConsolePages = ReturnType<typeof consolePages>

/** The console: its page at every address that a browser asks a page of, and its files. */
export function consolePages({ console, ids }: Parts) {
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    ownOnly(reply)
    reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store')
    if (console === null) return reply.send(NO_CONSOLE)
    const nonce = ids.bytes(NONCE_BYTES).toString('base64')
    reply.headers(consolePolicy(nonce, request.protocol)).header(CONSOLE_HEADER, console.build)
    const page = pageAt(console.page, requestPath(request.url))
    return reply.send(page.replaceAll('%NONCE%', nonce).replaceAll('%BUILD%', console.build))
  }

  const fileAt = ({ url }: FastifyRequest) => console?.files.get(requestPath(url))

  return {
    register(app: FastifyInstance) {
      app.get('/', { ...hidden, handler: (request, reply) => sendPage(request, reply) })
      app.get(`${ASSETS}*`, {
        ...hidden,
        handler: (request, reply) => {
          const file = fileAt(request)
          if (!file) throw new Failure('route.unknown', 'There is nothing at this address')
          return sendFile(request, reply, file)
        },
      })
    },

    /** Whether an address that no route has is one of the console's. */
    isForConsole: (request: FastifyRequest) =>
      isReading(request) && (fileAt(request) !== undefined || wantsPage(request)),

    send(request: FastifyRequest, reply: FastifyReply) {
      const file = fileAt(request)
      return file ? sendFile(request, reply, file) : sendPage(request, reply)
    },
  }
}

const OF_PAGES = /^\s*<link [^>]*data-page="([^"]*)"[^>]*>\n/gm
/** Who asks for no page begins with one of these: all of it is kept for when the server is away. */
const ROOT = '/'

/** What only another page of the console needs is not brought before it. */
const pageAt = (page: string, path: string) =>
  path === ROOT ? page : page.replaceAll(OF_PAGES, (link, of: string) => (path === of ? link : ''))

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const wantsPage = ({ url, headers }: FastifyRequest) =>
  /\btext\/html\b/i.test(headers.accept ?? '') && !OTHERS.test(requestPath(url))

/** No page of another site has any business with it. */
function ownOnly(reply: FastifyReply) {
  reply.removeHeader('access-control-allow-origin')
  reply.removeHeader('access-control-expose-headers')
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { type, bytes, compressed }: ConsoleFile) {
  ownOnly(reply)
  // An asset is named by what is in it, and so never changes; other files are asked for each time.
  const isAsset = requestPath(request.url).startsWith(ASSETS)
  if (requestPath(request.url) === WORKER) reply.header('content-security-policy', WORKER_POLICY)
  reply.headers({
    'content-type': type,
    'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
  })
  for (const encoding of ['br', 'gzip'] as const) {
    const ready = compressed[encoding]
    if (ready && acceptsEncoding(request, encoding))
      return reply
        .headers({ 'content-encoding': encoding, 'content-length': ready.length })
        .send(inPieces(ready))
  }
  return reply.header('content-length', bytes.length).send(inPieces(bytes))
}

/** A reader who takes nothing holds up one piece, not the whole. */
const inPieces = (bytes: Buffer) => Readable.from(piecesOf(bytes), { objectMode: false })

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
