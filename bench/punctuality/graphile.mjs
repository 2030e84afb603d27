// The same with graphile-worker, tuned for punctuality. Prints what it found as JSON.
import { createRequire } from 'node:module'

const require = createRequire(new URL('../peers/package.json', import.meta.url))
const { Logger, makeWorkerUtils, run } = require('graphile-worker')

const [connectionString, callsText, leadText] = process.argv.slice(2)
const calls = Number(callsText)
const dueAt = Date.now() + Number(leadText)

const utils = await makeWorkerUtils({ connectionString, logger: new Logger(() => () => {}) })
await utils.migrate()
const jobs = Array.from({ length: calls }, (_, room) => ({
  identifier: 'wakeup',
  payload: { room },
  runAt: new Date(dueAt),
}))
await utils.addJobs(jobs)
await utils.release()

const lateness = []
let finish
const finished = new Promise((resolve) => (finish = resolve))
const runner = await run({
  connectionString,
  noHandleSignals: true,
  logger: new Logger(() => () => {}),
  taskList: {
    wakeup: async () => {
      lateness.push(Date.now() - dueAt)
      if (lateness.length === calls) finish()
    },
  },
  preset: {
    worker: {
      pollInterval: 100,
      concurrentJobs: 24,
      maxPoolSize: 24,
      localQueue: { size: 500, refetchDelay: { durationMs: 10, maxAbortThreshold: 10_000 } },
    },
  },
})
await finished
await runner.stop()
process.stdout.write(`${JSON.stringify(lateness)}\n`)
process.exit(0)
