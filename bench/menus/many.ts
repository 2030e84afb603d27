import { setTimeout } from 'node:timers/promises'
import type { BareCall } from '../../packages/server/test/bare-phones.ts'
import { quantile, round } from '../figures.ts'
import { atMost, none } from '../report.ts'
import { FIRST_ROOM, openMenuHouse } from './house.ts'
import { type Part, type PartOptions, upTo } from './part.ts'

const MENUS = 100
const PACKET_MS = 20
const MOST_MS = 5

/** A hundred guests listen at once, on lines of their own. */
export async function measureMany({ isQuick }: PartOptions): Promise<Part> {
  const house = await openMenuHouse({ calls: MENUS })
  try {
    const calls = await Promise.all(upTo(MENUS).map((at) => house.dial(String(FIRST_ROOM + at), 'guest')))
    await setTimeout(isQuick ? 5_000 : 20_000)
    const up = calls.filter(({ isUp }) => isUp).length
    const deviations = calls.flatMap(deviationsOf)
    await Promise.all(calls.map((call) => call.hangUp()))
    return partOf(up, deviations)
  } finally {
    await house.close()
  }
}

/** |gap - 20 ms| of each packet but the first. */
const deviationsOf = ({ audio: { heard } }: BareCall) =>
  heard.slice(1).map(({ at }, before) => Math.abs(at - (heard[before]?.at ?? at) - PACKET_MS))

const partOf = (up: number, deviations: readonly number[]): Part => ({
  counted: 'many: how far the gap between two packets that arrive at one phone is from 20 ms, of all phones',
  tables: [
    {
      title: `${MENUS} menus at once, ms from the beat`,
      rows: [
        {
          menus: up,
          packets: deviations.length,
          p50: round(quantile(deviations, 0.5), 2),
          p99: round(quantile(deviations, 0.99), 2),
          max: round(deviations.reduce((most, one) => Math.max(most, one), 0)),
        },
      ],
    },
  ],
  checks: [
    none('menus that were not up', MENUS - up),
    atMost('p99 of packets from their beat', MOST_MS, quantile(deviations, 0.99), ' ms'),
  ],
})
