import { expect, test } from 'vitest'
import { beatOf, sharedDatabase } from '../../../testing/beats.ts'
import { manualClock } from '../../../testing/manual-clock.ts'
import { NOON } from '../../../testing/records.ts'
import { DEAD_AFTER, PERMIT_MS } from '../../hotel/nodes/node.ts'
import { seconds } from '../../kernel/clock.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'

/** A node whose database writes at once, and whose answers come when the test lets them through. */
async function nodeWithSlowDatabase() {
  const clock = manualClock(NOON)
  const database = await sharedDatabase(clock)
  let answer = Promise.resolve()
  const apart: HotelDatabase['transaction'] = async (work) => {
    const answered = answer
    const result = await database.transaction(work)
    await answered
    return result
  }
  const beat = beatOf('a', clock, apart)
  await beat.start()
  const holdAnswers = () => {
    let release = () => {}
    answer = new Promise((resolve) => (release = resolve))
    return () => release()
  }
  return { clock, beat, holdAnswers }
}

test('stops ringing before another node may take over, however late its last heartbeat was answered', async () => {
  const { clock, beat, holdAnswers } = await nodeWithSlowDatabase()
  const release = holdAnswers()
  clock.advance(seconds(1))
  // The others count its silence from this heartbeat on; its answer comes 1.5 s later, and no other follows.
  const sentAt = clock.elapsed()
  clock.advance(seconds(1.5))
  holdAnswers()
  release()
  await beat.settled()

  clock.advance(PERMIT_MS - seconds(1.5) - 1)
  expect(beat.permit.isHeld).toBe(true)
  clock.advance(1)
  expect(beat.permit.isHeld).toBe(false)
  expect(clock.elapsed() - sentAt).toBeLessThan(DEAD_AFTER)
})
