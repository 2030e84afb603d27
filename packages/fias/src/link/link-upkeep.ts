import { IV_BYTES, linkProof, readKey } from '../records/authentication.ts'
import type { Clock, Random, Timer } from '../wire/clock.ts'
import type { CodePage } from '../wire/code-page.ts'
import { type Connect, Connection, type RecordWay } from '../wire/connection.ts'
import { type Description, describeLink, linkRecord } from '../records/description.ts'
import { type LinkAction, type LinkEvent, type LinkState, linkStep } from './link-states.ts'
import { type FiasRecord, valueOf } from '../wire/record.ts'
import { type FiasTime, fiasTime } from '../records/wall-time.ts'

export interface LinkUpkeepOptions {
  readonly host: string
  readonly port: number
  readonly page: CodePage
  readonly description: Omit<Description, 'proof'>
  readonly authKey: string | null
  readonly timezone: string | undefined
  readonly answerTimeoutMs: number
  readonly aliveCheckMs: number
  readonly clock: Clock
  readonly random: Random
  readonly connect: Connect | undefined
  /** Every record that comes, also those that keep the link. */
  onRecord(record: FiasRecord): void
  onState(state: LinkState, why: string): void
  /** The connection is gone: nothing that was sent over it will be answered on it. */
  onLost(why: string): void
  onTrouble(text: string): void
  onTrace(direction: RecordWay, text: string): void
}

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const
/** How long the property system may take to speak first. */
const FIRST_WORD_MS = 3_000
const FAREWELL_MS = 2_000
/** A link that did not last so long does not count as mended: two of us at one port would steal it from each other. */
const STEADY_MS = 30_000
/** A system that asks for the description again and again does not understand it. */
const MOST_DESCRIPTIONS = 20

/** Gets the link up and keeps it, by the table of link-states.ts. */
export class LinkUpkeep {
  readonly #options: LinkUpkeepOptions
  readonly #key: Uint8Array | null
  #state: LinkState = 'stopped'
  #why = ''
  #since: number
  #connection: Connection | null = null
  /** Never two sockets at once: the newer would make the property system drop the older. */
  #gone: Promise<void> = Promise.resolve()
  #timer: Timer | undefined
  #failures = 0
  #aliveSince: number | null = null
  #descriptions = 0
  #heardAt: number | null = null
  /** When we last asked whether it is there. */
  #askedAt = -Infinity
  /** Date and time of the link record that came last, which authentication is about. */
  #heard: FiasTime | null = null
  #hasProved = false
  #reportStopped: () => void = () => {}
  #stopped: Promise<void> = Promise.resolve()

  constructor(options: LinkUpkeepOptions) {
    this.#options = options
    this.#key = options.authKey === null ? null : readKey(options.authKey)
    this.#since = options.clock.now()
  }

  get state(): LinkState {
    return this.#state
  }

  get why(): string {
    return this.#why
  }

  get since(): number {
    return this.#since
  }

  start() {
    if (this.#state === 'stopped') this.#stopped = new Promise((resolve) => (this.#reportStopped = resolve))
    this.#happen('start', 'Started')
  }

  stop(): Promise<void> {
    this.#happen('stop', 'Stopped')
    return this.#stopped
  }

  /** Only while the link is alive. `onLeft` is told when it has left this machine. */
  send(record: FiasRecord, onLeft?: () => void) {
    this.#connection?.send([record], onLeft)
  }

  /**
   * A posting was not answered in time, and the answer may still come: the link is kept. Only where nothing at all was
   * heard since, the property system is asked whether it is there, as often as FIAS allows.
   */
  unanswered(number: number, since: number) {
    const { clock, aliveCheckMs } = this.#options
    const isSilent = this.#heardAt === null || this.#heardAt <= since
    if (isSilent && clock.now() - this.#askedAt >= aliveCheckMs)
      this.#happen('unanswered', `Posting ${number} was not answered`)
  }

  #happen(event: LinkEvent, why: string) {
    const { next, actions } = linkStep(this.#state, event)
    const before = this.#state
    this.#state = next
    if (next !== before) this.#note(next, why)
    for (const action of actions) this.#do(action, why)
    if (next !== before) this.#options.onState(next, why)
  }

  #note(state: LinkState, why: string) {
    this.#why = why
    this.#since = this.#options.clock.now()
    if (state !== 'alive') return
    this.#aliveSince ??= this.#since
    this.#descriptions = 0
  }

  #do(action: LinkAction, why: string) {
    const { answerTimeoutMs, aliveCheckMs } = this.#options
    switch (action) {
      case 'connect':
        return this.#connect()
      case 'drop':
        return this.#drop(why)
      case 'plan retry':
        return this.#wait(this.#retryDelay(), 'Time to try again')
      case 'wait for LS':
        return this.#wait(FIRST_WORD_MS, 'The property system did not speak first')
      case 'wait for answer':
        return this.#wait(answerTimeoutMs, `No answer within ${answerTimeoutMs / 1_000} s`)
      case 'wait for farewell':
        return this.#wait(FAREWELL_MS, 'No farewell')
      case 'watch':
        return this.#wait(aliveCheckMs, 'Nothing was heard for long')
      case 'describe':
        return this.#describe()
      case 'send LS':
        return this.#ask()
      case 'send LE':
        return this.#connection?.send([linkRecord('LE', this.#wallTime())])
      case 'report stopped':
        return this.#reportStopped()
    }
  }

  #ask() {
    this.#askedAt = this.#options.clock.now()
    this.#connection?.send([linkRecord('LS', this.#wallTime())])
  }

  #connect() {
    const { answerTimeoutMs } = this.#options
    this.#wait(answerTimeoutMs, `No connection within ${answerTimeoutMs / 1_000} s`)
    void this.#open()
  }

  async #open() {
    await this.#gone
    if (this.#state !== 'connecting' || this.#connection) return
    const { host, port, page, connect, onTrouble, onTrace } = this.#options
    this.#connection = new Connection({
      host,
      port,
      page,
      connect,
      onOpen: () => this.#happen('connected', 'Connected'),
      onRecord: (record) => this.#onRecord(record),
      onClosed: (why) => this.#onClosed(why),
      onTrouble,
      onTrace,
    })
    this.#gone = this.#connection.gone
  }

  #drop(why: string) {
    this.#timer?.cancel()
    const connection = this.#connection
    this.#connection = null
    this.#heard = null
    this.#hasProved = false
    this.#descriptions = 0
    connection?.drop()
    this.#options.onLost(why)
  }

  #wait(ms: number, why: string) {
    this.#timer?.cancel()
    this.#timer = this.#options.clock.after(ms, () => this.#happen('time is up', why))
  }

  /** 1, 2, 5, 10, 30 s, and spread, so that links do not all hit a system that has just restarted. */
  #retryDelay(): number {
    const { clock, random } = this.#options
    if (this.#aliveSince !== null && clock.now() - this.#aliveSince >= STEADY_MS) this.#failures = 0
    this.#aliveSince = null
    const whole = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? 0
    return (whole * random.integer(800, 1_201)) / 1_000
  }

  #onClosed(why: string) {
    // FIAS 2.20, link authentication: a wrong proof is answered by silence and the end of the connection.
    if (this.#hasProved && this.#state === 'waiting for LA')
      return this.#happen('not let in', 'The property system did not accept our link authentication')
    this.#happen('closed', why)
  }

  #onRecord(record: FiasRecord) {
    const { date, time } = { date: valueOf(record, 'DA'), time: valueOf(record, 'TI') }
    if (isLinkRecord(record.id) && date !== null && time !== null) this.#heard = { date, time }
    this.#heardAt = this.#options.clock.now()
    // Whatever comes shows that it is there; only silence has to be looked into.
    if (this.#state === 'alive' || this.#state === 'resync') this.#do('watch', '')
    else if (EVENTS[record.id] === undefined) this.#happen('heard', `The property system sent ${record.id}`)
    // An LC comes after the proof was looked at.
    if (record.id === 'LC' || record.id === 'LA') this.#hasProved = false
    if (record.id === 'LE' && this.#hasProved && this.#state === 'waiting for LA') return this.#onClosed('LE')
    const event = EVENTS[record.id]
    if (event !== undefined) this.#happen(event, MEANINGS[event] ?? '')
    this.#options.onRecord(record)
  }

  #describe() {
    const { description, random, onTrouble } = this.#options
    if (this.#descriptions++ >= MOST_DESCRIPTIONS) {
      onTrouble('The property system asks for our description again and again')
      return
    }
    const proof = this.#key && this.#heard ? linkProof(this.#key, this.#heard, random.bytes(IV_BYTES)) : null
    this.#hasProved = this.#key !== null
    this.#connection?.send(describeLink({ ...description, proof }, this.#wallTime()))
  }

  #wallTime = () => fiasTime(this.#options.clock.now(), this.#options.timezone)
}

const EVENTS: Readonly<Record<string, LinkEvent>> = { LS: 'LS', LA: 'LA', LE: 'LE', DS: 'DS', DE: 'DE' }

const MEANINGS: Readonly<Partial<Record<LinkEvent, string>>> = {
  LS: 'The property system starts the link',
  LA: 'The property system is there',
  LE: 'The property system ended the link',
  DS: 'The property system sends all its guests',
  DE: 'All guests were sent',
}

const isLinkRecord = (id: string) => id === 'LS' || id === 'LA' || id === 'LC'
