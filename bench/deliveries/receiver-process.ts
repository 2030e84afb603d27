// Five receivers of webhooks: two that answer at once, one that takes 2 s, one that fails every second time by chance,
// and one whose port nobody listens on.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ledger, type Message } from './ledger.ts'
import { type Accounts, HEALTHY, type Ports, type ReceiverName, RECEIVERS, type Said } from './receivers.ts'

const [messagesText = ''] = process.argv.slice(2)
const messages = Number(messagesText)
const SLOW_MS = 2_000

const ledgers = Object.fromEntries(RECEIVERS.map((name) => [name, new Ledger()])) as Record<
  ReceiverName,
  Ledger
>
const say = (said: Said) => process.send?.(said)

function take(name: ReceiverName, message: Message, response: ServerResponse) {
  response.writeHead(204).end()
  ledgers[name].took(message)
  if (name === 'flaky') tookFlaky()
  if (isHealthy(name) && HEALTHY.every((one) => ledgers[one].taken === messages)) {
    if (!isDrained) say({ kind: 'drained', at: Date.now() })
    isDrained = true
  }
}
let isDrained = false

/** Half of what it is to get is what a flaky one takes in one go over all, if nothing is tried again. */
function tookFlaky() {
  if (ledgers.flaky.taken === Math.floor(messages / 2)) say({ kind: 'half', at: Date.now() })
}

const isHealthy = (name: ReceiverName) => (HEALTHY as readonly string[]).includes(name)

function meet(name: ReceiverName, message: Message, response: ServerResponse) {
  ledgers[name].came(message)
  if (name === 'flaky' && Math.random() < 0.5) return void response.writeHead(500).end()
  if (name !== 'slow') return take(name, message, response)
  // Whoever has hung up meanwhile does not hear the answer.
  setTimeout(() => response.destroyed || take(name, message, response), SLOW_MS)
}

const serve = (name: ReceiverName) => (request: IncomingMessage, response: ServerResponse) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => (body += piece))
  request.on('end', () => {
    const { data } = JSON.parse(body) as { data: Omit<Message, 'id'> }
    meet(name, { id: String(request.headers['webhook-id']), ...data }, response)
  })
}

async function open(name: ReceiverName): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, serve(name)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  if (name === 'dead') server.close()
  return port
}

process.on('message', () => {
  const accounts = RECEIVERS.map((name) => [name, ledgers[name].account()])
  say({ kind: 'accounts', accounts: Object.fromEntries(accounts) as Accounts })
})
process.once('disconnect', () => process.exit())

const ports: [ReceiverName, number][] = []
for (const name of RECEIVERS) ports.push([name, await open(name)])
say({ kind: 'open', ports: Object.fromEntries(ports) as Ports })
