import { afterEach, describe, expect, it, vi } from 'vitest'
import { KINDS, usePremises } from '../premises.ts'
import { toInstant } from '../../src/hotel/time/local-time.ts'
import { BEGINNING, ChainCheck } from '../../src/hotel/log/seal.ts'
import { type ManualClock, manualClock } from '../../testing/manual-clock.ts'
import { days, hours, seconds } from '../../src/kernel/clock.ts'
import { Failure } from '../../src/kernel/failure.ts'
import { type Log, silentLog } from '../../src/kernel/log.ts'
import type { Activity } from '../../src/store/stores/activity-store.ts'
import type { DataPlace } from '../../src/store/files/backup.ts'
import { openDatabase } from '../../src/store/engine/database.ts'
import type { SealedActivity } from '../../src/store/stores/seal-store.ts'
import { createStores, type HotelDatabase } from '../../src/store/stores/stores.ts'
import { nudging, Sealer } from '../../src/runners/log/sealer.ts'
import { activity } from '../../testing/records.ts'
import { eventually } from '../../testing/eventually.ts'

const MORNING = toInstant('2026-11-15T05:00:00', 'UTC')

const row = (text: string) => activity({ at: MORNING, text, detail: { said: text } })

const premises = usePremises()

describe.each(KINDS)('the sealer on %s', (kind) => {
  let clock: ManualClock
  let opened: { sealer: Sealer; database: HotelDatabase }[] = []
  afterEach(async () => {
    for (const { sealer, database } of opened.splice(0)) {
      await sealer.stop()
      await database.close()
    }
  })

  interface House {
    /** Nudges the sealer after every commit. */
    readonly database: HotelDatabase
    readonly quiet: HotelDatabase
    readonly sealer: Sealer
    /** What listeners were told. */
    readonly told: SealedActivity[]
    write(...texts: string[]): Promise<unknown>
    sealed(): Promise<SealedActivity[]>
    /** Until as many rows as this are sealed, and told. */
    untilSealed(count: number): Promise<unknown>
  }

  interface Options {
    around?(database: HotelDatabase): HotelDatabase
    readonly log?: Log
  }

  async function open(
    place: DataPlace,
    { around = (database) => database, log = silentLog }: Options = {},
  ): Promise<House> {
    clock = manualClock(MORNING)
    const quiet = await openDatabase({ ...place, createStores, clock, log: silentLog })
    const sealer = new Sealer({ database: around(quiet), clock, log, isHere: () => true })
    const told: SealedActivity[] = []
    sealer.onSealed((rows) => told.push(...rows))
    opened.push({ sealer, database: quiet })
    const database = nudging(quiet, sealer)
    const sealed = () => quiet.read.seals.sealedAfter(0, null, 100_000)
    return {
      database,
      quiet,
      sealer,
      told,
      sealed,
      write: (...texts) => Promise.all(texts.map((text) => add(database, text))),
      untilSealed: (count) =>
        eventually(async () => {
          const rows = await sealed()
          expect(rows).toHaveLength(count)
          expect(told.at(-1)?.seal).toBe(rows.at(-1)?.seal)
        }),
    }
  }

  const add = (database: HotelDatabase, text: string) =>
    database.transaction(({ activity }) => activity.add(row(text)))

  const texts = (rows: readonly Pick<Activity, 'text'>[]) => rows.map((one) => one.text)

  async function expectWhole({ quiet, told }: House) {
    const { seals } = quiet.read
    const links = await seals.page(0, 100_000)
    const rows = new Map((await seals.sealedAfter(0, null, 100_000)).map((one) => [one.seal, one]))
    for (const tenant of new Set(links.map((seal) => seal.tenant))) {
      const chain = new ChainCheck(BEGINNING, { charges: 0, log: 0 })
      for (const seal of links.filter((one) => one.tenant === tenant))
        chain.add({ seal, row: rows.get(seal.number) ?? null })
      expect(chain.firstBreak).toBe(null)
    }
    expect(links.map(({ number }) => number)).toEqual(links.map((_, at) => at + 1))
    expect(told).toEqual([...rows.values()].filter(({ seal }) => seal >= (told[0]?.seal ?? 0)))
  }

  it('seals a row as soon as it is committed, and tells of it', async () => {
    const house = await open(await premises.newPlace(kind))
    house.sealer.start()
    await house.write('one')
    await house.untilSealed(1)
    await house.write('two')
    await house.untilSealed(2)
    expect(texts(house.told)).toEqual(['one', 'two'])
    await expectWhole(house)
  })

  it('looks by itself every second', async () => {
    const house = await open(await premises.newPlace(kind))
    house.sealer.start()
    await house.write('one')
    await house.untilSealed(1)
    // Being told of 'one' during a look means one more look, which would find the next row too.
    await house.sealer.settled()
    await add(house.quiet, 'unheard')
    expect(await house.quiet.read.seals.unsealed(0, 10)).toHaveLength(1)
    await eventually(async () => {
      clock.advance(seconds(1))
      expect(await house.sealed()).toHaveLength(2)
    })
  })

  it('seals thousands that are written at once, each once and without a gap', async () => {
    const house = await open(await premises.newPlace(kind))
    house.sealer.start()
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = writer; n < 1_200; n += 8) await house.write(`row ${n}`)
    })
    await Promise.all(writers)
    await house.untilSealed(1_200)
    expect(new Set(texts(house.told)).size).toBe(1_200)
    await expectWhole(house)
  })

  it('seals after a restart what a crash has left unsealed, in the order of writing', async () => {
    const place = await premises.newPlace(kind)
    const before = await open(place)
    before.sealer.start()
    await before.write('sealed')
    await before.untilSealed(1)
    await before.sealer.stop()
    await add(before.quiet, 'first')
    await add(before.quiet, 'second')
    await before.quiet.close()
    opened = []

    const after = await open(place)
    after.sealer.start()
    await after.untilSealed(3)
    expect(texts(await after.sealed())).toEqual(['sealed', 'first', 'second'])
    expect(texts(after.told)).toEqual(['first', 'second'])
    await expectWhole(after)
  })

  it('seals what is left before it stops', async () => {
    const house = await open(await premises.newPlace(kind))
    house.sealer.start()
    await add(house.quiet, 'late')
    await house.sealer.stop()
    expect(texts(await house.sealed())).toEqual(['late'])
    await add(house.quiet, 'too late')
    house.sealer.nudge()
    await house.sealer.stop()
    expect(await house.sealed()).toHaveLength(1)
  })

  it('finds a row that was left far behind, at the latest a day later', async () => {
    const house = await open(await premises.newPlace(kind))
    house.sealer.start()
    const insert = (id: number, text: string) =>
      house.database.transaction(({ activity }) => activity.add({ ...row(text), id } as Activity))
    await insert(5_000, 'high')
    await house.untilSealed(1)
    await insert(7, 'low')
    clock.advance(hours(23))
    await insert(5_001, 'next')
    await house.untilSealed(2)
    await eventually(async () => {
      clock.advance(hours(1))
      expect(texts(await house.sealed())).toEqual(['high', 'next', 'low'])
    })
    await expectWhole(house)
  })

  it('tells of seals whose commit succeeded although it was told otherwise', async () => {
    let lost = 0
    const around = (database: HotelDatabase): HotelDatabase => ({
      ...database,
      async transaction(work) {
        const value = await database.transaction(work)
        if (lost++ === 0) throw new Failure('store.unavailable', 'The connection was lost')
        return value
      },
    })
    const house = await open(await premises.newPlace(kind), { around })
    house.sealer.start()
    await house.write('one', 'two')
    await eventually(() => {
      clock.advance(seconds(1))
      expect(texts(house.told).toSorted()).toEqual(['one', 'two'])
    })
    await house.write('three')
    await house.untilSealed(3)
    await expectWhole(house)
  })

  it('goes on by itself after a database that did not answer, and says so once', async () => {
    const lines: string[] = []
    const log = { ...silentLog, info: () => {}, error: (_: object, text: string) => lines.push(text) }
    const house = await open(await premises.newPlace(kind), { log: log as unknown as Log })
    const read = vi.spyOn(house.quiet.read.seals, 'rowsFrom').mockRejectedValue(new Error('away'))
    house.sealer.start()
    await house.write('one')
    await eventually(() => {
      clock.advance(seconds(1))
      expect(read.mock.calls.length).toBeGreaterThan(3)
    })
    read.mockRestore()
    await eventually(async () => {
      clock.advance(seconds(1))
      expect(await house.sealed()).toHaveLength(1)
    })
    expect(lines).toEqual(['The log cannot be sealed; tried again'])
  })

  it('binds the rows of each tenant to those of the same tenant, and numbers them all together', async () => {
    const house = await open(await premises.newPlace(kind))
    const write = (...tenants: readonly string[]) =>
      house.database.transaction(({ activity }) =>
        activity.addAll(tenants.map((tenant) => ({ ...row('one'), tenant }))),
      )
    house.sealer.start()
    await write('east', 'west', 'east', '')
    await house.untilSealed(4)
    await write('west', 'east', 'new')
    await house.untilSealed(7)
    await expectWhole(house)
    const { seals } = house.quiet.read
    expect((await seals.page(0, 10)).map(({ tenant, number }) => `${number} ${tenant}`)).toEqual([
      '1 east',
      '2 west',
      '3 east',
      '4 ',
      '5 west',
      '6 east',
      '7 new',
    ])
    expect(await seals.headOf('west')).toMatchObject({ number: 5 })
  })

  it('writes the number and the hash of the last seal into its own log once a day', async () => {
    const heads: unknown[] = []
    const log = { ...silentLog, info: (head: object) => heads.push(head) }
    const house = await open(await premises.newPlace(kind), { log: log as unknown as Log })
    await add(house.quiet, 'one')
    house.sealer.start()
    await eventually(() => expect(heads).toHaveLength(1))
    await house.write('two')
    await house.untilSealed(2)
    clock.advance(hours(23))
    await house.write('three')
    await house.untilSealed(3)
    expect(heads).toHaveLength(1)
    // The next look has no timer before this one is over.
    await house.sealer.settled()
    clock.advance(days(1))
    await eventually(() => expect(heads).toHaveLength(2))
    const [one, , three] = await house.sealed()
    expect(heads).toEqual([
      { event: 'log.sealed', number: 1, hash: one?.hash },
      { event: 'log.sealed', number: 3, hash: three?.hash },
    ])
  })

  it('goes on with the numbers when no seal but the memory of the last is left', async () => {
    const place = await premises.newPlace(kind)
    const house = await open(place)
    const last = { number: 41, activity: 1, at: 0, kind: '', digest: '', hash: 'a'.repeat(64) }
    await house.quiet.transaction(({ seals }) => seals.drop([{ tenant: '', ...last }]))
    house.sealer.start()
    await house.write('one')
    await house.untilSealed(1)
    expect(await house.sealed()).toMatchObject([{ seal: 42 }])
  })

  // Only there do transactions run side by side.
  const CONCURRENT = kind === 'postgres' ? [kind] : []
  it.each(CONCURRENT)('seals rows of %s in the order in which they appear', async () => {
    const house = await open(await premises.newPlace(kind))
    house.sealer.start()
    let finish: () => void = () => {}
    const slow = new Promise<void>((resolve) => {
      const begun = house.database.transaction(async ({ activity }) => {
        await activity.add(row('first written, last committed'))
        // Until something is read, a row may wait for the commit.
        await activity.ofWakeups(['none'])
        resolve()
        await new Promise<void>((done) => (finish = done))
      })
      void begun.catch(() => {})
    })
    await slow
    await house.write('second')
    await house.untilSealed(1)
    await house.write('third')
    await house.untilSealed(2)
    finish()
    await house.untilSealed(3)
    const rows = await house.sealed()
    expect(texts(rows)).toEqual(['second', 'third', 'first written, last committed'])
    expect(rows[2]?.id).toBeLessThan(rows[0]?.id ?? 0)
    await expectWhole(house)
  })

  it.each(CONCURRENT)('is not held up by ids that %s has taken back', async () => {
    const house = await open(await premises.newPlace(kind))
    house.sealer.start()
    const refused = house.database.transaction(async ({ activity }) => {
      await activity.add(row('taken back'))
      throw new Failure('rule.refused', 'No')
    })
    await expect(refused).rejects.toThrow('No')
    await house.write('kept')
    await house.untilSealed(1)
    await house.write('kept too')
    await house.untilSealed(2)
    await expectWhole(house)
  })
})

it('a database that tells the sealer of its commits does not tell of refusals', async () => {
  const place = premises.newFolder()
  const clock = manualClock(MORNING)
  const quiet = await openDatabase({ ...place, createStores, clock, log: silentLog })
  let nudges = 0
  const database = nudging(quiet, { nudge: () => void nudges++ })
  await database.transaction(({ activity }) => activity.add(row('one')))
  expect(nudges).toBe(1)
  await expect(database.transaction(() => Promise.reject(new Error('No')))).rejects.toThrow('No')
  expect(nudges).toBe(1)
  await quiet.close()
})
