import { faultsOfDateAndTime, valueOf, type WireRecord } from './records.ts'

/** A `WR`, `WC` or `WA` that came from the client. */
export interface WakeupNews {
  readonly kind: string
  readonly connection: number
  readonly room: string
  readonly date: string
  readonly time: string
  /** Only `WA` has one. */
  readonly status: string | undefined
}

/** What is known about wakeups here: they are named by room, date and time, and each has one result. */
export class WakeupDesk {
  readonly news: WakeupNews[] = []
  /** Those that either side has asked for, and whether the result of each has come. */
  readonly #hasResult = new Map<string, boolean>()
  readonly #violation: (sentence: string) => void

  constructor(violation: (sentence: string) => void) {
    this.#violation = violation
  }

  /** This system has asked for one. */
  ask(room: string, date: string, time: string): void {
    this.#hasResult.set(nameOf(room, date, time), false)
  }

  take(record: WireRecord, connection: number): void {
    const [room = '', date = '', time = ''] = ['RN', 'DA', 'TI'].map((id) => valueOf(record, id))
    const news = { kind: record.id, connection, room, date, time, status: valueOf(record, 'AS') }
    this.news.push(news)
    for (const fault of faultsOf(record)) this.#violation(`${record.id} of room ${room}: ${fault}`)
    if (record.id === 'WR') this.ask(room, date, time)
    if (record.id === 'WA') this.#settle(news)
  }

  /** Exactly one, after the last attempt: a first result is taken for the last. */
  #settle({ room, date, time, status }: WakeupNews) {
    const name = nameOf(room, date, time)
    const hasResult = this.#hasResult.get(name)
    if (hasResult === undefined) this.#violation(`WA of ${name}, which nobody asked for`)
    if (hasResult) this.#violation(`WA of ${name} came a second time`)
    if (status === 'RY') this.#violation(`WA of ${name} says that it is tried again, which is no result`)
    this.#hasResult.set(name, true)
  }
}

const nameOf = (room: string, date: string, time: string) => `room ${room} at ${date} ${time}`

/** Empty fields in a `WC` clear the whole room. */
function faultsOf(record: WireRecord): readonly string[] {
  const clearsAll = record.id === 'WC' && valueOf(record, 'DA') === '' && valueOf(record, 'TI') === ''
  return [
    ...(valueOf(record, 'RN') ? [] : ['RN is missing']),
    ...(clearsAll ? [] : faultsOfDateAndTime(record)),
    ...(record.id !== 'WA' || valueOf(record, 'AS') ? [] : ['AS is missing']),
  ]
}
