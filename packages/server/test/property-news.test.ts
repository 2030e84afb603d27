import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { propertyGuestActions } from '../src/actions/property/property-guests.ts'
import type { GuestNews } from '../src/hotel/property/property.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { createLog } from '../src/kernel/log.ts'
import { EAST, type Hotel, NEW_YORK, openHotel } from './hotel.ts'
import { useDatabases } from './test-databases.ts'

const PMS = { name: 'pms', tenant: '' }
const FACTS = { reservation: null, shared: null, name: null, language: null, vip: null, departs: null }
type Told = Partial<Omit<Extract<GuestNews, { kind: 'change' }>, 'kind' | 'room'> & { resync: boolean }>

const checkIn = (room: string, reservation: string, of: Told = {}): GuestNews => ({
  kind: 'check-in',
  resync: false,
  ...FACTS,
  room,
  reservation,
  name: `Guest ${reservation}`,
  ...of,
})
const checkOut = (room: string, reservation: string | null, of: Told = {}): GuestNews => ({
  kind: 'check-out',
  resync: false,
  ...FACTS,
  room,
  reservation,
  ...of,
})
const change = (room: string, reservation: string, of: Told = {}): GuestNews => ({
  kind: 'change',
  from: null,
  sharedBefore: null,
  ...FACTS,
  room,
  reservation,
  ...of,
})

const { newDatabase } = useDatabases()

describe.each(['SQLite', 'PostgreSQL'])('what a property system tells of guests, on %s', (kind) => {
  let hotel: Hotel
  let told: string[]
  let log: string
  let guests: ReturnType<typeof propertyGuestActions>
  const newActions = () =>
    propertyGuestActions({
      database: hotel.app.database,
      clock: hotel.clock,
      ids: systemIds(),
      ringer: { changed: (ids) => void told.push(...ids) },
      log: createLog('info', { write: (line) => void (log += line) }),
    })
  beforeEach(async () => {
    hotel = await openHotel({ databaseUrl: kind === 'SQLite' ? null : await newDatabase() })
    told = []
    log = ''
    guests = newActions()
  })
  afterEach(() => hotel.close())

  const hear = async (...news: GuestNews[]) => {
    for (const one of news) await guests.heard(PMS, one)
  }
  const get = async (url: string) => (await hotel.request('boss', 'GET', url)).json
  const wake = async (room: string, time = '0700') =>
    (await hotel.request('desk', 'POST', '/rest/wakeup', { room, time })).json.id as string
  const pending = async () => {
    const calls = (await get('/rest/wakeup/list/pending')).pending as {
      room: string
      id: string
      scheduled: string
    }[]
    // Calls of the same moment come in no order that a test could foresee.
    const inOrder = calls.toSorted((a, b) => (a.room + a.scheduled < b.room + b.scheduled ? -1 : 1))
    return inOrder.map(({ room, id }) => [room, id])
  }
  const inRoom = async (room: string, tenant = '') =>
    (await hotel.app.database.read.guests.ofRoom(tenant, room)).map(({ name }) => name).toSorted()
  const logged = async (about: string) =>
    (await get(`/rest/log?kind=${about}`)).log as {
      kind: string
      room: string
      actor: string
      source: number
      text: string
      detail: Record<string, unknown>
    }[]
  const alarms = async () =>
    ((await get('/rest/alarm')).alarms as { text: string }[]).toSorted((a, b) => (a.text < b.text ? -1 : 1))
  /** As if the property system had asked for this call. */
  const asked = (room: string, wakeup: string | null, id = `asked for ${room}`) =>
    hotel.app.database.transaction((stores) =>
      stores.property.insert({
        id,
        system: 'pms',
        tenant: '',
        room,
        date: '261115',
        time: '070000',
        wakeup,
        askedAt: 1,
        state: 'open',
        word: null,
        toldAt: null,
        announcedFor: null,
      }),
    )
  const askedOf = (room: string) => hotel.app.database.read.property.untoldOfRoom('pms', room)

  it('keeps name, language, VIP and reservation, and the log tells who said so', async () => {
    await hear(checkIn('101', '77', { name: 'Zoë', language: 'de', vip: true }))
    const [stored] = await hotel.app.database.read.guests.ofRoom('', '101')
    expect(stored).toMatchObject({ name: 'Zoë', language: 'de', vip: true, system: 'pms', reservation: '77' })
    expect(await logged('guest')).toMatchObject([
      {
        kind: 'guest.checked-in',
        room: '101',
        actor: 'pms',
        source: 4,
        detail: { name: 'Zoë', language: 'de', vip: true, reservation: '77' },
      },
    ])
  })

  it('writes a guest down once, however often the same is told', async () => {
    await hear(checkIn('101', '77'), checkIn('101', '77'), checkIn('101', '77', { language: 'fr' }))
    expect(await inRoom('101')).toEqual(['Guest 77'])
    expect((await logged('guest')).map((row) => row.kind)).toEqual(['guest.checked-in', 'guest.changed'])
  })

  it('cancels pending calls when the last guest leaves, and asks for no word about them', async () => {
    await hear(checkIn('101', '1'), checkIn('101', '2', { shared: true }))
    const [call, other] = [await wake('101'), await wake('102')]
    await asked('101', call)
    await hear(checkOut('101', '1', { shared: true }))
    expect(await pending()).toEqual([
      ['101', call],
      ['102', other],
    ])
    expect(await askedOf('101')).toHaveLength(1)

    told = []
    await hear(checkOut('101', '2', { shared: false }))
    expect(await pending()).toEqual([['102', other]])
    expect(await askedOf('101')).toEqual([])
    expect(told).toContain(call)
    expect(await logged('wakeup.cancelled')).toMatchObject([{ room: '101', actor: 'pms', source: 4 }])
    expect((await logged('guest.checked-out')).map((row) => row.detail['reservation'])).toEqual(['1', '2'])
  })

  it('still gives the last word about a call that was over before the guest left', async () => {
    await hear(checkIn('101', '1'))
    const call = await wake('101')
    await asked('101', call)
    await hotel.request('desk', 'PUT', `/rest/wakeup/${call}`, { result: 2 })
    await hear(checkOut('101', '1', { shared: false }))
    expect(await askedOf('101')).toMatchObject([{ wakeup: call }])
  })

  it('takes calls along into an empty room, and knows under which room the system knows them', async () => {
    await hear(checkIn('101', '1'))
    const call = await wake('101')
    await asked('101', call)
    await hear(change('105', '1', { from: '101', shared: false, sharedBefore: false }))
    expect(await pending()).toEqual([['105', call]])
    expect([await inRoom('101'), await inRoom('105')]).toEqual([[], ['Guest 1']])
    expect([await askedOf('101'), await askedOf('105')]).toMatchObject([[], [{ wakeup: call }]])
    expect(await logged('guest.moved')).toMatchObject([
      { room: '105', actor: 'pms', detail: { from: '101', reservation: '1' } },
    ])
    expect(await alarms()).toEqual([])
  })

  it('has one word to come about a call that the system has asked for anew under the new room', async () => {
    await hear(checkIn('101', '1'))
    const [there, call] = [await wake('105'), await wake('101')]
    await asked('105', there)
    await asked('101', call)
    await hear(change('105', '1', { from: '101', shared: false, sharedBefore: false }))
    expect([await askedOf('101'), await askedOf('105')]).toMatchObject([[], [{ wakeup: call }]])
  })

  it('learns where the system knows calls that the desk has moved before', async () => {
    await hear(checkIn('101', '1'))
    const call = await wake('101')
    await asked('101', call)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/move', { to: '105' })
    expect(await askedOf('101')).toHaveLength(1)
    await hear(change('105', '1', { from: '101' }))
    expect([await askedOf('101'), await askedOf('105')]).toMatchObject([[], [{ wakeup: call }]])
    expect(await pending()).toEqual([['105', call]])
  })

  it('knows calls under the room that the system moves them to, wherever the desk has moved them before', async () => {
    await hear(checkIn('101', '1'))
    const call = await wake('101')
    await asked('101', call)
    await hotel.request('desk', 'POST', '/rest/mailbox/101/move', { to: '104' })
    await hear(change('105', '1', { from: '101', shared: false, sharedBefore: false }))
    expect(await pending()).toEqual([['105', call]])
    expect([await askedOf('101'), await askedOf('105')]).toMatchObject([[], [{ wakeup: call }]])
  })

  it('leaves calls to those who stay, and tells the desk of each', async () => {
    await hear(checkIn('101', '1', { name: 'Ada' }), checkIn('101', '2', { shared: true }))
    const [early, late] = [await wake('101', '0700'), await wake('101', '0730')]
    await hear(change('105', '1', { from: '101' }))
    expect(await pending()).toEqual([
      ['101', early],
      ['101', late],
    ])
    const told = await alarms()
    expect(told).toMatchObject([
      {
        kind: 'wakeup.left-behind',
        wakeup: early,
        room: '101',
        state: 'open',
        text: 'Ada moved from room 101 to 105. The wake-up call of 2026-11-15 at 07:00 stays with room 101, where others still are: ask the guest',
      },
      { wakeup: late, text: expect.stringContaining('07:30') },
    ])
    expect(await logged('alarm.raised')).toHaveLength(2)

    // Whoever decides about a call has heard of it.
    await hotel.request('desk', 'DELETE', `/rest/wakeup/${late}`)
    expect(await alarms()).toMatchObject([{ state: 'open' }, { state: 'acknowledged', by: 'desk' }])
  })

  it('tells the desk of both guests who leave the same call behind', async () => {
    await hear(
      checkIn('101', '1'),
      checkIn('101', '2', { shared: true }),
      checkIn('101', '3', { shared: true }),
    )
    await wake('101')
    await hear(change('105', '1', { from: '101' }), change('106', '2', { from: '101' }))
    const [alarm, ...others] = await alarms()
    expect(others).toEqual([])
    expect(alarm?.text).toMatch(/^Guest 1 moved .*\. Guest 2 moved .*/)
  })

  it('gives calls up that would ring in an empty room, and tells the desk of each', async () => {
    await hear(checkIn('101', '1', { name: 'Ada' }), checkIn('105', '2'))
    const call = await wake('101')
    await asked('101', call)
    await hear(change('105', '1', { from: '101', shared: true }))
    expect(await pending()).toEqual([])
    expect(await inRoom('105')).toEqual(['Ada', 'Guest 2'])
    expect(await alarms()).toMatchObject([
      {
        kind: 'wakeup.left-behind',
        wakeup: call,
        text: 'Ada moved from room 101 to 105, where others are. The wake-up call of 2026-11-15 at 07:00 is cancelled, since nobody is left in room 101: ask the guest',
      },
    ])
    expect(await logged('wakeup.cancelled')).toHaveLength(1)
    // The system does not know that: it is told.
    expect(await askedOf('101')).toMatchObject([{ wakeup: call, state: 'open' }])
  })

  it('takes over a guest whom the desk has checked in, and the desk can check that guest out', async () => {
    await hotel.request('desk', 'POST', '/rest/mailbox/101/checkin', { name: 'Ada', language: 'fr' })
    await hear(checkIn('101', '7', { name: 'ADA' }))
    expect(await hotel.app.database.read.guests.ofRoom('', '101')).toMatchObject([
      { name: 'ADA', language: 'fr', system: 'pms', reservation: '7' },
    ])
    const call = await wake('101')
    await asked('101', call)
    expect((await hotel.request('desk', 'POST', '/rest/mailbox/101/checkout')).status).toBe(200)
    expect([await inRoom('101'), await pending()]).toEqual([[], []])
    expect(await askedOf('101')).toHaveLength(1)
  })

  it('makes calls that are to come anew when other guests are in the room', async () => {
    const call = await wake('101')
    for (const news of [
      checkIn('101', '1'),
      change('101', '1', { language: 'de' }),
      checkIn('101', '2', { shared: true }),
      checkOut('101', '2', { shared: true }),
    ]) {
      told = []
      await hear(news)
      expect(told).toEqual([call])
    }
    told = []
    await hear(change('101', '1', { language: 'de' }))
    expect(told).toEqual([])
  })

  it('notes a room that it does not have once, and goes on', async () => {
    for (const reservation of ['1', '2', '3']) await hear(checkIn('999', reservation))
    // Two houses have this one.
    await hear(checkIn('110', '4'), checkOut('110', '4', { shared: false }))
    const lines = log.trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ room: '999' }, { room: '110' }])
    expect([await inRoom('110'), await inRoom('110', EAST), await alarms()]).toEqual([[], [], []])
  })

  it('is written down without characters that nobody can read', async () => {
    await hear(checkIn('1\u000001', '7\u00007', { name: 'A\u0000d\u0085a\n' }))
    expect(await hotel.app.database.read.guests.ofRoom('', '101')).toMatchObject([
      { name: 'Ada', reservation: '77' },
    ])
  })

  it('of one tenant reaches the rooms of that tenant only', async () => {
    const east = { name: 'east', tenant: EAST }
    await guests.heard(east, checkIn('110', '1'))
    await guests.heard(east, checkIn('101', '2'))
    await guests.heard({ name: 'ny', tenant: NEW_YORK }, checkIn('500', '1'))
    expect([await inRoom('110', EAST), await inRoom('110'), await inRoom('101')]).toEqual([
      ['Guest 1'],
      [],
      [],
    ])
    expect(await inRoom('500', NEW_YORK)).toEqual(['Guest 1'])
  })

  it('is heard while the desk is at work on the same rooms', async () => {
    await hear(checkIn('101', '1'), checkIn('102', '2'))
    for (const room of ['101', '102']) await wake(room)
    const move = (from: string, to: string) =>
      hotel.request('desk', 'POST', `/rest/mailbox/${from}/move`, { to })
    const rounds = Array.from({ length: 6 }, (_, round) => [
      guests.heard(PMS, change('105', '1', { from: '101' })),
      move('105', '101'),
      guests.heard({ ...PMS, name: 'other' }, checkIn('105', `of round ${round}`)),
      move('102', '101'),
      move('101', '102'),
      hotel.request('desk', 'POST', '/rest/mailbox/105/checkout'),
    ])
    const answers = await Promise.all(rounds.flat())
    expect(answers.filter((answer) => answer && ![200, 409].includes(answer.status))).toEqual([])
    // Wherever they ended, nobody is in two rooms, and no call is lost but by a check-out.
    const everybody = await hotel.app.database.read.guests.ofRooms('', ['101', '102', '105'])
    expect(new Set(everybody.map(({ id }) => id)).size).toBe(everybody.length)
    const cancelled = await logged('wakeup.cancelled')
    expect((await pending()).length + cancelled.length).toBe(2)
  })

  it('leaves nothing behind of what could only be written in part', async () => {
    await hear(checkIn('101', '1'))
    const call = await wake('101')
    const { database } = hotel.app
    const broken = propertyGuestActions({
      database: {
        ...database,
        read: database.read,
        transaction: (work) =>
          database.transaction((stores) =>
            work({
              ...stores,
              property: { ...stores.property, untoldOfRoom: () => Promise.reject(new Error('gone')) },
            }),
          ),
      },
      clock: hotel.clock,
      ids: systemIds(),
      ringer: { changed: (ids) => void told.push(...ids) },
      log: createLog('silent'),
    })
    told = []
    const news = change('105', '1', { from: '101' })
    await expect(broken.heard(PMS, news)).rejects.toThrow('gone')
    expect([await inRoom('101'), await pending(), told]).toEqual([['Guest 1'], [['101', call]], []])
    expect(await logged('guest.moved')).toEqual([])
    await hear(news)
    expect([await inRoom('105'), await pending()]).toEqual([['Guest 1'], [['105', call]]])
  })

  describe('in a resync', () => {
    beforeEach(() => hear(checkIn('101', '1'), checkIn('102', '2'), checkIn('103', '3'), checkIn('103', '4')))
    const again = { resync: true }
    const everybody = async () =>
      (await hotel.app.database.read.guests.ofSystem('pms')).map(
        ({ room, reservation }) => `${room} ${reservation}`,
      )

    it('ends the stay of all who are not told of, with their calls', async () => {
      await hotel.request('desk', 'POST', '/rest/mailbox/104/checkin', { name: 'Dora' })
      const kept = []
      for (const room of ['101', '103', '104']) kept.push([room, await wake(room)])
      const gone = await wake('102')
      await guests.resync(PMS, 'begun')
      await hear(checkIn('101', '1', again), checkIn('103', '4', again))
      // News, not part of what is told again.
      await hear(checkIn('105', '5'))
      expect(await everybody()).toHaveLength(5)
      told = []
      await guests.resync(PMS, 'done')
      expect((await everybody()).toSorted()).toEqual(['101 1', '103 4', '105 5'])
      expect(await inRoom('104')).toEqual(['Dora'])
      expect(await pending()).toEqual(kept)
      expect(told).toContain(gone)
      expect((await logged('guest.checked-out')).map((row) => row.room).toSorted()).toEqual(['102', '103'])
    })

    it('takes a room that is told to be vacant for that', async () => {
      await guests.resync(PMS, 'begun')
      await hear(checkOut('103', null, again), checkIn('101', '1', again), checkIn('102', '2', again))
      expect((await everybody()).toSorted()).toEqual(['101 1', '102 2'])
      await guests.resync(PMS, 'done')
      expect((await everybody()).toSorted()).toEqual(['101 1', '102 2'])
    })

    it.each([
      ['tells of nobody', [], ['done']],
      ['tells only of rooms that are not here', [checkIn('0101', '1x', again)], ['done']],
      ['brings nothing but news', [checkIn('105', '5'), checkOut('105', '5', { shared: false })], ['done']],
      ['is broken off', [checkIn('101', '1', again)], ['broken off', 'done']],
    ] as const)('that %s, removes nobody, and says so', async (_, news, phases) => {
      await guests.resync(PMS, 'begun')
      await hear(...news)
      for (const phase of phases) await guests.resync(PMS, phase)
      expect(await everybody()).toHaveLength(4)
      expect(log).toContain('nobody is removed')
    })

    it('that a restart breaks off removes nobody', async () => {
      await guests.resync(PMS, 'begun')
      await hear(checkIn('101', '1', again))
      guests = newActions()
      await guests.resync(PMS, 'done')
      expect(await everybody()).toHaveLength(4)
    })

    it('of one system leaves the guests of another', async () => {
      const other = { name: 'other', tenant: '' }
      await guests.heard(other, checkIn('104', '1'))
      await guests.resync(PMS, 'begun')
      await hear(checkIn('101', '1', again))
      await guests.resync(PMS, 'done')
      expect([await everybody(), await inRoom('104')]).toEqual([['101 1'], ['Guest 1']])
    })
  })
})
