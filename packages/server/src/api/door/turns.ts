import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../kernel/clock.ts'
import { isRecord } from '../../kernel/record.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Of one connection, the one that is being answered included; whoever sends more does not wait for answers. */
const MOST_UNANSWERED = 64
/** Requests that wait on all connections together; beyond that, those are closed on which more than a few wait. */
const MOST_WAITING = 1_024
const A_FEW = 8

interface Turns {
  /** The first is being answered, the others wait. */
  readonly queue: (() => void)[]
  isPaused: boolean
}

/** As much of a response and its connection as is watched while it is sent. */
export interface SentAnswer {
  readonly socket: (Pick<Socket, 'writableLength' | 'bytesWritten'> & { destroy(): unknown }) | null
  once(event: 'prefinish', then: () => void): unknown
}

export interface TurnWatch {
  /** A request is about to be handled. */
  began(answer: SentAnswer): void
  ended(answer: SentAnswer): void
}

/** Requests that are begun before the house looks at its clock, and at everything else, again. */
const AT_ONCE = 32

/** However many connections have something to say at the same moment, the hour of a wakeup comes between them. */
function paced(clock: Pick<Clock, 'soon'>): (work: () => void) => void {
  const waiting: (() => void)[] = []
  let begun = 0
  const goOn = () => {
    const next = waiting.splice(0, AT_ONCE)
    begun = next.length
    if (begun > 0) clock.soon(goOn)
    for (const work of next) work()
  }
  return (work) => {
    if (begun >= AT_ONCE) return void waiting.push(work)
    if (begun++ === 0) clock.soon(goOn)
    work()
  }
}

/**
 * Node goes on with the piece that the last request came in, and keeps a request and an answer for each of the hundreds
 * that may be left in it until the connection is closed. They are not even begun. The parser is Node's own: where a later
 * one is without this property, they are begun as before, and the test of this says so.
 */
function closeUnread(socket: Socket) {
  const parser: unknown = Reflect.get(socket, 'parser')
  if (isRecord(parser)) Reflect.set(parser, 'onIncoming', () => 0)
  socket.destroy()
}

/**
 * Handles the requests of a connection one after the other. RFC 9112 9.3.2 asks for it where one of them changes
 * something; for all of them it means that a connection holds one answer in memory and not as many as fit into what it
 * sends. While requests wait the connection is not read: what is in memory of them came in one piece of 64 KiB.
 */
export function inTurn(handle: Handler, watch: TurnWatch, clock: Pick<Clock, 'soon'>): Handler {
  const pace = paced(clock)
  const known = new WeakMap<Socket, Turns>()

  let waiting = 0

  const begin = ({ queue }: Turns) => {
    queue[0]?.()
  }

  const end = (socket: Socket, turns: Turns) => {
    turns.queue.shift()
    // What waits on a closed connection has nobody to answer to.
    waiting -= socket.destroyed ? turns.queue.length : Math.min(1, turns.queue.length)
    if (socket.destroyed) turns.queue.length = 0
    if (turns.isPaused && turns.queue.length <= 1) {
      turns.isPaused = false
      socket.resume()
    }
    begin(turns)
  }

  return (request, response) => {
    const { socket } = request
    // Came in the same piece as the one that the connection was closed for.
    if (socket.destroyed) return
    const turns = known.get(socket) ?? { queue: [], isPaused: false }
    known.set(socket, turns)
    if (turns.queue.length >= (waiting < MOST_WAITING ? MOST_UNANSWERED : A_FEW)) return closeUnread(socket)
    turns.queue.push(() => {
      response.once('close', () => {
        watch.ended(response)
        end(socket, turns)
      })
      watch.began(response)
      pace(() => {
        if (!socket.destroyed) handle(request, response)
      })
    })
    if (turns.queue.length === 1) return begin(turns)
    waiting += 1
    if (turns.isPaused) return
    turns.isPaused = true
    // Not at once: when a request is complete Node goes on reading, and would undo it.
    queueMicrotask(() => {
      if (turns.isPaused) socket.pause()
    })
  }
}
