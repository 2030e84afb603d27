import type { Http } from '../api/http.ts'
import { cannotListen } from '../kernel/cannot-listen.ts'
import { machineName } from '../kernel/machine.ts'
import type { AppConfig } from './config.ts'

/** Serves, and says at which port. */
export async function listen(http: Http, config: AppConfig): Promise<number> {
  const { host, port } = config
  await http.app.listen({ host, port }).catch((error: unknown) => {
    throw cannotListen(error, config)
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
