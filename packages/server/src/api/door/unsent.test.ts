import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { manualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { seconds } from '../../kernel/clock.ts'
import { type UnsentWatch, watchUnsent } from './unsent.ts'

/** An answer on its way to somebody who takes as much of it as the test says. */
class Sending extends EventEmitter {
  isClosed = false
  readonly socket = { writableLength: 0, bytesWritten: 0, destroy: () => this.#close() }

  #close() {
    this.isClosed = true
    watch.ended(this)
    return this.socket
  }

  write(bytes: number) {
    this.socket.writableLength += bytes
    this.socket.bytesWritten += bytes
  }

  take(bytes: number) {
    this.socket.writableLength -= bytes
  }
}

let clock: ManualClock
let watch: UnsentWatch
beforeEach(() => {
  clock = manualClock(0)
  watch = watchUnsent(clock, { mostUnsent: 1_000, large: 10 })
})

function sending(bytes: number): Sending {
  const answer = new Sending()
  watch.began(answer)
  answer.write(bytes)
  return answer
}

test('whoever takes nothing for half a minute is let go', () => {
  const answer = sending(100)
  clock.advance(seconds(30))
  expect(answer.isClosed).toBe(false)
  clock.advance(seconds(10))
  expect(answer.isClosed).toBe(true)
})

test('whoever takes a little now and then is waited for', () => {
  const answer = sending(100)
  for (let n = 0; n < 20; n++) {
    clock.advance(seconds(20))
    answer.take(1)
  }
  expect(answer.isClosed).toBe(false)
})

test('one that has taken all, and waits for more, is waited for', () => {
  const answer = sending(0)
  clock.advance(seconds(3_600))
  expect(answer.isClosed).toBe(false)
})

test('when all together hold too much, the one who holds the most is let go', () => {
  const [small, large, other] = [sending(300), sending(650), sending(40)]
  other.emit('prefinish')
  expect([small.isClosed, large.isClosed, other.isClosed]).toEqual([false, false, false])
  const last = sending(20)
  last.emit('prefinish')
  expect([small.isClosed, large.isClosed, other.isClosed, last.isClosed]).toEqual([false, true, false, false])
})

test('nothing is looked at when there is nothing to send', () => {
  const answer = sending(100)
  watch.ended(answer)
  clock.advance(seconds(60))
  expect(answer.isClosed).toBe(false)
})
