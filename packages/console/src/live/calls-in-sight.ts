import type { Client } from '../api/client.ts'
import { changeWithRoom, goneBy, isFailed, type LiveCall, reduceCall } from '../hotel/calls/live-call.ts'
import type { HouseEvent } from '../hotel/house-event.ts'
import type { Clock } from '../kernel/clock.ts'
import { Feed, type Whole } from './feed.ts'
import { KeyedStore } from './keyed-store.ts'

interface CallsNeeds {
  readonly client: Client
  readonly clock: Clock
}

/** A stretch of hotel time, YYYYMMDDHHMM. */
export interface CallSpan {
  readonly start: string
  readonly end: string
}

/** Of what nobody looks at, nothing is missing. */
const NOTHING = { records: [], seal: Number.POSITIVE_INFINITY }

/** Wake-up calls of the hours that somebody looks at; until somebody does, none are read. */
export class CallsInSight {
  readonly feed: Feed<LiveCall>
  /** Those that were cancelled while this page looked: the server has them no longer, so that a fresh page shows none. */
  readonly gone: KeyedStore<LiveCall>
  readonly #needs: CallsNeeds
  #span: CallSpan | null = null
  /** By their rooms, those that were ever read as failed: few are. */
  readonly #failed = new Map<string, Set<string>>()

  constructor(needs: CallsNeeds) {
    this.#needs = needs
    this.feed = new Feed(this.#feedParts())
    this.gone = new KeyedStore((act) => needs.clock.frame(act))
  }

  /** All of it, or more: as it moves on with the hours, nothing is in it that was not read before. */
  isLookedAt({ start, end }: CallSpan): boolean {
    return this.#span !== null && start >= this.#span.start && end <= this.#span.end
  }

  /** The calls of this span are kept up to date from now on; the answer is whether they must be read for that. */
  lookAt(span: CallSpan): boolean {
    const before = this.#span
    if (span.start === before?.start && span.end === before.end) return false
    const isKnown = this.isLookedAt(span)
    this.#span = span
    if (!isKnown) this.feed.lookElsewhere()
    return true
  }

  keepGone(event: HouseEvent): void {
    const { kind, call: id } = event
    if (id === null) return
    const gone = goneBy(this.feed.store.latest(id), event)
    if (gone !== null) this.gone.put(id, gone)
    if (kind === 'wakeup.restored') this.gone.remove(id)
  }

  #changeOf(event: HouseEvent) {
    return changeWithRoom(event, (room) => this.#failed.get(room) ?? [])
  }

  #noteFailed(calls: readonly LiveCall[]): readonly LiveCall[] {
    for (const { room, id } of calls.filter(isFailed))
      this.#failed.set(room, (this.#failed.get(room) ?? new Set()).add(id))
    return calls
  }

  #feedParts() {
    const { client, clock } = this.#needs
    return {
      clock,
      keyOf: ({ id }: LiveCall) => id,
      readPart: ({ rings: _, ...call }: LiveCall) => call,
      change: (event: HouseEvent) => (this.#span === null ? null : this.#changeOf(event)),
      reduce: (event: HouseEvent, [call]: readonly LiveCall[]) => {
        const reduced = call === undefined ? null : reduceCall(call, event)
        return reduced === null ? null : [reduced]
      },
      readAll: () => this.#readAll(),
      readSome: async (ids: readonly string[]): Promise<readonly LiveCall[]> =>
        this.#noteFailed((await client.call('wakeup.list', { query: { id: ids.join(',') } })).wakeups),
    }
  }

  async #readAll(): Promise<Whole<LiveCall>> {
    const span = this.#span
    if (span === null) return NOTHING
    const { answer, seal } = await this.#needs.client.list('wakeup.list', {
      query: { start: span.start, end: span.end },
    })
    // Meanwhile somebody looks elsewhere: those are being read, too.
    return span === this.#span ? { records: this.#noteFailed(answer.wakeups), seal } : this.#readAll()
  }
}
