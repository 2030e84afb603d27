import type { AlarmRecord, BoardRecord, StatusTypeRecord } from '@reveille/contract'
import type { Client } from '../api/client.ts'
import type { Request } from '../api/request.ts'
import { followStream } from '../api/stream.ts'
import type { LiveCall } from '../hotel/calls/live-call.ts'
import { type HouseEvent, houseEventOf } from '../hotel/house-event.ts'
import type { ConditionOf } from '../hotel/reduce-room.ts'
import { statusOf } from '../hotel/room-status.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Watched } from '../kernel/listeners.ts'
import { type CallSpan, CallsInSight } from './calls-in-sight.ts'
import { Feed } from './feed.ts'
import { alarmFeed, roomFeed, statusFeed, unsettledFeed } from './house-feeds.ts'
import type { KeyedStore } from './keyed-store.ts'
import type { Locks, TabEvent } from './leader.ts'
import type { Link } from './link.ts'
import { SharedLink } from './shared-link.ts'

export interface HouseNeeds {
  readonly client: Client
  readonly request: Request
  readonly clock: Clock
  readonly ids: Ids
  readonly locks: Locks | undefined
  readonly onSignedOut: () => void
  /** Whether anybody can see the page. */
  readonly isSeen: () => boolean
  /** Something that was shown was wrong, though it should have been told. */
  readonly onDrift: (what: string) => void
}

/** Something that is kept up to date by events. */
interface Follower {
  hear(event: HouseEvent): void
  readAll(): Promise<void>
  /** Left out: everything. */
  readUpTo?(seal: number): Promise<void>
  forget(): void
  /** Whether nothing is missing; left out: it sees to that itself. */
  readonly isWhole?: boolean
}

const EVENTS = '/rest/events'
/** How often one of the lists is held against the server's. */
const CHECK_MS = 60_000
/** And how often all are read where events cannot be followed. */
const POLL_MS = 15_000

/** What happens in the hotel while somebody looks: the link, and what it keeps up to date. */
export class House {
  readonly link: Watched<Link>
  readonly alarms: Feed<AlarmRecord>
  /** Guests who were not woken, of whom somebody knows, and whom nobody has reached. */
  readonly unsettled: Feed<AlarmRecord>
  readonly rooms: Feed<BoardRecord>
  /** What can be reported of a room. */
  readonly statuses: Feed<StatusTypeRecord>
  /** Those of the span that somebody looks at. */
  readonly calls: Feed<LiveCall>
  /** Those that were cancelled while this page looked: the server has them no longer, so that a fresh page shows none. */
  readonly goneCalls: KeyedStore<LiveCall>
  readonly #needs: HouseNeeds
  readonly #calls: CallsInSight
  readonly #shared: SharedLink
  readonly #feeds = new Set<Follower>()
  #checks = 0
  /** It was read before the stream had caught up for the first time. */
  #isBegun = false

  constructor(needs: HouseNeeds) {
    this.#needs = needs
    const idsIn = (feed: () => Feed<AlarmRecord>) => (room: string) =>
      feed()
        .store.keys()
        .filter((id) => feed().store.latest(id)?.room === room)
    this.alarms = new Feed(
      alarmFeed(
        needs,
        idsIn(() => this.alarms),
      ),
    )
    this.unsettled = new Feed(
      unsettledFeed(
        needs,
        idsIn(() => this.unsettled),
      ),
    )
    this.statuses = new Feed(statusFeed(needs))
    const conditionOf: ConditionOf = (id, tenant) =>
      statusOf([...this.statuses.store.all().values()], id, tenant)?.condition
    this.rooms = new Feed(roomFeed(needs, conditionOf))
    this.#calls = new CallsInSight(needs)
    this.calls = this.#calls.feed
    this.goneCalls = this.#calls.gone
    for (const feed of [this.alarms, this.unsettled, this.statuses, this.calls, this.rooms])
      this.#feeds.add(feed)
    this.#shared = new SharedLink({
      ...needs,
      follow: (stream) => followStream({ request: needs.request, path: EVENTS, ...stream }),
      onCaughtUp: (isFresh, seal) => this.#caughtUp(isFresh, seal),
      onEvents: (events) => events.forEach((event) => this.#tell(event)),
      onCrowded: () => this.#readMissed(true),
    })
    this.link = this.#shared.link
    needs.clock.every(CHECK_MS, () => this.#check())
    needs.clock.every(POLL_MS, () => {
      if (this.link.get().state === 'crowded' && needs.isSeen()) this.#readMissed(true)
    })
  }

  /** Beside the opening of the stream. What Today shows comes before what it names: the server takes one after the other. */
  #begin(): void {
    this.#isBegun = true
    const calls = this.calls.begin()
    const others = [this.rooms.begin(calls), this.alarms.begin(), this.statuses.begin()]
    const last = this.unsettled.begin(others[1])
    for (const reading of [calls, ...others, last]) reading.catch(() => {})
  }

  /** One list a minute, in turn, while somebody looks: events should have told everything; whether they have is seen. */
  #check(): void {
    if (this.link.get().state !== 'live' || !this.#needs.isSeen()) return
    const lists = { alarms: this.alarms, rooms: this.rooms, calls: this.calls }
    const names = ['alarms', 'rooms', 'calls'] as const
    const name = names[this.#checks++ % names.length] ?? 'alarms'
    const tell = (wrong: number) => {
      if (wrong > 0) this.#needs.onDrift(`${wrong} of the ${name} shown were not as the server has them`)
    }
    void lists[name].check().then(tell, () => {})
  }

  /** Another page joins what is kept up to date; the answer ends it. */
  follow(feed: Follower): () => void {
    this.#feeds.add(feed)
    void feed.readAll().catch(() => {})
    return () => void this.#feeds.delete(feed)
  }

  isLookedAt(span: CallSpan): boolean {
    return this.#calls.isLookedAt(span)
  }

  /** The calls of this span are kept up to date from now on. */
  lookAtCalls(span: CallSpan): void {
    if (this.#calls.lookAt(span)) this.rereadCalls()
  }

  rereadCalls(): void {
    if (this.#shared.isOpen) void this.calls.readAll().catch(() => {})
  }

  /** For this person: another one may see other events. */
  open(who: string): void {
    this.#begin()
    this.#shared.open(who)
  }

  close(): void {
    this.#shared.close()
    for (const feed of this.#feeds) feed.forget()
    this.goneCalls.replace(new Map())
  }

  hurry(): void {
    this.#shared.hurry()
  }

  cutOff(): void {
    this.#shared.cutOff()
  }

  doubt(): void {
    this.#shared.doubt()
  }

  /** The hotel's time, as the server tells it. */
  get clock(): Clock {
    return this.#needs.clock
  }

  #tell({ event, data }: TabEvent): void {
    const told = houseEventOf(event, data)
    if (told === null) return
    this.#calls.keepGone(told)
    for (const feed of this.#feeds) feed.hear(told)
  }

  /** The first time, what was read meanwhile may have it all already. */
  #caughtUp(isFresh: boolean, seal: number): void {
    const isFirst = this.#isBegun
    this.#isBegun = false
    if (!isFirst) return this.#readMissed(isFresh)
    for (const feed of this.#feeds) void (feed.readUpTo?.(seal) ?? feed.readAll()).catch(() => {})
  }

  /** What could not be read while the server was away is read now, also where every event was told. */
  #readMissed(isAll: boolean): void {
    for (const feed of this.#feeds) if (isAll || feed.isWhole === false) void feed.readAll().catch(() => {})
  }
}
