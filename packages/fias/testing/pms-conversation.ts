import type { Socket } from 'node:net'
import type { Clock, Random } from '../src/wire/clock.ts'
import type { CodePage } from '../src/wire/code-page.ts'
import { Unframer } from '../src/wire/framing.ts'
import { type FiasRecord, MOST_CHARACTERS, parseRecord, valueOf } from '../src/wire/record.ts'
import { fiasTime } from '../src/records/wall-time.ts'
import type { PmsBehaviour } from './pms-behaviour.ts'
import type { PmsEvent } from './pms-events.ts'
import { brokenIn, fieldsOf, isProof, undescribed } from './rule-book.ts'
import { writesOf } from './wire-faults.ts'

/** What a conversation needs of the property system it belongs to. */
export interface Office {
  readonly clock: Clock
  readonly random: Random
  readonly page: CodePage
  readonly authKey: string | null
  behaviour(): PmsBehaviour
  /** A record of the client's, once the link is alive. */
  handle(record: FiasRecord, conversation: Conversation): void
  tell(event: PmsEvent): void
  onAlive(conversation: Conversation): void
}

/** FIAS 2.20: the alive check comes not more often than every five minutes. */
const LEAST_ALIVE_CHECK_MS = 300_000

/** One connection of a client, from `LS` to its end. */
export class Conversation {
  readonly #office: Office
  readonly #socket: Socket
  readonly #described = new Map<string, readonly string[]>()
  #state: 'new' | 'described' | 'alive' | 'ending' = 'new'
  #greeting = ''
  #wantsConfiguration = false
  #checkedAt: number | null = null
  #count = 0
  /** Between `DS` and `DE`. */
  isResyncing = false
  /** The `P#` that waits for its answer. */
  outstanding: { readonly number: string; readonly since: number } | null = null

  constructor(socket: Socket, office: Office) {
    this.#socket = socket
    this.#office = office
    const unframer = new Unframer({
      mostBytes: MOST_CHARACTERS * office.page.bytesPerCharacter,
      onRecord: (bytes) => this.#onRecord(office.page.decode(bytes)),
      onLost: (why) => this.#violation(why),
    })
    socket.setNoDelay(true)
    socket.on('data', (chunk) => void unframer.push(chunk))
    socket.on('error', () => socket.destroy())
    if (office.behaviour().greets) this.startLink()
  }

  get isAlive(): boolean {
    return this.#state === 'alive'
  }

  /** On every connection, and when the property system has started anew: we must be described to it again. */
  startLink() {
    this.#state = 'new'
    this.outstanding = null
    this.isResyncing = false
    const now = this.#now()
    this.#greeting = now.date + now.time
    this.send([dated('LS', now)])
  }

  endLink() {
    this.#state = 'ending'
    this.isResyncing = false
    this.send([dated('LE', this.#now())])
  }

  cut() {
    this.#socket.destroy()
  }

  /** Records and fields that the client did not describe are not sent to it. */
  sendDescribed(records: readonly FiasRecord[]) {
    const wanted = records.flatMap(({ id, fields }) => {
      const known = this.#described.get(id)
      return known ? [{ id, fields: fields.filter(([field]) => known.includes(field)) }] : []
    })
    if (wanted.length > 0) this.send(wanted)
  }

  send(records: readonly FiasRecord[]) {
    if (this.#socket.destroyed) return
    const { behaviour, page, random, tell } = this.#office
    for (const piece of writesOf(records, behaviour(), page, random)) this.#socket.write(piece)
    for (const record of records) tell({ kind: 'sent', record })
  }

  #onRecord(text: string) {
    // Whoever has cut the connection reads nothing more, also of what has come already.
    if (this.#socket.destroyed) return
    for (const rule of brokenIn(text)) this.#violation(rule)
    const record = parseRecord(text)
    if (record === null) return
    const isIgnored = !LINK_RECORDS.includes(record.id) && this.#state !== 'alive'
    this.#office.tell({ kind: 'received', record, isIgnored })
    if (this.isResyncing) this.#violation(`${record.id} between DS and DE`)
    if (LINK_RECORDS.includes(record.id)) this.#onLinkRecord(record)
    // Newer systems ignore it without a word.
    else if (isIgnored) this.#violation(`${record.id} before LA`)
    else this.#onWork(record)
  }

  #onLinkRecord(record: FiasRecord) {
    switch (record.id) {
      case 'LS':
        return this.#onLinkStart()
      case 'LD':
        return this.#onDescription(record)
      case 'LR':
        return void this.#described.set(valueOf(record, 'RI') ?? '', fieldsOf(valueOf(record, 'FL') ?? ''))
      case 'LA':
        return this.#onLinkAlive()
      default:
        return this.#onLinkEnd()
    }
  }

  #onLinkStart() {
    if (this.#state !== 'alive') return this.startLink()
    const now = this.#office.clock.now()
    if (this.#checkedAt !== null && now - this.#checkedAt < LEAST_ALIVE_CHECK_MS)
      this.#violation('LS more often than every five minutes')
    this.#checkedAt = now
    if (this.#office.behaviour().answersAlive) this.send([dated('LA', this.#now())])
  }

  #onDescription(record: FiasRecord) {
    const { authKey, behaviour } = this.#office
    const isKnown = authKey === null || isProof(valueOf(record, 'CG') ?? '', authKey, this.#greeting)
    if (!isKnown || behaviour().dropsAfterDescription) return this.cut()
    this.#state = 'described'
    this.#wantsConfiguration = valueOf(record, 'RT') !== null
    this.#described.clear()
  }

  #onLinkAlive() {
    if (this.#state === 'alive') return this.#violation('LA as a heart-beat')
    if (this.#state !== 'described') return this.#violation('LA before LD')
    const { behaviour, tell, onAlive } = this.#office
    if (this.#wantsConfiguration && behaviour().configures) this.send([CONFIGURATION])
    if (!behaviour().answersAlive) return
    this.#state = 'alive'
    this.send([dated('LA', this.#now())])
    tell({ kind: 'alive' })
    onAlive(this)
  }

  #onLinkEnd() {
    if (this.#state !== 'ending') this.send([dated('LE', this.#now())])
    this.#socket.end()
  }

  #onWork(record: FiasRecord) {
    if (record.id !== 'DR') for (const rule of undescribed(record, this.#described)) this.#violation(rule)
    this.#office.handle(record, this)
    if (++this.#count === this.#office.behaviour().linkStartAfter) this.startLink()
  }

  #violation(rule: string) {
    this.#office.tell({ kind: 'violation', rule })
  }

  #now = () => fiasTime(this.#office.clock.now())
}

const LINK_RECORDS: readonly string[] = ['LS', 'LD', 'LR', 'LA', 'LE']

const CONFIGURATION: FiasRecord = {
  id: 'LC',
  fields: [
    ['A1', 'Scripted 1.0'],
    ['PH', 'HOTEL'],
  ],
}

export const dated = (id: string, { date, time }: { date: string; time: string }): FiasRecord => ({
  id,
  fields: [
    ['DA', date],
    ['TI', time],
  ],
})
