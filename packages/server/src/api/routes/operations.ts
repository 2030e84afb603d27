import { INTERFACE } from '@reveille/contract'
import type { FastifyRequest } from 'fastify'
import type { SignInActions } from '../../actions/accounts/sign-in.ts'
import type { SystemActions } from '../../actions/site/system.ts'
import { json } from '../answers/answer.ts'
import type { Metrics } from '../metrics.ts'
import { authenticate, mustHave } from '../requests/auth.ts'
import type { Routes } from '../route.ts'

interface Parts {
  readonly system: SystemActions
  readonly signIn: SignInActions
  readonly metrics: Metrics
}

const { alive, ready, metrics: figures } = INTERFACE.process

/** For administrators and monitors: is it alive, can it serve, its metrics. */
export function operationsRoutes({ open }: Routes, { system, signIn, metrics }: Parts) {
  open(alive, () => json({ status: 'ok' }))
  open(ready, async () => json({ status: 'ready', ...(await system.ready()) }))
  open(figures, async (request) => {
    if (!isLoopback(request)) mustHave(await authenticate(signIn, request), ['administrator'])
    const text = await metrics.registry.metrics()
    return { kind: 'text', type: metrics.registry.contentType, text }
  })
}

/** Behind a proxy this is the address that the proxy saw, so that a remote client does not look local. */
const isLoopback = ({ ip }: FastifyRequest) => /^(127\.|::1$|::ffff:127\.)/.test(ip)
