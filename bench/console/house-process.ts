// A large hotel in a process of its own: the real product, whose clock is moved at the pace of the world's.
import { setInterval } from 'node:timers'
import { fileURLToPath } from 'node:url'
import type { SiteFile } from '@reveille/contract'
import { EVENING, openHotel } from '../../packages/server/test/hotel.ts'
import { activity } from '../../packages/server/testing/records.ts'
import type { Rush, Said } from './house.ts'

const CONSOLE = fileURLToPath(new URL('../../packages/console/dist/', import.meta.url))
const [rooms = 0, calls = 0] = process.argv.slice(2).map(Number)
const ROOMS = Array.from({ length: rooms }, (_, at) => String(100 + at))
/** The calls are asked for in so many parties, each for another minute. */
const PARTIES = 50
const PARTY = calls / PARTIES
const MOST_CHANGES = 500
const BEAT_MS = 25
const TICK_MS = 50
/** What the log tells of a call that is answered, before its result. */
const STEPS = ['claimed', 'dialled', 'progress', 'progress', 'answered', 'key', 'ended'] as const

const SITE: SiteFile = {
  site: { name: 'Grand Hotel', company: 'Example', timezone: 'Europe/Zurich', language: 'en' },
  users: [
    { username: 'boss', password: 'boss-pw', permissions: ['inventory', 'frontdesk', 'administrator'] },
  ],
  mailboxes: [{ range: `100-${99 + rooms}` }],
  roomStatus: {
    types: [
      { id: '1', description: 'Clean', condition: 'clean' },
      { id: '2', description: 'Dirty', condition: 'dirty' },
      { id: '3', description: 'Being cleaned', condition: 'in_progress' },
      { id: '4', description: 'Inspected', condition: 'inspected' },
    ],
    servers: [],
  },
}

const hotel = await openHotel({ site: SITE, consoleFolder: CONSOLE, now: EVENING })
const url = await hotel.open()
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  hotel.clock.advance(Math.round(now - last))
  last = now
}, TICK_MS)

const json = { 'content-type': 'application/json' }

async function ask(method: string, target: string, body: unknown) {
  const answer = await hotel.request('boss', method, target, JSON.stringify(body), json)
  if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.status} ${answer.text}`)
}

const report = (rooms: readonly string[], id: string) =>
  ask('POST', '/rest/rsi/changes', { changes: rooms.map((room) => ({ room, id })) })

/** Every room was reported, a quarter of them are taken, and the calls of a morning are asked for. */
async function fill() {
  const times: number[] = []
  for (let from = 0; from < ROOMS.length; from += MOST_CHANGES) {
    const since = performance.now()
    await report(ROOMS.slice(from, from + MOST_CHANGES), String(1 + ((from / MOST_CHANGES) % 4)))
    times.push(performance.now() - since)
  }
  for (const room of ROOMS.filter((_, at) => at % 4 === 0))
    await hotel.request('boss', 'POST', `/rest/mailbox/${room}/checkin`, { name: `Guest of ${room}` })
  for (let party = 0; party < PARTIES; party++) {
    const some = ROOMS.slice((party * PARTY) % ROOMS.length).slice(0, PARTY)
    const minute = 5 * 60 + party * 4
    const time = `0${Math.floor(minute / 60)}${String(minute % 60).padStart(2, '0')}`
    await ask('POST', '/rest/wakeup', { rooms: some.join(','), time, date: '20261115' })
  }
  return Math.max(...times)
}

interface Call {
  readonly id: string
  readonly room: string
}

const pending = async (): Promise<readonly Call[]> =>
  (
    await hotel.request('boss', 'GET', '/rest/wakeup/list?start=202611150000&end=202611151200')
  ).json.wakeups.filter(({ status }: { readonly status: number }) => status === 0)

/** So many of these a second, for so long. */
async function paced({ perSecond, seconds }: Rush, beat: (count: number, told: number) => Promise<void>) {
  const since = performance.now()
  let told = 0
  while (told < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - since) / 1_000) * perSecond)
    const count = Math.floor(due) - told
    if (count > 0) await beat(count, told)
    told += Math.max(0, count)
    await new Promise((resolve) => setTimeout(resolve, BEAT_MS))
  }
  return { events: told, seconds: (performance.now() - since) / 1_000 }
}

/** No divisor of it has 2,000: room by room it comes to every one, all over the house. */
const STRIDE = 733

let reported = 0

/** From every floor, as maids report them: those that are on the screen, and all the others between them. */
const rushOfRooms = (rush: Rush) =>
  paced(rush, (count) => {
    const from = reported
    reported += count
    const rooms = Array.from({ length: count }, (_, at) => ROOMS[((from + at) * STRIDE) % ROOMS.length] ?? '')
    return report(rooms, String(1 + (Math.floor(from / ROOMS.length) % 4)))
  })

/** Calls that ring: each is eight rows of the log, of which the last is written by its result. */
async function rushOfCalls(rush: Rush) {
  const calls = await pending()
  const rows = STEPS.length + 1
  return paced({ ...rush, perSecond: rush.perSecond / rows }, async (count, told) => {
    const some = calls.slice(told, told + count)
    if (some.length < count) throw new Error('No call is left to ring')
    await hotel.app.database.transaction((stores) => stores.activity.addAll(some.flatMap(stepsOf)))
    const ids = some.map(({ id }) => id).join(',')
    if (some.length > 0) await ask('PUT', `/rest/wakeup/${ids}`, { result: 1, reason: 'The guest is up' })
  }).then(({ events, seconds }) => ({ events: events * rows, seconds }))
}

const stepsOf = ({ id, room }: Call) =>
  STEPS.map((step) =>
    activity({
      at: hotel.clock.now(),
      kind: `wakeup.${step}`,
      room,
      wakeup: id,
      actor: 'system',
      source: 'system',
      detail: { number: 1, line: 'voice1', extension: room },
    }),
  )

const say = (said: Said) => void process.send?.(said)

process.on('message', (rush: Rush) => {
  const run = rush.of === 'rooms' ? rushOfRooms : rushOfCalls
  void run(rush).then((told) => say({ what: 'told', ...told }))
})
process.on('disconnect', () => process.exit())
say({ what: 'open', url, slowestMs: await fill() })
