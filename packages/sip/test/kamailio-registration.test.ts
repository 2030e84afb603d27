import { afterEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { systemClock } from '../src/transactions/clock.ts'
import { becomes, type Hotel, type HotelOptions, lineOf, openHotel, registered } from './kamailio/hotel.ts'

let hotel: Hotel
const open = async (options?: HotelOptions) => (hotel = await openHotel(options))

/** What was asked of the exchange, repetitions left out. */
function registrations() {
  const all = hotel.exchange.passed.all.filter(({ method }) => method === 'REGISTER')
  return [...new Map(all.map((one) => [`${one.callId} ${one.cseq}`, one])).values()]
}

afterEach(() => hotel.end())

describe.skipIf(!has('kamailio'))('at Kamailio, a line', () => {
  it.each([
    ['UDP', 'MD5', 'for one request'],
    ['UDP', 'MD5', 'counted'],
    ['UDP', 'SHA-256', 'for one request'],
    ['TCP', 'MD5', 'for one request'],
  ] as const)('registers over %s by digest, %s, nonces %s', async (protocol, algorithm, nonces) => {
    const { agent, exchange } = await open({
      exchange: { algorithm, nonces },
      ours: { protocols: [protocol] },
    })
    agent.addLine(lineOf('voice1', exchange.address, { protocol, expiresSeconds: 90 }))
    await becomes(hotel, 'registered')
    expect(await registered(exchange, 'voice1')).toEqual({ user: 'voice1', seconds: 90 })
    expect(registrations().map(({ cseq }) => cseq)).toEqual([1, 2])
  })

  it('is registered again before its time is up, within the time that was granted', async () => {
    const { agent, exchange } = await open({ exchange: { mostSeconds: 6 } })
    agent.addLine(lineOf('voice1', exchange.address, { expiresSeconds: 600 }))
    await registered(exchange, 'voice1')
    const first = systemClock.now()
    await registered(exchange, 'voice1')
    expect(systemClock.now() - first).toBeLessThan(6_000)
    expect(new Set(registrations().map(({ callId }) => callId)).size).toBe(1)
    expect(registrations().map(({ cseq }) => cseq)).toEqual([1, 2, 3, 4])
  })

  it('asks for longer when that is too brief', async () => {
    const { agent, exchange } = await open({ exchange: { leastSeconds: 120 } })
    agent.addLine(lineOf('voice1', exchange.address, { expiresSeconds: 60 }))
    expect(await registered(exchange, 'voice1')).toMatchObject({ seconds: 120 })
    await becomes(hotel, 'registered')
  })

  it('is taken off when it is given up, and nobody reaches it any more', async () => {
    const { agent, exchange } = await open()
    for (const user of ['voice1', 'voice2']) agent.addLine(lineOf(user, exchange.address))
    await Promise.all(['voice1', 'voice2'].map((user) => registered(exchange, user)))
    expect(await agent.dial('voice1', { to: 'voice2' }).ended).toMatchObject({ outcome: 'busy' })
    await agent.removeLine('voice2')
    await exchange.bound.next('voice2 to go', ({ user, seconds }) => user === 'voice2' && seconds === 0)
    expect(await agent.dial('voice1', { to: 'voice2' }).ended).toMatchObject({ status: 480 })
  })

  it.each([
    ['whose password is wrong', 'voice1', 'guessed'],
    ['whose name nobody knows', 'stranger', 'guessed'],
  ])('%s gives up soon and stays away for long', async (_, user, password) => {
    const delays: number[] = []
    const after = (ms: number, callback: () => void) => {
      delays.push(ms)
      return systemClock.after(ms, callback)
    }
    const { agent, exchange } = await open({ ours: { clock: { now: systemClock.now, after } } })
    agent.addLine(lineOf(user, exchange.address, { credentials: { username: user, password } }))
    expect(await becomes(hotel, 'backing off')).toMatchObject({ why: expect.stringContaining('401') })
    // The question, an answer, and one more in case the nonce had been used up: more could lock the account.
    expect(registrations().length).toBeLessThanOrEqual(3)
    expect(Math.max(...delays)).toBeGreaterThanOrEqual(150_000)
  })
})

describe.skipIf(!has('kamailio'))('when Kamailio restarts', () => {
  const users = Array.from({ length: 20 }, (_, index) => `line${index}`)

  it('every line comes back', async () => {
    const passwords = Object.fromEntries(users.map((user) => [user, `password-of-${user}`]))
    const { agent, exchange } = await open({ exchange: { users: passwords, mostSeconds: 2 } })
    for (const user of users) agent.addLine(lineOf(user, exchange.address))
    await Promise.all(users.map((user) => registered(exchange, user)))
    await exchange.crash()
    await Promise.all(users.map(() => becomes(hotel, 'backing off')))
    await exchange.comeBack()
    await Promise.all(users.map((user) => registered(exchange, user)))
  })
})
