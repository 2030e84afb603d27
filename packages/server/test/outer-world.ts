import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { SiteFile } from '@reveille/contract'
import { onTestFinished } from 'vitest'
import { SITE } from './hotel.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import { openReceiver, type Receiver } from './receiver.ts'

/** Everybody whom a house could reach: an exchange, a property system, receivers, a mail server, a monitor. */
export interface OuterWorld {
  /** What has come to the exchange: the first word of each message, of an INVITE also the number that is dialled. */
  readonly signals: readonly string[]
  /** How often the property system was connected to. */
  readonly links: number
  readonly bar: Receiver
  readonly housekeeping: Receiver
  readonly monitor: Receiver
  readonly mail: MailServer
  /** A house that reaches all of them. */
  readonly site: SiteFile
  /** Everything that anybody has heard; nothing in it, nothing has left the house. */
  heard(): readonly string[]
}

export async function openOuterWorld(): Promise<OuterWorld> {
  const exchange = await openExchange()
  const pms = await openDoor()
  const [bar, housekeeping, monitor] = await Promise.all([openReceiver(), openReceiver(), openReceiver()])
  const mail = await openMailServer()
  const posts = { bar, housekeeping, monitor }
  onTestFinished(async () => {
    for (const one of [...Object.values(posts), mail]) await one.close()
  })
  return {
    signals: exchange.signals,
    get links() {
      return pms.connections()
    },
    ...posts,
    mail,
    site: siteFor(exchange.port, pms.port, posts, mail),
    heard: () => [
      ...exchange.signals,
      ...Array.from({ length: pms.connections() }, () => 'a link'),
      ...Object.entries(posts).flatMap(([name, { connections }]) => (connections > 0 ? [name] : [])),
      ...mail.mails.map(({ subject }) => `a mail: ${subject}`),
    ],
  }
}

const siteFor = (
  exchange: number,
  pms: number,
  { bar, housekeeping, monitor }: Pick<OuterWorld, 'bar' | 'housekeeping' | 'monitor'>,
  mail: MailServer,
): SiteFile => ({
  ...SITE,
  telephony: { mode: 'sip', lines: [{ uri: `sip:voice1@127.0.0.1:${exchange}`, calls: 4 }] },
  wakeup: { escalation: { extension: '0', email: 'desk@hotel.example' }, nightCheck: '20:01' },
  email: { host: '127.0.0.1', port: mail.port, from: 'voice@hotel.example', tls: 'off' },
  network: { allow: ['127.0.0.1'], heartbeat: monitor.url },
  inventory: {
    ...SITE.inventory,
    connectors: [
      { name: 'bar', type: 'webhook', url: bar.url },
      { name: 'pms', type: 'fias', host: '127.0.0.1', port: pms, articles: { '11': '1451' } },
    ],
  },
  roomStatus: { ...SITE.roomStatus, servers: [{ name: 'housekeeping', url: housekeeping.url }] },
})

const signalOf = (message: string) => /^INVITE sip:\w+/.exec(message)?.[0] ?? message.split(' ', 1)[0] ?? ''

/** Hears SIP and answers nothing. */
async function openExchange() {
  const signals: string[] = []
  const socket = createSocket('udp4', (message) => void signals.push(signalOf(message.toString('latin1'))))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { port: socket.address().port, signals }
}

/** Counts who comes, and says nothing. */
async function openDoor() {
  let connections = 0
  // One that comes while the test ends may register nothing with it any more.
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}
