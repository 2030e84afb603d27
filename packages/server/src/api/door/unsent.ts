import { type Clock, seconds, type Timer } from '../../kernel/clock.ts'
import { isRecord } from '../../kernel/record.ts'
import type { SentAnswer, TurnWatch } from './turns.ts'

/** How long somebody may leave an answer lying without taking any of it. */
const PATIENCE = seconds(30)
const LOOK_EVERY = seconds(10)
const MIB = 1024 * 1024

interface Limits {
  /** Bytes of answers that wait for their readers, over all connections. */
  readonly mostUnsent: number
  /** An answer with less than this left to send is not looked at one by one. */
  readonly large: number
}

const LIMITS: Limits = { mostUnsent: 32 * MIB, large: 16 * 1024 }

interface Progress {
  readonly taken: number
  readonly since: number
}

export interface UnsentWatch extends TurnWatch {
  close(): void
}

/**
 * Answers that nobody takes. A connection that takes nothing for thirty seconds is closed; and when all of them together
 * hold too much, the one that holds the most is closed, until the others fit.
 */
export function watchUnsent(clock: Clock, { mostUnsent, large }: Limits = LIMITS): UnsentWatch {
  const answering = new Map<SentAnswer, Progress | null>()
  let timer: Timer | undefined

  const fit = () => {
    const sockets = [...answering.keys()].flatMap(({ socket }) => socket ?? [])
    let left = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0)
    for (const socket of sockets.toSorted((a, b) => b.writableLength - a.writableLength)) {
      if (left <= mostUnsent) return
      left -= socket.writableLength
      socket.destroy()
    }
  }

  const look = () => {
    timer = undefined
    for (const [response, before] of answering) {
      const after = progressOf(response.socket, before, clock.elapsed())
      if (after && clock.elapsed() - after.since >= PATIENCE) response.socket?.destroy()
      else answering.set(response, after)
    }
    fit()
    watch()
  }
  const watch = () => {
    if (answering.size > 0) timer ??= clock.at(clock.now() + LOOK_EVERY, look)
  }

  return {
    began(response) {
      answering.set(response, null)
      response.once('prefinish', () => {
        if ((response.socket?.writableLength ?? 0) > large) fit()
      })
      watch()
    },
    ended: (response) => void answering.delete(response),
    close: () => timer?.cancel(),
  }
}

/** Since when it has taken nothing; null where nothing waits for it. */
function progressOf(socket: SentAnswer['socket'], before: Progress | null, now: number): Progress | null {
  if (!socket || socket.writableLength === 0) return null
  const taken = socket.bytesWritten - socket.writableLength - inHand(socket)
  return before?.taken === taken ? before : { taken, since: now }
}

/** What the system has not yet taken of the piece that is being written: Node itself goes by it, and does not tell. */
function inHand(socket: object): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  return isRecord(handle) && typeof handle['writeQueueSize'] === 'number' ? handle['writeQueueSize'] : 0
}
