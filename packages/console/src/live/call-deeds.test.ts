import { expect, it } from 'vitest'
import { handClock } from '../../testing/hand-clock.ts'
import type { Client } from '../api/client.ts'
import { callDeeds } from './call-deeds.ts'

const SERIES = {
  room: '214',
  tenant: 'east',
  scheduled: '2026-11-15T06:30:00+01:00',
  confirm: true,
  prompt: 7,
}

it('a day that was left out is rung after all as it was: its house, its key and its announcement', async () => {
  const asked: unknown[] = []
  const call = (id: string, request: object) => {
    asked.push([id, request])
    return Promise.resolve({})
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler knows the operations, this does not
  const client = { call } as unknown as Client
  await callDeeds(client, handClock(0)).ringAnyway([SERIES])
  const { room, tenant, scheduled: datetime, confirm, prompt } = SERIES
  expect(asked).toEqual([['wakeup.create', { query: { tenant }, body: { room, datetime, confirm, prompt } }]])
})
