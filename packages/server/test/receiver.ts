import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** What a receiver was sent, and what the package that everybody verifies with says of it. */
export interface Push {
  readonly id: string
  /** Seconds, as the sender wrote them. */
  readonly timestamp: number
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
  readonly genuine: boolean
}

/** How a push is met. */
export type Manner =
  | number
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Takes it and says nothing. */
  | 'hang'
  /** Takes it and cuts the connection. */
  | 'reset'
  /** Begins an answer that never ends. */
  | 'slow body'
  /** Answers more than anybody wants to read. */
  | 'huge body'

export interface ReceiverOptions {
  readonly secret?: string
  readonly port?: number
  /** The sender's clock is moved by hand: signatures are checked, and not how old they are. */
  readonly anyTime?: boolean
}

/** A real receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly pushes: readonly Push[]
  /** How many connections were opened to it. */
  readonly connections: number
  /** The next pushes are met in these manners, one each; from then on in the last one. */
  meet(...manners: readonly Manner[]): void
  /** The next push that comes, or that came and nobody has asked for. */
  next(): Promise<Push>
  close(): Promise<void>
}

export async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const pushes: Push[] = []
  const waiting: ((push: Push) => void)[] = []
  let manners: Manner[] = [200]
  let asked = 0
  let connections = 0
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const push = await read(request, options)
    pushes.push(push)
    waiting.shift()?.(push)
    const [manner = 200] = manners.length > 1 ? manners.splice(0, 1) : manners
    answer(manner, request, response)
  }
  const server = createServer((request, response) => void take(request, response))
  server.on('connection', () => (connections += 1))
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    pushes,
    get connections() {
      return connections
    },
    meet: (...next) => void (manners = [...next]),
    next() {
      const push = pushes[asked++]
      return push ? Promise.resolve(push) : new Promise((resolve) => waiting.push(resolve))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function read(request: IncomingMessage, options: ReceiverOptions): Promise<Push> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const { headers } = request
  return {
    id: String(headers['webhook-id']),
    timestamp: Number(headers['webhook-timestamp']),
    path: request.url ?? '',
    headers,
    body,
    text: body.toString(),
    genuine: options.secret !== undefined && isGenuine(new Webhook(options.secret), headers, body, options),
  }
}

function isGenuine(
  webhook: Webhook,
  headers: IncomingHttpHeaders,
  body: Buffer,
  { anyTime }: ReceiverOptions,
) {
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp, 'webhook-signature': list = '' } = named
  if (anyTime) return list.split(' ').includes(webhook.sign(id, new Date(Number(timestamp) * 1_000), body))
  try {
    webhook.verify(body, named, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

const HUGE = Buffer.alloc(64 * 1_024, 'x')

function answer(manner: Manner, request: IncomingMessage, response: ServerResponse) {
  const { socket } = request
  switch (manner) {
    case 'hang':
      return
    case 'reset':
      return void socket.resetAndDestroy()
    case 'slow body':
      return void response.writeHead(200, { 'content-length': 100 }).write('so far')
    case 'huge body':
      return pour(response.writeHead(200))
    default:
      return plainly(typeof manner === 'number' ? { status: manner } : manner, response)
  }
}

function plainly(
  { status, headers = {}, body = '' }: Exclude<Manner, string | number>,
  response: ServerResponse,
) {
  response.writeHead(status, headers).end(body)
}

/** Without end, as fast as the other side takes it. */
function pour(response: ServerResponse) {
  while (!response.destroyed && response.write(HUGE));
  if (!response.destroyed) response.once('drain', () => pour(response))
}
