import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RECEIPT_KEPT_FOR } from '../src/hotel/log/receipt.ts'
import type { Answer, Hotel } from './hotel.ts'
import { type NodeGroup, nodesOn } from './node-pair.ts'
import { useDatabases } from './test-databases.ts'

/** A client that hears nothing repeats its request, and the load balancer sends it to another node. */

const { newDatabase } = useDatabases()
let url: string
let group: NodeGroup
let nodes: readonly [Hotel, Hotel]
beforeAll(async () => {
  url = await newDatabase()
  group = nodesOn(url)
  nodes = [await group.join('a'), await group.join('b')]
})
afterAll(() => group.close())

const PAIRS = 100
const AT_ONCE = 10

const CHARGE = { id: '10', quantity: 1, room: '101' }

const charge = (hotel: Hotel, key: string) =>
  hotel.request('maid', 'POST', '/rest/isi/charge', CHARGE, { 'idempotency-key': key })

/** As a client does that is told that the first is still being worked on: a busy machine takes its time. */
async function insist(hotel: Hotel, key: string): Promise<Answer> {
  for (;;) {
    const answer = await charge(hotel, key)
    if (answer.status !== 409) return answer
  }
}

const factOf = ({ status, headers }: Answer) => `${status} ${headers['reveille-charge']}`

test('of the same request at two nodes at once one is done, and both get its answer', async () => {
  const facts = new Set<string>()
  for (let pair = 0; pair < PAIRS; pair += AT_ONCE) {
    const keys = Array.from({ length: AT_ONCE }, (_, n) => `key-${pair + n}`)
    const answers = await Promise.all(
      keys.map(async (key) => (await Promise.all(nodes.map((node) => insist(node, key)))).map(factOf)),
    )
    for (const [first, second] of answers) {
      expect(second).toBe(first)
      facts.add(first ?? '')
    }
  }
  expect(facts.size).toBe(PAIRS)
  const { totals } = (await nodes[0].request('boss', 'GET', '/rest/report/inventory')).json
  expect(totals).toMatchObject({ charges: PAIRS, quantity: PAIRS })
})

test('whoever repeats a request that another node is still at is told so after two seconds', async () => {
  const [, b] = nodes
  const other = new Client({ connectionString: url })
  await other.connect()
  // As node a would, which has been stopped in the middle of it.
  await other.query('begin')
  await other.query('insert into receipt values ($1, $2, $3, $4, $5, $6)', [
    '',
    'maid POST /rest/isi/charge',
    'slow',
    'fingerprint',
    '',
    Date.now() + RECEIPT_KEPT_FOR,
  ])
  const began = performance.now()
  const answer = await charge(b, 'slow')
  const ms = performance.now() - began

  expect([answer.status, answer.json?.code ?? answer.text]).toMatchObject([409, expect.anything()])
  expect(ms).toBeGreaterThan(1_900)
  expect(ms).toBeLessThan(15_000)
  await other.query('rollback')
  await other.end()
  // It came to nothing there: now it is done here.
  expect((await charge(b, 'slow')).status).toBe(200)
})
