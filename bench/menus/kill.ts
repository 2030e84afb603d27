import { setTimeout } from 'node:timers/promises'
import { now } from '../../packages/server/test/bare-audio.ts'
import type { BareCall } from '../../packages/server/test/bare-phones.ts'
import type { Chance } from '../../packages/server/testing/chance.ts'
import { none, type Row } from '../report.ts'
import { FIRST_ROOM, type Menu, type MenuHouse, openMenuHouse, STAFF, staffNumber } from './house.ts'
import { EVENTS, pressAll, pressEntries } from './keys.ts'
import type { Part, PartOptions } from './part.ts'
import { type Records, readRecords, timesDone } from './records.ts'
import { AGAIN, DESK, OTHER_TIME, OWN_NUMBER, SLIPS, TIME, type Walk, WALKS } from './walks.ts'

const KEY_MS = 120
/** A prompt may still be heard for so long after the key that cuts it off. */
const CUT_OFF_MS = 150
/** What is said must be heard for half a second before a key counts. */
const LISTENS_MS = 700
const WORDS_WITHIN_MS = 8_000
/** Half of the kills come while something is being done, the others when it may have been said. */
const KILLED_AFTER_MS = { early: [0, 60], late: [200, 1_500] } as const

interface Caller {
  readonly walk: Walk
  readonly room: string
  readonly call: BareCall
  /** It could be driven to its state. */
  readonly isThere: boolean
  isConfirmed: boolean
}

interface Tally {
  kills: number
  callers: number
  confirmed: number
  /** Could not be driven to their state, or not heard when they called again. */
  unheard: number
  lost: number
  doubled: number
  half: number
}

/** Somebody stands in every state of every menu when the product is killed. */
export async function measureKills({ isQuick, chance }: PartOptions): Promise<Part> {
  const tally: Tally = { kills: 0, callers: 0, confirmed: 0, unheard: 0, lost: 0, doubled: 0, half: 0 }
  const faults: Row[] = []
  const house = await openMenuHouse({
    staff: STAFF,
    site: { menus: { atOnce: 200, connectTo: DESK }, wakeup: { escalation: { extension: DESK } } },
  })
  try {
    for (let round = 0; round < (isQuick ? 3 : 16); round++) {
      await new Round(house, chance, round, tally, faults).run()
      console.log(JSON.stringify(tally))
    }
    return partOf(tally, faults)
  } finally {
    await house.close()
  }
}

class Round {
  readonly #house: MenuHouse
  readonly #chance: Chance
  readonly #number: number
  readonly #tally: Tally
  readonly #faults: Row[]

  constructor(house: MenuHouse, chance: Chance, number: number, tally: Tally, faults: Row[]) {
    this.#house = house
    this.#chance = chance
    this.#number = number
    this.#tally = tally
    this.#faults = faults
  }

  async run() {
    await this.#raiseAlarm()
    const before = await readRecords(this.#house)
    const callers = await Promise.all(WALKS.map((walk, at) => this.#walk(walk, at)))
    await this.#kill(callers)
    const after = await readRecords(this.#house)
    for (const caller of callers) this.#judge(caller, before, after)
    this.#judgeWhole(after)
    await this.#again(callers, after)
  }

  #roomOf = (at: number) => String(FIRST_ROOM + 1 + this.#number * WALKS.length + at)

  /** Something for the desk to hear of. */
  async #raiseAlarm() {
    const call = await this.#house.dial(String(FIRST_ROOM), 'guest')
    await pressEntries(EVENTS, call, SLIPS, () => KEY_MS)
    await call.ended
  }

  async #walk(walk: Walk, at: number): Promise<Caller> {
    const room = this.#roomOf(at)
    const phone = { desk: DESK, corridor: `9${at}`, room }[walk.from ?? 'room']
    const call = await this.#house.dial(phone, walk.menu)
    const isThere = (await follow(call, walk.entries, staffNumber(at))) && call.status === 200
    await pressAll(EVENTS, call, walk.half ?? '', () => KEY_MS)
    return { walk, room, call, isThere, isConfirmed: false }
  }

  /** All press their last key at once; what is said to them until the kill was said for good. */
  async #kill(callers: readonly Caller[]) {
    const pressedAt = now()
    const [least, most] = this.#number % 2 === 0 ? KILLED_AFTER_MS.late : KILLED_AFTER_MS.early
    for (const { walk, call } of callers) if (walk.last !== undefined) void EVENTS.press(call, walk.last)
    await setTimeout(this.#chance.between(least, most))
    await this.#house.killed()
    for (const caller of callers) {
      caller.isConfirmed = caller.call.audio.heard.some(
        ({ at, isSound }) => isSound && at > pressedAt + CUT_OFF_MS,
      )
      caller.call.drop()
    }
    this.#tally.kills += 1
  }

  #judge({ walk, room, isThere, isConfirmed }: Caller, before: Records, after: Records) {
    const { deed, leaves, confirmed } = walk
    this.#tally.callers += 1
    if (!isThere) return this.#fault('unheard', walk, room)
    // Alarms of all rounds are counted together.
    const done = timesDone(after, deed, room) - (deed === 'alarm' ? timesDone(before, deed, room) : 0)
    const mustBe = isConfirmed && confirmed !== undefined ? [confirmed] : leaves
    if (isConfirmed && confirmed !== undefined) this.#tally.confirmed += 1
    if (done > 1) this.#fault('doubled', walk, room)
    else if (!mustBe.includes(done)) this.#fault('lost', walk, room)
    const times = after.calls.filter((call) => call.room === room).map(({ time }) => time)
    if (!times.every((time) => time === TIME || time === OTHER_TIME)) this.#fault('half', walk, room)
  }

  /** Each charge has its message to the connector. */
  #judgeWhole({ charges, deliveries }: Records) {
    if (charges.length !== deliveries) this.#tally.half += 1
  }

  /** Whoever was cut off calls again, and does it whole. */
  async #again(callers: readonly Caller[], before: Records) {
    const again = callers.flatMap(({ walk, room }) => {
      const whole = walk.from === undefined ? AGAIN[walk.deed] : undefined
      return whole ? [{ walk, room, whole }] : []
    })
    await Promise.all(
      again.map(async ({ walk, room, whole }, at) => {
        if (!(await this.#once(room, whole.menu, whole.entries, at))) this.#fault('unheard', walk, room)
      }),
    )
    const after = await readRecords(this.#house)
    for (const { walk, room } of again) {
      // What is charged anew is one charge more; all else is there once, however often it is asked for.
      const wanted = walk.deed === 'charge' ? timesDone(before, 'charge', room) + 1 : 1
      const done = timesDone(after, walk.deed, room)
      if (done !== wanted) this.#fault(done > wanted ? 'doubled' : 'lost', walk, room)
    }
    this.#judgeWhole(after)
  }

  async #once(room: string, menu: Menu, entries: readonly string[], at: number): Promise<boolean> {
    const call = await this.#house.dial(room, menu)
    const isHeard = await follow(call, entries, staffNumber(at))
    await call.hangUp()
    return isHeard
  }

  #fault(what: 'unheard' | 'lost' | 'doubled' | 'half', { menu, state }: Walk, room: string) {
    this.#tally[what] += 1
    this.#faults.push({ round: this.#number, menu, state, room, what })
  }
}

/** Each entry once the words before it were heard for a moment; whether there were words each time. */
async function follow(call: BareCall, entries: readonly string[], number: string): Promise<boolean> {
  let isHeard = await call.audio.speaks(0, WORDS_WITHIN_MS)
  for (const entry of entries) {
    await setTimeout(LISTENS_MS)
    const keys = entry === OWN_NUMBER ? `${number}#` : entry
    const at = await pressAll(EVENTS, call, keys, () => KEY_MS)
    isHeard &&= await call.audio.speaks(at + CUT_OFF_MS, WORDS_WITHIN_MS)
  }
  await setTimeout(LISTENS_MS)
  return isHeard
}

const partOf = (tally: Tally, faults: readonly Row[]): Part => ({
  counted: `kills: ${WALKS.length} callers at once, one in each state of each menu, of whom those with a deed press its last key a random moment before kill -9; confirmed: words were heard after that key. After the restart all are looked for through the interface, and those with a deed call again and do it whole`,
  tables: [
    { title: 'Killed in every state', rows: [{ ...tally }] },
    ...(faults.length > 0 ? [{ title: 'What was wrong', rows: faults }] : []),
  ],
  checks: [
    none('confirmed and not there, or there and not asked for', tally.lost),
    none('there twice', tally.doubled),
    none('half done', tally.half),
    none('callers that were not answered', tally.unheard),
  ],
})
