import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../kernel/failure.ts'
import { requestPath } from './answers/answer.ts'

interface Known {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/** Remembers every route, to tell a wrong method from a wrong path and to answer preflights. */
export function routeTable(app: FastifyInstance) {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const one of [method].flat()) entry.methods.add(one)
    known.set(url, entry)
  })
  return {
    /** The methods that this path takes; empty when there is no such path. */
    methodsAt(path: string): string[] {
      const found = [...known.values()].filter(({ pattern }) => pattern.test(path))
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted()
    },
    urls: () => [...known.keys()],
  }
}

export type RouteTable = ReturnType<typeof routeTable>

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/:[A-Za-z]+/g, '[^/]+')
      .replaceAll('*', '.*')}/?$`,
  )

/** 404 for a path that does not exist, 405 for a method that it does not take. */
export function unrouted(request: FastifyRequest, table: RouteTable): Failure {
  const methods = table.methodsAt(requestPath(request.url))
  // A route that serves a folder takes the method but may lack the file.
  if (methods.length === 0 || methods.includes(request.method))
    return new Failure('route.unknown', 'There is nothing at this address')
  const allow = [...methods, 'OPTIONS'].join(', ')
  return new Failure('method.unsupported', `${request.method} is not possible here; ${allow} are`, { allow })
}

export function answerPreflight(request: FastifyRequest, reply: FastifyReply, table: RouteTable) {
  const methods = table.methodsAt(requestPath(request.url))
  if (methods.length === 0) throw new Failure('route.unknown', 'There is nothing at this address')
  const allow = [...methods, 'OPTIONS'].join(', ')
  return reply
    .code(204)
    .header('allow', allow)
    .header('access-control-allow-methods', allow)
    .header(
      'access-control-allow-headers',
      'Authorization, Content-Type, Idempotency-Key, Accept, Last-Event-ID',
    )
    .header('access-control-max-age', 600)
    .send()
}
