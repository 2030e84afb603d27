// The same with graphile-worker, tuned for punctuality: its job sends one datagram that was made before. Prints when
// all of them were due.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const require = createRequire(new URL('../peers/package.json', import.meta.url))
const { Logger, makeWorkerUtils, run } = require('graphile-worker')

const [connectionString, callsText, leadText, portText] = process.argv.slice(2)
const calls = Number(callsText)
const port = Number(portText)
const dueAt = Date.now() + Number(leadText)

const invite = (room) =>
  Buffer.from(
    [
      `INVITE sip:${room}@127.0.0.1:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bK${room};rport`,
      'Max-Forwards: 70',
      'From: <sip:voice1@127.0.0.1>;tag=bench',
      `To: <sip:${room}@127.0.0.1:${port}>`,
      `Call-ID: ${room}`,
      'CSeq: 1 INVITE',
      'Contact: <sip:voice1@127.0.0.1>',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  )
const datagrams = Array.from({ length: calls }, (_, room) => invite(room))
const socket = createSocket('udp4').on('message', () => {})
socket.bind(0, '127.0.0.1')
await once(socket, 'listening')

const utils = await makeWorkerUtils({ connectionString, logger: new Logger(() => () => {}) })
await utils.migrate()
const jobs = Array.from({ length: calls }, (_, room) => ({
  identifier: 'wakeup',
  payload: { room },
  runAt: new Date(dueAt),
}))
await utils.addJobs(jobs)
await utils.release()

let sent = 0
let finish
const finished = new Promise((resolve) => (finish = resolve))
const runner = await run({
  connectionString,
  noHandleSignals: true,
  logger: new Logger(() => () => {}),
  taskList: {
    wakeup: ({ room }) =>
      new Promise((resolve, reject) => {
        socket.send(datagrams[room], port, '127.0.0.1', (error) => {
          if (error) return reject(error)
          sent += 1
          if (sent === calls) finish()
          resolve()
        })
      }),
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
process.stdout.write(`${dueAt}\n`)
process.exit(0)
