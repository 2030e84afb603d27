import { copyFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import type { PhoneScript } from '@reveille/sip/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { HEARD_ENOUGH_MS } from '../src/hotel/wakeups/answered-for-good.ts'
import { minutes, seconds } from '../src/kernel/clock.ts'
import { eventually } from '../testing/eventually.ts'
import { SQLITE_FILE } from '../src/store/engine/sqlite.ts'
import { newFolder, type Night, type NightOptions, openNight } from './night.ts'
import { inHouse } from './premises.ts'
import { openRingingHotel, type RingingHotel } from './ringing-hotel.ts'
import { LISTENS, PRESSES } from './test-exchange.ts'

// What is left when a process dies is what it had committed. Whether the wire is cleaned up as well, after a real
// kill -9, is seen in wakeup-crash.test.ts.

const NO_ANSWER = { does: 'ring' } as const
const SLOW: PhoneScript = { does: 'answer', ringMs: seconds(10), hangsUpAfterMs: seconds(15) }

/** The data as a process leaves it that dies at this moment. */
function leftBehind({ folder }: RingingHotel): string {
  const copy = newFolder()
  for (const name of [SQLITE_FILE, `${SQLITE_FILE}-wal`])
    if (existsSync(path.join(folder, name))) copyFileSync(path.join(folder, name), path.join(copy, name))
  return copy
}

interface Death {
  /** Down for so long. */
  readonly downMs?: number
  /** What is done to the data meanwhile. */
  meddle?(folder: string): Promise<unknown>
}

/** The process dies now; another one begins where it left off, over the same exchange. */
async function dies({ stage, hotel }: Pick<Night, 'stage' | 'hotel'>, { downMs = 0, meddle }: Death = {}) {
  const folder = leftBehind(hotel)
  await hotel.close()
  await meddle?.(folder)
  stage.clock.advance(downMs)
  const next = await openRingingHotel({}, { stage, folder })
  onTestFinished(() => next.close())
  return next
}

/** One call in a hotel, followed up to a moment of its course. */
async function until(
  moment: (night: Night) => boolean,
  options: NightOptions = {},
  more = {},
  script = SLOW,
) {
  const night = await openNight(options)
  night.exchange.does('101', script, LISTENS)
  const id = await night.hotel.ask('101', '2001', more)
  await night.hotel.until(() => moment(night))
  return { night, id }
}

const rings = ({ exchange }: Night) => exchange.seen.some(({ what }) => what === 'rings')
const isUp = ({ exchange }: Night) => exchange.phones.up === 1
/** A little after that: what was heard has to be written, too. */
const hasHeard = ({ exchange, stage }: Night) => {
  const [answer] = exchange.seen.filter(({ what }) => what === 'answers')
  return answer !== undefined && stage.clock.now() >= answer.at + HEARD_ENOUGH_MS + seconds(1)
}
const hasPressed = ({ exchange }: Night) => exchange.seen.some(({ what }) => what === 'presses')
const interruptions = (hotel: RingingHotel) => hotel.log('wakeup.interrupted')

describe('a process that dies', () => {
  test('before it dials: the call is made at its time', async () => {
    const night = await openNight()
    const id = await night.hotel.ask('101', '2001')
    await night.hotel.pass(seconds(56))
    const hotel = await dies(night)
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(await interruptions(hotel)).toEqual([])
    expect(night.exchange.rings('101')).toHaveLength(1)
  })

  test('when it is about to dial: whether the phone rang is not known, and the room is rung', async () => {
    const night = await openNight()
    const id = await night.hotel.ask('101', '2001')
    await night.hotel.pass(seconds(59))
    await eventually(async () => expect(await night.hotel.app.database.read.attempts.open()).toHaveLength(1))
    // Its moment must have passed when the next one looks, otherwise it is certain that nothing rang.
    const hotel = await dies(night, { downMs: seconds(2) })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(await interruptions(hotel)).toMatchObject([
      { text: expect.stringContaining('it is not known whether the phone rang') as string },
    ])
    const { attempts } = (await hotel.request('boss', 'GET', `/rest/wakeup/${id}/dossier`)).json
    expect(attempts).toMatchObject([
      { result: 'interrupted', reason: 'It is not known whether the phone rang' },
      { result: 'answered' },
    ])
    expect(night.exchange.rings('101')).toHaveLength(1)
  })

  test('and comes back after a moment that nobody had in hand: the call is made once', async () => {
    const night = await openNight()
    const rooms = ['101', '102', '103', '104']
    const ids = []
    for (const room of rooms) ids.push(await night.hotel.ask(room, '2005'))
    const hotel = await dies(night, { downMs: minutes(6) })
    for (const id of ids) expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(night.exchange.order().toSorted()).toEqual(rooms)
    expect(await interruptions(hotel)).toEqual([])
  })

  test('while the phone rings: it is rung anew within 5 s, and the attempt that was cut off does not count', async () => {
    const { night, id } = await until(rings)
    const hotel = await dies(night)
    const started = hotel.clock.now()
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    const [, again = 0] = night.exchange.rings('101')
    expect(again - started).toBeLessThan(seconds(5))
    expect(await interruptions(hotel)).toMatchObject([
      { wakeup: id, text: 'The system was interrupted while the phone rang', detail: { number: 1 } },
    ])
  })

  test('just after the pick-up: nobody has heard anything, so the room is rung anew', async () => {
    const { night, id } = await until(isUp)
    const hotel = await dies(night)
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(night.exchange.rings('101')).toHaveLength(2)
    expect(await interruptions(hotel)).toMatchObject([
      {
        text: 'The system was interrupted just after the phone was picked up',
        detail: { answered: true, forGood: false },
      },
    ])
  })

  test('after the guest has answered for good: the guest is never rung again for it', async () => {
    const { night, id } = await until(hasHeard)
    const hotel = await dies(night)
    expect(await hotel.settled(id, seconds(5))).toMatchObject({ attempts: 1, result: 1 })
    await hotel.pass(minutes(20))
    expect(night.exchange.rings('101')).toHaveLength(1)
    expect(await interruptions(hotel)).toMatchObject([
      { text: 'The system was interrupted after the phone was answered', detail: { forGood: true } },
    ])
  })

  test('after a key that confirms: the call is complete', async () => {
    const { night, id } = await until(hasPressed, {}, { confirm: true }, { ...PRESSES('5'), ringMs: 1_500 })
    const hotel = await dies(night)
    expect(await hotel.settled(id, seconds(5))).toMatchObject({ attempts: 1, result: 1 })
  })

  test('before the key that a call wants: somebody unknown has answered, and the desk hears of it', async () => {
    const { night, id } = await until(hasHeard, {}, { confirm: true })
    const hotel = await dies(night)
    expect(await hotel.settled(id, seconds(5))).toMatchObject({ result: 4 })
    expect(await hotel.alarms()).toMatchObject([{ kind: 'wakeup.failed', room: '101' }])
  })

  test('after the snooze key: the guest is rung when the snooze is over', async () => {
    const wakeup = { snooze: { limit: 1, delay: '5m' } }
    const { night, id } = await until(hasPressed, { wakeup }, {}, { ...PRESSES('1'), ringMs: 1_500 })
    const hotel = await dies(night)
    const started = hotel.clock.now()
    expect(await hotel.settled(id)).toMatchObject({ attempts: 2, snoozes: 1, result: 1 })
    const [, again = 0] = night.exchange.rings('101')
    expect(again - started).toBeGreaterThanOrEqual(minutes(5))
  })

  test('after it has written that it dials, and before it has: nothing is hung up, and the room is rung', async () => {
    const { night, id } = await until(rings)
    const forget = (folder: string) =>
      inHouse({ folder }, (house) => house.updateTable('attempt').set({ handle: null }).execute())
    const hotel = await dies(night, { meddle: forget })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
  })

  test('after the phone heard of the call, and before the book says that it rings: it is rung anew', async () => {
    const { night, id } = await until(rings)
    const unwritten = { state: 'pending', dials: 0, attempts: 0, tries: 0, dialled_at: null } as const
    const hotel = await dies(night, {
      meddle: (folder) =>
        inHouse({ folder }, (house) => house.updateTable('wakeup').set(unwritten).execute()),
    })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(night.exchange.rings('101')).toHaveLength(2)
    expect(await interruptions(hotel)).toMatchObject([
      { text: expect.stringContaining('it is not known whether the phone rang') as string },
    ])
  })

  test('and comes back after the grace time: the call was missed', async () => {
    const { night, id } = await until(rings)
    const hotel = await dies(night, { downMs: minutes(11) })
    expect(await hotel.settled(id, seconds(5))).toMatchObject({ attempts: 1, result: 7 })
    expect(night.exchange.rings('101')).toHaveLength(1)
    expect(await hotel.alarms()).toMatchObject([{ room: '101' }])
  })

  test('and comes back with other lines: the call is made on one of them', async () => {
    const { night, id } = await until(rings)
    const rename = (folder: string) =>
      inHouse({ folder }, (house) => house.updateTable('line').set({ name: 'new' }).execute())
    const hotel = await dies(night, { meddle: rename })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect((await hotel.log('wakeup.dialled')).map(({ detail }) => detail['line'])).toEqual(['voice1', 'new'])
  })

  test('and comes back without telephony: it serves all the same, and the call fails as "no line"', async () => {
    const { night, id } = await until(rings)
    const without = (folder: string) =>
      inHouse({ folder }, (house) => house.deleteFrom('setting').where('name', '=', 'telephony').execute())
    const hotel = await dies(night, { meddle: without })
    expect(await hotel.settled(id)).toMatchObject({ attempts: 0, result: 5 })
  })

  test('while a series rings: today is made, and the series goes on tomorrow', async () => {
    const { night, id } = await until(hasHeard, {}, { daily: true })
    const hotel = await dies(night)
    await hotel.pass(seconds(5))
    expect(await hotel.call(id)).toMatchObject({ status: 0, scheduled: '2026-11-15T20:01:00+01:00' })
    const { answered } = (await hotel.request('desk', 'GET', '/rest/wakeup/list/answered')).json
    expect(answered).toMatchObject([{ series: id, result: 1, attempts: 1 }])
  })

  test('while two calls ring as one: they do so again, and are both settled', async () => {
    const { night, id } = await until(rings)
    const other = await night.hotel.ask('101', '2026-11-14T20:01:30')
    await night.hotel.pass(seconds(1))
    const hotel = await dies(night)
    expect(await hotel.settled(id)).toMatchObject({ result: 1 })
    expect(await hotel.settled(other)).toMatchObject({ result: 1 })
    expect(night.exchange.rings('101')).toHaveLength(2)
  })

  test('again and again while the phone rings: the guest is woken in the end, in one attempt', async () => {
    const night = await openNight()
    night.exchange.does('101', NO_ANSWER, NO_ANSWER, NO_ANSWER, LISTENS)
    const id = await night.hotel.ask('101', '2001')
    let hotel = night.hotel
    for (let deaths = 1; deaths <= 3; deaths++) {
      await hotel.until(() => night.exchange.rings('101').length === deaths)
      hotel = await dies({ stage: night.stage, hotel })
    }
    expect(await hotel.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(await interruptions(hotel)).toHaveLength(3)
  })
})

describe('a process that is asked to stop', () => {
  const reopen = async ({ stage }: Night, folder: string) => {
    const next = await openRingingHotel({}, { stage, folder })
    onTestFinished(() => next.close())
    return next
  }

  test('while a phone rings stops ringing after a while, and the next one goes on', async () => {
    const folder = newFolder()
    const { night, id } = await until(rings, { folder }, {}, { ...SLOW, ringMs: seconds(100) })
    const before = night.stage.clock.now()
    await night.hotel.close()
    expect(night.stage.clock.now() - before).toBeLessThanOrEqual(seconds(25))
    expect(night.exchange.phones.calls.size).toBe(0)
    const next = await reopen(night, folder)
    expect(await next.settled(id)).toMatchObject({ attempts: 1, result: 1 })
    expect(night.exchange.rings('101')).toHaveLength(2)
  })

  test('lets a call that is up come to its end', async () => {
    const folder = newFolder()
    const { night, id } = await until(isUp, { folder })
    await night.hotel.close()
    expect(night.exchange.seen.at(-2)).toMatchObject({ what: 'hangs up' })
    const next = await reopen(night, folder)
    expect(await next.call(id)).toMatchObject({ status: 2, result: 1, attempts: 1 })
    expect(night.exchange.rings('101')).toHaveLength(1)
  })

  test('dials nobody any more, and leaves what is due to the next one', async () => {
    const folder = newFolder()
    const night = await openNight({ folder })
    const id = await night.hotel.ask('101', '2001')
    await night.hotel.pass(seconds(59) + 900)
    await night.hotel.close()
    night.stage.clock.advance(seconds(2))
    expect(night.exchange.rings()).toEqual([])
    const next = await reopen(night, folder)
    expect(await next.settled(id)).toMatchObject({ attempts: 1, result: 1 })
  })
})
