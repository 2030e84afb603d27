import { ENTRIES } from '@reveille/contract'
import { answerHeaders } from '../src/api/document/answer-headers.ts'
import { refusalsOf } from '../src/api/document/operation.ts'

/** Before a route is known: of any address, by any method. */
const UNROUTED = [405, 408, 414, 421, 431]

/** What an answer may tell beside its body, where the document says so. */
const TELLING = ['etag', 'link', 'retry-after', 'reveille-charge', 'reveille-seal']

const PROMISES = ENTRIES.map((entry) => ({
  method: entry.method,
  pattern: new RegExp(`^${entry.path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  statuses: [entry.status ?? 200, ...refusalsOf(entry), ...UNROUTED],
  tells: (status: number) => Object.keys(answerHeaders(entry, status)).map((name) => name.toLowerCase()),
}))

/** No answer in any test may be one that the document of the interface does not name. */
export function mustBePromised(method: string, url: string, status: number, headers: object) {
  const path = url.split('?', 1)[0] ?? ''
  const asked = method === 'HEAD' ? 'GET' : method
  const found = PROMISES.filter((one) => one.method === asked && one.pattern.test(path))
  if (found.length === 0) return
  if (!found.some(({ statuses }) => statuses.includes(status)))
    throw new Error(`${method} ${url} was answered with ${status}, of which /openapi.json says nothing`)
  for (const name of TELLING)
    if (name in headers && !found.some(({ tells }) => tells(status).includes(name)))
      throw new Error(`${method} ${url} was answered with ${name}, of which /openapi.json says nothing`)
}
