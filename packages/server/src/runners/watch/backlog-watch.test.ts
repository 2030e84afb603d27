import { expect, it } from 'vitest'
import { minutes, seconds } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import type { HotelDatabase } from '../../store/stores/stores.ts'
import { backlogWatch } from './backlog-watch.ts'

const NOW = minutes(1_000)

it('tells of what has waited for ten minutes, with how much and how long, and looks again after as long; not of what waits for a person', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const backlogs = () =>
    Promise.resolve([
      {
        purpose: 'charge',
        owner: '',
        destination: 'pms',
        depth: 7,
        oldest: NOW - minutes(12) - seconds(5),
        uncertain: 2,
      },
      {
        purpose: 'room-status',
        owner: '',
        destination: 'fresh',
        depth: 2,
        oldest: NOW - minutes(9),
        uncertain: 0,
      },
      { purpose: 'charge', owner: '', destination: 'held', depth: 0, oldest: null, uncertain: 4 },
    ])
  const database = { read: { deliveries: { backlogs } } } as unknown as Pick<HotelDatabase, 'read'>

  expect(await backlogWatch({ database, log }).tick(NOW)).toBe(NOW + minutes(10))
  expect(lines).toMatchObject([
    { purpose: 'charge', destination: 'pms', waiting: 7, oldestSeconds: 725, uncertain: 2 },
  ])
})
