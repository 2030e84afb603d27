import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deliveryActions } from '../src/actions/deliveries/deliveries.ts'
import { type Actor, SYSTEM } from '../src/actions/actor.ts'
import { addDeliveries } from '../src/actions/deliveries/new-deliveries.ts'
import type { DeliveryToSend } from '../src/connectors/connector.ts'
import type { Delivery, QueueKey } from '../src/hotel/deliveries/delivery.ts'
import type { DestinationConfig, Purpose } from '../src/hotel/deliveries/destination.ts'
import { underWayAtMost } from '../src/hotel/deliveries/retry.ts'
import { minutes } from '../src/kernel/clock.ts'
import { isFailure } from '../src/kernel/failure.ts'
import { countedIds } from '../testing/counted-ids.ts'
import { silentLog } from '../src/kernel/log.ts'
import { aloneAtHome } from '../src/runners/nodes/at-home.ts'
import { deliveryBook } from '../src/runners/deliveries/delivery-book.ts'
import { DeliveryRunner } from '../src/runners/deliveries/delivery-runner.ts'
import { openDatabase } from '../src/store/engine/database.ts'
import { createStores, type HotelDatabase, type Stores } from '../src/store/stores/stores.ts'
import { moving, rest } from '../testing/hand.ts'
import { EVENING } from './hotel.ts'
import { type Chance, seededChance } from '../testing/chance.ts'
import { type Mood, randomWire, type Wire } from './random-wire.ts'
import { type SteppedClock, steppedClock } from '../testing/stepped-clock.ts'

/** How the database does: `deaf` writes, and its answer is lost; `slow` answers late, before or after it has written. */
type Weather = 'well' | 'failing' | 'deaf' | 'slow'

const ROOMS = ['101', '102', '103'] as const
const RETRY = ['1s', '5s', '20s']
const OPERATOR: Actor = { ...SYSTEM, name: 'operator' }
/** So long after it is due, a message is under way. */
const PROMPT = 2_500
const LONGEST_STEP = 1_000

const STEPS = 80

/** What is wrong, and what is still open, after everything that this seed makes happen. */
export async function runRandomHouse(seed: number) {
  const { house, close } = await openRandomHouse(seed)
  try {
    for (let n = 0; n < STEPS; n++) await house.step()
    await house.mend()
    await house.drain(minutes(12))
    return { wrongs: await house.wrongs(), open: await house.open() }
  } finally {
    await close()
  }
}

/** The deliveries on a database of its own, with receivers and a database that do as chance wants it. */
async function openRandomHouse(seed: number) {
  const chance = seededChance(seed)
  const clock = steppedClock(EVENING)
  const folder = mkdtempSync(path.join(tmpdir(), 'reveille-random-'))
  const database: HotelDatabase = await openDatabase({ folder, createStores, clock, log: silentLog })
  const house = new RandomHouse(chance, clock, database)
  await house.fill()
  return {
    house,
    async close() {
      await house.leave()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isUnsettled = ({ state }: Delivery) => state === 'waiting' || state === 'sending'

const isFirstOf = (destination: string, room: string) => (one: Delivery) =>
  one.destination === destination && one.room === room && isUnsettled(one)

class RandomHouse {
  readonly #chance: Chance
  readonly #clock: SteppedClock
  readonly #database: HotelDatabase
  readonly #ids
  readonly #wires: readonly Wire[]
  readonly #disabled = new Set<string>()
  readonly #byHand = new Set<string>()
  readonly #lying = new Map<string, number>()
  #weather: Weather = 'well'
  #wellSince = 0
  #life = { isDead: false }
  #runner: DeliveryRunner
  #home = aloneAtHome()
  readonly #wrongs: string[] = []
  readonly #story: string[] = []

  constructor(chance: Chance, clock: SteppedClock, database: HotelDatabase) {
    this.#chance = chance
    this.#clock = clock
    this.#database = database
    this.#ids = {
      ...countedIds(),
      between: (low: number, high: number) => low + chance.next() * (high - low),
    }
    const before = (name: string) => (delivery: DeliveryToSend) => this.#before(name, delivery)
    this.#wires = [
      randomWire({ name: 'bar', atOnce: 2, clock, chance, before: before('bar') }),
      randomWire({ name: 'pms', atOnce: 1, clock, chance, isProperty: true, before: before('pms') }),
      randomWire({ name: 'spa', atOnce: 16, clock, chance, before: before('spa') }),
      randomWire({ name: 'board', atOnce: 4, clock, chance, before: before('board') }),
    ]
    this.#runner = this.#newRunner()
  }

  async fill() {
    await this.#database.transaction(async ({ destinations }) => {
      for (const { name } of this.#wires) {
        const purpose: Purpose = name === 'board' ? 'room-status' : 'charge'
        await destinations.insert({ purpose, name, tenant: '', config: this.#configOf(name), sequence: 0 })
      }
    })
    await this.#during(this.#begin())
  }

  async leave() {
    this.#weather = 'well'
    await this.#during(this.#runner.stop())
  }

  /** Something happens, and some time passes. */
  async step() {
    const deeds = [
      () => this.#charge(),
      () => this.#charge(),
      () => this.#charge(),
      () => this.#changeMood(),
      () => this.#changeReady(),
      () => this.#changeWeather(),
      () => this.#changeWeather(),
      () => this.#changeConfig(),
      () => this.#rule(),
      () => this.#rule(),
      () => this.#answerLate(),
      () => this.#restart(),
    ] as const
    await this.#chance.pick(deeds)()
    await this.pass(this.#chance.pick([0, 10, 60, 400, 3_000, 20_000]))
  }

  /** From now on everything is as it should be. */
  async mend() {
    this.#say('mend')
    this.#setWeather('well')
    for (const wire of this.#wires) {
      wire.mood = 'good'
      wire.setReady(true)
      if (this.#disabled.delete(wire.name)) await this.#configure(wire, false)
    }
  }

  /** Lets time pass until nothing is open any more, but not for longer. */
  async drain(mostMs: number) {
    const limit = this.#clock.now() + mostMs
    while (this.#clock.now() < limit && (await this.open()).length > 0) await this.pass(10 * LONGEST_STEP)
  }

  async pass(ms: number) {
    const limit = this.#clock.now() + ms
    await this.#rest()
    for (let steps = 0; this.#clock.now() < limit; steps++) {
      if (steps > 5_000) throw new Error('It does not come to rest')
      const now = this.#clock.now()
      const next = Math.min(limit, now + LONGEST_STEP, Math.max(now, this.#clock.next() ?? limit))
      this.#clock.advance(next - this.#clock.now())
      await this.#rest()
      await this.#look()
    }
  }

  /** What has not come to its end. */
  async open(): Promise<Delivery[]> {
    return (await this.#all()).filter(isUnsettled)
  }

  /** What must not be, with the story that led to it. */
  async wrongs(): Promise<string[]> {
    await this.#reconcile()
    return this.#wrongs.length === 0 ? [] : [...this.#wrongs, ...this.#story]
  }

  /** Whether what is written is what the receivers know. */
  async #reconcile() {
    for (const one of await this.#all()) {
      const wire = this.#wireOf(one.destination)
      const known = wire.known.get(one.id)
      const name = `${one.destination} ${one.room}/${one.sequence}`
      if (one.state === 'delivered' && !known?.taken && !this.#byHand.has(one.id))
        this.#wrongs.push(`${name} is delivered, and never came`)
      if (one.state === 'refused' && !known?.refused) this.#wrongs.push(`${name} was not refused`)
      if (one.state !== 'delivered' && known?.taken && !known.mayComeTwice && !this.#byHand.has(one.id))
        this.#wrongs.push(`${name} came, and is ${one.state}`)
    }
    for (const wire of this.#wires) this.#wrongs.push(...wire.wrongs)
  }

  #newRunner(): DeliveryRunner {
    const life = { isDead: false }
    this.#life = life
    this.#home = aloneAtHome()
    return new DeliveryRunner({
      book: deliveryBook({ database: this.#shaky(life), ids: this.#ids }),
      clock: this.#clock,
      ids: this.#ids,
      log: silentLog,
      zoneOf: () => 'Europe/Zurich',
      connectorFor: ({ name }) => this.#wireOf(name).connect(() => life.isDead),
      counted: () => {},
      home: this.#home,
    })
  }

  async #begin() {
    this.#runner.start()
    await this.#home.start()
  }

  /** The database as the runner has it. */
  #shaky(life: { isDead: boolean }): HotelDatabase {
    const database = this.#database
    const failing = () => this.#weather === 'failing'
    const pause = () =>
      new Promise<void>(
        (resolve) => void this.#clock.at(this.#clock.now() + this.#chance.below(300), resolve),
      )
    return {
      ...database,
      get read() {
        if (failing()) throw new Error('No database')
        return database.read
      },
      transaction: async (work) => {
        if (life.isDead) return new Promise<never>(() => {})
        if (failing()) throw new Error('No database')
        if (this.#weather === 'slow') await pause()
        if (life.isDead) return new Promise<never>(() => {})
        const value = await database.transaction(work)
        if (this.#weather === 'slow') await pause()
        if (this.#weather === 'deaf') throw new Error('The answer was lost')
        return life.isDead ? new Promise<never>(() => {}) : value
      },
    }
  }

  async #charge() {
    const queues: QueueKey[] = []
    const many = 1 + this.#chance.below(4)
    for (let n = 0; n < many; n++) {
      const room = this.#chance.pick(ROOMS)
      const isCharge = this.#chance.next() < 0.8
      const message = {
        purpose: isCharge ? 'charge' : 'room-status',
        kind: isCharge ? 'inventory.charged' : 'room-status.changed',
        tenant: '',
        room,
        data: {},
      } as const
      const add = (stores: Stores) => addDeliveries(stores, this.#ids, message, this.#clock.now())
      queues.push(...(await this.#database.transaction(add)))
    }
    this.#say(`charge ${many}`)
    this.#runner.added(queues)
  }

  async #changeMood() {
    const wire = this.#anyWire()
    wire.mood = this.#chance.pick<Mood>(['good', 'mixed', 'mixed', 'down'])
    this.#say(`${wire.name} is ${wire.mood}`)
  }

  async #changeReady() {
    const wire = this.#anyWire()
    wire.setReady(!wire.isReady)
    this.#say(`${wire.name} ready ${wire.isReady}`)
  }

  async #changeWeather() {
    this.#setWeather(this.#chance.pick<Weather>(['failing', 'deaf', 'slow', 'slow']))
    await this.#chance.pick([() => this.#charge(), () => this.#rule(), () => this.#changeConfig()])()
    await this.pass(this.#chance.pick([10, 100, 1_000, 3_000]))
    this.#setWeather('well')
  }

  async #changeConfig() {
    const wire = this.#anyWire()
    const disabled = this.#chance.next() < 0.2
    if (disabled) this.#disabled.add(wire.name)
    else this.#disabled.delete(wire.name)
    await this.#configure(wire, disabled)
  }

  /** Never twice the same; only property systems can be told to hold what is uncertain. */
  #configOf(name: string, disabled = false): DestinationConfig {
    const common = { retry: RETRY, disabled, timeout: `${Math.floor(this.#chance.next() * 1e8)}ms` }
    if (name === 'board') return { url: 'http://10.0.0.7/', ...common }
    const onUncertain = this.#chance.pick<'resend' | 'hold'>(['resend', 'hold'])
    return { type: 'fias', host: '10.0.0.6', port: 5010, onUncertain, ...common }
  }

  async #configure({ name, known }: Wire, disabled: boolean) {
    // What cannot be written down when its queue is changed is sent again under its id, or is uncertain.
    if (this.#weather !== 'well') for (const one of known.values()) one.mayComeTwice = true
    const config = this.#configOf(name, disabled)
    this.#say(`${name} gets ${JSON.stringify(config)}`)
    const purpose: Purpose = name === 'board' ? 'room-status' : 'charge'
    await this.#database.transaction(async ({ destinations }) => {
      const before = await destinations.get({ purpose, tenant: '', name })
      if (before) await destinations.update({ ...before, config })
    })
    void this.#runner.refresh()
  }

  /** An operator decides about some message; what cannot be decided is refused. */
  async #rule() {
    const all = await this.#all()
    const wanted = this.#chance.pick(['waiting', 'refused', 'uncertain', 'uncertain', 'delivered'])
    const some = all.filter(({ state }) => state === wanted)
    const one = some[this.#chance.below(some.length)]
    if (!one) return
    const actions = deliveryActions({
      ids: this.#ids,
      database: this.#database,
      clock: this.#clock,
      deliverer: this.#runner,
      queues: () => Promise.resolve([]),
      whyQuiet: () => null,
    })
    const deed = this.#chance.pick(['replay', 'delivered', 'resend', 'drop'])
    this.#say(`${deed} ${one.destination} ${one.room}/${one.sequence} ${one.state}`)
    const known = this.#wireOf(one.destination).known.get(one.id)
    try {
      if (deed === 'replay') await actions.replay(OPERATOR, one.id, { force: true, reason: 'why not' })
      else await actions.rule(OPERATOR, one.id, { as: deed as 'drop', reason: 'why not' })
      this.#byHand.add(one.id)
      if (known) known.mayComeTwice = true
    } catch (error) {
      if (!isFailure(error)) throw error
    }
  }

  async #answerLate() {
    this.#say('late')
    this.#wireOf('pms').answerLate()
  }

  async #restart() {
    if (this.#chance.next() < 0.7) return
    if (this.#chance.next() < 0.5) {
      this.#say('stop')
      await this.#during(this.#runner.stop())
    } else {
      this.#say('kill')
      this.#life.isDead = true
      for (const wire of this.#wires) for (const one of wire.known.values()) one.mayComeTwice = true
      for (const wire of this.#wires) wire.under.clear()
    }
    this.#setWeather('well')
    this.#runner = this.#newRunner()
    await this.#during(this.#begin())
  }

  /** Nothing that is due is left lying. */
  async #look() {
    const now = this.#clock.now()
    if (this.#weather !== 'well' || now - this.#wellSince < PROMPT) return
    const all = await this.#all()
    const lying = this.#wires.flatMap((wire) => this.#lyingFor(wire, all, now))
    const before = new Map(this.#lying)
    this.#lying.clear()
    for (const one of lying) {
      const since = before.get(one) ?? now
      this.#lying.set(one, since)
      if (now - since > PROMPT) this.#wrongs.push(`${one} is left lying at ${now - EVENING}`)
    }
  }

  /** The first of each room, if it is due and could be under way. */
  #lyingFor(wire: Wire, all: readonly Delivery[], now: number): string[] {
    const queue = this.#runner.describe().find(({ name }) => name === wire.name)
    const isOpen = queue?.state === 'flowing' || (queue?.state === 'probing' && wire.under.size === 0)
    if (!isOpen || wire.under.size >= underWayAtMost(queue, wire.atOnce)) return []
    const busy = new Set(Array.from(wire.under.values(), ({ room }) => room))
    const firsts = ROOMS.flatMap((room) => all.find(isFirstOf(wire.name, room)) ?? [])
    return firsts
      .filter(({ room, nextAt }) => !busy.has(room) && nextAt <= now)
      .map((one) => `${wire.name} ${one.room}/${one.sequence} ${one.state} ${one.attempts} ${one.nextAt}`)
  }

  /** Those of its room that have not come to their end, and should have come before. */
  async #before(name: string, delivery: DeliveryToSend): Promise<string[]> {
    const earlier = (await this.#all()).filter(
      (one) => one.destination === name && one.room === delivery.room && one.sequence < delivery.sequence,
    )
    const isOpen = (one: Delivery) => {
      const known = this.#wireOf(name).known.get(one.id)
      const isDone =
        one.state === 'sending' && known && (known.taken > 0 || known.refused || known.mayComeTwice)
      return isUnsettled(one) && !isDone && !this.#byHand.has(one.id)
    }
    return earlier.filter(isOpen).map(({ room, sequence, state }) => `${room}/${sequence} (${state})`)
  }

  async #all(): Promise<Delivery[]> {
    const all = await this.#database.read.deliveries.page({ scope: null, limit: 10_000 })
    return all.toSorted((a, b) => a.sequence - b.sequence)
  }

  #wireOf(name: string): Wire {
    const wire = this.#wires.find((one) => one.name === name)
    if (!wire) throw new Error(`No ${name}`)
    return wire
  }

  /** The spa is always well: whatever the others do, it is not to be delayed. */
  #anyWire = (): Wire => this.#wireOf(this.#chance.pick(['bar', 'pms', 'board']))

  #setWeather(weather: Weather) {
    this.#say(`database ${weather}`)
    this.#weather = weather
    if (weather === 'well') this.#wellSince = this.#clock.now()
  }

  #say(what: string) {
    this.#story.push(`${this.#clock.now() - EVENING} ${what}`)
  }

  #rest = () => rest(this.#clock, this.#database)

  #during = <T>(work: Promise<T>): Promise<T> => moving(this.#clock, work)
}
