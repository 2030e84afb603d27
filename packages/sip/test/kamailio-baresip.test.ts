import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Baresip, type BaresipOptions, startBaresip } from '../../../peers/baresip.ts'
import { DOMAIN } from '../../../peers/kamailio.ts'
import { has } from '../../../peers/programs.ts'
import { distinctSound, SAME } from '../../../peers/recording.ts'
import type { IncomingCall } from '../src/call/incoming-call.ts'
import type { DialOptions } from '../src/call/outgoing-call.ts'
import { spoken } from './baresip/meeting.ts'
import { type Hotel, type HotelOptions, lineOf, openHotel, passwordOf, registered } from './kamailio/hotel.ts'
import { openHotelBehindLoss } from './kamailio/lossy-hotel.ts'

/** The whole way of a wake-up call, and of a guest who calls us: we, an exchange and a phone, two of three not ours. */

const sound = distinctSound(2_000, 29)
let hotel: Hotel
let phone: Baresip
let onCall: (call: IncomingCall) => void = (call) => call.reject()

const OPTIONS: HotelOptions = {
  exchange: { users: { voice1: passwordOf('voice1'), '101': passwordOf('101') } },
  audible: true,
  ours: { onCall: (call) => onCall(call) },
}

/** Our line and the phone of room 101, both known to the exchange. */
async function open(options: Partial<BaresipOptions> = {}) {
  hotel = await openHotel(OPTIONS)
  hotel.agent.addLine(lineOf('voice1', hotel.exchange.address))
  await registered(hotel.exchange, 'voice1')
  await fill(options)
}

async function fill(options: Partial<BaresipOptions> = {}) {
  const registersAt = { domain: DOMAIN, exchange: hotel.exchange.address, password: passwordOf('101') }
  phone = await startBaresip({ user: '101', registersAt, ...options })
  await registered(hotel.exchange, '101')
}

afterEach(async () => {
  await hotel.end()
  await phone.stop()
})

const dial = (options: Partial<DialOptions>) => hotel.agent.dial('voice1', { to: '101', ...options })

describe.skipIf(!has('kamailio') || !has('baresip'))('with baresip behind Kamailio', () => {
  it('a guest is woken, hears every word, and presses a key', async () => {
    await open({ answers: 'by hand' })
    const call = dial({
      announcement: spoken(sound),
      onRinging: () => void phone.event('CALL_INCOMING').then(() => phone.accept()),
      onKey: () => void call.hangUp(),
    })
    const heard = await phone.hears(sound)
    expect(heard.blocks).toHaveLength(4)
    expect(heard.worst).toBeGreaterThan(SAME)
    await phone.press('1')
    expect(await call.ended).toMatchObject({
      outcome: 'answered',
      hungUpBy: 'us',
      keys: '1',
      heardMs: expect.toSatisfy((ms) => ms > 1_000),
      mediaSeen: true,
    })
    await phone.event('CALL_CLOSED')
    expect(await phone.calls()).toBe(0)
  })

  it('a guest hangs up, and that comes to us through the exchange', async () => {
    await open()
    const call = dial({ onAnswered: () => void phone.event('CALL_ESTABLISHED').then(() => phone.hangUp()) })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'them' })
    const byes = hotel.exchange.passed.all.filter(({ method }) => method === 'BYE')
    expect(byes.map(({ from }) => from.port)).toEqual([phone.address.port])
  })

  it('a guest puts the ringing phone down', async () => {
    await open({ answers: 'by hand' })
    const call = dial({ onRinging: () => void phone.event('CALL_INCOMING').then(() => phone.hangUp()) })
    expect(await call.ended).toMatchObject({ outcome: 'busy', status: 486 })
  })

  it('nobody answers, and the phone falls silent when we give up', async () => {
    await open({ answers: 'by hand' })
    const call = dial({})
    await phone.event('CALL_INCOMING')
    void call.hangUp()
    expect(await call.ended).toMatchObject({ outcome: 'no-answer' })
    await phone.event('CALL_CLOSED')
    expect(await phone.calls()).toBe(0)
  })

  it('a guest holds the call and takes it back', async () => {
    await open()
    const held: boolean[] = []
    const call = dial({
      onAnswered: () => void phone.event('CALL_ESTABLISHED').then(() => phone.hold(true)),
      onHold(on) {
        held.push(on)
        void (on ? phone.hold(false) : call.hangUp())
      },
    })
    expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
    expect(held).toEqual([true, false])
  })

  it('a guest calls us, and hears what we say', async () => {
    await open()
    const coming = new Promise<IncomingCall>((resolve) => {
      onCall = (one) => {
        one.ring()
        resolve(one)
      }
    })
    await phone.dial(`sip:voice1@${DOMAIN}`)
    const call = await coming
    await call.accept()
    await phone.event('CALL_ESTABLISHED')
    expect(await call.play(spoken(sound))).toBe('played')
    expect((await phone.hears(sound)).worst).toBeGreaterThan(SAME)
    expect(await call.hangUp()).toMatchObject({ kind: 'answered', hungUpBy: 'us' })
  })

  it('with one packet in three lost before the exchange, no call is left up', async () => {
    hotel = await openHotelBehindLoss(OPTIONS)
    await fill()
    const ring = () => {
      const call = dial({ ringMs: 10_000, onAnswered: () => void call.hangUp() })
      return call.ended
    }
    const ends = await Promise.all([ring(), ring(), ring(), ring()])
    expect(ends.filter(({ outcome }) => outcome === 'answered').length).toBeGreaterThanOrEqual(2)
    await vi.waitFor(async () => expect(await phone.calls()).toBe(0), { timeout: 60_000, interval: 100 })
    expect(hotel.agent.calls).toBe(0)
  })
})
