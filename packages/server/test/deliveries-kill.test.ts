import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { seededChance } from './crash.ts'
import { waitUntil } from './killed-hotel.ts'
import { buildProduct, type RunningServer, startProduct } from './process.ts'

interface Received {
  readonly id: string
  readonly room: string
  readonly quantity: number
  readonly sequence: number
}

const AUTHORIZATION = `Basic ${Buffer.from('boss:boss-password').toString('base64')}`
const ROUNDS = 4
const CLIENTS = 8

let server: RunningServer | undefined
const cleanUp: (() => void)[] = []
beforeAll(buildProduct)
afterEach(async () => {
  await server?.kill()
  for (const work of cleanUp.splice(0)) work()
})

/** Takes whatever is posted to it, and remembers it. */
async function openReceiver(): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const take = async (request: http.IncomingMessage) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    const { data } = JSON.parse(body) as { data: Received }
    received.push({ ...data, id: String(request.headers['webhook-id']) })
  }
  const receiver = http.createServer((request, reply) => {
    void take(request).then(() => reply.end())
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  cleanUp.push(
    () => void receiver.close(),
    () => receiver.closeAllConnections(),
  )
  return { port: (receiver.address() as AddressInfo).port, received }
}

const siteFor = (ports: readonly number[]) => `
site: { name: Crash Hotel, timezone: Europe/Zurich }
users: [{ username: boss, password: boss-password, permissions: [inventory, administrator] }]
mailboxes: [{ range: "101-108" }]
network: { allow: ["127.0.0.1"] }
inventory:
  categories: [{ id: "1", description: Drinks }]
  items: [{ id: "10", description: Cola, category: "1", price: "4.50" }]
  connectors: [${ports.map((port) => `{ name: at${port}, type: webhook, url: "http://127.0.0.1:${port}/" }`).join(', ')}]
`

async function charge(quantity: number): Promise<boolean> {
  const body = new URLSearchParams({ id: '10', quantity: `${quantity}`, room: `${101 + (quantity % 8)}` })
  const url = `${server?.url}/rest/isi/charge`
  const reply = await fetch(url, { method: 'POST', body, headers: { authorization: AUTHORIZATION } }).catch(
    () => null,
  )
  return reply?.status === 200
}

async function waiting(): Promise<number> {
  const url = `${server?.url}/rest/system/destination`
  const reply = await fetch(url, { headers: { authorization: AUTHORIZATION } })
  const { destinations } = (await reply.json()) as { destinations: { waiting: number }[] }
  return destinations.reduce((sum, one) => sum + one.waiting, 0)
}

/** Charges from many sides until the product is killed. */
async function chargeUntilKilled(next: () => number, accepted: number[], afterMs: number) {
  const running = server
  setTimeout(() => void running?.kill(), afterMs)
  const client = async () => {
    for (;;) {
      const quantity = next()
      if (!(await charge(quantity))) return
      accepted.push(quantity)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  await running?.kill()
}

it('a product that is killed while it charges and delivers loses nothing, and doubles nothing but by its id', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-kill-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  const receivers = [await openReceiver(), await openReceiver()]
  const site = path.join(folder, 'site.yaml')
  writeFileSync(site, siteFor(receivers.map(({ port }) => port)))
  const words = ['--data', path.join(folder, 'data'), '--site', site]
  const chance = seededChance(20_261_114)
  const accepted: number[] = []
  let quantity = 0
  for (let round = 0; round < ROUNDS; round++) {
    server = await startProduct(words)
    await chargeUntilKilled(() => ++quantity, accepted, 100 + chance() * 700)
  }
  server = await startProduct(words)
  await waitUntil('everything is delivered', 20_000, async () => (await waiting()) === 0)

  expect(accepted.length).toBeGreaterThan(ROUNDS)
  for (const { received } of receivers) {
    const ids = new Map(received.map((one) => [one.id, one]))
    const quantities = [...ids.values()].map((one) => one.quantity)
    expect(accepted.filter((one) => !quantities.includes(one))).toEqual([])
    expect(new Set(quantities).size).toBe(quantities.length)
    for (let room = 101; room <= 108; room++) {
      const order = [...ids.values()].filter((one) => one.room === `${room}`).map(({ sequence }) => sequence)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  }
}, 120_000)
