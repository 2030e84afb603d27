import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Hotel, openHotel } from './hotel.ts'

let hotel: Hotel
beforeEach(async () => {
  hotel = await openHotel()
})
afterEach(() => hotel.close())

const desk = (url: string, fields: Record<string, string> = {}) =>
  hotel.request('desk', 'POST', `/rest/mailbox/${url}`, fields)
const wake = (room: string) => hotel.request('desk', 'POST', '/rest/wakeup', { room, time: '0700' })
const pending = async () => (await hotel.request('boss', 'GET', '/rest/wakeup/list/pending')).json.pending

describe('guests come and go', () => {
  it('cancels the pending calls of a room that is left, and the log tells which', async () => {
    await desk('101/checkin', { name: 'Ms Meier', language: 'de', vip: 'true' })
    const { id } = (await wake('101')).json
    await wake('102')
    expect((await desk('101/checkout')).status).toBe(200)
    expect(await pending()).toMatchObject([{ room: '102' }])
    const { log } = (await hotel.request('boss', 'GET', '/rest/log?kind=wakeup.cancelled')).json
    expect(log).toMatchObject([{ wakeup: id, room: '101', actor: 'desk' }])
  })

  it('takes pending calls along into an empty room', async () => {
    await desk('101/checkin', { name: 'Mr Ito' })
    const { id } = (await wake('101')).json
    expect((await desk('101/move', { to: '105' })).status).toBe(200)
    expect(await pending()).toMatchObject([{ id, room: '105' }])
  })

  it('does not move into an occupied room', async () => {
    await desk('101/checkin')
    await desk('102/checkin')
    await wake('101')
    expect((await desk('101/move', { to: '102' })).status).toBe(409)
    expect(await pending()).toMatchObject([{ room: '101' }])
  })

  it('refuses to check out or move from a vacant room, and to move to one that does not exist', async () => {
    expect((await desk('101/checkout')).status).toBe(409)
    expect((await desk('101/move', { to: '102' })).status).toBe(409)
    await desk('101/checkin')
    expect((await desk('101/move', { to: '999' })).status).toBe(404)
  })
})
