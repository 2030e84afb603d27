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

/** A client that only writes down what it is asked. */
function writer() {
  const asked: unknown[] = []
  const call = (id: string, request: object) => {
    asked.push([id, request])
    return Promise.resolve({})
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler knows the operations, this does not
  return { asked, client: { call } as unknown as Client }
}

it('a day that was left out is rung after all as it was: its house, its key and its announcement', async () => {
  const { asked, client } = writer()
  await callDeeds(client, handClock(0)).ringAnyway([SERIES])
  const { room, tenant, scheduled: datetime, confirm, prompt } = SERIES
  expect(asked).toEqual([['wakeup.create', { query: { tenant }, body: { room, datetime, confirm, prompt } }]])
})

it('many rooms are rung again at once, those of a house together and each once', async () => {
  const { asked, client } = writer()
  const rooms = [
    { room: '101', tenant: 'a' },
    { room: '214', tenant: 'east' },
    { room: '102', tenant: 'a' },
    { room: '101', tenant: 'a' },
  ]
  await callDeeds(client, handClock(0)).ringAll(rooms)
  const datetime = expect.any(String)
  expect(asked).toEqual([
    ['wakeup.create', { query: { tenant: 'a' }, body: { room: '101,102', datetime } }],
    ['wakeup.create', { query: { tenant: 'east' }, body: { room: '214', datetime } }],
  ])
})
