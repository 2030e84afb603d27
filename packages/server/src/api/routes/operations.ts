import { createHash, timingSafeEqual } from 'node:crypto'
import { INTERFACE } from '@reveille/contract'
import type { Settings } from '../../actions/settings.ts'
import type { SystemActions } from '../../actions/site/system.ts'
import { isEncrypted } from '../../kernel/safe.ts'
import { json } from '../answers/answer.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { authenticate, type Guestbook, mustBeOpen, mustHave } from '../requests/auth.ts'
import type { Routes } from '../route.ts'

interface Parts {
  readonly system: SystemActions
  readonly guestbook: Guestbook
  readonly metrics: Metrics
  readonly settings: Settings
}

const { alive, ready, metrics: figures } = INTERFACE.process

/** For administrators and monitors: is it alive, can it serve, its metrics. */
export function operationsRoutes({ open }: Routes, { system, guestbook, metrics, settings }: Parts) {
  open(alive, () => json({ status: 'ok' }))
  open(ready, async () => json({ status: 'ready', ...(await system.ready()) }))
  open(figures, async (request) => {
    const { token } = settings.current().metrics
    if (!hasToken(request.headers.authorization, token)) {
      const { account, visit } = await authenticate(guestbook, request)
      mustHave(account, ['administrator'])
      mustBeOpen(visit)
    }
    const text = await metrics.registry.metrics()
    return { kind: 'text', type: metrics.registry.contentType, text }
  })
}

/** RFC 6750 2.1. Compared by hash, so that the time it takes tells nothing of the token. */
function hasToken(header = '', token: string | undefined): boolean {
  const [, given] = /^bearer +(\S+) *$/i.exec(header) ?? []
  // One that another installation's key has encrypted opens nothing.
  if (given === undefined || token === undefined || isEncrypted(token)) return false
  return timingSafeEqual(hashOf(given), hashOf(token))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
