import { expect, test } from 'vitest'
import { Listeners } from './listeners.ts'

test('one that leaves and comes back while all are told is told once', () => {
  const listeners = new Listeners()
  let told = 0
  const on = () => {
    told += 1
    end()
    end = listeners.add(on)
  }
  let end = listeners.add(on)
  listeners.tell()

  expect(told).toBe(1)
})
