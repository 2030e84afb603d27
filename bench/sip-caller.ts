// Short calls of our user agent, in a process of its own: dialled, answered and hung up at once.
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type Address, type CallEnd, createUserAgent, type Timings, type UserAgent } from '@reveille/sip'
import { quantile } from './figures.ts'
import { noAudio } from './sip/no-audio.ts'
import { answerQuestions } from './sip/questions.ts'
import { threadHeapBytes } from './sip/thread-heap.ts'

export type CallerQuestion =
  | { readonly kind: 'open'; readonly exchange: Address; readonly audio: boolean; readonly timings?: Timings }
  /** So many calls at a time, for so long or until there were so many. */
  | { readonly kind: 'call'; readonly inFlight: number; readonly seconds: number; readonly most?: number }
  /** Lets every timer of the transactions run out, then looks at what is left. */
  | { readonly kind: 'rest'; readonly withinMs: number }

export interface CallsMade {
  /** Heard 180 and 200, and hung up by us. */
  readonly whole: number
  readonly failed: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Of a processor core, for each call. */
  readonly processorMicros: number
}

export interface Rested {
  readonly unfinished: number
  readonly heapBytes: number
  /** Of the media thread; null without audio. */
  readonly mediaHeapBytes: number | null
  readonly residentBytes: number
}

const HOST = '127.0.0.1'
const LINE = '90'
let agent: UserAgent | undefined
let mediaThread: Worker | undefined
process.on('worker', (worker) => (mediaThread = worker))

async function open({ exchange, audio, timings }: Extract<CallerQuestion, { kind: 'open' }>) {
  agent = await createUserAgent({
    bind: { host: HOST, port: 0 },
    ...(audio ? {} : { media: noAudio(HOST) }),
    ...(timings ? { timings } : {}),
  })
  agent.addLine({ user: LINE, domain: HOST, exchange, register: false })
}

async function callOnce(by: UserAgent): Promise<{ end: CallEnd; rang: boolean }> {
  let rang = false
  const call = by.dial(LINE, {
    to: 'service',
    onRinging: () => (rang = true),
    onAnswered: () => void call.hangUp(),
  })
  return { end: await call.ended, rang }
}

const isWhole = ({ end, rang }: { end: CallEnd; rang: boolean }) =>
  rang && end.outcome === 'answered' && end.hungUpBy === 'us'

async function makeCalls(
  by: UserAgent,
  { inFlight, seconds, most = Infinity }: Extract<CallerQuestion, { kind: 'call' }>,
) {
  const times: number[] = []
  let [begun, failed] = [0, 0]
  const processor = process.cpuUsage()
  const start = performance.now()
  const keepCalling = async () => {
    while (begun < most && performance.now() < start + 1000 * seconds) {
      begun += 1
      const from = performance.now()
      if (isWhole(await callOnce(by))) times.push(performance.now() - from)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, keepCalling))
  const took = performance.now() - start
  const { user, system } = process.cpuUsage(processor)
  return {
    whole: times.length,
    failed,
    perSecond: (1000 * times.length) / took,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    processorMicros: (user + system) / begun,
  } satisfies CallsMade
}

async function rest(by: UserAgent, withinMs: number): Promise<Rested> {
  const until = performance.now() + withinMs
  while (by.unfinished > 0 && performance.now() < until) await setImmediate()
  // What a collection sets free may hold more that the next one finds.
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, rss } = process.memoryUsage()
  const mediaHeapBytes = mediaThread ? await threadHeapBytes(mediaThread) : null
  return { unfinished: by.unfinished, heapBytes: heapUsed, mediaHeapBytes, residentBytes: rss }
}

answerQuestions(async (question: CallerQuestion): Promise<CallsMade | Rested | undefined> => {
  if (question.kind === 'open') return open(question).then(() => undefined)
  if (!agent) throw new Error('Nothing was opened')
  return question.kind === 'call' ? makeCalls(agent, question) : rest(agent, question.withinMs)
})
