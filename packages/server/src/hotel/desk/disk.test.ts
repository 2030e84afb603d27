import { expect, it } from 'vitest'
import { isDiskLow } from './disk.ts'

const GIB = 2 ** 30
const disk = (percent: number, size = 100 * GIB) => ({ size, free: (size * percent) / 100 })

it.each([
  ['a disk with 6 % free at three at night', disk(6), 3, false, false],
  ['a disk with 4 % free at three at night', disk(4), 3, false, true],
  ['a disk with 9 % free before the night', disk(9), 18, false, true],
  ['a disk with 9 % free in the afternoon', disk(9), 17, false, false],
  ['a disk with 9 % free late in the evening', disk(9), 22, false, false],
  ['a disk that the desk was told of, with 9 % free', disk(9), 3, true, true],
  ['a disk that the desk was told of, with 11 % free', disk(11), 19, true, false],
  ['a small disk with 80 MiB free, which is a fifth of it', disk(20, 400 * 2 ** 20), 12, false, true],
])('%s', (_, room, hour, isTold, isLow) => {
  expect(isDiskLow(room, hour, isTold)).toBe(isLow)
})
