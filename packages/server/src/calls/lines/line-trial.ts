import {
  createUserAgent,
  EXCHANGE_SILENT,
  type MediaPort,
  type RegistrationState,
  type UserAgent,
} from '@reveille/sip'
import type { Line } from '../../hotel/settings/line.ts'
import type { TelephonyFiles } from '../../hotel/settings/sections.ts'
import type { LineTrial, TrialStep } from '../../hotel/site/line-trial.ts'
import { statusIn } from '../../hotel/site/line-health.ts'
import { type Clock, seconds } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import { SecureDoor } from './secure-door.ts'
import { sipClock } from './sip-clock.ts'
import { exchangeName, sipLineOf } from './sip-line.ts'

interface Parts {
  readonly clock: Clock
  readonly media?: MediaPort | undefined
}

/** From where it is tried. */
interface From {
  readonly bind: string
  readonly publicAddress?: string | undefined
  readonly tls?: TelephonyFiles
}

/** Who registers is answered by then, or the address is wrong. */
const LONGEST = seconds(6)
const ASKED_FOR = seconds(4)

/** Tries a line from a telephone of its own, which is gone afterwards, and its registration with it. */
export async function tryLine({ clock, media }: Parts, line: Line, from: From): Promise<LineTrial> {
  const sip = sipLineOf(line)
  const heard = hearing(clock)
  const agent = await createUserAgent({
    bind: { host: from.bind, port: 0 },
    protocols: ['UDP', 'TCP'],
    clock: sipClock(clock),
    onRegistration: (_, state, why) => heard.tell(state, why),
    ...(media ? { media } : {}),
  })
  try {
    const trouble = await secured(agent, line, from.tls)
    if (trouble !== null) return { exchange: exchangeName(sip), steps: [failedStep('reach', trouble, 0)] }
    const publicHost = from.publicAddress === undefined ? {} : { publicHost: from.publicAddress }
    agent.addLine({ ...sip, name: line.name, removesOld: false, ...publicHost })
    const [asked, registered] = await Promise.all([
      reached(agent, line.name, clock),
      line.settings.register ? heard.registered() : Promise.resolve(null),
    ])
    return { exchange: exchangeName(sip), steps: stepsOf(asked, registered) }
  } catch (error) {
    return { exchange: exchangeName(sip), steps: [failedStep('reach', messageOf(error), 0)] }
  } finally {
    await agent.close()
  }
}

async function secured(agent: UserAgent, line: Line, files: TelephonyFiles = {}): Promise<string | null> {
  const door = new SecureDoor()
  await door.adjust(agent, line.settings.transport === 'tls', files)
  return door.trouble
}

async function reached(agent: UserAgent, name: string, clock: Clock): Promise<TrialStep> {
  const start = clock.elapsed()
  const ping = await agent.ping(name, ASKED_FOR)
  if ('failure' in ping) return failedStep('reach', wordsOf(ping.failure), clock.elapsed() - start)
  return { step: 'reach', ok: true, status: ping.status, reason: '', ms: Math.round(ping.ms) }
}

/** What answers the registration proves that somebody is there, though the question itself was not answered. */
function stepsOf(asked: TrialStep, registered: TrialStep | null): TrialStep[] {
  if (registered === null) return [asked]
  if (asked.ok || registered.status === null) return asked.ok ? [asked, registered] : [asked]
  return [{ ...asked, ok: true, status: null, ms: registered.ms }, registered]
}

function hearing(clock: Clock) {
  const start = clock.elapsed()
  let settle: (step: TrialStep) => void = () => {}
  const first = new Promise<TrialStep>((resolve) => (settle = resolve))
  return {
    tell(state: RegistrationState, why: string) {
      const ms = Math.round(clock.elapsed() - start)
      if (state === 'registered') settle({ step: 'register', ok: true, status: 200, reason: '', ms })
      else if (state === 'backing off') settle(failedStep('register', wordsOf(why), ms))
    },
    registered: () => {
      const late = clock.at(clock.now() + LONGEST, () => settle(failedStep('register', 'silence', LONGEST)))
      return first.finally(() => late.cancel())
    },
  }
}

const wordsOf = (why: string) => (why === EXCHANGE_SILENT ? 'silence' : why.replace(/^Error: /, ''))

const failedStep = (step: TrialStep['step'], reason: string, ms: number): TrialStep => ({
  step,
  ok: false,
  status: statusIn(reason),
  reason,
  ms: Math.round(ms),
})
