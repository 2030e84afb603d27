import { afterEach, describe, expect, it, vi } from 'vitest'
import { has } from '../../../peers/programs.ts'
import type { CallEnd } from '../src/call/call-end.ts'
import { RFC_TIMINGS } from '../src/transactions/timers.ts'
import type { PhoneScript } from '../testing/scripted-phone.ts'
import { type Hotel, lineOf, openHotel, registered } from './kamailio/hotel.ts'
import { openHotelBehindLoss } from './kamailio/lossy-hotel.ts'

/** What the phones of each floor do, and what becomes of a call to them. */
const FLOORS: Readonly<Record<string, readonly [PhoneScript, Partial<CallEnd>]>> = {
  '1': [
    { does: 'answer', ringMs: 30 },
    { outcome: 'answered', hungUpBy: 'us' },
  ],
  '2': [{ does: 'answer', hangsUpAfterMs: 50 }, { outcome: 'answered' }],
  '3': [{ does: 'busy' }, { outcome: 'busy' }],
  '4': [{ does: 'ring' }, { outcome: 'no-answer' }],
  '5': [{ does: 'reject', ringMs: 30 }, { outcome: 'rejected' }],
}
const rooms = Object.keys(FLOORS).flatMap((floor) => Array.from({ length: 4 }, (_, at) => `${floor}0${at}`))
const floorOf = (room: string) => FLOORS[room.slice(0, 1)] ?? [{ does: 'silent' }, {}]

let hotel: Hotel

afterEach(() => hotel.end())

/** Rings that room; hangs up what the phone does not. Gives whether it ended as it should. */
async function ring(room: string): Promise<boolean> {
  const call = hotel.agent.dial('voice1', {
    to: room,
    ringMs: room.startsWith('4') ? 1_000 : 20_000,
    onAnswered: () => void (room.startsWith('1') && call.hangUp()),
  })
  const end = await call.ended
  const wanted = Object.entries(floorOf(room)[1])
  return wanted.every(([name, value]) => end[name as keyof CallEnd] === value)
}

const nothingIsLeft = () =>
  vi.waitFor(
    () => {
      expect(hotel.phones.calls.size).toBe(0)
      expect(hotel.agent.calls + hotel.phones.agent.calls).toBe(0)
    },
    { timeout: 60_000 },
  )

describe.skipIf(!has('kamailio'))('through Kamailio', () => {
  it('a hundred calls at once end each as it should, and nothing is left of them', async () => {
    const exchange = { silentMs: 10_000, ringingMs: 20_000 }
    hotel = await openHotel({ rooms, script: (room) => floorOf(room)[0], timings: RFC_TIMINGS, exchange })
    hotel.agent.addLine(lineOf('voice1', hotel.exchange.address))
    await registered(hotel.exchange, 'voice1')
    const calls = Array.from({ length: 5 }, () => rooms).flat()
    const asWanted = await Promise.all(calls.map(ring))
    expect(asWanted.filter(Boolean)).toHaveLength(100)
    await nothingIsLeft()
  })

  it('with one packet in three lost on the way there and back, each call ends, and none is left up', async () => {
    const lossy = await openHotelBehindLoss({
      rooms,
      script: (room) => floorOf(room)[0],
      // A caller who has heard nothing may not cancel (RFC 3261 9.1): then it is the exchange that ends the ringing.
      exchange: { silentMs: 10_000, ringingMs: 4_000 },
    })
    hotel = lossy
    const ends = await Promise.all(
      Array.from({ length: 3 }, () => rooms)
        .flat()
        .map(ring),
    )
    // Where none of seven repetitions came through, the line is to blame.
    expect(ends.filter(Boolean).length).toBeGreaterThan(ends.length * 0.8)
    await nothingIsLeft()
    expect(lossy.lost()).toBeGreaterThan(200)
    const direct = hotel.exchange.passed.all.filter(({ from }) => from.port === hotel.agent.local.port)
    expect(direct).toEqual([])
  })
})
