import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/failure.ts'

/** RFC 9112 3.2: one Host, and in HTTP/1.1 always. Node would take the first of two, a proxy perhaps the last. */
export function mustNameHost({ headers, raw }: FastifyRequest) {
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new Failure('parameter.invalid', 'The Host header is missing')
  const names = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (names.length > 1) throw new Failure('parameter.invalid', 'The Host header is given more than once')
}

/**
 * A page of another site can lead its own name to our address, and its scripts may then read whatever is open to all:
 * what is answered without credentials is answered under our own names only.
 */
export function refuseForeignHost({ host, headers }: FastifyRequest, names: readonly string[]) {
  if (!host || /^(basic|bearer) /i.test(headers.authorization ?? '') || isOurs(host, names)) return
  throw new Failure(
    'host.foreign',
    'This server is not known by that name: ask by its address, or let an administrator add the name to api.hosts',
    { host },
  )
}

export function isOurs(host: string, names: readonly string[]): boolean {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6
  const name = plain.toLowerCase().replace(/\.$/, '')
  return isIP(name) === 4 || name === 'localhost' || names.some((one) => one.toLowerCase() === name)
}
