import { describe, expect, test } from 'vitest'
import { seconds } from '../src/kernel/clock.ts'
import { alterationsOf, homeAmong, isDone, type JoinOptions, openGroup } from './group-of-nodes.ts'
import { useDatabases } from './test-databases.ts'

const { newDatabase } = useDatabases()

const SITE = { wakeup: { attempts: 3, retryDelay: '1m' } }
const BUSY = { does: 'busy' } as const

/** A guest who picks up in a moment, and is busy for others then; the home of the call is cut off from the database in that moment; the other is not. */
async function cutOffWhileItRings(options: JoinOptions = {}) {
  const group = await openGroup(await newDatabase(), { site: SITE })
  const [a, b] = [await group.join('a', options), await group.join('b')]
  group.exchange.does('101', { does: 'answer', ringMs: 1_000, hangsUpAfterMs: 20_000 }, BUSY)
  const id = await a.hotel.ask('101', '2001')
  const [home, other] = await homeAmong(a, b)
  await group.until(() => group.exchange.rings('101').length === 1, home, other)
  home.wire.cut()
  return { ...group, id, home, other }
}

describe('the journal of a node that was cut off alone', () => {
  test('settles a call that was answered for good there, before it rings once more elsewhere', async () => {
    const street = await cutOffWhileItRings()
    const { exchange, home, other, id, pass, until } = street
    await until(() => exchange.rings('101').length === 2, home, other)
    expect((await other.hotel.call(id)).result).toBe(-1)
    home.wire.mend()
    await until(isDone(other, id), home, other)
    await pass(seconds(90), home, other)

    expect(exchange.rings('101')).toHaveLength(2)
    expect(await other.hotel.call(id)).toMatchObject({ result: 1, attempts: 1 })
    expect(await other.hotel.log('wakeup.answered-late')).toMatchObject([
      { room: '101', detail: { number: 1 } },
    ])
    expect(await alterationsOf(other, id)).toEqual([])
  })
})
