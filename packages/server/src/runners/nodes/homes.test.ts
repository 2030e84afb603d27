import { expect, test } from 'vitest'
import { beatOf, sharedDatabase } from '../../../testing/beats.ts'
import { type ManualClock, manualClock } from '../../../testing/manual-clock.ts'
import { NOON } from '../../../testing/records.ts'
import { seconds } from '../../kernel/clock.ts'
import { silentLog } from '../../kernel/log.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { Homes } from './homes.ts'

const HOTELS = ['east', 'west']
const HOUSES = ['@log', '', ...HOTELS]

interface Wishes {
  readonly name: string
  readonly clock: ManualClock
  readonly database: HotelDatabase
  readonly isWritten: () => boolean
}

async function join({ name, clock, database, isWritten }: Wishes) {
  const beat = beatOf(name, clock, database.transaction)
  const homes = new Homes({
    database,
    beat,
    clock,
    log: silentLog,
    name,
    arrangement: () => ({ houses: HOUSES, tenants: HOTELS, print: '1' }),
    isQuiet: () => true,
    isWritten: () => Promise.resolve(isWritten()),
  })
  homes.start()
  await beat.start()
  await homes.settled()
  return { beat, homes, houses: () => [...homes.residents.houses].toSorted() }
}

/** `a` had all houses before `b` joined. */
async function twoNodes(state: { isWritten: boolean }) {
  const clock = manualClock(NOON)
  const database = await sharedDatabase(clock)
  const a = await join({ name: 'a', clock, database, isWritten: () => state.isWritten })
  const b = await join({ name: 'b', clock, database, isWritten: () => true })
  const pass = async (wanted: number) => {
    for (let second = 0; second < wanted; second++) {
      clock.advance(seconds(1))
      for (const { beat, homes } of [a, b]) {
        await beat.settled()
        await homes.settled()
      }
    }
  }
  return { a, b, database, pass }
}

test('gives a node that joined no hotel while calls of the last minutes are not in the database yet', async () => {
  const state = { isWritten: false }
  const { a, b, pass } = await twoNodes(state)
  await pass(20)
  expect([a.houses(), b.houses()]).toEqual([HOUSES.toSorted(), []])

  state.isWritten = true
  await pass(20)
  expect([a.houses().length, b.houses().length]).toEqual([2, 2])
})

test('a node that is to leave keeps its hotels until all that happened there is in the database', async () => {
  const state = { isWritten: false }
  const { a, b, database, pass } = await twoNodes(state)
  await database.transaction(({ nodes }) => nodes.leave(a.beat.lease ?? ''))
  await pass(20)
  expect([a.houses(), b.houses()]).toEqual([HOUSES.toSorted(), []])

  state.isWritten = true
  await pass(20)
  expect([a.houses(), b.houses()]).toEqual([[], HOUSES.toSorted()])
})
