import { expect, it } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { systemClock } from './clock.ts'
import { STORE_RETRY, untilWritten } from './until-written.ts'

const turn = () => new Promise<void>((resolve) => systemClock().soon(resolve))

/** A database that is away for the first so many tries. */
function scene(awayFor: number) {
  const clock = manualClock(0)
  const tries: number[] = []
  const write = async () => {
    tries.push(clock.now())
    if (tries.length <= awayFor) throw new Error('The database is away')
    return 'written'
  }
  const wait = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await turn()
      clock.advance(STORE_RETRY)
    }
  }
  return { clock, tries, write, wait }
}

it('waits for a database that is away, and says what was written', async () => {
  const { clock, tries, write, wait } = scene(3)
  const failures: number[] = []
  const written = untilWritten(clock, write, (_, count) => {
    failures.push(count)
    return 'again'
  })
  await wait(3)
  expect(await written).toBe('written')
  expect([tries, failures]).toEqual([
    [0, STORE_RETRY, 2 * STORE_RETRY, 3 * STORE_RETRY],
    [1, 2, 3],
  ])
})

it('gives up when it is told to', async () => {
  const { clock, tries, write, wait } = scene(Infinity)
  const written = untilWritten(clock, write, (_, count) => (count < 2 ? 'again' : 'give up'))
  await wait(5)
  expect(await written).toBeNull()
  expect(tries).toEqual([0, STORE_RETRY])
})
