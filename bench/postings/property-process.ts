// A property system that does nothing but answer postings, and a receiver of webhooks beside it. Words: how many
// milliseconds it takes over a posting.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { codePage } from '../../packages/fias/src/wire/code-page.ts'
import { framed, Unframer } from '../../packages/fias/src/wire/framing.ts'
import { parseRecord, valueOf, writeRecord, type FiasRecord } from '../../packages/fias/src/wire/record.ts'
import type { Said } from './property.ts'

const thinkMs = Number(process.argv[2] ?? 0)
const page = codePage('cp850')
let postings = 0
let webhooks = 0

function serve(socket: Socket) {
  const say = (id: string, fields: FiasRecord['fields']) =>
    socket.write(framed(writeRecord({ id, fields }, page)))
  const answer = (posting: FiasRecord) => {
    postings++
    say('PA', [...posting.fields.filter(([id]) => ['RN', 'P#', 'DA', 'TI'].includes(id)), ['AS', 'OK']])
  }
  const hear = (bytes: Buffer) => {
    const record = parseRecord(page.decode(bytes))
    if (record?.id === 'LA') say('LA', dated(record))
    else if (record?.id === 'PS' && thinkMs === 0) answer(record)
    else if (record?.id === 'PS') setTimeout(() => answer(record), thinkMs)
  }
  const unframer = new Unframer({ mostBytes: 4_096, onRecord: hear, onLost: () => socket.destroy() })
  socket.setNoDelay(true)
  socket.on('data', (chunk) => void unframer.push(chunk)).on('error', () => socket.destroy())
  say('LS', [
    ['DA', '261114'],
    ['TI', '120000'],
  ])
}

const dated = (record: FiasRecord): FiasRecord['fields'] => [
  ['DA', valueOf(record, 'DA') ?? ''],
  ['TI', valueOf(record, 'TI') ?? ''],
]

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const say = (said: Said) => process.send?.(said)
process.on('message', () => say({ kind: 'counted', postings, webhooks, at: Date.now() }))
process.once('disconnect', () => process.exit())

const fias = await portOf(createServer(serve))
const receiver = createHttpServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on('end', () => {
    webhooks++
    response.writeHead(204).end()
  })
})
say({ kind: 'open', fias, webhook: await portOf(receiver) })
