import { fiasTime } from '@reveille/fias'
import { openPms, type ScriptedPms } from '@reveille/fias/testing'
import { expect, it, onTestFinished } from 'vitest'
import { openKilledHotel, waitUntil } from './killed-hotel.ts'
import { PATIENCE } from '../testing/eventually.ts'

const LISTENS = { does: 'answer', ringMs: 200, hangsUpAfterMs: 4_500 } as const

const siteWith = ({ address: { port } }: ScriptedPms) => `
network: { allow: ["127.0.0.1"] }
inventory: { connectors: [{ name: pms, type: fias, host: 127.0.0.1, port: ${port}, wakeups: true }] }
`

const answers = ({ received }: ScriptedPms) => received.filter(({ id }) => id === 'WA').length

/** For so many seconds from now, by the second. */
const askIn = (pms: ScriptedPms, seconds: number, rooms: readonly string[]) => {
  const at = fiasTime(Date.now() + seconds * 1_000, 'Europe/Zurich')
  for (const room of rooms) pms.askWakeup({ room, ...at })
}

it('a hotel that is killed while it rings, and while it answers, leaves no call of a property system unanswered', async () => {
  const pms = await openPms()
  onTestFinished(() => pms.close())
  const hotel = await openKilledHotel({ script: () => LISTENS, site: siteWith(pms) })
  onTestFinished(() => hotel.close())
  await hotel.start()
  await waitUntil('a link', PATIENCE.timeout, () => pms.isAlive)
  askIn(pms, 6, ['101', '102', '103', '104'])
  await waitUntil(
    'all phones ring',
    PATIENCE.timeout,
    () => new Set(hotel.seen.map(({ room }) => room)).size === 4,
  )
  await hotel.kill()
  await waitUntil('the end', PATIENCE.timeout, () => !pms.isAlive)

  // Asked for while nobody was there to hear it: told as soon as there is.
  askIn(pms, 10, ['105', '106'])
  await hotel.start()
  await waitUntil('an answer', PATIENCE.timeout, () => answers(pms) > 0)
  await hotel.kill()
  await hotel.start()
  await waitUntil('all answers', PATIENCE.timeout, () => pms.wakeups.every(({ answer }) => answer !== null))

  expect(pms.wakeups.map(({ room, answer }) => [room, answer])).toEqual(
    ['101', '102', '103', '104', '105', '106'].map((room) => [room, 'OK']),
  )
  // What left in the moment of the kill is told again.
  expect(answers(pms) - pms.wakeups.length).toBeLessThanOrEqual(4)
  expect(pms.violations.every((rule) => rule.startsWith('A second WA'))).toBe(true)
}, 300_000)
