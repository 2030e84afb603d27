// The stranger, in a process of its own with the lowest priority: what is measured is what the server does with it.
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { Flood, FloodKind, Told } from './kinds.ts'

setPriority(19)

/** Another one than those have who belong to the house. */
const ADDRESS = '127.0.0.9'
const CONNECTIONS = 100
const CROWD = 3_000
const MIB = 'x'.repeat(1024 * 1024)
const DRIP_MS = 200
/** A pause before it comes again: it is one stranger, not a denial of the network itself. */
const AGAIN_MS = 20

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
const PATHS = ['/openapi.json', '/docs/', '/docs/static/swagger-ui-bundle.js', '/docs/static/swagger-ui.css']

let isOver = false
const open = new Set<Socket>()
const told = { connections: 0, bytesSent: 0, bytesRead: 0 }

/** Connects, does its worst, and comes again when it is thrown out. */
function come(flood: Flood, doWorst: (socket: Socket) => void) {
  if (isOver) return
  const socket = connect({ port: flood.port, host: '127.0.0.1', localAddress: ADDRESS })
  told.connections += 1
  open.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => {
    open.delete(socket)
    told.bytesSent += socket.bytesWritten
    told.bytesRead += socket.bytesRead
    setTimeout(() => come(flood, doWorst), AGAIN_MS)
  })
  socket.once('connect', () => doWorst(socket))
}

function leave(socket: Socket) {
  socket.write(
    PATHS.map((path) => get(path))
      .join('')
      .repeat(12),
  )
  socket.once('data', () => socket.destroy())
}

function neverRead(socket: Socket) {
  socket.pause()
  const text = get('/openapi.json').repeat(30)
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', more)
  more()
}

/** Asks again whenever something comes back. */
const keepAsking = (ask: () => string) => (socket: Socket) => {
  socket.write(ask())
  socket.on('data', () => {
    if (socket.writable && socket.writableLength === 0) socket.write(ask())
  })
}

function drip(socket: Socket) {
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nX: ')
  const timer = setInterval(() => socket.write('x'), DRIP_MS)
  socket.once('close', () => clearInterval(timer))
}

/** Whoever it is that answers: it is gone before that matters. */
const shakeHands = (socket: Socket) => {
  const secure = connectTls({ socket, rejectUnauthorized: false }, () => socket.destroy())
  secure.on('error', () => {})
}

/** RFC 8446 5.1: the head of a record with a ClientHello of 512 bytes, of which none follows. */
const HALF_HELLO = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])

const guess = () => {
  const pair = Buffer.from(`name-${Math.random()}:guess`).toString('base64')
  return get('/rest/system', `Authorization: Basic ${pair}\r\n`)
}
const post = () =>
  `POST /rest/wakeup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${MIB.length}\r\n\r\n${MIB}`

const worstOf = ({ kind, authorization }: Flood): ((socket: Socket) => void) => {
  const all: Readonly<Record<FloodKind, (socket: Socket) => void>> = {
    leaving: leave,
    'not reading': neverRead,
    'half requests': drip,
    'no words': () => {},
    'wrong credentials': keepAsking(guess),
    'large bodies': keepAsking(post),
    crowd: () => {},
    handshakes: shakeHands,
    'half handshakes': (socket) => void socket.write(HALF_HELLO),
    lists: keepAsking(() => get('/rest/wakeup/list', `Authorization: ${authorization}\r\n`).repeat(50)),
  }
  return all[kind]
}

function begin(flood: Flood) {
  const many = flood.kind === 'crowd' ? CROWD : CONNECTIONS
  for (let n = 0; n < many; n++) come(flood, worstOf(flood))
}

function end() {
  isOver = true
  for (const socket of open) {
    told.bytesSent += socket.bytesWritten
    told.bytesRead += socket.bytesRead
    socket.removeAllListeners('close')
    socket.destroy()
  }
  const result: Told = told
  process.send?.(result, () => process.exit())
}

process.on('message', (flood: Flood | 'end') => (flood === 'end' ? end() : begin(flood)))
process.once('disconnect', () => process.exit())
