import { onTestFinished } from 'vitest'
import type { Protocol } from '../../src/transport/flow.ts'
import { createUserAgent, type DialOptions, type LineOptions, type OutgoingCall } from '../../src/index.ts'
import type { UserAgent, UserAgentOptions } from '../../src/index.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import type { Step } from './scenario.ts'
import { type Sipp, type SippOptions, startSipp } from './sipp.ts'

export const HOST = '127.0.0.1'
export const CREDENTIALS = { username: 'voice1', password: 'secret' }

export interface MeetingOptions {
  readonly protocol?: Protocol
  readonly sipp?: SippOptions
  readonly agent?: Partial<UserAgentOptions>
  readonly line?: Partial<LineOptions>
}

export interface Meeting {
  readonly sipp: Sipp
  readonly agent: UserAgent
  dial(options?: Partial<DialOptions>): OutgoingCall
}

/** Our user agent, with a line to an exchange that is sipp. */
export async function meet(steps: readonly Step[], options: MeetingOptions = {}): Promise<Meeting> {
  const { protocol = 'UDP' } = options
  const sipp = await startSipp(steps, { protocol, ...options.sipp })
  const agent = await openAgent({ protocols: [protocol], ...options.agent })
  agent.addLine({
    user: 'voice1',
    domain: HOST,
    exchange: sipp.address,
    protocol,
    credentials: CREDENTIALS,
    register: false,
    ...options.line,
  })
  return { sipp, agent, dial: (dialled = {}) => agent.dial('voice1', { to: '101', ...dialled }) }
}

/** On a machine that is busy with other things, nobody shall repeat himself for that alone. */
const PATIENT = { T1: 2_000, T2: 4_000, T4: 5_000 }

/** Closed with the test; nothing of it can be heard unless the test brings audio. */
export async function openAgent(options: Partial<UserAgentOptions> = {}): Promise<UserAgent> {
  const agent = await createUserAgent({
    bind: { host: HOST, port: 0 },
    media: silentMedia(),
    timings: PATIENT,
    ...options,
  })
  onTestFinished(() => agent.close())
  return agent
}
