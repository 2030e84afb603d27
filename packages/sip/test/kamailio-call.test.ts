import { afterEach, expect, it } from 'vitest'
import { has } from '../../../peers/programs.ts'
import { RFC_TIMINGS } from '../src/transactions/timers.ts'
import { type Hotel, lineOf, openHotel, registered } from './kamailio/hotel.ts'

/** The shortest proof with Kamailio, for every run of the tests: registrar and proxy in one call. */

let hotel: Hotel
afterEach(() => hotel.end())

it.skipIf(!has('kamailio'))('registers at Kamailio, and calls a room through it', async () => {
  const script = () => ({ does: 'answer', ringMs: 20 }) as const
  hotel = await openHotel({ rooms: ['101'], script, timings: RFC_TIMINGS })
  const { agent, exchange, phones } = hotel
  agent.addLine(lineOf('voice1', exchange.address))
  await registered(exchange, 'voice1')
  const call = agent.dial('voice1', { to: '101', onAnswered: () => void call.hangUp() })
  expect(await call.ended).toMatchObject({ outcome: 'answered', hungUpBy: 'us' })
  expect(await (await phones.nextCall()).ended).toMatchObject({ kind: 'answered', hungUpBy: 'them' })
  const ours = exchange.passed.all.filter(({ from }) => from.port === agent.local.port)
  // The first REGISTER is answered with 401, the first INVITE with 407. A busy machine repeats a request.
  expect([...new Set(ours.map(({ method, cseq }) => `${method} ${cseq}`))]).toEqual([
    'REGISTER 1',
    'REGISTER 2',
    'INVITE 1',
    'INVITE 2',
    'ACK 2',
    'BYE 3',
  ])
})
