import { once } from 'node:events'
import { createServer, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../../../testing/manual-clock.ts'
import { inTurn } from './turns.ts'

let begun = 0
class CountedResponse extends ServerResponse {
  constructor(...of: ConstructorParameters<typeof ServerResponse>) {
    super(...of)
    begun += 1
  }
}

const watch = { began: () => {}, ended: () => {} }
const neverAnswer = () => {}
const server = createServer({ ServerResponse: CountedResponse }, inTurn(neverAnswer, watch, manualClock(0)))
afterEach(() => server.close())

test('of the requests that come in one piece, none is begun after the one that closes the connection', async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000))
  await once(client, 'close')
  expect(begun).toBe(65)
})
