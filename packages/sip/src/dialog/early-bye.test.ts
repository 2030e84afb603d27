import { afterEach, describe, expect, it } from 'vitest'
import { type LossyRelay, openRelay } from '../../testing/lossy-relay.ts'
import { openPhones, type Phones } from '../../testing/scripted-phone.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import { createUserAgent, type UserAgent } from '../agent/user-agent.ts'

const QUICK = { T1: 20, T2: 80, T4: 100 }
let phones: Phones
let relay: LossyRelay
let agent: UserAgent

afterEach(async () => {
  await agent.close()
  await phones.close()
  relay.close()
})

describe('a phone that answers and hangs up at once', () => {
  // RFC 3261 15: who was called must not hang up before the ACK, or the caller never learns that there was a call.
  it.each([2, 3])('is heard to do both, although datagram %i is lost', async (lost) => {
    const script = { does: 'answer', hangsUpAfterMs: 0 } as const
    phones = await openPhones({ media: silentMedia(), script: () => script, timings: QUICK })
    relay = await openRelay(phones.address, (count) => (count === lost ? 'lose' : 'pass'))
    agent = await createUserAgent({
      bind: { host: '127.0.0.1', port: 0 },
      media: silentMedia(),
      timings: QUICK,
    })
    agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: relay.address, register: false })
    const call = agent.dial('voice1', { to: '101', ringMs: 3_000 })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
  })
})
