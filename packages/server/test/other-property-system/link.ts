import type { Socket } from 'node:net'
import { Description, faultsOfLinkDescription } from './description.ts'
import { dateAndTime, faultsOfDateAndTime, type Field, type WireRecord, writeRecord } from './records.ts'
import { Wire, type WireParts } from './wire.ts'

/**
 *  greeted ── LD ──▶ described ── LA ──▶ alive ── LE of the client ──▶ over
 *     ▲                 │ ▲               │
 *     └─ LS, not alive ─┘ └───── LD ──────┤
 *                                         ├── restart() ──▶ restarted ── LD ──▶ described
 *                                         └── end() ──────▶ ending ── LE ──▶ over
 */
type LinkState = 'greeted' | 'described' | 'alive' | 'restarted' | 'ending' | 'over'

export interface LinkParts extends WireParts {
  /** False: a system that waits for the client to begin. */
  readonly greets: boolean
  /** A client asks no oftener whether the link is alive. */
  readonly aliveEveryMs: number
  now(): number
  /** False: the client's LA stays without an answer until `comeAlive()`. */
  mayComeAlive(): boolean
  /** Everything that came, in order. `isTaken`: the link was alive, and the record described. */
  heard(link: Link, record: WireRecord, faults: readonly string[], isTaken: boolean): void
  changed(): void
}

const LINK_RECORDS = new Set(['LS', 'LD', 'LR', 'LA', 'LE'])

/** What `RT` asks for, and what is told about this system. */
const FACTS: readonly (readonly [bit: number, field: Field])[] = [
  [1, ['RP', 'CASH']],
  [4, ['A1', '5.6.20']],
  [16, ['A2', '8.14']],
  [32, ['A3', '2.20']],
]

/** One connection, strictly by the book. */
export class Link {
  readonly number: number
  state: LinkState = 'greeted'
  readonly #wire: Wire
  readonly #parts: LinkParts
  #description: Description | null = null
  #askedAliveAt = -Infinity

  constructor(socket: Socket, number: number, parts: LinkParts) {
    this.number = number
    this.#parts = parts
    this.#wire = new Wire(socket, parts, {
      take: (record, faults) => this.#take(record, faults),
      closed: () => this.#over(),
    })
    if (parts.greets) this.#say('LS')
  }

  get strayBytes(): number {
    return this.#wire.strayBytes
  }

  knows(id: string): boolean {
    return this.#description?.knows(id) ?? false
  }

  /** Only what the client has described, and only when the link is alive; says whether it left. */
  send(record: WireRecord): boolean {
    if (this.state !== 'alive' || !this.#description?.knows(record.id)) return false
    return this.#wire.write(this.#description.only(record))
  }

  /** In whatever state. */
  writeBytes(bytes: Buffer): boolean {
    return this.#wire.writeBytes(bytes)
  }

  comeAlive(): void {
    if (this.state !== 'described') return
    const wanted = this.#description?.wanted ?? null
    if (wanted !== null) this.#wire.write({ id: 'LC', fields: factsOf(wanted) })
    this.state = 'alive'
    this.#say('LA')
    this.#parts.changed()
  }

  /** As if this side had been started anew: the client has to describe itself again. */
  restart(): void {
    this.state = 'restarted'
    this.#description = null
    this.#say('LS')
  }

  end(): void {
    this.state = 'ending'
    this.#say('LE')
  }

  hangUp(): void {
    this.#wire.hangUp()
    this.#over()
  }

  #over() {
    this.state = 'over'
    this.#parts.changed()
  }

  #say(id: string) {
    this.#wire.write({ id, fields: dateAndTime(this.#parts.now()) })
  }

  #take(record: WireRecord, faults: readonly string[]) {
    if (this.state === 'over') return
    if (LINK_RECORDS.has(record.id)) this.#takeLinkRecord(record, faults)
    else this.#pass(record, faults)
    this.#parts.changed()
  }

  #takeLinkRecord(record: WireRecord, faults: readonly string[]) {
    this.#parts.heard(this, record, faults, true)
    for (const fault of faultsOfLinkRecord(record)) this.#parts.violation(`${record.id}: ${fault}`)
    this.#obey(record)
  }

  #obey(record: WireRecord) {
    switch (record.id) {
      case 'LS':
        return this.#askedAlive()
      case 'LD':
        this.state = 'described'
        this.#description = new Description(record)
        return
      case 'LR':
        return this.#describe(record)
      case 'LA':
        return this.#endOfDescription()
      default:
        return this.#farewell()
    }
  }

  /** A client that is known is told so; any other has to describe itself. */
  #askedAlive() {
    const { now, aliveEveryMs, violation } = this.#parts
    const since = now() - this.#askedAliveAt
    if (since < aliveEveryMs) violation(`LS came again after ${since} ms`)
    this.#askedAliveAt = now()
    if (this.state === 'alive') return this.#say('LA')
    this.state = 'greeted'
    this.#say('LS')
  }

  #describe(record: WireRecord) {
    if (this.state !== 'described' || !this.#description) return this.#parts.violation('LR came without LD')
    for (const fault of this.#description.add(record))
      this.#parts.violation(`${writeRecord(record).slice(0, 80)}: ${fault}`)
  }

  /** In a link that is alive, LA is not answered. */
  #endOfDescription() {
    if (this.state === 'greeted') this.#parts.violation('LA came without LD')
    if (this.state === 'described' && this.#parts.mayComeAlive()) this.comeAlive()
  }

  /** Whoever says LE second has only answered. */
  #farewell() {
    if (this.state !== 'ending') this.#say('LE')
    this.#wire.end()
    this.#over()
  }

  /** What comes before LA has been answered is passed over without a word, and so is what was never described. */
  #pass(record: WireRecord, faults: readonly string[]) {
    const { violation, heard } = this.#parts
    const description = this.state === 'alive' ? this.#description : null
    // After LS or LE of this side it may have been on its way already.
    const isEarly = this.state === 'greeted' || this.state === 'described'
    if (isEarly) violation(`${record.id} came before the link was alive`)
    if (description?.knows(record.id) === false) violation(`${record.id} came, which no LR has described`)
    if (!description?.knows(record.id)) return heard(this, record, faults, false)
    for (const id of description.undescribedIn(record))
      violation(`${record.id} holds ${id}, which its LR does not name`)
    heard(this, description.only(record), faults, true)
  }
}

const faultsOfLinkRecord = (record: WireRecord): readonly string[] => {
  if (record.id === 'LD') return faultsOfLinkDescription(record)
  return record.id === 'LR' ? [] : faultsOfDateAndTime(record)
}

const factsOf = (wanted: number): readonly Field[] => [
  ...FACTS.filter(([bit]) => (wanted & bit) !== 0).map(([, field]) => field),
  ['PH', 'OTHER'],
]
