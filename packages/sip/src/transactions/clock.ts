import { randomBytes } from 'node:crypto'

/** The only source of time, so that a test can move every timer of the stack by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, so many milliseconds from now. */
  after(ms: number, callback: () => void): Timer
}

export interface Timer {
  cancel(): void
}

/** The only source of chance. */
export interface Random {
  /** Letters and digits that cannot be guessed: tags, branches, Call-IDs, cnonces. */
  token(length: number): string
  /** A whole number from `low` up to, not including, `high`. */
  integer(low: number, high: number): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    let late: NodeJS.Immediate | undefined
    // A delayed event loop runs timers before it reads sockets: let it read first, as the answer may already be
    // there and save a repeat.
    const handle = setTimeout(() => (late = setImmediate(callback)), ms)
    return {
      cancel() {
        clearTimeout(handle)
        clearImmediate(late)
      },
    }
  },
}

/** A clock whose timers end with their owner: once it is closed, nothing happens any more. */
export interface OwnClock extends Clock {
  close(): void
}

export function ownClock(clock: Clock): OwnClock {
  const running = new Set<Timer>()
  let closed = false
  return {
    now: () => clock.now(),
    after(ms, callback) {
      if (closed) return { cancel() {} }
      const timer = clock.after(ms, () => {
        running.delete(timer)
        callback()
      })
      running.add(timer)
      return {
        cancel() {
          running.delete(timer)
          timer.cancel()
        },
      }
    },
    close() {
      closed = true
      for (const timer of running) timer.cancel()
    },
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const systemRandom: Random = {
  token(length) {
    let token = ''
    // The bias of a byte over 36 letters does not matter: there are far more letters than needed.
    for (const byte of draw(length)) token += LETTERS[byte % LETTERS.length]
    return token
  },
  integer: (low, high) => low + (draw(4).readUInt32BE() % (high - low)),
}

const STOCK_BYTES = 4_096
let stock = randomBytes(STOCK_BYTES)
let used = 0

/** From a stock: asked for one by one, a call's tokens took a tenth of its time. */
function draw(count: number): Buffer {
  if (used + count > stock.length) {
    stock = randomBytes(Math.max(count, STOCK_BYTES))
    used = 0
  }
  used += count
  return stock.subarray(used - count, used)
}
