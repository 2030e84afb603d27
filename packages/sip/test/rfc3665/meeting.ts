import { expect, onTestFinished } from 'vitest'
import type { IncomingCall } from '../../src/call/incoming-call.ts'
import type { LineOptions } from '../../src/lines/lines.ts'
import type { DialOptions, OutgoingCall } from '../../src/call/outgoing-call.ts'
import type { RegistrationState } from '../../src/lines/registration.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../../src/agent/user-agent.ts'
import { type SilentMedia, silentMedia } from '../../testing/silent-media.ts'
import { openPeer, type Peer } from './peer.ts'

export const PASSWORD = 'swordfish'

export interface Meeting {
  readonly agent: UserAgent
  readonly media: SilentMedia
  /** The registrar, the proxy or the phone next to us on the wire. */
  readonly peer: Peer
  readonly states: readonly RegistrationState[]
  line(more?: Partial<LineOptions>): LineOptions
  dial(options?: Partial<DialOptions>): OutgoingCall
  /** The next call that comes to us. */
  rung(): Promise<IncomingCall>
}

/** Alice or Bob, and the peer beside them. Closed with the test. */
export async function meet(options: Partial<UserAgentOptions> = {}): Promise<Meeting> {
  const peer = await openPeer()
  onTestFinished(() => peer.close())
  const media = silentMedia()
  const calls: IncomingCall[] = []
  const states: RegistrationState[] = []
  const agent = await createUserAgent({
    bind: { host: '127.0.0.1', port: 0 },
    media,
    onCall: (call) => void calls.push(call),
    onRegistration: (_, state) => void states.push(state),
    ...options,
  })
  onTestFinished(() => agent.close({ abruptly: true }))
  const line = (more: Partial<LineOptions> = {}): LineOptions => ({
    user: 'alice',
    domain: 'atlanta.example.com',
    exchange: peer.address,
    credentials: { username: 'alice', password: PASSWORD },
    register: false,
    keepAliveSeconds: 0,
    ...more,
  })
  return {
    agent,
    media,
    peer,
    states,
    line,
    dial: (more = {}) => agent.dial('alice', { to: 'sip:bob@biloxi.example.com', ...more }),
    async rung() {
      await expect.poll(() => calls.length, { interval: 5 }).toBeGreaterThan(0)
      const call = calls.shift()
      if (!call) throw new Error('Nobody rang')
      return call
    },
  }
}

/** A challenge as a registrar or a proxy of this realm writes it. */
export const challenge = (realm: string, nonce: string) =>
  `Digest realm="${realm}", qop="auth", nonce="${nonce}", opaque="", stale=FALSE, algorithm=MD5`
