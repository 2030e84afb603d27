import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { inHouse, KINDS, usePremises } from '../premises.ts'
import { formatInstant, toInstant } from '../../src/hotel/time/local-time.ts'
import { type LogRow, sealRows } from '../../src/hotel/log/seal.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { days, hours, minutes, seconds } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { purger } from '../../src/runners/log/purge.ts'
import { Sealer } from '../../src/runners/log/sealer.ts'
import type { Activity } from '../../src/store/stores/activity-store.ts'
import type { DataPlace } from '../../src/store/files/backup.ts'
import { openDatabase } from '../../src/store/engine/database.ts'
import { createStores, type HotelDatabase } from '../../src/store/stores/stores.ts'
import { logVerdict } from '../../src/cli/checks/log.ts'
import { activity } from '../../testing/records.ts'

const START = toInstant('2026-11-15T05:00:00', 'UTC')

const row = (number: number, of: Partial<Activity> = {}) =>
  activity({
    at: START + minutes(number),
    wakeup: `w${number}`,
    text: `Call ${number}`,
    detail: { address: '10.0.0.1', nested: { number } },
    ...of,
  })

const premises = usePremises()

describe.each(KINDS)('the check of the log on %s', (kind) => {
  const clock = manualClock(START)
  let place: DataPlace
  afterEach(() => clock.set(START))

  async function withHouse<T>(work: (database: HotelDatabase) => Promise<T>): Promise<T> {
    const database = await openDatabase({ ...place, createStores, clock, log: silentLog })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  const sealWhatIsThere = (database: HotelDatabase) => {
    const sealer = new Sealer({ database, clock, log: silentLog, isHere: () => true })
    sealer.start()
    return sealer.stop()
  }

  const write = (rows: readonly Omit<Activity, 'id'>[]) =>
    withHouse(async (database) => {
      for (const one of rows) await database.transaction(({ activity }) => activity.add(one))
      await sealWhatIsThere(database)
    })

  /** A sealed log of so many rows, a minute apart. */
  async function aLog(count: number) {
    place = await premises.newPlace(kind)
    await write(Array.from({ length: count }, (_, at) => row(at + 1)))
    clock.set(START + minutes(count))
  }

  /** What nobody may do: write into the tables by hand. */
  const byHand = (statement: string) => inHouse(place, (handle) => sql.raw(statement).execute(handle))

  const look = (progress?: (rows: number, total: number) => void) =>
    logVerdict({
      data: 'folder' in place ? place.folder : premises.root(),
      database: 'url' in place ? place.url : null,
      clock,
      progress,
    })

  const HASH = '[0-9a-f]{64}'

  it('finds a log that nobody touched whole, and tells how far it is sealed', async () => {
    await aLog(5)
    expect(await look()).toEqual({
      level: 'ok',
      text: expect.stringMatching(new RegExp(`^whole and unchanged, sealed up to number 5, hash ${HASH}$`)),
    })
  })

  it('says that nothing is sealed where nothing is', async () => {
    await aLog(0)
    expect(await look()).toEqual({ level: 'ok', text: 'nothing is sealed yet' })
  })

  it('tells how many rows wait for their seal, which is no fault', async () => {
    await aLog(2)
    await withHouse((database) =>
      database.transaction(({ activity }) => activity.addAll([row(3), row(4), row(5)])),
    )
    expect(await look()).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(/; 3 rows wait for their/),
    })
  })

  it('goes through a long log page by page, and tells how far it is', async () => {
    place = await premises.newPlace(kind)
    const rows = Array.from({ length: 2_345 }, (_, at) => row(0, { at: START + seconds(at) }))
    await withHouse(async (database) => {
      await database.transaction(({ activity }) => activity.addAll(rows))
      await sealWhatIsThere(database)
    })
    const seen: number[][] = []
    expect(await look((...told) => void seen.push(told))).toMatchObject({ level: 'ok' })
    expect(seen).toEqual([
      [1_000, 2_345],
      [2_000, 2_345],
      [2_345, 2_345],
    ])
    await byHand(
      `update activity set room = '102' where wakeup = 'w0' and id = (select max(id) from activity)`,
    )
    expect(await look()).toMatchObject({ level: 'fault', text: expect.stringContaining('number 2345') })
  })

  it.each([
    ['at', 'at = at + 1'],
    ['tenant', `tenant = 'x'`],
    ['kind', `kind = 'wakeup.answered'`],
    ['room', `room = '102'`],
    ['actor', `actor = 'boss'`],
    ['source', `source = 'phone'`],
    ['wakeup', 'wakeup = null'],
    ['text', `text = 'Nothing happened'`],
    ['detail', `detail = '{"address":"10.0.0.2","nested":{"number":3}}'`],
    ['detail to what is no JSON', `detail = 'spoilt'`],
    ['detail to a list', `detail = '[]'`],
  ])('names the row whose %s was changed', async (_, change) => {
    await aLog(5)
    await byHand(`update activity set ${change} where wakeup = 'w3'`)
    const told =
      /^row 3 \(wakeup.created, 2026-11-15T0\d:03:00.*\) is not as it was sealed under number 3: it was changed/
    expect(await look()).toEqual({ level: 'fault', text: expect.stringMatching(told) })
  })

  it('names the first of several', async () => {
    await aLog(6)
    await byHand(`update activity set room = '102' where wakeup in ('w5', 'w4')`)
    expect((await look()).text).toMatch(/^row 4 /)
  })

  it('names a row that was removed', async () => {
    await aLog(5)
    await byHand(`delete from activity where wakeup = 'w2'`)
    const told = /^row 2 \(wakeup.created, .*\), sealed under number 2, is missing: it was removed by hand/
    expect(await look()).toEqual({ level: 'fault', text: expect.stringMatching(told) })
  })

  it('names a seal that was removed, also after its row was sealed anew', async () => {
    await aLog(5)
    await byHand('delete from seal where number = 2')
    const missing = { level: 'fault', text: 'seal 2 is missing: it was taken out by hand' }
    expect(await look()).toEqual(missing)
    await withHouse(sealWhatIsThere)
    expect(await look()).toEqual(missing)
  })

  it('names where a row was removed together with its seal', async () => {
    await aLog(5)
    await byHand(`delete from activity where wakeup in ('w2', 'w3')`)
    await byHand('delete from seal where number in (2, 3)')
    expect(await look()).toEqual({
      level: 'fault',
      text: 'seals 2 to 3 are missing: they were taken out by hand',
    })
  })

  it('names a row that was removed so that later seals moved up', async () => {
    await aLog(3)
    await byHand(`delete from activity where wakeup = 'w2'`)
    await byHand('delete from seal where number = 2')
    await byHand('update seal set number = 2 where number = 3')
    expect((await look()).text).toMatch(/^seal 2, of row 3 .* does not follow from the one before it/)
  })

  it('names the first of two rows that changed places', async () => {
    await aLog(5)
    await byHand('update activity set id = 99 where id = 2')
    await byHand('update activity set id = 2 where id = 4')
    await byHand('update activity set id = 4 where id = 99')
    expect((await look()).text).toMatch(/^row 2 .* is not as it was sealed under number 2/)
  })

  it('names the first of two seals that changed places', async () => {
    await aLog(5)
    await byHand('update seal set number = 99 where number = 2')
    await byHand('update seal set number = 2 where number = 4')
    await byHand('update seal set number = 4 where number = 99')
    expect((await look()).text).toMatch(/^seal 2, of row 4 .* changed, moved or put in by hand/)
  })

  it('names a row that was put in with a forged seal', async () => {
    await aLog(4)
    const forged: LogRow = { ...row(5, { text: 'The guest was woken' }), id: 50 }
    const [seal] = sealRows([forged], { number: 4, hashes: new Map([['', 'f'.repeat(64)]]) })
    await inHouse(place, async (handle) => {
      const { detail, ...columns } = forged
      await handle
        .insertInto('activity')
        .values({ ...columns, class: 'log', detail: JSON.stringify(detail) })
        .execute()
      await handle
        .insertInto('seal')
        .values(seal ?? [])
        .execute()
    })
    expect((await look()).text).toMatch(/^seal 5, of row 50 .* does not follow from the one before it/)
  })

  it('accepts rows that were written late between the beginning and the end of an outage, and nowhere else', async () => {
    place = await premises.newPlace(kind)
    const written = formatInstant(START + minutes(60), 'UTC')
    const late = (number: number, of: Partial<Activity> = {}) => row(number, { detail: { written }, ...of })
    const over = row(60, { kind: 'outage.over', detail: {} })
    await write([row(1), row(45), late(20, { kind: 'outage.began' }), late(21), late(30), over, row(61)])
    clock.set(START + minutes(61))
    expect(await look()).toMatchObject({ level: 'ok' })
    await write([late(62)])
    const found = await look()
    expect(found.level).toBe('warning')
    expect(found.text).toMatch(
      /one row claims to have been written late without standing in an outage, first row 8/,
    )
  })

  it('warns of a row that says in an outage that it was written before it happened', async () => {
    place = await premises.newPlace(kind)
    const written = formatInstant(START, 'UTC')
    await write([
      row(1, { kind: 'outage.began', detail: { written: formatInstant(START + minutes(9), 'UTC') } }),
    ])
    await write([row(2, { detail: { written } }), row(9, { kind: 'outage.over', detail: {} })])
    clock.set(START + minutes(9))
    expect((await look()).text).toContain('one row claims to have been written late')
  })

  it('warns of a row that was put in later and bears an earlier time', async () => {
    await aLog(40)
    await write([row(2, { kind: 'wakeup.answered', text: 'The guest answered' })])
    const told =
      /sealed up to number 41, .*; one row bears an earlier time than what was sealed before, first row 41 \(wakeup.answered, .*:02:00/
    expect(await look()).toEqual({ level: 'warning', text: expect.stringMatching(told) })
  })

  describe('of several tenants', () => {
    const tenants = ['east', 'west', '']
    const aGroup = async () => {
      await aLog(0)
      await write(Array.from({ length: 9 }, (_, at) => row(at + 1, { tenant: tenants[at % 3] ?? '' })))
      clock.set(START + minutes(10))
    }

    it('finds each of their chains whole, and tells how far it is sealed', async () => {
      await aGroup()
      const told = [
        `of tenant east up to number 7, hash ${HASH}`,
        `of tenant west up to number 8, hash ${HASH}`,
      ]
      expect(await look()).toEqual({
        level: 'ok',
        text: expect.stringMatching(
          new RegExp(`^whole and unchanged, sealed ${told.join('; ')}; up to number 9, hash ${HASH}$`),
        ),
      })
    })

    it('names the tenant whose row was changed, and of every tenant the first', async () => {
      await aGroup()
      await byHand(`update activity set room = '102' where id in (5, 7, 8)`)
      const told =
        /^row 7 of tenant east \(.*\) is not as it was sealed under number 7: .*; row 5 of tenant west \(.*\) is not/
      expect(await look()).toEqual({ level: 'fault', text: expect.stringMatching(told) })
    })

    it('finds the chain of one whole when all of another is gone, and says what is missing', async () => {
      await aGroup()
      await byHand(`delete from activity where tenant = 'west'`)
      await byHand(`delete from seal where tenant = 'west'`)
      const told =
        /^whole and unchanged, sealed of tenant east up to number 7, .*; up to number 9, .*; seal 2 is missing: all of a tenant was taken out/
      expect(await look()).toEqual({ level: 'warning', text: expect.stringMatching(told) })
    })

    it('names the tenant from whose log a row was taken out with its seal', async () => {
      await aGroup()
      await byHand('delete from activity where id = 5')
      await byHand('delete from seal where number = 5')
      expect(await look()).toEqual({
        level: 'fault',
        text: 'seal 5 of tenant west is missing: it was taken out by hand',
      })
    })

    it('warns of the end of one that was cut off', async () => {
      await aGroup()
      await byHand('delete from activity where id = 8')
      await byHand('delete from seal where number = 8')
      expect(await look()).toEqual({
        level: 'warning',
        text: expect.stringContaining('seal 8 is missing: all of a tenant was taken out, or the end of'),
      })
    })

    it('has nothing against what was purged: the log of each says how far that went', async () => {
      await aGroup()
      clock.set(START + days(10))
      await withHouse(async (database) => {
        const retention = () => ({ charges: '5d', log: '5d' })
        await purger({ database, retention, log: silentLog }).purge(clock.now())
        await sealWhatIsThere(database)
        const told = await database.read.activity.page({ scope: null, kinds: ['log.purged'], limit: 10 })
        expect(told.map(({ tenant }) => tenant).toSorted()).toEqual(['', 'east', 'west'])
        expect(told[0]?.detail).toMatchObject({ activity: 3, charges: 0, deliveries: 0 })
      })
      expect(await look()).toMatchObject({ level: 'ok' })
    })
  })

  describe('after purger', () => {
    const clean = (log: string, charges = log) =>
      withHouse(async (database) => {
        const { purge } = purger({ database, retention: () => ({ charges, log }), log: silentLog })
        const purged = await purge(clock.now())
        await sealWhatIsThere(database)
        return purged
      })

    it('has nothing against rows that are gone because their time was over', async () => {
      await aLog(5)
      await write([row(6, { kind: 'inventory.charged' })])
      clock.set(START + days(91))
      expect(await clean('400d', '90d')).toMatchObject({ charges: 1, activity: 0, seals: 0 })
      expect(await look()).toMatchObject({ level: 'ok' })
      clock.set(START + days(401))
      expect(await clean('400d', '90d')).toMatchObject({ charges: 0, activity: 5, seals: 0 })
      expect(await look()).toMatchObject({ level: 'ok' })
    })

    it('has nothing against it either when rows are to be kept for longer from now on', async () => {
      await aLog(5)
      clock.set(START + days(10))
      expect(await clean('5d')).toMatchObject({ activity: 5 })
      expect(await look()).toMatchObject({ level: 'ok' })
    })

    it('still names a row that was removed before its time', async () => {
      await aLog(5)
      clock.set(START + days(10))
      await write([row(0, { at: clock.now() - hours(1), wakeup: 'recent' })])
      await clean('5d')
      await byHand(`delete from activity where wakeup = 'recent'`)
      expect((await look()).text).toMatch(/^row 6 .* is missing/)
    })

    it('drops the beginning of the chain in the end, and still follows the rest of it', async () => {
      await aLog(700)
      clock.set(START + days(431))
      await write([row(0, { at: clock.now(), wakeup: 'recent' })])
      expect(await clean('400d')).toMatchObject({ activity: 700, seals: 700 })
      const [first] = await withHouse(({ read }) => read.seals.page(0, 1))
      expect(first?.number).toBe(701)
      expect(await look()).toMatchObject({ level: 'ok', text: expect.stringMatching(/up to number 702/) })
      await byHand('delete from seal where number = 701')
      expect((await look()).text).toBe('seal 701 is missing: it was taken out by hand')
    })

    it('keeps the last seal of all, to which the next row is bound', async () => {
      await aLog(3)
      clock.set(START + days(900))
      await withHouse(async (database) => {
        const retention = () => ({ charges: '400d', log: '400d' })
        expect(await purger({ database, retention, log: silentLog }).purge(clock.now())).toMatchObject({
          activity: 3,
          seals: 2,
        })
        await sealWhatIsThere(database)
      })
      expect(await look()).toMatchObject({ level: 'ok', text: expect.stringMatching(/up to number 4/) })
    })

    it('keeps seals for as long as rows of any kind are kept', async () => {
      await aLog(3)
      await write([row(4, { kind: 'inventory.charged' })])
      clock.set(START + days(100))
      expect(await clean('10d', '90d')).toMatchObject({ activity: 3, charges: 1, seals: 0 })
      clock.set(START + days(121))
      expect(await clean('10d', '90d')).toMatchObject({ seals: 4 })
      expect(await look()).toMatchObject({ level: 'ok' })
    })
  })
})
