import { systemClock, systemRandom } from '../wire/clock.ts'
import { codePage } from '../wire/code-page.ts'
import { type Features, linkRecord } from '../records/description.ts'
import { type GuestEvent, guestEvent } from '../records/guest.ts'
import { LinkUpkeep } from './link-upkeep.ts'
import { ANSWER_TIMEOUT_MS, LEAST_ALIVE_CHECK_MS, type LinkOptions, optionMistakes } from './link-options.ts'
import type { LinkState } from './link-states.ts'
import { type Posting, postingRecord } from '../records/posting.ts'
import type { PostingEnd } from '../records/posting-answer.ts'
import { PostingDesk } from './posting-desk.ts'
import { type FiasRecord, recordMistake, valueOf } from '../wire/record.ts'
import { tell } from '../wire/tell.ts'
import {
  answerMistake,
  wakeupAnswerRecord,
  type WakeupKey,
  wakeupMistake,
  type FiasWakeup,
  wakeupRequest,
  wakeupRequestRecord,
  type WakeupStatus,
} from '../records/wakeup.ts'
import { fiasTime } from '../records/wall-time.ts'

/** `sent` means that it has left: there is no answer to these records. Nothing is kept for later. */
export type SendEnd =
  | { readonly kind: 'sent' }
  | { readonly kind: 'not linked'; readonly text: string }
  | { readonly kind: 'invalid'; readonly text: string }
  /** A resync was completed within the last day, or is under way. */
  | { readonly kind: 'too soon'; readonly text: string }

export interface LinkHealth {
  readonly state: LinkState
  /** When it came into this state, and why. */
  readonly since: number
  readonly why: string
  /** When anything was last heard. */
  readonly heardAt: number | null
  /** What the property system told of itself (`LC`). */
  readonly pmsVersion: string | null
  readonly nightAudit: boolean
  /** The posting that is on its way. */
  readonly outstanding: number | null
}

/** A link to a property system. */
export interface Link {
  readonly state: LinkState
  /** Alive, and not held by the night audit: a posting would be sent at once. */
  readonly ready: boolean
  start(): void
  /** Says good-bye; resolves when the link is down. */
  stop(): Promise<void>
  /** One at a time, while the link is alive. Never rejects. */
  post(posting: Posting): Promise<PostingEnd>
  /** The one final answer to a wake-up call, with its date and time as they came. */
  answerWakeup(key: WakeupKey, status: WakeupStatus): SendEnd
  requestWakeup(key: WakeupKey): SendEnd
  clearWakeup(key: WakeupKey): SendEnd
  /** Asks for every guest, after data was lost and never as a habit; once a day at most, unless it was broken off. */
  requestResync(): SendEnd
  describe(): LinkHealth
}

const SENT: SendEnd = { kind: 'sent' }
const DAY_MS = 24 * 3_600_000

export function createLink(options: LinkOptions): Link {
  const mistakes = optionMistakes(options)
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return new PropertyLink(options)
}

class PropertyLink implements Link {
  readonly #options: LinkOptions
  readonly #clock
  readonly #page
  readonly #features: Features
  readonly #upkeep: LinkUpkeep
  readonly #desk: PostingDesk
  #heardAt: number | null = null
  #pmsVersion: string | null = null
  #isResyncing = false
  /** Asked for, and neither begun nor broken off since. */
  #resyncAskedAt: number | null = null
  #resyncDoneAt: number | null = null

  constructor(options: LinkOptions) {
    const { clock = systemClock, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options
    this.#options = options
    this.#clock = clock
    this.#page = codePage(options.codePage ?? 'cp850')
    this.#features = { wakeups: false, guests: false, ...options.features }
    const onTrouble = (text: string) => tell(() => options.onTrouble?.(text))
    this.#desk = new PostingDesk({
      clock,
      timeoutMs: answerTimeoutMs,
      unanswered: options.unanswered ?? [],
      answers: options.answers ?? true,
      onUnanswered: (number, since) => this.#upkeep.unanswered(number, since),
      onLate: (number, answer) => tell(() => options.onLatePosting?.(number, answer)),
      onReleased: () => this.#tellReady(),
      onTrouble,
    })
    this.#upkeep = this.#makeUpkeep(answerTimeoutMs, onTrouble)
  }

  #makeUpkeep(answerTimeoutMs: number, onTrouble: (text: string) => void): LinkUpkeep {
    const { host, port, family = 'PB', version = '1.0', timezone, authKey, random, connect } = this.#options
    return new LinkUpkeep({
      host,
      port,
      page: this.#page,
      description: { family, version, features: this.#features },
      authKey: authKey ?? null,
      timezone,
      answerTimeoutMs,
      aliveCheckMs: this.#options.aliveCheckMs ?? LEAST_ALIVE_CHECK_MS,
      clock: this.#clock,
      random: random ?? systemRandom,
      connect,
      onRecord: (record) => this.#onRecord(record),
      onState: (state, why) => this.#onState(state, why),
      onLost: (why) => this.#desk.lose(why),
      onTrouble,
      onTrace: (direction, text) => tell(() => this.#options.onTrace?.(direction, text)),
    })
  }

  get state(): LinkState {
    return this.#upkeep.state
  }

  get ready(): boolean {
    return this.state === 'alive' && !this.#desk.isHeld
  }

  start() {
    this.#upkeep.start()
  }

  stop(): Promise<void> {
    return this.#upkeep.stop()
  }

  async post(posting: Posting): Promise<PostingEnd> {
    const made = postingRecord(posting, this.#page)
    if (made.kind === 'invalid') return made
    const hindrance = this.#notLinked() ?? this.#desk.hindrance()
    if (hindrance) return hindrance
    const end = this.#desk.sending(posting)
    this.#upkeep.send(made.record, () => this.#desk.hasLeft(posting))
    return end
  }

  answerWakeup = (key: WakeupKey, status: WakeupStatus): SendEnd =>
    this.#sendWakeup(wakeupAnswerRecord(key, status), answerMistake(key))

  requestWakeup = (key: WakeupKey): SendEnd => this.#sendRequest({ kind: 'request', ...key })

  clearWakeup = (key: WakeupKey): SendEnd => this.#sendRequest({ kind: 'clear', ...key })

  requestResync(): SendEnd {
    const now = this.#clock.now()
    if (!this.#features.guests) return { kind: 'invalid', text: 'Guests are no part of this link' }
    const hindrance = this.#resyncHindrance(now)
    if (hindrance !== null) return { kind: 'too soon', text: hindrance }
    const end = this.#send(linkRecord('DR', fiasTime(now, this.#options.timezone)), null)
    if (end.kind === 'sent') this.#resyncAskedAt = now
    return end
  }

  /** Only one that was told in full counts for the day: one that was broken off may be asked for again. */
  #resyncHindrance(now: number): string | null {
    const { answerTimeoutMs = ANSWER_TIMEOUT_MS } = this.#options
    if (this.#resyncAskedAt !== null && now - this.#resyncAskedAt < answerTimeoutMs)
      return 'A resync was asked for a moment ago'
    const isDone = this.#resyncDoneAt !== null && now - this.#resyncDoneAt < DAY_MS
    return isDone ? 'A resync was completed within the last day' : null
  }

  describe(): LinkHealth {
    const { state, since, why } = this.#upkeep
    return {
      state,
      since,
      why,
      heardAt: this.#heardAt,
      pmsVersion: this.#pmsVersion,
      nightAudit: this.#desk.isHeld,
      outstanding: this.#desk.outstanding,
    }
  }

  #sendRequest(request: FiasWakeup): SendEnd {
    return this.#sendWakeup(wakeupRequestRecord(request), wakeupMistake(request))
  }

  #sendWakeup(record: FiasRecord, mistake: string | null): SendEnd {
    return this.#send(record, this.#features.wakeups ? mistake : 'Wake-up calls are no part of this link')
  }

  #send(record: FiasRecord, mistake: string | null): SendEnd {
    const text = mistake ?? recordMistake(record, this.#page)
    if (text !== null) return { kind: 'invalid', text }
    const hindrance = this.#notLinked()
    if (hindrance) return hindrance
    this.#upkeep.send(record)
    return SENT
  }

  #notLinked(): { kind: 'not linked'; text: string } | null {
    const { state, why } = this.#upkeep
    return state === 'alive' ? null : { kind: 'not linked', text: `The link is ${state}: ${why}` }
  }

  #onRecord(record: FiasRecord) {
    this.#heardAt = this.#clock.now()
    switch (record.id) {
      case 'PA':
        return this.#desk.answered(record)
      case 'LC':
        this.#pmsVersion = valueOf(record, 'A1')
        return
      case 'NS':
      case 'NE':
        return this.#onNightAudit(record.id === 'NS')
      case 'DE':
        return this.#endResync('done')
      case 'WR':
      case 'WC':
        return this.#pass(record, wakeupRequest(record), this.#options.onWakeup)
      case 'GI':
      case 'GO':
      case 'GC':
        return this.#pass(record, this.#guestEvent(record), this.#options.onGuest)
    }
  }

  #onState(state: LinkState, why: string) {
    if (state === 'stopped') this.#desk.close()
    tell(() => this.#options.onState?.(state, why))
    if (state === 'alive') this.#tellReady()
    else if (state === 'resync') this.#beginResync()
    else if (state !== 'checking') this.#endResync('broken off')
  }

  #beginResync() {
    this.#isResyncing = true
    this.#resyncAskedAt = null
    tell(() => this.#options.onResync?.('begun'))
  }

  #endResync(phase: 'done' | 'broken off') {
    this.#resyncAskedAt = null
    if (!this.#isResyncing) return
    this.#isResyncing = false
    if (phase === 'done') this.#resyncDoneAt = this.#clock.now()
    tell(() => this.#options.onResync?.(phase))
  }

  #tellReady() {
    if (this.ready) tell(() => this.#options.onReady?.())
  }

  #onNightAudit(isRunning: boolean) {
    if (isRunning) this.#desk.hold()
    else this.#desk.release()
    tell(() => this.#options.onNightAudit?.(isRunning))
  }

  /** Some systems put `SF` into every record: outside of a resync it means nothing. */
  #guestEvent(record: FiasRecord): GuestEvent | null {
    const event = guestEvent(record)
    return event === null || event.kind === 'change' || this.#isResyncing
      ? event
      : { ...event, resync: false }
  }

  #pass<Event>(record: FiasRecord, event: Event | null, listener: ((event: Event) => void) | undefined) {
    if (event === null) tell(() => this.#options.onTrouble?.(`${record.id} says too little`))
    else tell(() => listener?.(event))
  }
}
