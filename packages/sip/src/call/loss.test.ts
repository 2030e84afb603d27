import { afterEach, describe, expect, it } from 'vitest'
import { type Fate, type LossyRelay, openRelay } from '../../testing/lossy-relay.ts'
import { openPhones, type Phones, type PhoneScript } from '../../testing/scripted-phone.ts'
import { silentMedia } from '../../testing/silent-media.ts'
import { createUserAgent, type UserAgent } from '../agent/user-agent.ts'

const QUICK = { T1: 20, T2: 80, T4: 100 }
let phones: Phones
let relay: LossyRelay
let agent: UserAgent

async function meet(script: PhoneScript, fate: (count: number) => Fate) {
  phones = await openPhones({ media: silentMedia(), script: () => script, timings: QUICK })
  relay = await openRelay(phones.address, fate)
  agent = await createUserAgent({
    bind: { host: '127.0.0.1', port: 0 },
    media: silentMedia(),
    timings: QUICK,
  })
  agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: relay.address, register: false })
}

afterEach(async () => {
  await agent.close()
  await phones.close()
  relay.close()
})

const everyThirdLost =
  (shift: number) =>
  (count: number): Fate =>
    (count + shift) % 3 === 0 ? 'lose' : 'pass'

describe('with one packet in three lost', () => {
  it.each([0, 1, 2])('a call is answered and hung up on both sides (%i)', async (shift) => {
    await meet({ does: 'answer', ringMs: 10 }, everyThirdLost(shift))
    const call = agent.dial('voice1', { to: '101', onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered' })
  })

  it.each([0, 1, 2])('a call is cancelled on both sides (%i)', async (shift) => {
    await meet({ does: 'ring' }, everyThirdLost(shift))
    const call = agent.dial('voice1', { to: '101', ringMs: 60 })
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(await (await phones.nextCall()).ended).toMatchObject({ why: 'cancelled' })
  })
})

describe('with every packet doubled', () => {
  it('the phone rings once, and one call is up', async () => {
    await meet({ does: 'answer', ringMs: 10 }, () => 'double')
    const call = agent.dial('voice1', {
      to: '101',
      onAnswered() {
        expect(phones.calls.size).toBe(1)
        void call.hangUp()
      },
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered' })
    expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered' })
  })
})
