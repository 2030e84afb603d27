import { createParser } from 'eventsource-parser'
import { Failure } from '../kernel/failure.ts'
import { failureOf } from './answer.ts'
import type { Request } from './request.ts'

/** What comes down the stream of events. */
export type Word =
  | { readonly kind: 'event'; readonly id: string; readonly event: string; readonly data: string }
  /** A comment: the server is there, and says nothing else. */
  | { readonly kind: 'still-here' }
  /** Everything up to this number has been told; what follows happens now. */
  | { readonly kind: 'caught-up'; readonly number: number }

const CAUGHT_UP = /^\s*caught up with (\d+)/

const commentOf = (text: string): Word => {
  const [, number] = CAUGHT_UP.exec(text) ?? []
  return number === undefined ? { kind: 'still-here' } : { kind: 'caught-up', number: Number(number) }
}

/** Reads words out of pieces, wherever these are cut. */
export function wordReader(hear: (word: Word) => void): (piece: string) => void {
  const parser = createParser({
    onEvent: ({ id = '', event = 'message', data }) => hear({ kind: 'event', id, event, data }),
    onComment: (text) => hear(commentOf(text)),
  })
  return (piece) => parser.feed(piece)
}

export interface StreamNeeds {
  readonly request: Request
  readonly path: string
  /** The last event that is known; null: begin with what happens now. */
  readonly after: string | null
  readonly signal: AbortSignal
  readonly onOpen: () => void
  readonly hear: (word: Word) => void
}

/**
 * Follows the events until the server hangs up; fails where it cannot be reached or refuses. Not by `EventSource`: that
 * shows no comments, by which the server says that it is still there, and hides why it was refused.
 */
export async function followStream({
  request,
  path,
  after,
  signal,
  onOpen,
  hear,
}: StreamNeeds): Promise<void> {
  const response = await request(path, {
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { accept: 'text/event-stream', ...(after === null ? {} : { 'last-event-id': after }) },
    signal,
  }).catch(() => {
    throw new Failure('unreachable')
  })
  if (!response.ok || response.body === null) throw await failureOf(response)
  onOpen()
  await readAll(response.body, wordReader(hear))
}

async function readAll(body: ReadableStream<Uint8Array>, read: (piece: string) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      read(decoder.decode(piece.value, { stream: true }))
  } catch {
    throw new Failure('unreachable')
  }
}
