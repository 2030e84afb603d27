import { INTERFACE } from '@reveille/contract'
import type { SessionsInUse } from '../../actions/accounts/sessions-in-use.ts'
import type { EventActions, LiveNews, ToldEvent, ToldRow } from '../../actions/log/events.ts'
import type { Settings } from '../../actions/settings.ts'
import { formatInstant } from '../../hotel/time/local-time.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Routes } from '../route.ts'
import { logEntry } from '../answers/log-entry.ts'

const { follow } = INTERFACE.event
/** No cache or proxy may keep or buffer the stream. */
const PASS_ON = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
/** How long a client waits before it connects again. */
const RETRY_MS = 3_000

export function eventRoutes(
  { route }: Routes,
  events: EventActions,
  { settings, inUse }: { readonly settings: Settings; readonly inUse: SessionsInUse },
) {
  route(follow, ({ actor, query, request }) => {
    const after = lastEventId(request.headers['last-event-id']) ?? query.lastEventId
    if (request.method === 'HEAD') return { kind: 'text', type: follow.replyType, text: '' }
    const hangUp = () => void request.raw.socket.destroy()
    const { visit } = request
    const isOver = () => visit !== null && inUse.stateOf(visit.session) !== visit.state
    const kinds = kindsOf(query.kinds)
    const screen = visit === null ? {} : { session: visit.session.id }
    const told = events.follow(actor, { after, kinds, ...screen, onStalled: hangUp, isOver })
    // Whoever has asked for a list and says no more may still read it; whoever follows and says no more has gone.
    request.raw.socket.once('end', hangUp)
    return { kind: 'stream', type: follow.replyType, headers: PASS_ON, chunks: written(told, settings) }
  })
}

const kindsOf = (text = '') => text.split(',').flatMap((kind) => kind.trim() || [])

/** On reconnecting a browser sends the header, which is newer than the id in its address. */
function lastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header))
    throw new Failure('parameter.invalid', 'Last-Event-ID must be the id of an event, which is a number')
  return Number(header)
}

/** Not a generator: it would notice a closed stream only at the next event. */
const written = (told: AsyncIterableIterator<ToldEvent>, settings: Settings): AsyncIterable<string> => ({
  [Symbol.asyncIterator]: () => ({
    async next() {
      const one = await told.next()
      return one.done ? one : { done: false, value: textOf(one.value, settings) }
    },
    async return() {
      await told.return?.()
      return { done: true, value: undefined }
    },
  }),
})

/** Format: https://html.spec.whatwg.org/#event-stream-interpretation; a line that begins with a colon is a comment. */
function textOf(told: ToldEvent, settings: Settings): string {
  switch (told.kind) {
    case 'rows':
      return told.rows.map((row) => eventText(row, settings)).join('')
    case 'news':
      return newsText(told.news, settings)
    case 'caught-up':
      return `: caught up with ${told.number}\nretry: ${RETRY_MS}\nid: ${told.number}\nevent: caught-up\ndata: {"seal":${told.number}}\n\n`
    case 'quiet':
      // Clients that are not shown comments hear it as well.
      return ': still here\nevent: still-here\ndata: {}\n\n'
  }
}

/** JSON holds no line break, and a kind is one word: neither can end the line that it stands in. */
const eventText = (row: ToldRow, settings: Settings) =>
  `id: ${row.seal}\nevent: ${row.kind.replaceAll(/\s/g, '')}\ndata: ${JSON.stringify(eventOf(row, settings))}\n\n`

const eventOf = (row: ToldRow, settings: Settings) => ({
  ...logEntry(row, settings),
  ...(row.call === null ? {} : { call: row.call }),
})

/** Without an id: a client that connects again asks for what came after the last event that has one. */
const newsText = ({ tenant, at, kind, room, text, detail }: LiveNews, settings: Settings) => {
  const data = { at: formatInstant(at, settings.zoneOf(tenant)), kind, room, text, detail }
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
}
