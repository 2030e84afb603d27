import { afterEach, describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { IncomingCall } from '../src/call/incoming-call.ts'
import type { DialOptions } from '../src/call/outgoing-call.ts'
import type { PhoneScript } from '../testing/scripted-phone.ts'
import { type Hotel, type HotelOptions, lineOf, openHotel, registered } from './kamailio/hotel.ts'

let hotel: Hotel

/** One line of ours, and room 101 behind the exchange. */
async function open(script: PhoneScript, options: HotelOptions = {}) {
  hotel = await openHotel({ rooms: ['101', '102'], script: () => script, ...options })
  hotel.agent.addLine(lineOf('voice1', hotel.exchange.address))
  await registered(hotel.exchange, 'voice1')
  return hotel
}
const dial = (options: Partial<DialOptions> = {}) => hotel.agent.dial('voice1', { to: '101', ...options })

/** Who sent such a request to the exchange, by port; its repetitions left out. */
function sentBy(method: string): number[] {
  const ofMethod = hotel.exchange.passed.all.filter((one) => one.method === method)
  const once = new Map(ofMethod.map((one) => [`${one.callId} ${one.cseq}`, one.from.port]))
  return [...once.values()]
}
const us = () => hotel.agent.local.port
const them = () => hotel.phones.address.port

afterEach(() => hotel.end())

describe.skipIf(!has('kamailio'))('a call through Kamailio', () => {
  it('is hung up by the phone, and its BYE finds us through the exchange', async () => {
    await open({ does: 'answer', hangsUpAfterMs: 20 })
    expect(await dial().ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(sentBy('BYE')).toEqual([them()])
  })

  it('is held and taken back by requests that pass the exchange', async () => {
    await open({ does: 'answer', holds: { afterMs: 20, forMs: 50 } })
    const held: boolean[] = []
    const call = dial({
      onHold(on) {
        held.push(on)
        if (!on) void call.hangUp()
      },
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(held).toEqual([true, false])
    expect(sentBy('INVITE')).toEqual([us(), us(), them(), them()])
  })

  it('brings keys that come as requests', async () => {
    await open({ does: 'answer', keys: [{ keys: '12#', afterMs: 10, by: 'info' }] })
    const call = dial({ onKey: (key) => void (key === '#' && call.hangUp()) })
    expect(await call.ended).toMatchObject({ keys: '12#' })
    expect(sentBy('INFO')).toEqual([them(), them(), them()])
  })

  it('is withdrawn while the phone rings, and the phone falls silent', async () => {
    const { phones } = await open({ does: 'ring' })
    const call = dial({ onRinging: () => void call.hangUp() })
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(await (await phones.nextCall()).ended).toEqual({ kind: 'not answered', why: 'cancelled' })
    expect(sentBy('CANCEL')).toEqual([us()])
  })

  it.each([
    [{ does: 'busy' }, '101', { outcome: 'busy', status: 486 }],
    [{ does: 'reject', ringMs: 20 }, '101', { outcome: 'rejected', status: 603 }],
    [{ does: 'answer' }, '999', { outcome: 'unreachable', status: 404 }],
    [{ does: 'answer' }, 'voice2', { outcome: 'unreachable', status: 480 }],
    [{ does: 'silent' }, '101', { outcome: 'unreachable', status: 408 }],
    [{ does: 'ring' }, '101', { outcome: 'no-answer', status: 408 }],
  ] as const)('to a phone that %j, by number %s, ends with %j', async (script, to, end) => {
    await open(script, { exchange: { silentMs: 500, ringingMs: 800 } })
    expect(await dial({ to, ringMs: 20_000 }).ended).toMatchObject(end)
    await vi.waitFor(() => expect(hotel.agent.calls + hotel.phones.calls.size).toBe(0), 60_000)
  })

  it('with the wrong password is trouble of the line, and is not tried for ever', async () => {
    const { agent, exchange } = await open({ does: 'answer' })
    const credentials = { username: 'voice2', password: 'guessed' }
    agent.addLine(lineOf('voice2', exchange.address, { credentials, register: false }))
    expect(await agent.dial('voice2', { to: '101' }).ended).toMatchObject({
      outcome: 'line-trouble',
      status: 407,
    })
    expect(sentBy('INVITE').length).toBeLessThanOrEqual(3)
  })

  it('comes from a room to us, and we hang up through the exchange', async () => {
    let answered: IncomingCall | undefined
    const onCall = (call: IncomingCall) => {
      answered = call
      void call.accept()
    }
    const { phones } = await open({ does: 'busy' }, { ours: { onCall } })
    const room = phones.agent.dial('101', { to: 'voice1', onAnswered: () => void answered?.hangUp() })
    expect(await room.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    expect(await answered?.ended).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
    expect(answered).toMatchObject({ from: '101', to: 'voice1' })
    expect(sentBy('BYE')).toEqual([us()])
  })

  it('comes from a room to us, and the room gives up while we ring', async () => {
    const seen: IncomingCall[] = []
    const onCall = (call: IncomingCall) => {
      seen.push(call)
      call.ring()
    }
    const { phones } = await open({ does: 'busy' }, { ours: { onCall } })
    const onRinging = () => void call.hangUp()
    const call = phones.agent.dial('101', { to: 'voice1', onRinging })
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    expect(await seen[0]?.ended).toEqual({ kind: 'not answered', why: 'cancelled' })
  })
})
