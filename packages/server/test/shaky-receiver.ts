import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A charge that a receiver has taken, as often as it came. */
export interface Taken {
  readonly id: string
  readonly room: string
  readonly quantity: number
  readonly sequence: number
}

/** What becomes of a post: taken, taken late, taken without a word of it, or not taken. */
export type Manner = 'prompt' | 'slow' | 'mute' | 'failing'

export interface ShakyReceiver {
  readonly port: number
  readonly taken: readonly Taken[]
  close(): Promise<void>
}

const SLOW_MS = 250

/** Takes charges over http, in a manner that is decided anew for each post. */
export async function openShakyReceiver(mannerOf: () => Manner): Promise<ShakyReceiver> {
  const taken: Taken[] = []
  const server = http.createServer((request, reply) => void take(request, reply, mannerOf(), taken))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function take(
  request: http.IncomingMessage,
  reply: http.ServerResponse,
  manner: Manner,
  taken: Taken[],
) {
  // A sender that was killed in the middle of a post has said nothing.
  const chunks = await request.toArray().catch(() => null)
  if (chunks === null) return
  if (manner === 'failing') return void reply.writeHead(500).end()
  const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { data: Taken }
  const { room, quantity, sequence } = data
  taken.push({ id: String(request.headers['webhook-id']), room, quantity, sequence })
  if (manner === 'mute') return void request.socket.destroy()
  if (manner === 'slow') setTimeout(() => void reply.end(), SLOW_MS)
  else reply.end()
}
