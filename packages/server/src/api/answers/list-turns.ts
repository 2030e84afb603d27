import type { Entry } from '@reveille/contract'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { Turnstile } from '../../kernel/turnstile.ts'
import type { Answer } from './answer.ts'

const LISTS = { most: 4, mostOfOne: 3, waitingOfOne: 32, waiting: 256 }
/** Short lists are made one after the other, as many and for as long: a turn of the event loop costs more than one. */
const SLICE = { lists: 4, ms: 2 }

/** Whether the answer may be long: everything that has pages, that is a table, or that is printed. */
export const isList = ({ method, query, otherType, replyType }: Entry): boolean =>
  method === 'GET' &&
  ('limit' in (query?.properties ?? {}) || [otherType, replyType].some((type) => LONG_TYPES.has(type ?? '')))

const LONG_TYPES = new Set(['text/csv', 'text/html'])

export type ListTurns = ReturnType<typeof listTurns>

/**
 * Lists and reports are made a few at a time, and accounts take turns: whatever one account asks for, the others' charges
 * and calls find the house awake.
 */
export function listTurns(clock: Clock) {
  const turnstile = new Turnstile(LISTS)

  let slice = { made: 0, began: clock.elapsed() }

  /** Reading the embedded database keeps the process busy: after some of it, it looks at what else has come in. */
  const giveWay = async () => {
    slice.made += 1
    if (slice.made < SLICE.lists && clock.elapsed() - slice.began < SLICE.ms) return
    await new Promise<void>((resolve) => clock.soon(resolve))
    slice = { made: 0, began: clock.elapsed() }
  }

  const piece = <T>(account: string, work: () => Promise<T> | T): Promise<T> =>
    turnstile.through(account, async () => {
      const made = await work()
      await giveWay()
      return made
    })

  return async (account: string, make: () => Promise<Answer> | Answer): Promise<Answer> => {
    if (turnstile.isFullFor(account))
      throw new Failure('requests.too-many', 'Too many lists are being made for this account; try again', {
        retrySeconds: 1,
      })
    const answer = await piece(account, make)
    if (answer.kind !== 'stream') return answer
    return { ...answer, chunks: paced(answer.chunks, (next) => piece(account, next)) }
  }
}

type Pace = <T>(next: () => Promise<T>) => Promise<T>

/** A long list takes its turn anew for each piece: one that nobody reads holds up no other. */
const paced = (chunks: AsyncIterable<string>, pace: Pace): AsyncIterable<string> => ({
  [Symbol.asyncIterator]() {
    const inner = chunks[Symbol.asyncIterator]()
    return {
      next: () => pace(() => inner.next()),
      async return() {
        await inner.return?.()
        return { done: true, value: undefined }
      },
    }
  },
})
