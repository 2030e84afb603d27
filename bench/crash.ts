import type { PhoneScript } from '@reveille/sip/testing'
import { seededChance } from '../packages/server/testing/chance.ts'
import { type KilledHotel, openKilledHotel, waitUntil } from '../packages/server/test/killed-hotel.ts'
import { startPostgres } from '../packages/server/test/postgres.ts'
import { buildProduct } from './build-product.ts'
import { HEARD_ENOUGH_MS, isAnsweredForGood } from '../packages/server/src/hotel/wakeups/answered-for-good.ts'
import { median, round } from './figures.ts'
import { atMost, type Bench, none } from './report.ts'
import { noAudio } from './sip/no-audio.ts'

const ROUNDS = 50
const ROOMS = Array.from({ length: 50 }, (_, n) => String(100 + n))
/** From the first ring on, the process lives at most so long: some have heard enough by then. */
const LONGEST_LIFE_MS = 8_000
/** From the answer to the first word, and time to write down what was heard or pressed. */
const TO_THE_BOOK_MS = 1_000
const RESUMED_WITHIN_S = 5

export const bench: Bench = {
  about:
    'kill -9 while 50 phones ring, and what the next process makes of it (words: a number of rounds, postgres, seed=N)',
  smoke: ['1'],
  async run(words) {
    const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? ROUNDS)
    const seed = Number(words.find((word) => word.startsWith('seed='))?.slice(5) ?? Date.now() % 1_000_000)
    const postgres = words.includes('postgres') ? await startPostgres({ durable: true }) : undefined
    const options = postgres ? ['--database', await postgres.createDatabase()] : []
    await buildProduct()
    const found = await killRepeatedly(rounds, seed, options)
    await postgres?.stop()
    return {
      durability:
        'the process is killed, the machine is not: this proves what survives a crash, not a power cut',
      counted:
        'rooms that waited, rang or had answered when the process was killed, seen at their phones; each is followed until its guest is woken. Seconds count from the start of the next process',
      notes: [
        `seed ${seed}, ${postgres ? 'PostgreSQL' : 'the embedded database'}; a site's own settings: 20 calls begin in a second`,
        'picked up in vain: lifted in the moment of the kill or while nobody was there, so that the answer was never acknowledged and nothing was heard; the phone repeats it every 4 s, is hung up then, and rings again',
        `answered for good: acknowledged, and a key, or ${HEARD_ENOUGH_MS / 1_000} s heard, by the clock of the phone or by the log; what was picked up later than that rings again`,
      ],
      tables: [{ title: 'Killed while phones ring', rows: [tableRow(found)] }],
      checks: [
        atMost('until the last phone rings again', RESUMED_WITHIN_S, most(found, 'resumedS'), ' s'),
        atMost(
          'until a phone that was picked up in vain rings again',
          RESUMED_WITHIN_S,
          most(found, 'inVainS'),
          ' s',
        ),
        atMost('until the last answer is settled', RESUMED_WITHIN_S, most(found, 'settledS'), ' s'),
        none('rung again after an answer for good', sum(found, 'rungAfterAnswer')),
        none('calls left at a phone', sum(found, 'leftUp')),
        none('guests not woken', sum(found, 'notWoken')),
      ],
    }
  },
}

/** What became of fifty rooms. */
interface Round {
  readonly waiting: number
  readonly ringing: number
  readonly answered: number
  readonly forGood: number
  readonly inVain: number
  readonly rungAfterAnswer: number
  readonly leftUp: number
  readonly notWoken: number
  readonly readyS: number
  readonly resumedS: number
  readonly inVainS: number
  readonly settledS: number
}

async function killRepeatedly(rounds: number, seed: number, options: readonly string[]): Promise<Round[]> {
  const guests = new Guests(seededChance(seed).next)
  const media = noAudio('127.0.0.1')
  const hotel = await openKilledHotel({ script: (room) => guests.script(room), media, options })
  const found: Round[] = []
  try {
    await hotel.start()
    while (found.length < rounds) {
      found.push(await killOnce(hotel, guests))
      if (found.length % 5 === 0) console.log(`${found.length} kills, ${JSON.stringify(tableRow(found))}`)
    }
    return found
  } finally {
    await hotel.close()
  }
}

async function killOnce(hotel: KilledHotel, guests: Guests): Promise<Round> {
  guests.asleep = true
  const first = hotel.seen.length
  const ids = await hotel.ask(ROOMS.join(','), 1_500)
  await waitUntil('the first phone rings', 20_000, () => hotel.seen.length > first)
  await guests.while(LONGEST_LIFE_MS)
  const killedAt = await hotel.kill()
  const killed = hotel.seen.length
  guests.asleep = false
  const begun = await hotel.start()
  const readyS = (Date.now() - begun) / 1_000
  const settled = await settledAnswers(hotel, ids)
  await untilQuiet(hotel)
  const roomsOf = async (how: Interruption) =>
    (await interruptedIds(hotel, ids, how)).map((id) => ROOMS[ids.indexOf(id)])
  const acknowledged = new Set(await roomsOf('answered'))
  const before = hotel.seen.slice(first, killed)
  const listened = ROOMS.filter((room) => isForGood(before, room, killedAt))
  const forGood = new Set([...(await roomsOf('forGood')), ...listened])
  const again = ROOMS.flatMap((room) => rungAgain(hotel.seen, room, first, killed))
  const inVain = again.filter(({ room, lifted }) => lifted && !acknowledged.has(room))
  const calls = await Promise.all(ids.map((id) => hotel.call(id)))
  const lastS = (rings: typeof again) => Math.max(0, ...rings.map(({ at }) => at - begun)) / 1_000
  return {
    ...statesOf(before),
    forGood: forGood.size,
    inVain: inVain.length,
    rungAfterAnswer: again.filter(({ room }) => forGood.has(room)).length,
    leftUp: hotel.phones.calls.size,
    notWoken: calls.filter(({ result }) => result !== 1).length,
    readyS,
    resumedS: lastS(again.filter((ring) => !inVain.includes(ring))),
    inVainS: lastS(inVain),
    settledS: (settled - begun) / 1_000,
  }
}

type Seen = KilledHotel['seen']

/** How far the fifty were when the process died. */
function statesOf(seen: Seen) {
  const rooms = (what: string) =>
    new Set(seen.filter((one) => one.what === what).map(({ room }) => room)).size
  const [rung, answered] = [rooms('is rung'), rooms('answers')]
  return { waiting: ROOMS.length - rung, ringing: rung - answered, answered }
}

/** When the next process rang a room, and whether somebody had lifted the handset before. */
function rungAgain(seen: Seen, room: string, first: number, killed: number) {
  const at = seen.findIndex((one, n) => n >= killed && one.room === room && one.what === 'is rung')
  const ring = seen[at]
  if (!ring) return []
  const lifted = seen.slice(first, at).some((one) => one.room === room && one.what === 'answers')
  return [{ room, at: ring.at, lifted }]
}

/** By the clock of the phone, with time to write it down. */
function isForGood(seen: Seen, room: string, killedAt: number): boolean {
  const by = killedAt - TO_THE_BOOK_MS
  const own = seen.filter((one) => one.room === room && one.at <= by)
  const answer = own.find(({ what }) => what === 'answers')
  const keys = own.some(({ what }) => what === 'presses') ? 'pressed' : ''
  return answer !== undefined && isAnsweredForGood({ keys, heardMs: by - answer.at })
}

/** How far a call had come, as far as it was written down. */
type Interruption = 'answered' | 'forGood'

const interruptedIds = async (hotel: KilledHotel, ids: readonly string[], how: Interruption) =>
  (await hotel.log('wakeup.interrupted')).flatMap(({ wakeup = '', detail }) =>
    ids.includes(wakeup) && detail[how] === true ? [wakeup] : [],
  )

async function settledAnswers(hotel: KilledHotel, ids: readonly string[]): Promise<number> {
  await waitUntil('what was cut off is decided', 60_000, async () => {
    const [settled, pending] = [await interruptedIds(hotel, ids, 'forGood'), await hotel.pending()]
    return !pending.some(({ id }) => settled.includes(id))
  })
  return Date.now()
}

/** What is not so after a minute is counted. */
async function untilQuiet(hotel: KilledHotel) {
  const isQuiet = async () => hotel.phones.calls.size === 0 && (await hotel.pending()).length === 0
  await waitUntil('every guest is woken', 60_000, isQuiet).catch((error: unknown) =>
    console.log(String(error)),
  )
}

/** Half of them sleep through the first call, the others pick up sooner or later; the second call wakes everybody. */
class Guests {
  asleep = true
  readonly #chance: () => number

  constructor(chance: () => number) {
    this.#chance = chance
  }

  script(_room: string): PhoneScript {
    if (!this.asleep) return { does: 'answer', ringMs: 200, hangsUpAfterMs: 4_500 }
    if (this.#chance() < 0.5) return { does: 'ring' }
    const key = { keys: '5', afterMs: 300, by: 'info' } as const
    const keys = this.#chance() < 0.3 ? [key] : []
    return { does: 'answer', ringMs: this.#chance() * 2_500, hangsUpAfterMs: 60_000, keys }
  }

  /** For a while that only the seed knows. */
  while(mostMs: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.#chance() * mostMs))
  }
}

const sum = (found: readonly Round[], name: keyof Round) => found.reduce((total, one) => total + one[name], 0)
const most = (found: readonly Round[], name: keyof Round) => Math.max(...found.map((one) => one[name]))
const middle = (found: readonly Round[], name: keyof Round) => round(median(found.map((one) => one[name])), 2)

const tableRow = (found: readonly Round[]) => ({
  kills: found.length,
  waiting: sum(found, 'waiting'),
  ringing: sum(found, 'ringing'),
  'picked up': sum(found, 'answered'),
  'answered for good': sum(found, 'forGood'),
  'picked up in vain': sum(found, 'inVain'),
  'ready, median s': middle(found, 'readyS'),
  'at most': round(most(found, 'readyS'), 2),
  'ring again, median s': middle(found, 'resumedS'),
  'at most ': round(most(found, 'resumedS'), 2),
  'settled, median s': middle(found, 'settledS'),
  'at most  ': round(most(found, 'settledS'), 2),
  'after picking up in vain, at most s': round(most(found, 'inVainS'), 2),
})
