import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { once } from 'node:events'
import { ERROR } from '@reveille/contract'
import { cannotListen } from '../kernel/cannot-listen.ts'

interface Place {
  readonly host: string
  /** 0: one is picked when the house opens, and nobody can know it before. */
  readonly port: number
  readonly tls: { readonly cert: string; readonly key: string } | null
}

/** Where visitors wait until the house is open. */
export interface Porch {
  /** Why nobody can wait there, nor be served later; null where somebody can. */
  readonly shut: Error | null
  /** The door is free from then on. */
  close(): Promise<void>
}

const RETRY_SECONDS = '2'

const STARTING = JSON.stringify({
  error: ERROR.unavailable,
  description: 'The house is being opened: its tables are brought up to date, and what was left is taken up',
  code: 'house.starting',
})

const answer: RequestListener = (_, response) =>
  void response
    .writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': RETRY_SECONDS,
      connection: 'close',
    })
    .end(STARTING)

/** Says to whoever asks that the house is not open yet, instead of refusing the connection. */
export async function openPorch(place: Place): Promise<Porch> {
  const { host, port, tls } = place
  if (port === 0) return { shut: null, close: () => Promise.resolve() }
  const server: Server = tls === null ? createHttpServer(answer) : createHttpsServer({ ...tls }, answer)
  server.listen({ host, port })
  // Of `once`: an error is thrown while another event is waited for.
  const shut = await once(server, 'listening').then(
    () => null,
    (error: unknown) => cannotListen(error, place),
  )
  return {
    shut,
    async close() {
      if (shut !== null) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
