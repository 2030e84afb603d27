import type { Http } from '../api/http.ts'
import { Failure } from '../kernel/failure.ts'
import { machineName } from '../kernel/machine.ts'
import type { AppConfig } from './config.ts'

const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be used without special rights',
  EADDRNOTAVAIL: 'cannot be had: this machine does not have that address',
}

/** Serves, and says at which port. */
export async function listen(http: Http, config: AppConfig): Promise<number> {
  const { host, port } = config
  await http.app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const why = CANNOT_LISTEN[error.code ?? '']
    throw why === undefined
      ? error
      : new Failure('config.invalid', `Port ${port} on ${host} ${why}`, {}, error)
  })
  return portOf(http)
}

const portOf = ({ app }: Http): number => {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Where people find it: one that listens everywhere is known by the name of its machine. */
export const shownAt = (config: AppConfig, port: number): string =>
  addressOf(EVERYWHERE.has(config.host) ? { ...config, host: machineName() } : config, port)

const EVERYWHERE = new Set(['0.0.0.0', '::'])

export const addressOf = ({ host, tls }: AppConfig, port: number): string =>
  `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`
