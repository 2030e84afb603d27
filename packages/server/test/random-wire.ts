import type { Connector, DeliveryAnswer, LateAnswer, DeliveryToSend } from '../src/connectors/connector.ts'
import type { Clock } from '../src/kernel/clock.ts'
import type { Chance } from '../testing/chance.ts'

export type Mood = 'good' | 'mixed' | 'down'

/** What a receiver knows of one message. */
export interface Known {
  readonly room: string
  readonly sequence: number
  taken: number
  refused: boolean
  /** Nobody can tell any more whether it came: to get it twice is no mistake. */
  mayComeTwice: boolean
}

/** A receiver that outlives its connectors: it takes, refuses, stays silent or breaks off as chance wants it. */
export interface Wire {
  readonly name: string
  readonly atOnce: number
  readonly known: Map<string, Known>
  /** What it saw that must not be. */
  readonly wrongs: string[]
  /** Messages that are with it now. */
  readonly under: Map<string, DeliveryToSend>
  mood: Mood
  isReady: boolean
  setReady(isReady: boolean): void
  answerLate(): void
  connect(isDead: () => boolean): Connector
}

interface WireParts {
  readonly name: string
  readonly atOnce: number
  readonly clock: Clock
  readonly chance: Chance
  /** A property system: postings are numbered, and may be answered late. */
  readonly isProperty?: boolean
  /** Those of the room that should have come before. */
  before(delivery: DeliveryToSend): Promise<string[]>
}

const answer = (verdict: DeliveryAnswer['verdict'], status: number | null = 200): DeliveryAnswer => ({
  verdict,
  status,
  text: verdict.kind,
})

const LATER: readonly [DeliveryAnswer, ...DeliveryAnswer[]] = [
  answer({ kind: 'later' }, 503),
  answer({ kind: 'later' }, null),
  answer({ kind: 'later', afterMs: 3_000 }, 429),
  answer({ kind: 'later', held: true }, null),
]

export function randomWire(parts: WireParts): Wire {
  const { name, atOnce, clock, chance, isProperty = false } = parts
  const known = new Map<string, Known>()
  const wrongs: string[] = []
  const under = new Map<string, DeliveryToSend>()
  const doubted: DeliveryToSend[] = []
  let listeners: (() => void)[] = []
  let lateListeners: ((late: LateAnswer) => void)[] = []
  let number = 0

  const pause = (ms: number) => new Promise<void>((resolve) => void clock.at(clock.now() + ms, resolve))
  const of = ({ id, room, sequence }: DeliveryToSend): Known => {
    const one = known.get(id) ?? { room, sequence, taken: 0, refused: false, mayComeTwice: false }
    known.set(id, one)
    return one
  }
  const take = (delivery: DeliveryToSend) => {
    const one = of(delivery)
    one.taken += 1
    if (one.taken > 1 && !one.mayComeTwice)
      wrongs.push(`${name} got ${delivery.room}/${delivery.sequence} twice`)
  }

  const check = async (delivery: DeliveryToSend) => {
    if (under.has(delivery.id))
      wrongs.push(`${name} has ${delivery.room}/${delivery.sequence} twice at a time`)
    for (const other of under.values())
      if (other.room === delivery.room) wrongs.push(`${name} has two of ${delivery.room} at a time`)
    under.set(delivery.id, delivery)
    if (under.size > atOnce) wrongs.push(`${name} has ${under.size} at a time`)
    for (const earlier of await parts.before(delivery))
      wrongs.push(`${name} got ${delivery.room}/${delivery.sequence} before ${earlier}`)
  }

  const doubt = (delivery: DeliveryToSend) => {
    const one = of(delivery)
    one.mayComeTwice = true
    if (chance.next() < 0.5) take(delivery)
    doubted.push(delivery)
    return answer({ kind: 'uncertain', reason: 'no answer came' }, null)
  }

  const decide = (
    delivery: DeliveryToSend,
    signal: AbortSignal,
  ): DeliveryAnswer | Promise<DeliveryAnswer> | null => {
    const roll = chance.next()
    if (wire.mood === 'good' || (wire.mood === 'mixed' && roll < 0.5)) {
      take(delivery)
      return answer({ kind: 'delivered' })
    }
    if (wire.mood === 'down' || roll < 0.7) return chance.pick(LATER)
    if (roll < 0.75) {
      of(delivery).refused = true
      return answer({ kind: 'refused', reason: 'no such room' }, 422)
    }
    if (roll < 0.82) return null
    if (roll < 0.88) {
      if (isProperty) of(delivery).mayComeTwice = true
      throw new Error('broken')
    }
    if (roll < 0.94) return isProperty ? doubt(delivery) : chance.pick(LATER)
    return silence(delivery, signal)
  }

  /** No answer until it is cut off, or for very long. */
  const silence = (delivery: DeliveryToSend, signal: AbortSignal) =>
    new Promise<DeliveryAnswer>((resolve) => {
      const end = () => resolve(isProperty ? doubt(delivery) : answer({ kind: 'later' }, null))
      if (chance.next() < 0.8) signal.addEventListener('abort', end)
      clock.at(clock.now() + 15_000, end)
    })

  const wire: Wire = {
    name,
    atOnce,
    known,
    wrongs,
    under,
    mood: 'good',
    isReady: true,
    setReady(isReady) {
      wire.isReady = isReady
      if (isReady) for (const tell of listeners) tell()
    },
    answerLate() {
      const [delivery] = doubted.splice(chance.below(doubted.length), 1)
      if (!delivery?.memo) return
      const verdict = of(delivery).taken > 0 ? ({ kind: 'delivered' } as const) : ({ kind: 'later' } as const)
      for (const tell of lateListeners) tell({ mark: delivery.memo, answer: answer(verdict, null) })
    },
    connect(isDead) {
      listeners = []
      lateListeners = []
      return {
        atOnce,
        get ready() {
          return wire.isReady
        },
        onReady: (listener) => void listeners.push(listener),
        onLate: (listener) => void lateListeners.push(listener),
        ...(isProperty ? { memoFor: () => ({ number: ++number }) } : {}),
        async deliver(delivery, signal) {
          // A process that was killed sends nothing more, whatever it still hears.
          if (isDead()) return new Promise<never>(() => {})
          const leave = () => void (under.get(delivery.id) === delivery && under.delete(delivery.id))
          // What was cut off may have arrived.
          signal.addEventListener('abort', () => {
            of(delivery).mayComeTwice = true
            leave()
          })
          await check(delivery)
          try {
            if (chance.next() < 0.4) await pause(chance.below(3_000))
            if (isDead()) return await new Promise<never>(() => {})
            return await decide(delivery, signal)
          } finally {
            leave()
          }
        },
        close: () => Promise.resolve(),
      }
    },
  }
  return wire
}
