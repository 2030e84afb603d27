// The same with graphile-worker: a job for each charge and receiver, posted with fetch. All jobs are there before the
// first worker starts. Tuned as its documentation says for throughput; a pool of workers for each receiver, so that one
// that is slow keeps nobody else waiting.
import { createHmac, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'

const require = createRequire(new URL('../peers/package.json', import.meta.url))
const { Logger, makeWorkerUtils, run } = require('graphile-worker')

const [connectionString, chargesText, receiversText, secret] = process.argv.slice(2)
const charges = Number(chargesText)
/** Name and address of each receiver. */
const receivers = JSON.parse(receiversText)
const logger = new Logger(() => () => {})
const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const ROOMS = 200
const AT_ONCE = 16
const TIMEOUT_MS = 15_000

const eventOf = (number) => ({
  type: 'inventory.charged',
  timestamp: new Date().toISOString(),
  data: {
    charge: randomUUID(),
    room: String(1_000 + (number % ROOMS)),
    item: { id: '10', description: 'Cola', category: { id: '1', description: 'Drinks' } },
    quantity: 1,
    price: '4.50',
    total: '4.50',
    user: 'bench',
    tenant: '',
    sequence: number + 1,
  },
})

const deliverTo = (url) => async (payload) => {
  const { id, event } = payload
  const body = JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const answer = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      'content-type': 'application/json',
      'user-agent': 'graphile-worker',
      'idempotency-key': id,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
  })
  await answer.text()
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
}

const utils = await makeWorkerUtils({ connectionString, logger })
await utils.migrate()
const jobs = Array.from({ length: charges }, (_, number) => {
  const event = eventOf(number)
  return receivers.map(([name]) => ({ identifier: name, payload: { id: randomUUID(), event } }))
}).flat()
for (let from = 0; from < jobs.length; from += 5_000) await utils.addJobs(jobs.slice(from, from + 5_000))
await utils.withPgClient((client) => client.query('analyze'))
await utils.release()

process.once('message', () => {
  for (const [name, url] of receivers)
    void run({
      connectionString,
      noHandleSignals: true,
      logger,
      taskList: { [name]: deliverTo(url) },
      preset: {
        worker: {
          concurrentJobs: AT_ONCE,
          maxPoolSize: AT_ONCE + 1,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    })
})
process.once('disconnect', () => process.exit())
process.send('ready')
