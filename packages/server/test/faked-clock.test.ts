import type { PhoneScript } from '@reveille/sip/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { type FakedClock, fakedClock } from './faked-clock.ts'
import { type KilledHotel, openKilledHotel, waitUntil } from './killed-hotel.ts'

/** The product itself, in a process whose clock is set under its feet; what rings is seen on the wire, by the real time. */

const HOUR = 3_600
const IN_HALF_AN_HOUR = 1_800_000
const DESK = '199'
const LISTENS: PhoneScript = { does: 'answer', hangsUpAfterMs: 1_000 }

describe.skipIf(!has('faketime'))('a hotel whose clock is set', () => {
  let clock: FakedClock
  let hotel: KilledHotel
  let desk: PhoneScript
  beforeEach(async () => {
    desk = { does: 'ring' }
    clock = fakedClock()
    hotel = await openKilledHotel({
      script: (room) => (room === DESK ? desk : LISTENS),
      wakeup: `{ attempts: 1, escalation: { extension: "${DESK}" } }`,
      env: clock.env,
    })
    await hotel.start()
  })
  afterEach(async () => {
    await hotel.close()
    clock.close()
  })

  const rung = (room: string) => hotel.seen.filter((one) => one.room === room && one.what === 'is rung')
  const rings = (room: string, mostMs = 20_000) =>
    waitUntil(`${room} is rung`, mostMs, () => rung(room).length > 0)
  /** How late a room was rung for its call, by the real time. */
  const lateMs = async (room: string, id = '') => {
    await rings(room)
    return (rung(room)[0]?.at ?? 0) - Date.parse((await hotel.call(id)).scheduled)
  }
  const rows = async () => {
    const log = [...(await hotel.log('clock.jumped')), ...(await hotel.log('clock.decided'))]
    return log.map(({ kind, detail }) =>
      [kind, detail['is'], detail['by']].filter((one) => one !== undefined),
    )
  }
  const decided = () => waitUntil('it is decided', 45_000, async () => (await rows()).length > 1)
  const settled = (id = '') =>
    waitUntil('the call is over', 20_000, async () => (await hotel.call(id)).status === 2)

  it('an hour forward: nothing rings early, the desk hears of it, and with a time service the new time counts', async () => {
    const [soon] = await hotel.ask('101', 6_000)
    const [later] = await hotel.ask('102', IN_HALF_AN_HOUR)
    const set = Date.now()
    clock.show(HOUR)
    await rings(DESK)
    expect((rung(DESK)[0]?.at ?? 0) - set).toBeLessThan(5_000)
    expect(Math.abs(await lateMs('101', soon))).toBeLessThan(1_000)
    expect(rung('102')).toEqual([])
    expect(await hotel.call(later ?? '')).toMatchObject({ status: 0 })
    clock.isKept(true)
    await settled(later)
    expect(await hotel.call(later ?? '')).toMatchObject({ result: 7, attempts: 0 })
    expect(await rows()).toEqual([['clock.jumped'], ['clock.decided', 'right', 'kernel']])
    expect(rung('102')).toEqual([])
  })

  it('an hour back: what is due by the time that passes rings at its second; corrected, all is as before', async () => {
    const [soon] = await hotel.ask('101', 5_000)
    const [next] = await hotel.ask('102', 9_000)
    clock.show(-HOUR)
    expect(Math.abs(await lateMs('101', soon))).toBeLessThan(1_000)
    clock.show(0)
    expect(Math.abs(await lateMs('102', next))).toBeLessThan(1_000)
    await decided()
    expect(await rows()).toEqual([['clock.jumped'], ['clock.decided', 'returned']])
  })

  it('an hour forward, and wrong by the word of the desk: the house goes on by its own time', async () => {
    // A key counts once the sentence was spoken.
    desk = { ...LISTENS, hangsUpAfterMs: 25_000, keys: [{ keys: '6', afterMs: 20_000, by: 'info' }] }
    const [later] = await hotel.ask('101', IN_HALF_AN_HOUR)
    clock.show(HOUR)
    await decided()
    expect(await rows()).toEqual([['clock.jumped'], ['clock.decided', 'wrong', 'desk']])
    const [soon] = await hotel.ask('102', 4_000)
    expect(Math.abs(await lateMs('102', soon))).toBeLessThan(1_000)
    expect(await hotel.call(later ?? '')).toMatchObject({ status: 0 })
    expect(rung('101')).toEqual([])
  })

  it('three seconds forward: followed at once, with a row and without a word to the desk', async () => {
    const [soon] = await hotel.ask('101', 7_000)
    clock.show(3)
    expect(Math.abs((await lateMs('101', soon)) + 3_000)).toBeLessThan(1_000)
    expect(await rows()).toEqual([['clock.jumped']])
    expect(rung(DESK)).toEqual([])
  })
})
