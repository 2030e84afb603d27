import swagger from '@fastify/swagger'
import { ERROR, ERROR_MEANING, RESULT, RESULT_MEANING, TAGS } from '@reveille/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/failure.ts'
import { requestPath } from '../answers/answer.ts'
import { completeDocument } from './interface-document.ts'
import { makePages, PAGE_POLICY, type Pages, sendPage } from './pages.ts'

const table = (title: string, rows: readonly (readonly [number, string])[]) =>
  [`| ${title} | Meaning |`, '|---|---|', ...rows.map(([code, meaning]) => `| ${code} | ${meaning} |`)].join(
    '\n',
  )

const codes = <T extends Record<string, number>>(numbers: T, meanings: Record<keyof T, string>) =>
  Object.entries(numbers).map(([name, code]) => [code, meanings[name]] as [number, string])

const DESCRIPTION = [
  'The REST interface of Reveille, the voice system of a hotel.',
  'How to install, run and connect it stands in the [guide](/docs/guide/).',
  'Bodies are URL-encoded forms; the same fields are taken as JSON. Every request carries basic credentials, or comes from a screen of the console where somebody has signed in.',
  'Any request may also be refused before its route is known: 405 a method that the path does not take, 408 a request that takes too long to arrive, 414 an address over 8 KiB, 421 a name of the host that is not ours where no credentials are given, 431 headers over 32 KiB.',
  '## Error codes',
  table('`error`', codes(ERROR, ERROR_MEANING)),
  '## Results of a wakeup call',
  table('`result`', [[-1, 'no outcome yet'], ...codes(RESULT, RESULT_MEANING)]),
  '`status`: 0 pending, 1 calling now, 2 done. `source`: 1 REST, 2 console, 3 guest phone, 4 property system, 5 site file, 6 the system itself.',
].join('\n\n')

/** The interface document, made from the schemas that check the requests; the page comes from local files. */
export async function documentInterface(app: FastifyInstance, version: string) {
  await app.register(swagger, {
    transformObject: (document) =>
      'openapiObject' in document ? completeDocument(document.openapiObject) : document.swaggerObject,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Reveille',
        version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The server that gave out this document' }],
      security: [{ basic: [] }, { session: [] }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-reveille',
            description:
              'A screen of the console; without TLS the name is reveille. Changes need X-Reveille-Csrf and an Origin of this server as well',
          },
          token: { type: 'http', scheme: 'bearer', description: 'What metrics.token says' },
        },
      },
    },
  })
  showDocument(app)
}

const DOCS = ['/docs', '/docs/json', '/docs/yaml', '/docs/static/*']
const hidden = { schema: { hide: true } }

/** These routes are not part of the document. */
function showDocument(app: FastifyInstance) {
  let made: Promise<Pages> | undefined
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    // Not before somebody asks: a start has more urgent things to do.
    const page = (await (made ??= makePages(app.swagger()))).get(requestPath(request.url))
    if (!page) throw new Failure('route.unknown', 'There is nothing at this address')
    return sendPage(request, reply, page)
  }
  const showDocs = (request: FastifyRequest, reply: FastifyReply) =>
    show(request, reply.header('content-security-policy', PAGE_POLICY))
  app.get('/openapi.json', { ...hidden, handler: show })
  for (const url of DOCS) app.get(url, { ...hidden, handler: showDocs })
  const toDocs = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/docs/')
  app.get('/docs/static/index.html', { ...hidden, handler: toDocs })
}
