import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPhones, type Phones, type PhoneScript } from '../testing/scripted-phone.ts'
import { freePorts, HERE } from '../../../peers/ports.ts'
import { silentMedia } from '../testing/silent-media.ts'
import type { CallHandle } from '../src/call/call-handle.ts'
import type { Address } from '../src/messages/address.ts'
import type { DialOptions, OutgoingCall } from '../src/call/outgoing-call.ts'
import type { Timings } from '../src/transactions/timers.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'

/** Our process dies at every step of a call, another takes its place, and no phone is left ringing or up. */

/** Where something is given up, after 64 of T1; where nothing is, a busy machine shall have all the time it needs. */
const QUICK: Timings = { T1: 20, T2: 80, T4: 100 }
const PATIENT: Timings = { T1: 500, T2: 4_000, T4: 100 }
const ANY: Address = { host: '127.0.0.1', port: 0 }
let phones: Phones
let first: UserAgent
let second: UserAgent | undefined
let script: PhoneScript
let stored: string[]
let timings: Timings

const newAgent = async (bind: Address) => {
  const agent = await createUserAgent({ bind, media: silentMedia(), timings })
  agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
  return agent
}
const store = (handle: CallHandle) => Promise.resolve(void stored.push(JSON.stringify(handle)))
const prepare = async (options: Partial<DialOptions> = {}) => {
  const call = await first.prepare('voice1', { to: '101', beforeAck: store, ...options })
  await store(call.handle)
  return call
}
const dial = async (options: Partial<DialOptions> = {}) => {
  const call = await prepare(options)
  call.send()
  return call
}

/** The end of the first process, and what the second makes of the handle that was stored last. */
async function succeed(bind = first.local) {
  await first.close({ abruptly: true })
  second = await newAgent(bind)
  return second.abandon(JSON.parse(stored.at(-1) ?? '') as CallHandle)
}
const never = new Promise<never>(() => {})

async function open(chosen: Timings) {
  timings = chosen
  phones = await openPhones({ media: silentMedia(), script: () => script, timings })
  // Not one that the system gives out by itself: a test beside this one could get it before the second process does.
  first = await newAgent({ host: HERE, port: await freePorts() })
}

beforeEach(() => {
  script = { does: 'ring' }
  stored = []
})

afterEach(async () => {
  await second?.close()
  second = undefined
  await phones.close()
})

describe('a process that dies', () => {
  beforeEach(() => open(PATIENT))

  it('before the INVITE leaves, has rung nobody', async () => {
    await prepare()
    expect(await succeed()).toBe('nothing there')
    expect(phones.calls.size).toBe(0)
  })

  it.each(['the same address', 'another address'])(
    'while it rings, is followed by a CANCEL from %s',
    async (from) => {
      await new Promise<void>((resolve) => void dial({ onRinging: resolve }))
      const seen = await phones.nextCall()
      expect(await succeed(from === 'another address' ? ANY : first.local)).toBe('cancelled')
      expect(await seen.ended).toEqual({ kind: 'not answered', why: 'cancelled' })
    },
  )

  it.each(['the same address', 'another address'])(
    'when the answer has come and is not stored, is followed by ACK and BYE from %s',
    async (from) => {
      script = { does: 'answer' }
      const answered = new Promise<void>((resolve) => {
        void dial({ beforeAck: () => (resolve(), never) })
      })
      await answered
      const seen = await phones.nextCall()
      expect(await succeed(from === 'another address' ? ANY : first.local)).toBe('hung up')
      expect(await seen.ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
    },
  )

  it.each(['the same address', 'another address'])(
    'when the answer is stored and not acknowledged, is followed by a BYE from %s',
    async (from) => {
      script = { does: 'answer' }
      const answered = new Promise<void>((resolve) => {
        void dial({ beforeAck: (handle) => store(handle).then(() => (resolve(), never)) })
      })
      await answered
      const seen = await phones.nextCall()
      expect(await succeed(from === 'another address' ? ANY : first.local)).toBe('hung up')
      expect(await seen.ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
    },
  )

  it.each(['the same address', 'another address'])(
    'while the call is up, is followed by a BYE from %s',
    async (from) => {
      script = { does: 'answer' }
      await new Promise<void>((resolve) => void dial({ onAnswered: resolve }))
      const seen = await phones.nextCall()
      expect(await succeed(from === 'another address' ? ANY : first.local)).toBe('hung up')
      expect(await seen.ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
    },
  )

  it('after the call is over, has left nothing', async () => {
    script = { does: 'answer', hangsUpAfterMs: 1 }
    await (
      await dial()
    ).ended
    expect(await succeed()).toBe('nothing there')
  })

  it('and has no successor that remembers: an answer that nobody expects is hung up', async () => {
    script = { does: 'answer', ringMs: 60 }
    await new Promise<void>((resolve) => void dial({ onRinging: resolve }))
    const seen = await phones.nextCall()
    const { local } = first
    await first.close({ abruptly: true })
    second = await newAgent(local)
    expect(await seen.ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
  })
})

describe('a process that dies, and what could hear of it with it', () => {
  beforeEach(() => open(QUICK))

  it('when the answer is not stored and its port is gone too, is given up by the phone', async () => {
    script = { does: 'answer' }
    const answered = new Promise<void>((resolve) => {
      void dial({ beforeAck: () => (resolve(), never) })
    })
    await answered
    const seen = await phones.nextCall()
    const { local } = first
    await first.close({ abruptly: true })
    const other = createSocket('udp4')
    other.bind(local.port, local.host)
    await once(other, 'listening')
    second = await newAgent(ANY)
    expect(await second.abandon(JSON.parse(stored.at(-1) ?? '') as CallHandle)).toBe('cancelled')
    expect(await seen.ended).toMatchObject({ kind: 'answered', hungUpBy: 'lost' })
    other.close()
  })

  it('is given up where the exchange is gone', async () => {
    await new Promise<void>((resolve) => void dial({ onRinging: resolve }))
    await phones.close({ abruptly: true })
    expect(await succeed()).toBe('no answer')
  })
})

describe('a process that dies with many calls', () => {
  beforeEach(() => open(PATIENT))

  // Another program may take the port in between.
  it('is followed at another address by one that ends them all, and keeps nothing of it', async () => {
    const ROOMS = Array.from({ length: 20 }, (_, at) => String(101 + at))
    const rung = ROOMS.map((to) => new Promise<void>((resolve) => void dial({ to, onRinging: resolve })))
    await Promise.all(rung)
    const { local } = first
    await first.close({ abruptly: true })
    const successor = await newAgent(ANY)
    second = successor
    const handles = stored.map((text) => JSON.parse(text) as CallHandle)
    const ends = await Promise.all(handles.map((handle) => successor.abandon(handle)))
    expect(new Set(ends)).toEqual(new Set(['cancelled']))
    expect(phones.calls.size).toBe(0)
    await successor.close()
    const after = await newAgent(local)
    expect(after.local).toEqual(local)
    await after.close()
  })
})

describe('a peer that dies', () => {
  beforeEach(() => open(QUICK))

  it('while it rings, does not keep us for ever', async () => {
    const call = await dial({ ringMs: 50 })
    await phones.nextCall()
    await phones.close({ abruptly: true })
    expect(['no-answer', 'line-trouble']).toContain((await call.ended).outcome)
    await first.close()
  })

  it('while the call is up, is noticed by its silence', async () => {
    script = { does: 'answer' }
    const media = silentMedia()
    const agent = await createUserAgent({ bind: ANY, media, timings })
    agent.addLine({ user: 'voice1', domain: '127.0.0.1', exchange: phones.address, register: false })
    let onAnswered = () => {}
    const answered = new Promise<void>((resolve) => (onAnswered = resolve))
    const call = agent.dial('voice1', { to: '101', onAnswered })
    await answered
    await phones.close({ abruptly: true })
    media.streams[0]?.tell('timeout')
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'lost' })
    await Promise.all([agent.close(), first.close()])
  })
})

describe('an answer that races our CANCEL', () => {
  beforeEach(() => open(PATIENT))

  it('leaves no call up, whoever wins', async () => {
    script = { does: 'answer', ringMs: 1 }
    for (let turns = 0; turns < 30; turns++) {
      const call: OutgoingCall = await dial({ onRinging: () => void after(turns).then(() => call.hangUp()) })
      const [end, seen] = await Promise.all([call.ended, phones.nextCall()])
      expect(['answered', 'no-answer']).toContain(end.outcome)
      const kinds = end.outcome === 'answered' ? ['answered'] : ['answered', 'not answered']
      expect(kinds).toContain((await seen.ended).kind)
    }
    expect(phones.calls.size).toBe(0)
    await first.close()
  })
})

/** So many turns of the loop later. */
async function after(turns: number) {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}
