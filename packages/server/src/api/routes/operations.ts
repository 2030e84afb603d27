import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { SignInActions } from '../../actions/accounts/sign-in.ts'
import type { SystemActions } from '../../actions/site/system.ts'
import { json, sendAnswer } from '../answers/answer.ts'
import { authenticate, mustHave } from '../requests/auth.ts'
import type { Metrics } from '../metrics.ts'

interface Parts {
  readonly system: SystemActions
  readonly signIn: SignInActions
  readonly metrics: Metrics
}

const Health = Type.Object({ status: Type.String() })

/** For those who run the machine: is it alive, can it serve, what does it count. */
export function operationsRoutes(app: FastifyInstance, { system, signIn, metrics }: Parts) {
  const tags = ['Operations']
  app.get('/healthz', {
    schema: { tags, summary: 'The process is alive', response: { 200: Health } },
    handler: (request, reply) => sendAnswer(request, reply, json({ status: 'ok' })),
  })
  app.get('/readyz', {
    schema: { tags, summary: 'The database answers: requests can be served', response: { 200: Health } },
    handler: async (request, reply) => {
      await system.ready()
      return sendAnswer(request, reply, json({ status: 'ready' }))
    },
  })
  app.get('/metrics', {
    schema: { tags, summary: 'Figures for Prometheus: from loopback, or with administrator credentials' },
    handler: async (request, reply) => {
      if (!isLoopback(request)) mustHave(await authenticate(signIn, request), ['administrator'])
      const text = await metrics.registry.metrics()
      return sendAnswer(request, reply, { kind: 'text', type: metrics.registry.contentType, text })
    },
  })
  app.get('/openapi.json', {
    schema: { hide: true },
    handler: (request, reply) => sendAnswer(request, reply, json(app.swagger())),
  })
  app.get('/', { schema: { hide: true }, handler: (_request, reply) => reply.redirect('/docs/') })
}

/** Behind a proxy the address is what the proxy says, so that a stranger does not look local. */
const isLoopback = ({ ip }: FastifyRequest) => /^(127\.|::1$|::ffff:127\.)/.test(ip)
