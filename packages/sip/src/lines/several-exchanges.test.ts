import { afterEach, describe, expect, it } from 'vitest'
import { openPhones, type Phones, type PhoneScript } from '../../testing/scripted-phone.ts'
import { type SilentMedia, silentMedia } from '../../testing/silent-media.ts'
import type { IncomingCall } from '../call/incoming-call.ts'
import { createUserAgent, type UserAgent } from '../agent/user-agent.ts'

const ANY = { host: '127.0.0.1', port: 0 }
let exchanges: Phones[] = []
let agent: UserAgent
let media: SilentMedia
let onCall: (call: IncomingCall) => void = (call) => call.reject()

async function meet(scripts: readonly PhoneScript[]) {
  exchanges = await Promise.all(
    scripts.map((script) => openPhones({ media: silentMedia(), script: () => script })),
  )
  media = silentMedia()
  agent = await createUserAgent({ bind: ANY, media, onCall: (call) => onCall(call) })
  exchanges.forEach((exchange, at) =>
    agent.addLine({
      name: `house ${at}`,
      user: 'voice',
      domain: '127.0.0.1',
      exchange: exchange.address,
      register: false,
    }),
  )
}

afterEach(async () => {
  await agent.close()
  await Promise.all(exchanges.map((exchange) => exchange.close()))
})

describe('one user agent with the same extension at several exchanges', () => {
  it('makes two hundred calls at once, each with the end of its own exchange', async () => {
    await meet([
      { does: 'answer', ringMs: 20 },
      { does: 'busy' },
      { does: 'reject', ringMs: 20 },
      { does: 404 },
    ])
    const outcomes = ['answered', 'busy', 'rejected', 'unreachable']
    const ends = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const call = agent.dial(`house ${at % 4}`, {
          to: String(100 + at),
          onAnswered: () => void call.hangUp(),
        })
        return (await call.ended).outcome
      }),
    )
    expect(ends).toEqual(Array.from({ length: 200 }, (_, at) => outcomes[at % 4]))
    expect([agent.calls, media.open, ...exchanges.map(({ calls }) => calls.size)]).toEqual([0, 0, 0, 0, 0, 0])
    expect(agent.lines().map(({ calls }) => calls)).toEqual([0, 0, 0, 0])
  })

  it.each([0, 1])('knows the one that rings it: %i', async (at) => {
    await meet([{ does: 'answer' }, { does: 'answer' }])
    const rung = new Promise<IncomingCall>((resolve) => (onCall = resolve))
    for (const name of ['house 0', 'house 1']) expect(await agent.ping(name)).toMatchObject({ status: 200 })
    const exchange = exchanges[at]?.agent
    exchange?.addLine({ user: '500', domain: '127.0.0.1', exchange: agent.local, register: false })
    const call = exchange?.dial('500', { to: 'voice' })
    const incoming = await rung
    expect([incoming.line, incoming.to, incoming.from]).toEqual([`house ${at}`, 'voice', '500'])
    expect(agent.lines().map(({ calls }) => calls)).toEqual(at === 0 ? [1, 0] : [0, 1])
    incoming.reject(603)
    expect(await call?.ended).toMatchObject({ outcome: 'rejected' })
    expect(agent.lines().map(({ calls }) => calls)).toEqual([0, 0])
  })

  it('has no more than one line of a name', async () => {
    await meet([{ does: 'answer' }])
    const again = { name: 'house 0', user: 'other', domain: '127.0.0.1', register: false }
    expect(() => agent.addLine(again)).toThrow('There is a line house 0 already')
    expect(() => agent.dial('house 9', { to: '101' })).toThrow('There is no line house 9')
  })
})
