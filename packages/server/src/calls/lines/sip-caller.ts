import {
  CALL_LOST,
  type CallEnd,
  createUserAgent,
  type DialOptions,
  type MediaPort,
  NEVER_RANG,
  type OutgoingCall,
  type PreparedAudio,
  TO_THE_EAR_MS,
  type UserAgent,
  type UserAgentOptions,
} from '@reveille/sip'
import { HEARD_ENOUGH_MS } from '../../hotel/wakeups/answered-for-good.ts'
import type { CallResult } from '../../hotel/wakeups/call-result.ts'
import type { Line } from '../../hotel/settings/line.ts'
import { plainName } from '../../hotel/accounts/tenancy.ts'
import { type Clock, type Instant, seconds, type Timer } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type {
  CallHandle,
  CallOrder,
  Caller,
  CallSteps,
  DeskCaller,
  GuestsDue,
  HeldLine,
  LineCapacity,
  LineWish,
  PreparedCall,
  Speech,
} from '../caller.ts'
import type { JoinedSound } from '../audio/join.ts'
import { type LineState, LinePool, type TakenLine, type LineTrouble } from './line-pool.ts'
import { LineJudge, type LineVerdict } from './line-judge.ts'
import { DeskLine } from './desk-line.ts'
import { refusedWords } from './line-words.ts'
import { isAccountRefused } from './refused-account.ts'
import { sipClock } from './sip-clock.ts'
import { SecureDoor } from './secure-door.ts'
import type { TelephonyFiles } from '../../hotel/settings/sections.ts'
import { placeTrouble, type SipPlace } from './sip-place.ts'
import { exchangeKey, exchangeName, sipLineOf } from './sip-line.ts'

export interface SipCallerParts {
  readonly clock: Clock
  readonly log: Log
  /** Another kind of audio, for tests that move the clock by hand. */
  readonly media?: MediaPort | undefined
}

/** How the telephone behaves towards everybody, whatever the line. */
export type Manners = Pick<UserAgentOptions, 'userAgent' | 'strangers'>

/** The hotel's lines at its exchange. */
export class SipCaller implements Caller, DeskCaller {
  readonly #parts: SipCallerParts
  readonly #pool = new LinePool(() => this.#agent?.mostCalls ?? Infinity)
  readonly #lines = new Map<string, Line>()
  readonly #listeners: (() => void)[] = []
  readonly #backListeners: (() => void)[] = []
  readonly #lineListeners: (() => void)[] = []
  readonly #deskLine: DeskLine
  readonly #door = new SecureDoor()
  readonly #judge: LineJudge
  #agent: UserAgent | undefined
  /** Why it cannot run. */
  #shut: string | null = null
  #publicHost: string | undefined
  #awake: Timer | undefined
  #isTelling = false
  #guestsDue: GuestsDue = () => []

  constructor(parts: SipCallerParts) {
    this.#parts = parts
    this.#deskLine = new DeskLine({
      clock: parts.clock,
      take: (tenant, before) =>
        this.take(tenant, {
          evenResting: true,
          // A call into the void would have the line when the exchange is back, which a guest waits for.
          evenDead: this.#guestsDue(Infinity).length === 0,
          besides: this.#guestsDue(before),
        }),
    })
    this.#judge = new LineJudge({
      clock: parts.clock,
      ping: (line) => this.ping(line),
      onVerdict: (line, verdict) => this.#setWorking(line, verdict),
      onBack: (lines) => this.#areBack(lines),
    })
  }

  /** Null when it runs, otherwise why it does not: its lines are known all the same, and say so. */
  async start(place: SipPlace, manners: Manners = {}): Promise<string | null> {
    this.#publicHost = place.publicAddress
    try {
      this.#agent = await this.#open(place, manners)
      this.#shut = null
    } catch (error) {
      this.#shut = placeTrouble(error, place)
    }
    return this.#shut
  }

  #open({ bind: host, port = 0, audioPorts }: SipPlace, manners: Manners): Promise<UserAgent> {
    const { clock, media } = this.#parts
    return createUserAgent({
      bind: { host, port },
      protocols: ['UDP', 'TCP'],
      clock: sipClock(clock),
      onRegistration: (name, state, why) => this.#judge.onRegistration(name, state, why),
      ...manners,
      ...(audioPorts ? { audioPorts } : {}),
      ...(media ? { media } : {}),
    })
  }

  async stop() {
    this.#awake?.cancel()
    this.#deskLine.close()
    await this.setLines([])
    await this.#agent?.close()
    this.#agent = undefined
    this.#door.forget()
  }

  get running(): boolean {
    return this.#agent !== undefined
  }

  /** Where it listens, over UDP and TCP alike; null while it does not. */
  get port(): number | null {
    return this.#agent?.local.port ?? null
  }

  /** Where it listens over TLS; null where no line wants that. */
  get securePort(): number | null {
    return this.#door.port
  }

  /** Why lines over TLS cannot be used, in words; null when they can, or when there are none. */
  get secureTrouble(): string | null {
    return this.#door.trouble
  }

  /** Replaces the lines; those that have not changed keep running. Over TLS, those whose certificates are the same. */
  async setLines(lines: readonly Line[], files: TelephonyFiles = {}): Promise<void> {
    const wanted = new Map(lines.map((line) => [line.name, line]))
    const isOther = this.#agent ? await this.#door.adjust(this.#agent, lines.some(isSecure), files) : false
    for (const [name, line] of this.#lines)
      if (!isSame(line, wanted.get(name)) || (isOther && isSecure(line))) await this.#removeLine(line)
    for (const line of lines) if (!this.#lines.has(line.name)) this.#addLine(line)
    this.#tellFree()
  }

  take(tenant: string, wish: LineWish = {}): HeldLine | null {
    const taken = this.#pool.take(tenant, this.#parts.clock.now(), wish)
    const line = taken && this.#lines.get(taken.name)
    if (!line) return null
    return {
      name: plainName(line),
      exchange: taken.exchange,
      prepare: (order, steps) => this.#prepare(line, taken, order, steps),
      release: () => this.#free(() => this.#pool.giveBack(taken)),
    }
  }

  spare(tenant: string): HeldLine | null {
    return this.#deskLine.spare(tenant)
  }

  guestsFirst(due: GuestsDue): void {
    this.#guestsDue = due
  }

  next(tenant: string): Promise<HeldLine | null> {
    const line = this.#deskLine.next(tenant)
    this.#deskLine.serve()
    return line
  }

  capacity(tenant: string): LineCapacity {
    return this.#pool.capacity(tenant)
  }

  onFree(listener: () => void): void {
    this.#listeners.push(listener)
  }

  onBack(listener: () => void): void {
    this.#backListeners.push(listener)
  }

  /** Told when a line comes or goes. */
  onLine(listener: () => void): void {
    this.#lineListeners.push(listener)
  }

  abandon(handle: CallHandle): Promise<string> {
    if (!this.#agent) return Promise.reject(new Error('The telephony is not running'))
    return this.#agent.abandon(handle)
  }

  /** Asks the exchange of a line whether it is there. Null when it is, otherwise why not. */
  async ping(name: string): Promise<string | null> {
    if (!this.#agent) return 'The telephony is not running'
    const ping = await this.#agent.ping(name)
    return 'failure' in ping ? ping.failure : null
  }

  describe(): LineState[] {
    return this.#pool.describe()
  }

  #addLine(line: Line) {
    const { log } = this.#parts
    const options = { ...sipLineOf(line), removesOld: true, ...this.#reachedAt() }
    this.#lines.set(line.name, line)
    const { name, tenant, settings } = line
    this.#pool.add(
      { name, tenant, exchange: exchangeName(options), calls: settings.calls },
      options.register === false,
    )
    if (this.#shut !== null) return this.#pool.setWorking(name, false, this.#shut, UNUSABLE)
    try {
      if (isSecure(line) && this.#door.trouble !== null) throw new Error(this.#door.trouble)
      this.#agent?.addLine(options)
      this.#judge.add(line.name, exchangeKey(options), options.register !== false)
    } catch (error) {
      this.#pool.setWorking(line.name, false, messageOf(error), UNUSABLE)
      log.error({ event: 'line.unusable', line: line.name, error: messageOf(error) }, 'A line cannot be used')
    }
  }

  #reachedAt = () => (this.#publicHost === undefined ? {} : { publicHost: this.#publicHost })

  async #removeLine(line: Line) {
    this.#lines.delete(line.name)
    this.#judge.remove(line.name)
    this.#pool.remove(line.name)
    await this.#agent?.removeLine(line.name)
  }

  #healthOf = (name: string) => this.#pool.describe().find((one) => one.name === name)

  #setWorking(name: string, { is, why, isSilent = false, isUnwanted = false }: LineVerdict) {
    const line = this.#lines.get(name)
    const working = is === 'working'
    const isNew = this.#healthOf(name)?.working !== working
    // Hearing again that a line works must not erase why it rests.
    if (!line || (working && !isNew)) return
    this.#pool.setWorking(name, working, why, { isDead: is === 'dead', isUnwanted })
    if (isSilent) {
      this.#pool.fellSilent(name)
      this.#agent?.exchangeIsAway(name)
    }
    if (isNew) for (const listener of this.#lineListeners) listener()
    this.#tellFree()
  }

  /** What waits for an answer is asked again, and what waits for a line need wait no longer. */
  #areBack(names: readonly string[]) {
    for (const name of names) {
      this.#pool.refresh(name)
      this.#agent?.exchangeIsBack(name)
    }
    for (const listener of this.#backListeners) listener()
    this.#tellFree()
  }

  async #prepare(line: Line, taken: TakenLine, order: CallOrder, steps: CallSteps): Promise<PreparedCall> {
    if (!this.#agent) throw new Error('The telephony is not running')
    const said = saidSoFar(this.#parts.clock)
    const answered = (handle: CallHandle) => {
      said.begins()
      return steps.answered(handle)
    }
    // Every key is recorded; one without a reply leaves the announcement playing.
    const onKey = (key: string) => {
      steps.key(key)
      const reply = order.reply(key, said.ms())
      if (!reply) return
      said.ends()
      void this.#reply(call, heardOver(line.settings, reply))
    }
    const onPlayed = () => void call.hangUp('The announcement was heard')
    const silence = this.#silence(taken)
    const dialled = () => {
      silence.begins()
      this.#judge.dialled(taken.name)
      steps.dialled()
    }
    const progress = (status: number, reason: string) => {
      silence.ends()
      steps.progress(status, reason)
    }
    const told = { ...steps, answered, dialled, progress }
    const options = { ...this.#optionsOf(line, taken, order, told), onKey, onPlayed }
    const call: OutgoingCall = await this.#agent.prepare(line.name, options)
    const ended = call.ended.then((end) => {
      silence.ends()
      this.#ended(line, taken, order, end)
      return resultOf(end, order)
    })
    return { handle: { ...call.handle }, ended, dial: () => call.send(), hangUp: () => void call.hangUp() }
  }

  #optionsOf({ settings }: Line, taken: TakenLine, order: CallOrder, steps: CallSteps): DialOptions {
    return {
      to: order.extension,
      ringMs: order.ringMs,
      announcement: heardOver(settings, order.announcement),
      inBandKeys: settings.inBandKeys,
      hearsMachines: order.hearsMachines,
      redirects: settings.redirects,
      playing: { delayMs: TO_THE_EAR_MS, times: order.rounds, gapMs: PAUSE_MS },
      heardEnoughMs: HEARD_ENOUGH_MS,
      onHeard: () => steps.heard(),
      beforeAck: (handle) => steps.answered({ ...handle }),
      onSent: () => steps.dialled(),
      onProgress: (status, reason) => {
        if (isFromBehind(status)) this.#goesWell(taken)
        steps.progress(status, reason)
      },
    }
  }

  /** Of an exchange that says nothing to a call it is asked at once whether it is there, so that its return is seen. */
  #silence({ name }: TakenLine) {
    const { clock } = this.#parts
    let timer: Timer | undefined
    const isTooLong = () => {
      this.#pool.miss(name)
      this.#judge.unanswered(name)
    }
    return {
      begins: () => void (timer = clock.at(clock.now() + FIRST_WORD, isTooLong)),
      ends: () => timer?.cancel(),
    }
  }

  /** Another key during a reply starts another reply: only the last one hangs up. */
  async #reply(call: OutgoingCall, reply: PreparedAudio) {
    if ((await call.play(reply)) === 'played') await call.hangUp('The guest was answered')
  }

  #goesWell(taken: TakenLine) {
    this.#pool.goesWell(taken, this.#parts.clock.now())
    this.#judge.proven(taken.name)
  }

  #ended(line: Line, taken: TakenLine, { extension }: CallOrder, end: CallEnd) {
    const now = this.#parts.clock.now()
    if (end.outcome === 'line-trouble') {
      const isRefused = this.#isAccountRefused(line, end)
      const trouble = troubleOf(end, extension)
      this.#pool.failed(taken, now, { ...trouble, isAccountRefused: isRefused })
      this.#tellSoon()
      if (isRefused) this.#judge.refused(line.name, refusedWords(`${end.status} ${end.reason}`))
      this.#judge.failed(taken.name)
    } else
      this.#free(() =>
        end.status === null
          ? this.#pool.giveBack(taken)
          : this.#pool.carried(taken, now, end.outcome === 'answered'),
      )
  }

  #isAccountRefused({ name, settings }: Line, { status }: CallEnd): boolean {
    const standing = this.#judge.standingOf(name)
    return isAccountRefused({ status, hasPassword: settings.password !== undefined, standing })
  }

  #free(giveBack: () => void) {
    giveBack()
    this.#deskLine.released()
    this.#tellSoon()
  }

  /** The call that a line failed wants another before the desk does: it is not asked for here until it knows. */
  #tellSoon() {
    const { clock } = this.#parts
    this.#wakeResting(clock.now())
    // Not at once: the call that ended may be about to take a line. And once for lines freed together.
    if (this.#isTelling) return
    this.#isTelling = true
    clock.soon(() => {
      this.#isTelling = false
      this.#tellFree()
    })
  }

  #wakeResting(now: Instant) {
    const next = this.#pool.nextAwake(now)
    this.#awake?.cancel()
    if (next !== null) this.#awake = this.#parts.clock.at(next, () => this.#tellFree())
  }

  #tellFree() {
    this.#deskLine.serve()
    for (const listener of this.#listeners) listener()
  }
}

/** What goes to the thread of the audio; at 16 kHz too, where the line speaks a codec that carries it. */
function heardOver({ codecs }: Line['settings'], speech: Speech): PreparedAudio {
  const { pcmu, pcma, durationMs, wideband } = speech as PreparedAudio & Partial<JoinedSound>
  const wide = codecs.includes('G722') && wideband ? { wide: wideband() } : {}
  return { pcmu, pcma, durationMs, ...wide }
}

const PAUSE_MS = 1_500
/** RFC 3261 17.2.1: an exchange that works says 100 within 200 ms; by then it was asked three times. */
const FIRST_WORD = seconds(2)

/** How much of an announcement has been said. A reply cuts it off: what would have come then is not said any more. */
function saidSoFar(clock: Clock) {
  let from = clock.elapsed()
  let cutOffAt: number | null = null
  return {
    begins: () => void (from = clock.elapsed()),
    ends: () => void (cutOffAt ??= clock.elapsed()),
    ms: () => Math.max(0, (cutOffAt ?? clock.elapsed()) - from - TO_THE_EAR_MS),
  }
}

/** RFC 3261 21.1.1: a 100 comes from the next hop, anything above it from where the call was to go. */
const isFromBehind = (status: number) => status > 100 && status < 300

/** The exchange refuses the line itself, not the room. */
const LINES_OWN: readonly (number | null)[] = [401, 402, 403, 407]

/** Audio could not be agreed on: after the pick-up, or because the description was refused (RFC 3261 21.4.26, 21.6.4). */
const isMute = (status: number | null) =>
  status !== null && (status < 300 || status === 488 || status === 606)

/**
 * Blames the line if the exchange is silent or speaks of itself. Any other error may come from the room: a 503
 * without Retry-After counts as a 500 (RFC 3261 21.5.4), and so does a call of which it says only that it tries, or that it
 * has forgotten.
 */
function troubleOf({ status, reason, retryAfterMs }: CallEnd, extension: string): LineTrouble {
  const isOfCall = reason === NEVER_RANG || reason.startsWith(CALL_LOST)
  const isSilent = status === null && !isOfCall
  const isLines = isSilent || retryAfterMs !== null || LINES_OWN.includes(status)
  return {
    why: reason,
    restMs: retryAfterMs ?? 0,
    number: isLines ? null : extension,
    isMute: isMute(status),
  }
}

/** Nothing is to be had of it, not even by trying. */
const UNUSABLE = { isDead: false }

const isSecure = ({ settings }: Line) => settings.transport === 'tls'

const isSame = (line: Line, other: Line | undefined) =>
  other !== undefined &&
  line.tenant === other.tenant &&
  JSON.stringify(line.settings) === JSON.stringify(other.settings)

function resultOf(end: CallEnd, { hearsMachines }: CallOrder): CallResult {
  const evidence = { status: end.status, reason: end.reason, cause: end.cause, forwarded: end.forwarded }
  if (end.outcome !== 'answered') return { kind: end.outcome, rang: end.rang, ...evidence }
  const { heardMs, keys, hungUpBy } = end
  const machineSigns = [
    ...(hearsMachines && end.forwarded ? ['forwarded' as const] : []),
    ...end.machineSigns,
  ]
  return { kind: 'answered', heardMs, keys, hungUpBy, machineSigns, ...evidence }
}
