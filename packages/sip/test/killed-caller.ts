// Our side of a call in a process of its own, which a test kills: says each step as it comes, one line for each.
import { writeSync } from 'node:fs'
import type { CallHandle } from '../src/call/call-handle.ts'
import { systemClock } from '../src/transactions/clock.ts'
import { createUserAgent, type DialOptions, prepareAudio, type UserAgent } from '../src/index.ts'
import { silentMedia } from '../testing/silent-media.ts'
import type { CallerPlan } from './killed-plan.ts'

const plan = JSON.parse(process.argv[2] ?? '') as CallerPlan

/** At once, so that nothing is lost however soon the end comes. */
const say = (word: string, about: unknown = '') => void writeSync(1, `${word} ${JSON.stringify(about)}\n`)

async function open(): Promise<UserAgent> {
  const { exchange, protocol, port, audioPorts, timings } = plan
  const agent = await createUserAgent({
    bind: { host: exchange.host, port },
    protocols: [protocol],
    timings,
    ...(audioPorts ? { audioPorts } : { media: silentMedia() }),
  })
  const credentials = { username: 'voice1', password: 'secret' }
  agent.addLine({ user: 'voice1', domain: exchange.host, exchange, protocol, credentials, register: false })
  say('listens', agent.local)
  return agent
}

/** As a disk does: what is held before it was written is not there afterwards. */
async function write(name: 'handle' | 'answer', handle: CallHandle) {
  if (plan.holds === `${name} unwritten`) return standStill()
  say('handle', handle)
  if (plan.holds === `${name} written`) return standStill()
}

/** For ever; says so after a while, in which everything has left that does not wait for this. */
function standStill() {
  systemClock.after(100, () => say('holds'))
  return new Promise<never>(() => {})
}

async function dial(agent: UserAgent) {
  const hangUpOn = (moment: CallerPlan['hangsUpOn']) => void (plan.hangsUpOn === moment && call.hangUp())
  const options: DialOptions = {
    to: '101',
    beforeAck: (handle) => write('answer', handle),
    announcement: prepareAudio(new Uint8Array(8_000 * 60).fill(0x2a)),
    onProgress: (status) => say('progress', status),
    onRinging: () => hangUpOn('ringing'),
    onAnswered: () => {
      say('answered')
      hangUpOn('answer')
    },
  }
  const call = await agent.prepare('voice1', options)
  void call.ended.then((end) => say('ended', end))
  await write('handle', call.handle)
  call.send()
}

const agent = await open()
if (plan.abandons) say('abandoned', await agent.abandon(plan.abandons))
else await dial(agent)
