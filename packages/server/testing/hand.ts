import { type Instant, seconds } from '../src/kernel/clock.ts'
import type { HotelDatabase } from '../src/store/stores/stores.ts'
import type { Journal } from '../src/store/files/journal.ts'
import type { SteppedClock } from './stepped-clock.ts'

/** Whether something is so by now. */
export type Condition = () => Promise<boolean> | boolean

export interface Hand {
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>
  /** Lets time pass until something is so. */
  until(isSo: Condition, mostMs?: number): Promise<void>
  /** Lets time pass until this is done. */
  during<T>(work: Promise<T>): Promise<T>
}

/** So long before something is due, and while it lasts, no timer is passed over. */
const NEAR = seconds(8)
const MOST = seconds(120)
/** So many turns of the event loop without a word: everything on its way by socket and disk has come. */
const CALM_TURNS = 6
/** A database elsewhere is waited for, but one that has gone away not for ever. */
const LONGEST_WORK_MS = 100
const MOMENT_MS = 5

export interface HandOptions {
  readonly clock: SteppedClock
  readonly database: HotelDatabase
  /** The longest step while nothing rings and nobody is told anything. */
  readonly idleStepMs?: number | undefined
}

/**
 * Moves the clock from timer to timer, and waits after each until everything that it has set off has come to rest: an
 * hour passes in a moment, and no timer is passed over while a phone rings.
 */
export function handOn({ clock, database, idleStepMs = seconds(20) }: HandOptions): Hand {
  const step = async (limit: Instant) => {
    const next = await nextMoment(limit)
    clock.advance(next - clock.now())
    await rest(clock, database)
  }
  const nextMoment = async (limit: Instant) => {
    const now = clock.now()
    const timer = Math.max(now, clock.next() ?? limit)
    const quietUntil = (await nextDue(database, now)) - NEAR
    return Math.min(limit, Math.max(timer, Math.min(now + idleStepMs, quietUntil)))
  }
  const until = async (isSo: Condition, mostMs = MOST) => {
    const limit = clock.now() + mostMs
    await rest(clock, database)
    while (!(await isSo())) {
      if (clock.now() >= limit) throw new Error(`Not so after ${mostMs / 1_000} s: ${String(isSo)}`)
      await step(limit)
    }
  }

  return {
    until,
    async pass(ms) {
      const limit = clock.now() + ms
      while (clock.now() < limit) await step(limit)
    },
    async during(work) {
      const state = { done: false }
      const finished = work.finally(() => (state.done = true))
      const limit = clock.now() + MOST
      // It may wait for a server elsewhere, or for a disk, whose time is not of this clock.
      while (!state.done && clock.now() < limit) {
        await Promise.race([finished, pause(MOMENT_MS)])
        // A moment is over at once where the disk has held up this process: what it is at comes to rest first.
        await rest(clock, database)
        if (!state.done && clock.next() !== null) await step(limit)
      }
      return finished
    },
  }
}

/** The moment from which something may happen. */
async function nextDue({ read }: HotelDatabase, now: Instant): Promise<Instant> {
  const { attempts, alarms, wakeups } = read
  try {
    if ((await attempts.open()).length > 0) return now
    const minutes = (await wakeups.countByMinute(0, Number.MAX_SAFE_INTEGER)).map(({ minute }) => minute)
    return Math.min(...minutes, (await alarms.nextDue()) ?? Infinity)
  } catch {
    // It is closed, or has gone away: anything may happen.
    return now
  }
}

/** Moves a clock from timer to timer until this is done. */
export async function moving<T>(clock: SteppedClock, work: Promise<T>): Promise<T> {
  const state = { done: false }
  const finished = work.finally(() => (state.done = true))
  await rest(clock)
  while (!state.done) {
    clock.advance(Math.max(0, (clock.next() ?? 0) - clock.now()))
    await rest(clock)
  }
  return finished
}

/** Everything that was set off has happened. */
export async function rest(clock: SteppedClock, database?: HotelDatabase) {
  const work = database && watched.get(database)
  for (let calm = 0; calm < CALM_TURNS;) {
    const before = clock.asked
    await new Promise((resolve) => setImmediate(resolve))
    if (work && work.size > 0) await Promise.race([Promise.allSettled(work), pause(LONGEST_WORK_MS)])
    calm = clock.asked === before ? calm + 1 : 0
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What a database is at. One that answers at once is at nothing when anybody asks. */
const watched = new WeakMap<HotelDatabase, ReadonlySet<Promise<unknown>>>()

/** From now on, what is asked of this database, or of the journal beside it, is waited for. */
export function watchDatabase(database: HotelDatabase, journal?: Journal) {
  const work = new Set<Promise<unknown>>()
  watched.set(database, work)
  for (const use of database.atWork ? [database, database.atWork] : [database]) {
    watchAll(use, ['transaction'], work)
    for (const store of Object.values(use.read)) watchStore(store, work)
  }
  if (journal) watchAll(journal, ['append', 'clear'], work)
}

/** One may hold others, as the inventory does. */
function watchStore(store: object, work: Set<Promise<unknown>>) {
  const parts = Object.entries<unknown>({ ...store })
  const methods = parts.filter(([, part]) => typeof part === 'function')
  watchAll(
    store,
    methods.map(([name]) => name),
    work,
  )
  for (const [, part] of parts) if (typeof part === 'object' && part !== null) watchStore(part, work)
}

type Methods = Record<string, (...args: unknown[]) => unknown>

function watchAll(target: object, names: readonly string[], work: Set<Promise<unknown>>) {
  const methods = target as Methods
  for (const name of names) {
    const real = methods[name]
    if (!real) continue
    methods[name] = (...args) => {
      const answer = real.apply(target, args)
      if (answer instanceof Promise) note(work, answer)
      return answer
    }
  }
}

function note(work: Set<Promise<unknown>>, answer: Promise<unknown>) {
  work.add(answer)
  const done = () => void work.delete(answer)
  answer.then(done, done)
}
