// Many calls of our user agent that play an announcement for ever, in a process of its own.
import { type Address, createUserAgent, type OutgoingCall, prepareAudio, type UserAgent } from '@reveille/sip'
import { answerQuestions } from './sip/questions.ts'

export type AnnouncerQuestion =
  | { readonly kind: 'open'; readonly exchange: Address }
  /** Answered with what was used when every call is up. */
  | { readonly kind: 'call'; readonly calls: number }
  | { readonly kind: 'usage' }
  /** From now on the main thread does nothing else for so long, again and again. */
  | { readonly kind: 'block'; readonly forMs: number; readonly everyMs: number }
  | { readonly kind: 'hang up' }

/** What this process has used so far, both threads together. */
export interface Usage {
  readonly processorSeconds: number
  readonly residentBytes: number
  readonly calls: number
  /** How often the main thread was blocked. */
  readonly blocks: number
}

const HOST = '127.0.0.1'
const LINE = '90'
const AT_A_TIME = 10
const SPEECH_SECONDS = 10
let agent: UserAgent | undefined
const calls: OutgoingCall[] = []
let blocks = 0

/** Noise, so that every packet differs. */
const speech = prepareAudio(
  Uint8Array.from({ length: 8_000 * SPEECH_SECONDS }, (_, at) => (at * 2_654_435_761) >>> 24),
)

async function open(exchange: Address) {
  agent = await createUserAgent({ bind: { host: HOST, port: 0 } })
  agent.addLine({ user: LINE, domain: HOST, exchange, register: false })
}

function callAndTalk(by: UserAgent): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = by.dial(LINE, {
      to: 'service',
      announcement: speech,
      playing: { times: Infinity },
      onAnswered: resolve,
    })
    calls.push(call)
    void call.ended.then((end) => reject(new Error(`A call has ended: ${JSON.stringify(end)}`)))
  })
}

async function callAll(by: UserAgent, count: number) {
  while (calls.length < count)
    await Promise.all(
      Array.from({ length: Math.min(AT_A_TIME, count - calls.length) }, () => callAndTalk(by)),
    )
}

function block(forMs: number, everyMs: number) {
  setInterval(() => {
    blocks += 1
    for (const until = performance.now() + forMs; performance.now() < until;);
  }, everyMs)
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return {
    processorSeconds: (user + system) / 1e6,
    residentBytes: process.memoryUsage.rss(),
    calls: agent?.calls ?? 0,
    blocks,
  }
}

async function obey(question: AnnouncerQuestion) {
  if (question.kind === 'open') return open(question.exchange)
  if (!agent) throw new Error('Nothing was opened')
  if (question.kind === 'call') await callAll(agent, question.calls)
  else if (question.kind === 'block') block(question.forMs, question.everyMs)
  else if (question.kind === 'hang up') await Promise.all(calls.map((call) => call.hangUp()))
}

answerQuestions(async (question: AnnouncerQuestion): Promise<Usage> => {
  await obey(question)
  globalThis.gc?.()
  return usage()
})
