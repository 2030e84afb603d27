import type { Link } from './link.ts'
import type { Arrival, PostingDesk } from './posting-desk.ts'
import type { Reception } from './reception.ts'
import type { WireRecord } from './records.ts'

/** A record that came, in whatever state of the link. */
export interface Heard extends Arrival {
  readonly record: WireRecord
  /** False: passed over, because the link was not alive or nobody had described it. */
  readonly isTaken: boolean
  /** The client may send nothing then; but it may have been on its way before DS arrived. */
  readonly isDuringResync: boolean
}

interface InboxParts {
  readonly desk: PostingDesk
  readonly reception: Reception
  violation(sentence: string): void
}

/** Everything that comes, in order, and to whom it goes. */
export class Inbox {
  readonly heard: Heard[] = []
  readonly #parts: InboxParts

  constructor(parts: InboxParts) {
    this.#parts = parts
  }

  take({ number: connection }: Link, record: WireRecord, faults: readonly string[], isTaken: boolean): void {
    const arrival = { order: this.heard.length + 1, connection }
    const isDuringResync = this.#parts.reception.isResyncing
    this.heard.push({ ...arrival, record, isTaken, isDuringResync })
    if (isTaken && record.id === 'PS') return this.#parts.desk.take(record, arrival, faults)
    for (const fault of faults) this.#parts.violation(`${record.id}: ${fault}`)
    if (isTaken && faults.length === 0) this.#handOn(record, connection)
  }

  #handOn(record: WireRecord, connection: number) {
    if (record.id === 'DR') this.#parts.reception.takeResync()
    if (/^W[RCA]$/.test(record.id)) this.#parts.reception.takeWakeup(record, connection)
  }
}
