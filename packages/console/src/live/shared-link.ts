import type { Word } from '../api/stream.ts'
import { browserChannel, type Channel } from '../kernel/channel.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { Watched } from '../kernel/listeners.ts'
import { greet, isTabNews, type Locks, standForLeader, type TabEvent, type TabNews } from './leader.ts'
import { CLOSED, type Link } from './link.ts'
import { type LinkNeeds, LinkRunner } from './link-runner.ts'

export interface SharedLinkNeeds extends Pick<LinkNeeds, 'follow' | 'onCaughtUp' | 'onSignedOut'> {
  readonly clock: Clock
  readonly ids: Ids
  readonly locks: Locks | undefined
  /** Whether anybody can see the page. */
  readonly isSeen: () => boolean
  readonly onEvents: (events: readonly TabEvent[]) => void
  /** The server has no stream left for this browser. */
  readonly onCrowded: () => void
}

type ToldWord = Extract<Word, { kind: 'event' }>

/** The link of a browser to the house: one of its tabs follows the stream, and tells the others. */
export class SharedLink {
  readonly link = new Watched<Link>(CLOSED)
  readonly #needs: SharedLinkNeeds
  readonly #runner: LinkRunner
  #channel: Channel<TabNews> | null = null
  #stop: () => void = () => {}
  #isLeader = false
  /** Nobody sees this tab, and another one of the browser is seen. */
  #isResting = false
  #gathered: TabEvent[] = []

  constructor(needs: SharedLinkNeeds) {
    this.#needs = needs
    this.#runner = new LinkRunner({
      clock: needs.clock,
      ids: needs.ids,
      follow: needs.follow,
      onCaughtUp: (isFresh, seal) => {
        // What came before it must not be told after what is read because of it.
        this.#tellGathered()
        this.#lead({ kind: 'caught-up', isFresh, seal })
      },
      onEvent: (word) => this.#gather(word),
      onSignedOut: needs.onSignedOut,
    })
    this.#runner.link.watch(() => this.#linkMoved())
  }

  /** Between `open` and `close`. */
  get isOpen(): boolean {
    return this.#channel !== null
  }

  /** For this person: another one may see other events. */
  open(who: string): void {
    const name = `reveille.events.${who}`
    this.#channel = browserChannel(name, isTabNews)
    this.#channel.hear((news) => this.#hear(news))
    greet(this.#channel)
    this.#stop = this.#stand(name)
  }

  #stand(name: string): () => void {
    return standForLeader({
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
        return this.#needs.onCaughtUp(news.isFresh, news.seal)
      case 'events':
        return this.#needs.onEvents(news.events)
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
    if (isNew) this.#needs.onCaughtUp(true, Number(link.lastEventId ?? Number.POSITIVE_INFINITY))
    else if (before !== 'crowded' && link.state === 'crowded') this.#needs.onCrowded()
  }
}
