import { afterEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { CallHandle } from '../src/call/call-handle.ts'
import { systemClock } from '../src/transactions/clock.ts'
import type { DialOptions } from '../src/call/outgoing-call.ts'
import { RFC_TIMINGS } from '../src/transactions/timers.ts'
import { createUserAgent, type UserAgent } from '../src/agent/user-agent.ts'
import type { PhoneScript } from '../testing/scripted-phone.ts'
import { silentMedia } from '../testing/silent-media.ts'
import { type Hotel, lineOf, openHotel } from './kamailio/hotel.ts'

/** Our process dies; another takes its place, knows the handle, and Kamailio stands between it and the phone. */

let hotel: Hotel
let successor: UserAgent | undefined
let handle: CallHandle | undefined

async function dieAfter(happened: keyof DialOptions & ('onRinging' | 'onAnswered'), script: PhoneScript) {
  hotel = await openHotel({ rooms: ['101'], script: () => script, timings: RFC_TIMINGS })
  const { agent, exchange } = hotel
  const line = lineOf('voice1', exchange.address, { register: false })
  agent.addLine(line)
  const beforeAck = (one: CallHandle) => Promise.resolve(void (handle = one))
  await new Promise<void>((resolve) => {
    const ring = async () => {
      const call = await agent.prepare('voice1', { to: '101', beforeAck, [happened]: resolve })
      handle = call.handle
      call.send()
    }
    void ring()
  })
  await agent.close({ abruptly: true })
  successor = await createUserAgent({ bind: agent.local, media: silentMedia() })
  successor.addLine(line)
  return successor
}

afterEach(async () => {
  await successor?.close()
  await hotel.end()
})

describe.skipIf(!has('kamailio'))('behind Kamailio, what a process has left', () => {
  it('ringing is cancelled by the next, soon', async () => {
    const next = await dieAfter('onRinging', { does: 'ring' })
    const begun = systemClock.now()
    if (!handle) throw new Error('Nothing was remembered')
    expect(await next.abandon(handle)).toBe('cancelled')
    expect(await (await hotel.phones.nextCall()).ended).toEqual({ kind: 'not answered', why: 'cancelled' })
    // Where nobody says so, a call counts as cancelled after 32 s (RFC 3261 9.1).
    expect(systemClock.now() - begun).toBeLessThan(25_000)
  })

  it('up is hung up by the next, soon', async () => {
    const next = await dieAfter('onAnswered', { does: 'answer' })
    if (!handle) throw new Error('Nothing was remembered')
    expect(await next.abandon(handle)).toBe('hung up')
    expect(await (await hotel.phones.nextCall()).ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
  })
})
