import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPhones, type PhoneScript } from '../testing/scripted-phone.ts'
import { type SilentMedia, silentMedia } from '../testing/silent-media.ts'
import { prepareAudio } from './index.ts'
import type { DialOptions } from './outgoing-call.ts'
import { createUserAgent, type UserAgentOptions } from './user-agent.ts'

/** A program that stumbles over what it is told hears of it, and the telephone goes on. */

const closers: (() => unknown)[] = []
let uncaught: string[]

beforeEach(() => {
  uncaught = []
  const others = process.listeners('uncaughtException')
  const note = (error: Error) => void uncaught.push(error.message)
  process.removeAllListeners('uncaughtException').on('uncaughtException', note)
  closers.push(() => {
    process.off('uncaughtException', note)
    for (const one of others) process.on('uncaughtException', one)
  })
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const stumble = () => {
  throw new Error('Stumbled')
}

async function meet(script: PhoneScript, options: Partial<UserAgentOptions> = {}) {
  const phones = await openPhones({ media: silentMedia(), script: () => script })
  closers.push(() => phones.close())
  const bind = { host: '127.0.0.1', port: 0 }
  const media: SilentMedia = silentMedia()
  const agent = await createUserAgent({ bind, media, ...options })
  closers.push(() => agent.close())
  agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
  return { phones, agent, media }
}

describe('a listener that throws', () => {
  const keys = [{ keys: '1', afterMs: 20, by: 'info' }] as const
  const holds = { afterMs: 20, forMs: 20 }

  it.each([
    ['onProgress', {}],
    ['onRinging', { ringMs: 5 }],
    ['onAnswered', {}],
    ['onKey', { keys }],
    ['onHold', { holds }],
  ] as const)('in %s leaves the call to go on and to end', async (name, more) => {
    const { agent, media } = await meet({ does: 'answer', hangsUpAfterMs: 150, ...more })
    const options: Partial<DialOptions> = { [name]: stumble }
    const end = await agent.dial('voice1', { to: '101', ...options }).ended
    expect(end).toMatchObject({ outcome: 'answered', hungUpBy: 'them', keys: name === 'onKey' ? '1' : '' })
    expect(uncaught.length).toBeGreaterThan(0)
    expect(new Set(uncaught)).toEqual(new Set(['Stumbled']))
    expect([agent.calls, media.open]).toEqual([0, 0])
  })

  it('in onPlayed leaves the call to go on and to end', async () => {
    const { agent, media } = await meet({ does: 'answer', hangsUpAfterMs: 150 })
    const announcement = prepareAudio(new Uint8Array(160))
    const onAnswered = () => media.streams[0]?.tell('played')
    const call = agent.dial('voice1', { to: '101', announcement, onAnswered, onPlayed: stumble })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(uncaught).toEqual(['Stumbled'])
  })

  it('in onKey or onHold of a call that we took leaves it to go on', async () => {
    const options = { onKey: stumble, onHold: stumble }
    const { agent, phones, media } = await meet(
      { does: 'busy' },
      { onCall: (call) => void call.accept(options).then(() => media.streams[0]?.tell('key', '1')) },
    )
    phones.agent.addLine({ user: '500', domain: '127.0.0.1', exchange: agent.local, register: false })
    const call = phones.agent.dial('500', { to: 'voice1', onAnswered: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(uncaught).toEqual(['Stumbled'])
  })

  it('in onRegistration leaves the line to sign in', async () => {
    const { agent } = await meet({ does: 'busy' }, { onRegistration: stumble })
    agent.addLine({ user: 'voice2', domain: '127.0.0.1', exchange: { host: '127.0.0.1', port: 9 } })
    await expect.poll(() => uncaught).toContain('Stumbled')
    expect(agent.lines().map(({ name }) => name)).toEqual(['voice1', 'voice2'])
  })

  it.each(['at once', 'after ringing', 'after accepting'])(
    'in onCall %s refuses the call with 500, and its place is free again',
    async (when) => {
      const { agent, phones, media } = await meet(
        { does: 'busy' },
        {
          mostCalls: 1,
          onCall(call) {
            if (when === 'after ringing') call.ring()
            if (when === 'after accepting') void call.accept()
            stumble()
          },
        },
      )
      phones.agent.addLine({ user: '500', domain: '127.0.0.1', exchange: agent.local, register: false })
      for (const _ of [1, 2])
        expect(await phones.agent.dial('500', { to: 'voice1' }).ended).toMatchObject({ status: 500 })
      expect([agent.calls, media.open]).toEqual([0, 0])
      expect(uncaught).toEqual(['Stumbled', 'Stumbled'])
    },
  )
})
