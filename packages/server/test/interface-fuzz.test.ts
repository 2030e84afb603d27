import { expect, it } from 'vitest'
import { fuzzHotel, requestSource } from './fuzzed-hotel.ts'

it('whatever is asked of the interface is answered as its document says', async () => {
  const { wrongs, byStatus } = await fuzzHotel(await requestSource(), 1_000, 1)
  expect(wrongs).toEqual([])
  expect(Object.keys(byStatus)).toEqual(
    expect.arrayContaining(['200', '201', '400', '401', '403', '404', '422']),
  )
})
