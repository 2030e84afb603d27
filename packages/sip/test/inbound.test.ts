import { afterEach, describe, expect, it } from 'vitest'
import type { IncomingCall } from '../src/call/incoming-call.ts'
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../src/agent/user-agent.ts'
import { openPhones, type Phones } from '../testing/scripted-phone.ts'
import { type SilentMedia, silentMedia } from '../testing/silent-media.ts'

/** The exchange stands at one address of this machine, and everybody else at others. */
const EXCHANGE = '127.0.0.2'
const ELSEWHERE = '127.0.0.3'
const HERE = { host: '127.0.0.1', port: 0 }

let open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  open = []
})

async function phonesAt(host: string): Promise<Phones> {
  const bind = { host, port: 0 }
  const phones = await openPhones({ bind, media: silentMedia(), script: () => ({ does: 'answer' }) })
  open.push(phones)
  return phones
}

interface Met {
  readonly agent: UserAgent
  readonly media: SilentMedia
  readonly exchange: Phones
  readonly calls: IncomingCall[]
  next(): Promise<IncomingCall>
}

/** A line at the exchange; whoever rings it is kept. */
async function meet(more: Partial<UserAgentOptions> = {}): Promise<Met> {
  const exchange = await phonesAt(EXCHANGE)
  const media = silentMedia()
  const calls: IncomingCall[] = []
  const waiting: ((call: IncomingCall) => void)[] = []
  const onCall = (call: IncomingCall) => {
    calls.push(call)
    waiting.shift()?.(call)
  }
  const agent = await createUserAgent({ bind: HERE, media, onCall, ...more })
  open.push(agent)
  agent.addLine({ user: 'voice1', domain: 'pbx.hotel', exchange: exchange.address, register: false })
  await agent.ping('voice1')
  const next = () => new Promise<IncomingCall>((resolve) => void waiting.push(resolve))
  return { agent, media, exchange, calls, next }
}

/** Rings our line from there, as the phone of a guest. */
const ring = (from: Phones, { local }: UserAgent, to = 'voice1') =>
  from.dial({ from: '101', to, exchange: local, domain: 'pbx.hotel' })

describe('a line that is rung', () => {
  it('takes calls of its exchange only: of a thousand strangers with the number of a room, none gets in', async () => {
    const { agent, calls } = await meet()
    const stranger = await phonesAt(ELSEWHERE)
    const ends = await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => ring(stranger, agent, at % 2 === 0 ? 'voice1' : '700').ended),
    )
    expect(new Set(ends.map((end) => ('status' in end ? end.status : null)))).toEqual(new Set([403]))
    expect(calls).toEqual([])
  })

  it('of a stranger is not there for any number either', async () => {
    const { agent, calls } = await meet({ anyNumber: true })
    const stranger = await phonesAt(ELSEWHERE)
    expect(await ring(stranger, agent, '700').ended).toMatchObject({ status: 403 })
    expect(calls).toEqual([])
  })

  it('on a trunk has every number that the exchange dials', async () => {
    const { agent, exchange, next } = await meet({ anyNumber: true })
    const arrives = next()
    const call = ring(exchange, agent, '61')
    const rung = await arrives
    expect([rung.line, rung.to, rung.from, rung.remote.host]).toEqual(['voice1', '61', '101', EXCHANGE])
    rung.reject()
    expect(await call.ended).toMatchObject({ outcome: 'busy' })
  })

  it('without a trunk has no other number', async () => {
    const { agent, exchange, calls } = await meet()
    expect(await ring(exchange, agent, '61').ended).toMatchObject({ status: 404 })
    expect(calls).toEqual([])
  })

  it('at an exchange that several addresses stand for is rung by any of them', async () => {
    const places = [EXCHANGE, ELSEWHERE]
    const resolveSrv = () =>
      Promise.resolve(places.map((name) => ({ name, port: 5_060, priority: 1, weight: 1 })))
    const calls: IncomingCall[] = []
    const agent = await createUserAgent({
      bind: HERE,
      media: silentMedia(),
      resolveSrv,
      lookup: (name) => Promise.resolve(name),
      onCall: (call) => {
        calls.push(call)
        call.reject()
      },
    })
    open.push(agent)
    agent.addLine({ user: 'voice1', domain: 'pbx.hotel', register: false, keepAliveSeconds: 0 })
    for (const host of places) {
      const place = await phonesAt(host)
      expect(await ring(place, agent).ended).toMatchObject({ outcome: 'busy' })
    }
    expect(calls.map(({ remote }) => remote.host)).toEqual(places)
    const stranger = await phonesAt('127.0.0.4')
    expect(await ring(stranger, agent).ended).toMatchObject({ status: 403 })
  })
})

describe('a call that we have taken', () => {
  async function taken(more: Parameters<IncomingCall['accept']>[0] = {}) {
    const met = await meet()
    const arrives = met.next()
    const call = ring(met.exchange, met.agent)
    const rung = await arrives
    await rung.accept(more)
    return { ...met, call, rung }
  }

  it('keeps the keys that were pressed, unless they are a secret', async () => {
    for (const keepsKeys of [true, false]) {
      const heard: string[] = []
      const { rung, media } = await taken({ keepsKeys, onKey: (key) => void heard.push(key) })
      const stream = media.streams.at(-1)
      expect(stream?.options.keepsKeys).toBe(keepsKeys)
      for (const key of '4711') stream?.tell('key', key)
      expect(heard.join('')).toBe('4711')
      expect(await rung.hangUp()).toMatchObject({ kind: 'answered', keys: keepsKeys ? '4711' : '' })
    }
  })

  it('hears keys as tones where that is asked for', async () => {
    const { media, rung } = await taken({ inBandKeys: true })
    expect(media.streams.at(-1)?.options.inBandKeys).toBe(true)
    await rung.hangUp()
  })

  it('falls silent in the middle of a word', async () => {
    const { rung, media } = await taken()
    const audio = { pcmu: new Uint8Array(8_000), pcma: new Uint8Array(8_000), durationMs: 1_000 }
    const said = rung.play(audio)
    rung.quiet()
    expect(await said).toBe('broken off')
    expect(media.streams.at(-1)?.playing).toBeNull()
    await rung.hangUp()
  })

  it('is not handed on by an exchange that knows no transfer, and stays up', async () => {
    const { rung, call } = await taken()
    expect(await rung.transfer('0')).toBe('refused')
    expect([rung.state, await rung.transfer('sip:<0')]).toEqual(['up', 'refused'])
    await rung.hangUp()
    expect(await call.ended).toMatchObject({ outcome: 'answered' })
  })
})
