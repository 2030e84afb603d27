import type { Word } from '../src/api/stream.ts'
import type { HouseEvent } from '../src/hotel/house-event.ts'
import { Failure } from '../src/kernel/failure.ts'
import type { Whole } from '../src/live/feed.ts'
import type { LinkNeeds } from '../src/live/link-runner.ts'

export interface Paper {
  readonly id: string
  readonly text: string
}

/** What became of a record, and what is told of it; null: it is gone. */
interface Told<V> {
  readonly record: V | null
  readonly event: Partial<HouseEvent> & Pick<HouseEvent, 'kind'>
}

/** What somebody does to records of one kind. */
export interface Noun<V> {
  /** Written, or written anew; `n` deeds were done before. */
  readonly write: (id: string, n: number, before: V | undefined) => Told<V>
  readonly tear: (id: string, n: number, before: V) => Told<V>
}

/** Papers of which only that they changed is told. */
export const PAPERS: Noun<Paper> = {
  write: (id, n) => ({
    record: { id, text: `${n}` },
    event: { kind: 'alarm.raised', detail: { alarm: id } },
  }),
  tear: (id) => ({ record: null, event: { kind: 'alarm.over', detail: { alarm: id } } }),
}

type Stream = Parameters<LinkNeeds['follow']>[0]

interface Open extends Stream {
  /** Up to which row it was told. */
  told: number
  isCaughtUp: boolean
  isSilent: boolean
  readonly end: () => void
  readonly fail: (failure: Failure) => void
}

interface Held {
  readonly answer: () => void
  readonly fail: () => void
}

/** Until promises that are done have told it. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A server with a log and records, whose answers and words are let through by hand. */
export class PaperServer<V> {
  readonly papers = new Map<string, V>()
  readonly #noun: Noun<V>
  readonly #log: HouseEvent[] = []
  readonly #held: Held[] = []
  #open: Open | null = null
  isUp = true

  constructor(noun: Noun<V>) {
    this.#noun = noun
  }

  /** A paper is written, or written anew. */
  write(id: string): void {
    this.#become(id, this.#noun.write(id, this.#log.length, this.papers.get(id)))
  }

  tear(id: string): void {
    const before = this.papers.get(id)
    if (before !== undefined) this.#become(id, this.#noun.tear(id, this.#log.length, before))
  }

  #become(id: string, { record, event }: Told<V>): void {
    if (record === null) this.papers.delete(id)
    else this.papers.set(id, record)
    this.#log.push({ at: '', room: '', actor: '', wakeup: null, call: null, detail: {}, ...event })
  }

  readonly follow = (stream: Stream): Promise<void> => {
    if (!this.isUp) return Promise.reject(new Failure('unreachable'))
    return new Promise((end, fail) => {
      const told = stream.after === null ? this.#log.length : Number(stream.after)
      this.#open = { ...stream, told, isCaughtUp: false, isSilent: false, end, fail }
      stream.onOpen()
    })
  }

  /** So many rows go down the stream; where nothing is left, once that it has caught up, then that it is there. */
  tell(rows: number): void {
    const open = this.#open
    if (open === null || open.isSilent || open.signal.aborted) return
    for (const row of this.#log.slice(open.told, open.told + rows)) {
      open.told += 1
      open.hear(wordOf(row, open.told))
    }
    if (open.told < this.#log.length) return
    open.hear(open.isCaughtUp ? { kind: 'still-here' } : { kind: 'caught-up', number: open.told })
    open.isCaughtUp = true
  }

  /** The server hangs up, is away, or says nothing more. */
  cut(how: 'ended' | 'unreachable' | 'silent'): void {
    const open = this.#open
    if (open === null) return
    if (how === 'silent') open.isSilent = true
    else if (how === 'ended') open.end()
    else open.fail(new Failure('unreachable'))
    if (how !== 'silent') this.#open = null
  }

  readonly readAll = (): Promise<Whole<V>> =>
    this.#hold(() => ({ records: [...this.papers.values()], seal: this.#log.length }))

  readonly readSome = (ids: readonly string[]): Promise<readonly V[]> =>
    this.#hold(() => ids.flatMap((id) => this.papers.get(id) ?? []))

  /** What it answers is as it was when it was asked. */
  #hold<T>(read: () => T): Promise<T> {
    if (!this.isUp) return Promise.reject(new Failure('unreachable'))
    const found = read()
    return new Promise((resolve, reject) => {
      this.#held.push({ answer: () => resolve(found), fail: () => reject(new Failure('unreachable')) })
    })
  }

  /** Answers that wait arrive, the one of this place first; or they are lost. */
  async let(arrive: 'answer' | 'fail', place = 0): Promise<void> {
    const [one] = this.#held.splice(place % Math.max(1, this.#held.length), 1)
    one?.[arrive]()
    await settled()
  }

  get waiting(): number {
    return this.#held.length
  }
}

const wordOf = ({ kind, ...row }: HouseEvent, number: number): Word => ({
  kind: 'event',
  id: String(number),
  event: kind,
  data: JSON.stringify(row),
})
