import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/failure.ts'
import { requestPath } from '../answers/answer.ts'
import { type Pages, sendPage } from './pages.ts'

/** Where the guide begins; its pages and pictures lie under it. */
export const GUIDE = '/docs/guide'

/** It has pictures and a style sheet of its own, and runs no script. */
const GUIDE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const hidden = { schema: { hide: true } }

/** The guide for people: public, as the page of the interface is. */
export function showGuide(app: FastifyInstance, read: () => Promise<Pages>) {
  let made: Promise<Pages> | undefined
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    // Not before somebody asks: a start has more urgent things to do.
    const page = (await (made ??= read())).get(requestPath(request.url).replace(/\/$/, ''))
    if (!page) throw new Failure('route.unknown', 'There is nothing at this address')
    return sendPage(request, reply.header('content-security-policy', GUIDE_POLICY), page)
  }
  for (const url of [GUIDE, `${GUIDE}/*`]) app.get(url, { ...hidden, handler: show })
}
