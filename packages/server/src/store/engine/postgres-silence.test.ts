import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { giveUpSilent } from './postgres-silence.ts'

// PostgreSQL manual, "Message Formats": AuthenticationOk, ReadyForQuery (idle), CommandComplete.
const WELCOME = Buffer.from('R\0\0\0\u0008\0\0\0\0Z\0\0\0\u0005I', 'latin1')
const DONE = Buffer.from('C\0\0\0\u000bSELECT\0Z\0\0\0\u0005I', 'latin1')
const LIMIT = 100

let clear = async () => {}
afterEach(() => clear())

/** A server that welcomes a client and leaves its queries to `answer`. */
async function openPool(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(WELCOME)
      socket.on('data', () => answer(socket))
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = new Pool({ host: '127.0.0.1', port, user: 'hotel', database: 'hotel', ssl: false })
  pool.on('error', () => {})
  giveUpSilent(pool, LIMIT)
  clear = async () => {
    await pool.end()
    server.close()
  }
  return pool
}

describe('a PostgreSQL server', () => {
  it('that falls silent while it is asked is given up', async () => {
    const pool = await openPool(() => {})

    await expect(pool.query('select 1')).rejects.toThrow('Connection terminated: the server does not answer')
    expect(pool.totalCount).toBe(0)
  })

  it('that is not asked anything keeps its connection, and is given up when it is asked and silent', async () => {
    let isSilent = false
    const pool = await openPool((socket) => isSilent || socket.write(DONE))
    const client = await pool.connect()
    await client.query('select 1')
    client.release()
    await once(client.connection.stream, 'timeout')

    await pool.query('select 1')
    expect(pool.totalCount).toBe(1)
    isSilent = true
    await expect(pool.query('select 1')).rejects.toThrow('Connection terminated')
  })
})
