import { existsSync } from 'node:fs'
import path from 'node:path'
import { ENTRIES } from '@reveille/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { raiseAlarm } from '../src/logbook/raise-alarm.ts'
import { type Instant, minutes, seconds } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { createLog } from '../src/kernel/log.ts'
import { backup, type DataPlace } from '../src/store/files/backup.ts'
import { askToGoLive, takeAnswer } from '../src/store/files/live-request.ts'
import { arriveQuietly } from '../src/store/files/quiet-arrival.ts'
import { restore } from '../src/store/files/restore.ts'
import type { Stores } from '../src/store/stores/stores.ts'
import { attempt } from '../testing/records.ts'
import { handOn, watchDatabase } from '../testing/hand.ts'
import { type Hotel, NEW_YORK, openHotel } from './hotel.ts'
import { openOuterWorld, type OuterWorld } from './outer-world.ts'
import { around, type Kind, KINDS, usePremises } from './premises.ts'
import type { LogRow } from './ringing-hotel.ts'
import { openStage, type Stage } from './stage.ts'

const { root, newFolder, newPlace, emptyPlace } = usePremises()

const whereOf = (place: DataPlace) =>
  'url' in place ? { ...newFolder(), databaseUrl: place.url } : { folder: place.folder }

/** A house that was never started: what it is asked for stays where it is written. */
async function firstHouse(world: OuterWorld, stage: Stage, kind: Kind): Promise<DataPlace> {
  const place = await newPlace(kind)
  const hotel = await openHotel({ ...whereOf(place), connectorFor: 'network', site: world.site, ...stage })
  const ask = async (user: string, url: string, fields: Record<string, string>) => {
    const { status, text } = await hotel.request(user, 'POST', url, fields)
    if (status >= 300) throw new Error(text)
  }
  await ask('desk', '/rest/wakeup', { room: '101', time: '2001' })
  await ask('desk', '/rest/wakeup', { room: '102', time: '2001', daily: 'true' })
  await ask('nyboss', '/rest/wakeup', { room: '500', datetime: '2026-11-14T20:01:30+01:00' })
  await ask('desk', '/rest/wakeup', { room: '103', time: '2300' })
  for (const room of ['101', '102']) await ask('maid', '/rest/isi/charge', { id: '11', quantity: '1', room })
  await ask('maid', '/rest/rsi/change', { id: '1', room: '101' })
  const news = {
    kind: 'line.down',
    subject: 'voice1',
    tenant: '',
    room: '',
    text: 'Line down',
    detail: { why: '' },
  } as const
  await hotel.app.database.transaction(async (stores) => {
    await raiseAlarm(stores, systemIds(), news, stage.clock.now())
    await ringing(stores, stage.clock.now())
  })
  await hotel.close()
  return place
}

/** The phone of room 101 rings at this moment, for a call that the property system asked for. */
async function ringing({ wakeups, attempts, property }: Stores, now: Instant) {
  const [call] = await wakeups.pendingOfRoom('', '101')
  if (!call) throw new Error('There is no call')
  await wakeups.update({ ...call, state: 'calling', dials: 1, attempts: 1, tries: 1, dialledAt: now })
  await attempts.insert([attempt({ wakeup: call.id, call: call.id, startedAt: now, handle: { call: 'x' } })])
  const asked = {
    id: 'p',
    tenant: '',
    system: 'pms',
    room: '101',
    date: '261114',
    time: '200100',
    announcedFor: null,
  }
  await property.insert({ ...asked, wakeup: call.id, askedAt: now, state: 'open', word: null, toldAt: null })
}

/** The same house, restored elsewhere and started. */
async function restoredHouse(kind: Kind) {
  const [world, stage] = [await openOuterWorld(), openStage()]
  const { clock } = stage
  const file = path.join(root(), 'backup.sqlite')
  await backup(await firstHouse(world, stage, kind), file, { ...around, clock })
  clock.advance(seconds(30))
  const place = await emptyPlace(kind)
  await restore(file, place, { ...around, clock, arrive: arriveQuietly(clock) })
  return openQuietHouse(world, stage, whereOf(place))
}

async function openQuietHouse(
  world: OuterWorld,
  stage: Stage,
  where: { folder: string; databaseUrl?: string },
) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const hotel = await openHotel({ ...where, connectorFor: 'network', site: world.site, log, ...stage })
  watchDatabase(hotel.app.database)
  const hand = handOn({ clock: stage.clock, idleStepMs: 0, database: hotel.app.database })
  await hotel.open()
  onTestFinished(() => hand.during(hotel.close()))
  const events = (event: string) => lines.filter((line) => line.includes(`"event":"${event}"`))
  return { world, where, hotel, hand, events, ...deskOf(hotel) }
}

const deskOf = ({ request }: Hotel) => {
  const get = async (url: string, user = 'boss') => (await request(user, 'GET', url)).json
  return {
    get,
    states: async () =>
      (await get('/rest/delivery')).deliveries.map(
        ({ destination, state, doubts }: Record<string, unknown>) =>
          `${String(destination)} ${String(state)} ${String(doubts)}`,
      ),
    log: async (kind: string): Promise<LogRow[]> => (await get(`/rest/log?kind=${kind}`)).log,
  }
}

const HELD = ['bar', 'pms', 'bar', 'pms', 'housekeeping'].map((name) => `${name} uncertain 1`)
const WHY = 'estored copy, not live: backup of 2026-11-14T20:00:00+01:00'

describe.each(KINDS)('a copy restored to %s', (kind) => {
  test('sends nothing to anybody, whatever was due or waited, and says so every minute', async () => {
    const { world, hand, events, hotel, states } = await restoredHouse(kind)
    await hand.pass(minutes(4))

    expect(world.heard()).toEqual([])
    expect(events('house.quiet')).toHaveLength(5)
    expect(events('house.quiet')[0]).toContain(`This is a r${WHY}`)
    expect(await states()).toEqual(HELD)
    expect(await hotel.app.database.read.attempts.open()).toHaveLength(1)
    expect(events('task.failed')).toEqual([])
  })

  test('reads are served, and what would make the house act is refused', async () => {
    const { hotel, get } = await restoredHouse(kind)
    expect((await get('/rest/wakeup/list/pending')).pending).toHaveLength(4)
    expect(await get('/rest/system')).toMatchObject({ restored: `r${WHY}`, running: true })
    expect(await get('/rest/system/check')).toMatchObject({
      checks: [{ name: 'house', ok: false, text: `r${WHY}` }],
    })
    expect((await get('/rest/system/destination')).destinations).toMatchObject(
      [0, 0, 0].map(() => ({ state: 'unready', why: `r${WHY}` })),
    )

    const answered = await Promise.all(
      ENTRIES.filter(({ method }) => method !== 'GET').map(
        async ({ id, method, path: url, quietly = false }) => {
          const { status, json, headers } = await hotel.request(
            'boss',
            method,
            url.replaceAll(/:\w+/g, '1'),
            {},
          )
          const refused = [json?.error, json?.description, headers['retry-after']]
          return { id, quietly, said: status === 503 ? refused : 'taken' }
        },
      ),
    )
    expect(answered.map(({ id, said }) => [id, said])).toEqual(
      answered.map(({ id, quietly }) => [id, quietly ? 'taken' : [11, `R${WHY}`, '60']]),
    )
  })

  test('is alive and not ready, and shows it in its figures', async () => {
    const { hotel } = await restoredHouse(kind)
    expect((await hotel.request(null, 'GET', '/healthz')).status).toBe(200)
    const { status, json } = await hotel.request(null, 'GET', '/readyz')
    expect([status, json.error, json.description]).toEqual([503, 11, `R${WHY}`])
    expect((await hotel.request('boss', 'GET', '/metrics')).text).toContain('\nreveille_quiet 1\n')
  })

  test('tells what is uncertain, in the log and to who looks after alarms, once', async () => {
    const { hand, log, get, world, hotel, where } = await restoredHouse(kind)
    await hand.until(async () => (await log('house.restored')).length > 0)
    expect((await log('house.restored'))[0]?.detail).toMatchObject({
      backup: '2026-11-14T20:00:00+01:00',
      uncertain: 5,
    })
    expect(await log('delivery.uncertain')).toHaveLength(5)
    const told = async () =>
      (await get('/rest/alarm?state=open')).alarms.map(({ text }: { text: string }) =>
        text.replace(/ \(.*/, ''),
      )
    const once = [
      'Line down',
      'Charges that may or may not have reached bar: 2. Please decide',
      'Charges that may or may not have reached pms: 2. Please decide',
      'Room statuses that may or may not have reached housekeeping: 1. Please decide',
    ]
    expect((await told()).toSorted()).toEqual(once.toSorted())

    await hand.during(hotel.close())
    const again = await openQuietHouse(world, openStage(hotel.clock.now()), where)
    await again.hand.pass(seconds(5))
    expect(await again.log('house.restored')).toHaveLength(1)
    expect(again.hotel.app.whyQuiet()).toBe(`r${WHY}`)
  })

  test('goes live when it is asked to while it serves, and from then on does everything', async () => {
    const { world, hand, hotel, where, get, log, states, events } = await restoredHouse(kind)
    await hand.pass(minutes(2))
    askToGoLive(where.folder)
    await hand.until(() => events('house.live').length > 0)
    await hand.until(() => takeAnswerOf(where.folder) !== null)

    expect(said).toEqual([
      'This house is live. It was restored from a backup of 2026-11-14T20:00:00+01:00.',
      'Sequences and posting numbers go on 10000 further.',
      'Messages that are sent now: 0. Messages that may have arrived, to be decided about: 5 (GET /rest/delivery?state=uncertain).',
      'Wake-up calls that were due meanwhile and are not rung: 3',
      '  room 101, 2026-11-14T20:01:00+01:00',
      '  room 102, 2026-11-14T20:01:00+01:00',
      '  room 500, 2026-11-14T14:01:30-05:00',
    ])
    expect(existsSync(path.join(where.folder, 'reveille.go-live'))).toBe(false)
    await hand.until(
      () => world.signals.includes('REGISTER') && world.links > 0 && world.mail.mails.length > 0,
    )
    expect((await hotel.request(null, 'GET', '/readyz')).status).toBe(200)
    expect(await get('/rest/system')).not.toHaveProperty('restored')
    expect((await hotel.request('boss', 'GET', '/metrics')).text).toContain('\nreveille_quiet 0\n')
    // The desk may be rung for the alarms of this minute, no room is.
    expect(world.signals.filter((signal) => /^INVITE sip:(?!0$)/.test(signal))).toEqual([])

    expect((await log('house.live'))[0]?.detail).toMatchObject({ numbers: 10_000, uncertain: 5, calls: 3 })
    const passed = await log('house.passed-over')
    expect(passed.map(({ detail }) => detail['calls'])).toMatchObject([
      [{ room: '101' }, { room: '102' }],
      [{ room: '500' }],
    ])
    const nyLog = await get('/rest/alarm?state=open', 'nyboss')
    expect(nyLog.alarms.map(({ kind: one }: { kind: string }) => one)).toEqual(['house.passed-over'])
    const pending = (await get('/rest/wakeup/list/pending')).pending
    expect(pending.map(({ room }: { room: string }) => room)).toEqual(['103', '102'])
    expect((await get('/rest/wakeup/list/failed')).failed).toHaveLength(3)
    expect((await get(`/rest/wakeup/list/failed?tenant=${NEW_YORK}`)).failed).toHaveLength(1)

    const { attempts, property } = hotel.app.database.read
    expect([await attempts.open(), await property.untoldOfRoom('pms', '101')]).toEqual([[], []])
    expect(await log('wakeup.interrupted')).toHaveLength(1)

    expect(await states()).toEqual(HELD)
    expect([world.bar.pushes, world.housekeeping.pushes]).toEqual([[], []])
    await hotel.request('maid', 'POST', '/rest/isi/charge', { id: '11', quantity: 1, room: '101' })
    await hand.until(() => world.bar.pushes.length > 0)
    expect(JSON.parse(world.bar.pushes[0]?.text ?? '')).toMatchObject({ data: { sequence: 10_003 } })
  })

  test('what somebody has decided to send again leaves when it goes live, and nothing else of it', async () => {
    const { world, hand, hotel, get, states } = await restoredHouse(kind)
    const [bar, pms] = (await get('/rest/delivery')).deliveries
    const rule = (id: string, as: string) =>
      hotel.request('boss', 'POST', `/rest/delivery/${id}/settle`, { as, reason: 'Seen on the folio' })
    expect([(await rule(bar.id, 'resend')).status, (await rule(pms.id, 'delivered')).status]).toEqual([
      200, 200,
    ])
    await hand.pass(minutes(1))
    expect(world.heard()).toEqual([])

    const words = await hand.during(hotel.app.goLive())
    expect(words[2]).toMatch(/^Messages that are sent now: 1\. .* decided about: 3 /)
    await hand.until(() => world.bar.pushes.length > 0)
    expect(world.bar.pushes[0]?.id).toBe(bar.id)
    expect(await states()).toEqual(['bar delivered 1', 'pms delivered 0', ...HELD.slice(2)])
  })
})

let said: readonly string[] | null
const takeAnswerOf = (folder: string) => (said = takeAnswer(folder))
