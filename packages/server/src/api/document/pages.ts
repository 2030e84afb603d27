import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { JSON_HEADER } from '../answers/answer.ts'

/** Something that is the same for everybody as long as the process runs. */
interface Page {
  readonly type: string
  readonly bytes: Buffer
  readonly etag: string
}

type Document = Exclude<ReturnType<FastifyInstance['swagger']>, string>

export type Pages = ReadonlyMap<string, Page>

/** The page takes everything from this server, over plain HTTP too: a hotel's LAN may have no internet. */
export const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'"

/** What the page consists of; with and without the slash at its end it names its files differently. */
const PATHS = [
  '/docs',
  '/docs/',
  '/docs/json',
  '/docs/yaml',
  '/docs/static/swagger-initializer.js',
  '/docs/static/swagger-ui-bundle.js',
  '/docs/static/swagger-ui-standalone-preset.js',
  '/docs/static/swagger-ui.css',
  '/docs/static/index.css',
  '/docs/static/favicon-16x16.png',
  '/docs/static/favicon-32x32.png',
  '/docs/static/oauth2-redirect.html',
  '/docs/static/oauth2-redirect.js',
]

/**
 * The interface document and its page, made once and kept. A server of its own makes them, which nobody connects to:
 * it would open a file for each request, and leave it open when the one who asked goes away.
 */
export async function makePages(document: Document): Promise<Pages> {
  const maker = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } })
  await maker.register(swagger, { openapi: {}, transformObject: () => document })
  await maker.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Reveille: the interface' },
    uiConfig: { tryItOutEnabled: true, validatorUrl: null, layout: 'BaseLayout' },
  })
  const pages = new Map([['/openapi.json', pageOf(JSON_HEADER, Buffer.from(JSON.stringify(document)))]])
  for (const path of PATHS) {
    const made = await maker.inject({ method: 'GET', url: path })
    if (made.statusCode !== 200) throw new Error(`${path} cannot be made: ${made.statusCode}`)
    pages.set(path, pageOf(String(made.headers['content-type']), made.rawPayload))
  }
  await maker.close()
  return pages
}

export const pageOf = (type: string, bytes: Buffer): Page => ({
  type,
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
})

/** In small pieces: a reader who takes nothing holds up one of them, not the whole. */
const PIECE = 64 * 1024

export function sendPage(request: FastifyRequest, reply: FastifyReply, { type, bytes, etag }: Page) {
  // Kept by a browser, but asked about each time: the next version may say something else.
  reply.headers({ etag, 'cache-control': 'no-cache' })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.headers({ 'content-type': type, 'content-length': bytes.length })
  return reply.send(bytes.length <= PIECE ? bytes : Readable.from(piecesOf(bytes), { objectMode: false }))
}

/** RFC 9110 13.1.2: compared weakly, in a list, or any. */
const isKnown = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
