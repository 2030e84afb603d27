import { ENTRIES } from '@reveille/contract'
import { refusalsOf } from '../src/api/document/operation.ts'

/** Before a route is known: of any address, by any method. */
const UNROUTED = [405, 408, 414, 421, 431]

const PROMISES = ENTRIES.map((entry) => ({
  method: entry.method,
  pattern: new RegExp(`^${entry.path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  statuses: [entry.status ?? 200, ...refusalsOf(entry), ...UNROUTED],
}))

/** No answer in any test may be one that the document of the interface does not name. */
export function mustBePromised(method: string, url: string, status: number) {
  const path = url.split('?', 1)[0] ?? ''
  const asked = method === 'HEAD' ? 'GET' : method
  const found = PROMISES.filter((one) => one.method === asked && one.pattern.test(path))
  if (found.length > 0 && !found.some(({ statuses }) => statuses.includes(status)))
    throw new Error(`${method} ${url} was answered with ${status}, of which /openapi.json says nothing`)
}
