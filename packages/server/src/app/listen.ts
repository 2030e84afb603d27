import type { Http } from '../api/http.ts'
import { Failure } from '../kernel/failure.ts'
import type { AppConfig } from './config.ts'

const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be used without special rights',
  EADDRNOTAVAIL: 'cannot be had: this machine does not have that address',
}

/** Serves, and says where. */
export async function listen(http: Http, config: AppConfig): Promise<string> {
  const { host, port } = config
  await http.app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const why = CANNOT_LISTEN[error.code ?? '']
    throw why === undefined
      ? error
      : new Failure('config.invalid', `Port ${port} on ${host} ${why}`, {}, error)
  })
  return addressOf(http, config)
}

export const portOf = ({ app }: Http): number => {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function addressOf(http: Http, { host, tls }: AppConfig): string {
  return `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${portOf(http)}`
}
