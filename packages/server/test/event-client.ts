import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { basic } from './hotel.ts'

export interface Event {
  /** NaN where it has none. */
  readonly id: number
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

const SIGNS = ['caught-up', 'still-here']

/** One who follows the events of a hotel over a real connection, and reads the format as a browser does. */
export class EventClient {
  readonly events: Event[] = []
  readonly comments: string[] = []
  /** What the stream says of itself. */
  readonly signs: Event[] = []
  /** The last event that was read whole, as a browser would send it when it connects again. */
  lastId: number | undefined
  /** Says `end` when the hotel ended the stream, `cut` when the connection broke. */
  readonly over: Promise<'end' | 'cut'>
  readonly response: IncomingMessage
  readonly #request: ClientRequest
  readonly #waiting = new Set<() => void>()
  #text = ''

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#read(text))
    this.over = new Promise((resolve) => {
      response.on('end', () => resolve('end'))
      response.on('error', () => resolve('cut'))
      response.on('close', () => resolve('cut'))
    })
    void this.over.then(() => this.#tell())
  }

  /** Without a user the headers say who it is. */
  static follow(
    url: string,
    user: string | null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventClient> {
    return new Promise((resolve, reject) => {
      const known = user === null ? {} : { authorization: basic(user, `${user}-pw`) }
      const request = get(url, { headers: { ...known, ...headers }, agent: false })
      request.on('error', reject)
      request.on('response', (response) => resolve(new EventClient(request, response)))
    })
  }

  get status() {
    return this.response.statusCode
  }

  get isCaughtUp() {
    return this.comments.some((comment) => comment.startsWith('caught up'))
  }

  hangUp() {
    this.#request.destroy()
  }

  /** Until something is so, or the stream is over. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      const ended = await Promise.race([
        this.over,
        new Promise<void>((resolve) => this.#waiting.add(resolve)),
      ])
      if (ended !== undefined && !isSo()) throw new Error(`The stream is over (${ended})`)
    }
  }

  #tell() {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  #read(text: string) {
    const blocks = (this.#text + text).split('\n\n')
    this.#text = blocks.pop() ?? ''
    for (const block of blocks) this.#readBlock(block)
    this.#tell()
  }

  #readBlock(block: string) {
    const fields = new Map(
      block.split('\n').map((line) => /^([^:]*):? ?(.*)$/s.exec(line)?.slice(1, 3) as [string, string]),
    )
    const comment = fields.get('')
    if (comment !== undefined) this.comments.push(comment)
    const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name))
    if (data === undefined) return
    if (id !== undefined) this.lastId = Number(id)
    const told = { id: Number(id), event: event ?? '', data: JSON.parse(data) }
    ;(SIGNS.includes(told.event) ? this.signs : this.events).push(told)
  }
}
