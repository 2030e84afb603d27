import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openPorch } from './porch.ts'

const HOST = '127.0.0.1'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('whoever comes before the house is open is told so, and the door is free afterwards', async () => {
  const port = await freePort()
  const porch = await openPorch({ host: HOST, port, tls: null })
  const answer = await fetch(`http://${HOST}:${port}/readyz`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toMatchObject({ code: 'house.starting' })
  await porch.close()

  const next = createServer().listen(port, HOST)
  await once(next, 'listening')
  next.close()
})

test('a port that another has is told before anything is made, and left to the other', async () => {
  const other = createServer().listen(0, HOST)
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const porch = await openPorch({ host: HOST, port, tls: null })
  await porch.close()
  expect(porch.shut).toMatchObject({
    code: 'config.invalid',
    message: `Port ${port} on ${HOST} is in use by another program`,
  })
  expect(other.listening).toBe(true)
  other.close()
})
