import type { AnswerOf, BoardRecord } from '@reveille/contract'
import type { Client } from '../api/client.ts'
import { isStatus, keyOfRoom, type Reported } from '../hotel/room-status.ts'
import { type Clock, isoOf } from '../kernel/clock.ts'
import type { Failure } from '../kernel/failure.ts'
import type { Ids } from '../kernel/ids.ts'
import { Watched } from '../kernel/listeners.ts'
import type { Drawer } from '../kernel/storage.ts'
import { KeyedStore } from './keyed-store.ts'
import { Outbox, type Posted } from './outbox.ts'

/** A status that somebody reports of one or several rooms of a tenant, at this moment. */
export interface RoomReport {
  readonly who: string
  readonly tenant: string
  /** What the server calls the tenant: the house itself has the name of the site. */
  readonly asked: string
  readonly rooms: readonly string[]
  readonly status: Reported
  readonly at: string
}

/** What became of a report that is not as whoever made it thinks. */
export type ReportNews =
  | { readonly kind: 'refused'; readonly rooms: readonly string[]; readonly failure: Failure }
  /** Others reported later: theirs stays. */
  | { readonly kind: 'older'; readonly rooms: readonly { readonly room: string; readonly by: string }[] }

interface Needs {
  readonly client: Client
  readonly clock: Clock
  readonly ids: Ids
  readonly drawer: Drawer<Posted<RoomReport>>
  readonly rooms: KeyedStore<BoardRecord>
  /** Who sits here now. */
  readonly session: () => { readonly account: string; readonly site: { readonly id: string } } | null
}

type Answer = AnswerOf<'roomStatus.reportAll'>['changes'][number]

/** So many rooms the server takes at once. */
const MOST_AT_ONCE = 500

/** Reports of room status: shown at once, sent in their order, taken back where the server will not have them. */
export class RoomReports {
  /** What was reported here and is not stored yet, by the key of the room. */
  readonly held: KeyedStore<RoomReport>
  readonly news = new Watched<ReportNews | null>(null)
  readonly #needs: Needs
  readonly #outbox: Outbox<RoomReport>

  constructor(needs: Needs) {
    this.#needs = needs
    this.held = new KeyedStore((act) => needs.clock.frame(act))
    this.#outbox = new Outbox({
      drawer: needs.drawer,
      isMine: ({ change }) => change.who === needs.session()?.account,
      send: (posted) => this.#send(posted),
      onRefused: ({ change }, failure) => {
        this.#release(change)
        this.news.set({ kind: 'refused', rooms: change.rooms, failure })
      },
    })
  }

  get waiting(): Watched<number> {
    return this.#outbox.waiting
  }

  /** What an earlier page has left is shown as it was then. */
  async open(): Promise<void> {
    for (const { change } of await this.#outbox.open()) this.#hold(change)
  }

  flush = (): Promise<void> => this.#outbox.flush()

  report(rooms: readonly BoardRecord[], status: Reported): void {
    const { clock, ids } = this.#needs
    const session = this.#needs.session()
    if (session === null) return
    const at = isoOf(clock.now())
    for (const tenant of new Set(rooms.map((one) => one.tenant))) {
      const numbers = rooms.filter((one) => one.tenant === tenant).map(({ number }) => number)
      const asked = tenant === '' ? session.site.id : tenant
      for (const part of inParts(numbers)) {
        const change = { who: session.account, tenant, asked, rooms: part, status, at }
        this.#hold(change)
        void this.#outbox.add({ key: ids.key(), change })
      }
    }
  }

  #hold(report: RoomReport): void {
    for (const number of report.rooms) this.held.put(keyOfRoom({ tenant: report.tenant, number }), report)
  }

  /** A later report of the same room stays held. */
  #release(report: RoomReport): void {
    for (const number of report.rooms) {
      const key = keyOfRoom({ tenant: report.tenant, number })
      if (isSame(this.held.latest(key), report)) this.held.remove(key)
    }
  }

  async #send({ key, change }: Posted<RoomReport>): Promise<void> {
    const { asked, rooms, status, at } = change
    const changes = rooms.map((room) => ({ room, id: status.id, at }))
    const answer = await this.#needs.client.call(
      'roomStatus.reportAll',
      { query: { tenant: asked }, body: { changes } },
      { key },
    )
    for (const one of answer.changes) if (one.result === 'changed') this.#stored(change, one.room)
    const older = answer.changes.filter(({ result }) => result === 'older')
    if (older.length > 0) this.news.set({ kind: 'older', rooms: older.map(reportedLater) })
    this.#release(change)
  }

  /** The event may come later than the answer: until then the room shows what was stored, not what was before. */
  #stored({ tenant, status, at, who }: RoomReport, number: string): void {
    const key = keyOfRoom({ tenant, number })
    const room = this.#needs.rooms.latest(key)
    const stored = isStatus(status) ? { ...status, changed: at, user: who } : null
    if (room !== undefined) this.#needs.rooms.put(key, { ...room, status: stored })
  }
}

function inParts(numbers: readonly string[]): readonly (readonly string[])[] {
  const parts: (readonly string[])[] = []
  for (let at = 0; at < numbers.length; at += MOST_AT_ONCE) parts.push(numbers.slice(at, at + MOST_AT_ONCE))
  return parts
}

/** What is read back from the device is another object. */
const isSame = (held: RoomReport | undefined, report: RoomReport) =>
  held !== undefined && held.at === report.at && held.status.id === report.status.id

const reportedLater = ({ room, previous }: Answer) => ({ room, by: previous?.user ?? '' })
