import { describe, expect, it } from 'vitest'
import { minutes } from '../src/kernel/clock.ts'
import { openDeliveringHotel, siteWith } from './delivering-hotel.ts'
import { useDatabases } from './test-databases.ts'
import { fails, scriptedConnector, type Script, took } from './scripted-connector.ts'

const { newDatabase } = useDatabases()

describe.each(['SQLite', 'PostgreSQL'])('deliveries on %s', (name) => {
  const databaseUrl = async () => (name === 'SQLite' ? null : newDatabase())

  it('of many who charge at once arrive once each, in order within each room, also where every second attempt fails', async () => {
    let attempt = 0
    const everySecond: Script = (delivery, signal) =>
      ++attempt % 2 === 0 ? fails(delivery, signal) : took(delivery, signal)
    const [bar, spa] = [scriptedConnector(), scriptedConnector({ script: everySecond })]
    const site = siteWith(['bar', 'spa'], { retry: ['1s'] })
    const house = await openDeliveringHotel({ bar, spa }, { databaseUrl: await databaseUrl(), site })
    const rooms = Array.from({ length: 20 }, (_, n) => String(101 + n))
    for (let round = 0; round < 10; round++) await Promise.all(rooms.map((room) => house.charge(room, 1)))
    await house.drained(minutes(10))

    for (const one of [bar, spa]) {
      expect(one.took).toHaveLength(200)
      expect(new Set(one.took.map(({ id }) => id)).size).toBe(200)
      for (const room of rooms) {
        const order = one.took.filter((delivery) => delivery.room === room).map(({ sequence }) => sequence)
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }
    }
    const attempts = (await house.deliveries('?destination=spa')).reduce((sum, one) => sum + one.attempts, 0)
    expect(attempts).toBe(spa.seen.length)
    await house.close()
  })
})
