import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

/** A proxy as hotels have them, on this machine: it passes requests on, and opens tunnels. */
export interface TestProxy {
  readonly url: string
  readonly port: number
  /** What it was asked for, each as method and target, with the credentials that came along. */
  readonly asked: { readonly what: string; readonly credentials: string | undefined }[]
  /** From now on it answers this to everything. */
  refuse(status: number): void
  close(): Promise<void>
}

/** Whatever name it is asked for, it leads to this port: names are looked up by the proxy. */
export async function openTestProxy(leadsTo: number): Promise<TestProxy> {
  const asked: TestProxy['asked'] = []
  let status = 200
  const note = ({ method, url, headers }: IncomingMessage) =>
    asked.push({ what: `${method} ${url}`, credentials: headers['proxy-authorization'] })
  const server = createServer((incoming, outgoing) => {
    note(incoming)
    if (status !== 200) return void outgoing.writeHead(status).end()
    const { pathname } = new URL(incoming.url ?? '')
    const { 'proxy-authorization': _, ...headers } = incoming.headers
    const onward = request(
      { host: '127.0.0.1', port: leadsTo, path: pathname, method: 'POST', headers },
      (reply) => reply.pipe(outgoing.writeHead(reply.statusCode ?? 0)),
    )
    incoming.pipe(onward)
  })
  server.on('connect', (incoming: IncomingMessage, socket) => {
    note(incoming)
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const onward = connect(leadsTo, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    refuse: (with_) => void (status = with_),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
