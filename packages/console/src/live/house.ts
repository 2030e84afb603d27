import type { AlarmRecord, BoardRecord, StatusTypeRecord } from '@reveille/contract'
import type { Client } from '../api/client.ts'
import type { Request } from '../api/request.ts'
import { followStream, type Word } from '../api/stream.ts'
import type { LiveCall } from '../hotel/calls/live-call.ts'
import { type HouseEvent, houseEventOf } from '../hotel/house-event.ts'
import type { ConditionOf } from '../hotel/reduce-room.ts'
import { statusOf } from '../hotel/room-status.ts'
import { browserChannel, type Channel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { Watched } from '../kernel/listeners.ts'
import { type CallSpan, CallsInSight } from './calls-in-sight.ts'
import { Feed } from './feed.ts'
import { alarmFeed, roomFeed, statusFeed } from './house-feeds.ts'
import type { KeyedStore } from './keyed-store.ts'
import { greet, isTabNews, type Locks, standForLeader, type TabEvent, type TabNews } from './leader.ts'
import { CLOSED, type Link } from './link.ts'
import { LinkRunner } from './link-runner.ts'

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

type ToldWord = Extract<Word, { kind: 'event' }>

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
  readonly link = new Watched<Link>(CLOSED)
  readonly alarms: Feed<AlarmRecord>
  readonly rooms: Feed<BoardRecord>
  /** What can be reported of a room. */
  readonly statuses: Feed<StatusTypeRecord>
  /** Those of the span that somebody looks at. */
  readonly calls: Feed<LiveCall>
  /** Those that were cancelled while this page looked: the server has them no longer, so that a fresh page shows none. */
  readonly goneCalls: KeyedStore<LiveCall>
  readonly #needs: HouseNeeds
  readonly #calls: CallsInSight
  readonly #runner: LinkRunner
  readonly #feeds = new Set<Follower>()
  #checks = 0
  #channel: Channel<TabNews> | null = null
  #stop: () => void = () => {}
  #isLeader = false
  /** It was read before the stream had caught up for the first time. */
  #isBegun = false
  /** Nobody sees this tab, and another one of the browser is seen. */
  #isResting = false
  #gathered: TabEvent[] = []

  constructor(needs: HouseNeeds) {
    this.#needs = needs
    this.alarms = new Feed(alarmFeed(needs))
    this.statuses = new Feed(statusFeed(needs))
    const conditionOf: ConditionOf = (id, tenant) =>
      statusOf([...this.statuses.store.all().values()], id, tenant)?.condition
    this.rooms = new Feed(roomFeed(needs, conditionOf))
    this.#calls = new CallsInSight(needs)
    this.calls = this.#calls.feed
    this.goneCalls = this.#calls.gone
    for (const feed of [this.alarms, this.statuses, this.calls, this.rooms]) this.#feeds.add(feed)
    this.#runner = new LinkRunner({
      clock: needs.clock,
      ids: needs.ids,
      follow: (stream) => followStream({ request: needs.request, path: EVENTS, ...stream }),
      onCaughtUp: (isFresh, seal) => {
        // What came before it must not be told after what is read because of it.
        this.#tellGathered()
        this.#lead({ kind: 'caught-up', isFresh, seal })
      },
      onEvent: (word) => this.#gather(word),
      onSignedOut: needs.onSignedOut,
    })
    this.#runner.link.watch(() => this.#linkMoved())
    needs.clock.every(CHECK_MS, () => this.#check())
    needs.clock.every(POLL_MS, () => {
      if (this.link.get().state === 'crowded' && needs.isSeen()) this.#readMissed(true)
    })
  }

  /** Beside the opening of the stream. What Today shows comes before what it names: the server takes one after the other. */
  #begin(): void {
    this.#isBegun = true
    const calls = this.calls.begin()
    for (const reading of [calls, this.rooms.begin(calls), this.alarms.begin(), this.statuses.begin()])
      reading.catch(() => {})
  }

  /** Not by every word that is heard: in a rush there are hundreds a second, and all that stands on the page would listen. */
  #linkMoved(): void {
    const [link, shown] = [this.#runner.link.get(), this.link.get()]
    if (this.#isLeader && (link.state !== shown.state || link.failures !== shown.failures))
      this.#lead({ kind: 'link', link })
  }

  /** What came together is told to the other tabs together. */
  #gather({ id, event, data }: ToldWord): void {
    if (this.#gathered.length === 0) queueMicrotask(() => this.#tellGathered())
    this.#gathered.push({ id, event, data })
  }

  #tellGathered(): void {
    const events = this.#gathered
    this.#gathered = []
    if (this.#isLeader && events.length > 0) this.#lead({ kind: 'events', events })
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
    if (this.#channel !== null) void this.calls.readAll().catch(() => {})
  }

  /** For this person: another one may see other events. */
  open(who: string): void {
    const name = `reveille.events.${who}`
    this.#channel = browserChannel(name, isTabNews)
    this.#channel.hear((news) => this.#hear(news))
    greet(this.#channel)
    this.#begin()
    this.#stop = standForLeader({
      name,
      locks: this.#needs.locks,
      lead: () => {
        this.#isLeader = true
        this.#runner.open()
        this.#sayIfSeen()
      },
      stop: () => {
        this.#isLeader = false
        this.#isResting = false
        this.#runner.close()
      },
    })
  }

  close(): void {
    this.#stop()
    this.#gathered = []
    this.#channel?.close()
    this.#channel = null
    this.link.set(CLOSED)
    for (const feed of this.#feeds) feed.forget()
    this.goneCalls.replace(new Map())
  }

  /** The hotel's time, as the server tells it. */
  get clock(): Clock {
    return this.#needs.clock
  }

  hurry(): void {
    if (this.#isResting) this.#runner.open()
    this.#isResting = false
    this.#runner.hurry()
    this.#sayIfSeen()
  }

  cutOff(): void {
    this.#runner.cutOff()
  }

  /** A request did not get through. The tab that follows for all of them looks whether it still hears. */
  doubt(): void {
    if (this.#isLeader) this.#runner.doubt()
    else this.#channel?.tell({ kind: 'doubt' })
  }

  /** Without locks, where a browser's few connections would soon be used up by tabs that nobody looks at. */
  #sayIfSeen(): void {
    if (this.#needs.locks === undefined && this.#needs.isSeen()) this.#channel?.tell({ kind: 'seen' })
  }

  /** While no tab is seen, each goes on: an alarm is heard from behind other windows. */
  #rest(): void {
    if (this.#needs.locks !== undefined || this.#needs.isSeen() || !this.#isLeader) return
    this.#isResting = true
    this.#runner.close()
  }

  /** Told to the other tabs, and heeded here. */
  #lead(news: TabNews): void {
    if (this.#needs.locks !== undefined) this.#channel?.tell(news)
    this.#heed(news)
  }

  #hear(news: TabNews): void {
    if (news.kind === 'hello') {
      if (this.#isLeader) this.#lead({ kind: 'link', link: this.#runner.link.get() })
      return
    }
    if (news.kind === 'seen') return this.#rest()
    if (news.kind === 'doubt') return this.#isLeader ? this.#runner.doubt() : undefined
    // Without locks every tab hears for itself.
    if (!this.#isLeader && this.#needs.locks !== undefined) this.#heed(news)
  }

  #heed(news: TabNews): void {
    switch (news.kind) {
      case 'link':
        return this.#show(news.link)
      case 'caught-up':
        return this.#caughtUp(news.isFresh, news.seal)
      case 'events':
        for (const event of news.events) this.#tell(event)
        return undefined
      case 'hello':
      case 'seen':
      case 'doubt':
      case 'session':
        return undefined
    }
  }

  /** A tab that comes later finds the link live already: then it reads the lists by itself. */
  #show(link: Link): void {
    const before = this.link.get().state
    this.link.set(link)
    const isNew = before === 'closed' && !this.#isLeader && link.state === 'live'
    if (isNew) this.#caughtUp(true, Number(link.lastEventId ?? Number.POSITIVE_INFINITY))
    else if (before !== 'crowded' && link.state === 'crowded') this.#readMissed(true)
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
