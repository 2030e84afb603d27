import { describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../src/kernel/clock.ts'
import { openNight, secondsAfterEight } from './night.ts'
import type { RingingHotel } from './ringing-hotel.ts'
import { PRESSES } from './test-exchange.ts'

const remove = ({ request }: RingingHotel, id: string) => request('desk', 'DELETE', `/rest/wakeup/${id}`)
const restore = ({ request }: RingingHotel, id: string, user = 'maid') =>
  request(user, 'POST', `/rest/wakeup/${id}/restore`)
const pending = async ({ request }: RingingHotel) =>
  (await request('desk', 'GET', '/rest/wakeup/list/pending')).json.pending

describe('a call that was deleted by mistake', () => {
  test('is there again under its id, as it was asked for, and rings', async () => {
    const { hotel, exchange } = await openNight()
    exchange.does('101', PRESSES('5'))
    const id = await hotel.ask('101', '2010', { confirm: true })
    const before = await pending(hotel)
    await remove(hotel, id)
    const answer = await restore(hotel, id)
    expect([answer.status, answer.headers['location']]).toEqual([201, `/rest/wakeup/${id}`])
    expect(answer.json).toEqual({
      error: 0,
      description: 'Wakeup call restored',
      id,
      scheduled: '2026-11-14T20:10:00+01:00',
    })
    expect(await pending(hotel)).toEqual(before)
    expect(await hotel.log('wakeup.restored')).toMatchObject([{ wakeup: id, room: '101', actor: 'maid' }])
    expect(await hotel.settled(id)).toMatchObject({ result: 1, attempts: 1 })
    expect(exchange.rings('101').map(secondsAfterEight)).toEqual([600])
    const dossier = (await hotel.request('desk', 'GET', `/rest/wakeup/${id}/dossier`)).json
    expect([dossier.removed, dossier.alterations]).toEqual([null, []])
  })

  test('also when the last guest had left, and with all others that were named', async () => {
    const { hotel } = await openNight()
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', {})
    const ids = [await hotel.ask('101', '2200'), await hotel.ask('101', '2300')]
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkout')
    expect(await pending(hotel)).toEqual([])
    const { json } = await restore(hotel, ids.join(','))
    expect(json).toMatchObject({
      description: '2 wakeup calls restored',
      calls: [{ id: ids[0] }, { id: ids[1] }],
    })
    expect(await pending(hotel)).toHaveLength(2)
  })

  test('is not restored when its time has passed', async () => {
    const { hotel } = await openNight()
    const id = await hotel.ask('101', '2010')
    await remove(hotel, id)
    await hotel.pass(minutes(11))
    const answer = await restore(hotel, id)
    expect([answer.status, answer.json.error]).toEqual([422, 8])
    expect(await pending(hotel)).toEqual([])
  })

  test('is not restored beside the same call, and none of those named with it is', async () => {
    const { hotel } = await openNight()
    const [first, second] = [await hotel.ask('101', '2010'), await hotel.ask('102', '2010')]
    await remove(hotel, `${first},${second}`)
    const again = await hotel.ask('102', '2010')
    expect((await restore(hotel, `${first},${second}`)).status).toBe(409)
    expect(await pending(hotel)).toMatchObject([{ id: again }])
    expect((await restore(hotel, first)).status).toBe(201)
    expect((await restore(hotel, first)).status).toBe(409)
  })

  test('is not restored when another was set in its place', async () => {
    const { hotel } = await openNight()
    const id = await hotel.ask('101', '2010')
    await hotel.request('desk', 'POST', `/rest/wakeup/${id}/reschedule`, { time: '2020' })
    expect((await restore(hotel, id)).json.description).toContain('Another call of room 101')
  })

  test('is not restored once it is over, nor for a room or announcement that is gone', async () => {
    const { hotel } = await openNight()
    const over = await hotel.ask('101', '2010')
    await hotel.settled(over)
    await remove(hotel, over)
    expect((await restore(hotel, over)).status).toBe(422)
    const homeless = await hotel.ask('103', '2300')
    await remove(hotel, homeless)
    await hotel.request('boss', 'DELETE', '/rest/config/mailbox/103')
    expect((await restore(hotel, homeless)).status).toBe(404)
  })

  test('is unknown to another tenant, and so is what never was', async () => {
    const { hotel } = await openNight()
    const id = await hotel.ask('101', '2010')
    await remove(hotel, id)
    expect((await restore(hotel, id, 'nymaid')).status).toBe(404)
    expect((await restore(hotel, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})

describe('a series that was deleted by mistake', () => {
  test('goes on with its next day, and leaves out what was left out', async () => {
    const { hotel } = await openNight({ idleStepMs: hours(2) })
    const id = await hotel.ask('101', '0700', { daily: true })
    await hotel.request('desk', 'POST', `/rest/wakeup/${id}/skip`, { date: '20261116' })
    await remove(hotel, id)
    await hotel.pass(days(1))
    expect((await restore(hotel, id)).json.scheduled).toBe('2026-11-17T07:00:00+01:00')
    expect(await pending(hotel)).toMatchObject([{ id, daily: true }])
  })

  test('is over when no day is left', async () => {
    const { hotel } = await openNight({ idleStepMs: hours(2) })
    const id = await hotel.ask('101', '0700', { daily: true, until: '20261115' })
    await remove(hotel, id)
    await hotel.pass(days(1))
    expect((await restore(hotel, id)).status).toBe(422)
  })
})
