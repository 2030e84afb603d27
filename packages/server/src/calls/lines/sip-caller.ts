import {
  type CallEnd,
  createUserAgent,
  type IncomingCall,
  type MediaPort,
  type UserAgent,
  type UserAgentOptions,
} from '@reveille/sip'
import { plainName } from '../../hotel/accounts/tenancy.ts'
import type { Line } from '../../hotel/settings/line.ts'
import type { TelephonyFiles } from '../../hotel/settings/sections.ts'
import { type LineReport, statusIn } from '../../hotel/site/line-health.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
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
  InboundCall,
  LineWish,
  PreparedCall,
} from '../caller.ts'
import { LineJudge, type LineVerdict } from './line-judge.ts'
import { LinePool, PATIENCE, type LineState, type TakenLine } from './line-pool.ts'
import { LineStory } from './line-story.ts'
import { troubleOf } from './line-trouble.ts'
import { LineWaiters } from './line-waiters.ts'
import { MenuLines } from './menu-lines.ts'
import { codeIn, NOT_YET, refusedWords } from './line-words.ts'
import { SecureDoor } from './secure-door.ts'
import { prepareSipCall } from './sip-call.ts'
import { inboundCall } from './sip-answer.ts'
import { sipClock } from './sip-clock.ts'
import { exchangeKey, exchangeName, sipLineOf } from './sip-line.ts'
import { placeTrouble, type SipPlace } from './sip-place.ts'

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
  readonly #pool = new LinePool(() => this.mostCalls)
  readonly #lines = new Map<string, Line>()
  readonly #backListeners: (() => void)[] = []
  readonly #lineListeners: (() => void)[] = []
  readonly #waiters: LineWaiters
  readonly #menuLines: MenuLines
  readonly #door = new SecureDoor()
  readonly #judge: LineJudge
  readonly #story: LineStory
  #onInbound: ((call: InboundCall) => void) | undefined
  #agent: UserAgent | undefined
  /** Why it cannot run. */
  #shut: string | null = null
  #publicHost: string | undefined

  constructor(parts: SipCallerParts) {
    this.#parts = parts
    this.#story = new LineStory(parts.clock)
    this.#waiters = new LineWaiters({
      clock: parts.clock,
      take: (tenant, wish) => this.take(tenant, wish),
      nextAwake: (now) => this.#pool.nextAwake(now),
    })
    this.#menuLines = new MenuLines({
      clock: parts.clock,
      guestsDue: (before) => this.#waiters.guestsDue(before),
      wantedBack: (due, lent, now) => this.#pool.wantedBack(due, lent, now),
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
      onCall: (call) => this.#rung(call),
      onRegistration: (name, state, why) => this.#judge.onRegistration(name, state, why),
      ...manners,
      ...(audioPorts ? { audioPorts } : {}),
      ...(media ? { media } : {}),
    })
  }

  async stop() {
    this.#waiters.close()
    this.#menuLines.close()
    await this.setLines([])
    await this.#agent?.close()
    this.#agent = undefined
    this.#door.forget()
  }

  get running(): boolean {
    return this.#agent !== undefined
  }

  /** So many calls can be up at once, over all lines. */
  get mostCalls(): number {
    return this.#agent?.mostCalls ?? Infinity
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
    const gone = [...this.#lines.values()].filter(
      (line) => !isSame(line, wanted.get(line.name)) || (isOther && isSecure(line)),
    )
    // Each waits for the exchange to hear of it: together, as that takes seconds where it is dead.
    await Promise.all(gone.map((line) => this.#removeLine(line)))
    for (const line of lines) if (!this.#lines.has(line.name)) this.#addLine(line)
    this.#waiters.tell()
  }

  take(tenant: string, wish: LineWish = {}): HeldLine | null {
    const now = this.#parts.clock.now()
    const taken = this.#pool.take(tenant, now, wish)
    const lateAt = (wish.wantedAt ?? -Infinity) + PATIENCE
    if (!taken && lateAt > now) this.#waiters.tellAt(lateAt)
    const line = taken && this.#lines.get(taken.name)
    if (!line) return null
    return {
      name: plainName(line),
      exchange: taken.exchange,
      prepare: (order, steps) => this.#prepare(line, taken, order, steps),
      release: () => {
        this.#pool.giveBack(taken)
        this.#waiters.released()
      },
    }
  }

  spare(tenant: string, only?: string): HeldLine | null {
    return this.#waiters.spare(tenant, only)
  }

  guestsFirst(due: GuestsDue): void {
    this.#waiters.guestsFirst(due)
  }

  next(tenant: string): Promise<HeldLine | null> {
    return this.#waiters.next(tenant)
  }

  onFree(listener: () => void): void {
    this.#waiters.onFree(listener)
  }

  onBack(listener: () => void): void {
    this.#backListeners.push(listener)
  }

  /** Told when a line comes or goes, or has failed a call. */
  onLine(listener: () => void): void {
    this.#lineListeners.push(listener)
  }

  /** Told of calls that come in where a menu answers; everybody else is busy. */
  onInbound(listener: (call: InboundCall) => void): void {
    this.#onInbound = listener
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

  /** The same for people: since when it is so, where it leads to, and what became of its last call. */
  report(): (LineState & LineReport)[] {
    const now = this.#parts.clock.now()
    return this.#pool.describe().flatMap((line) => {
      const own = this.#lines.get(line.name)
      return own ? [{ ...line, ...this.#healthFor(own, line, now) }] : []
    })
  }

  #healthFor(line: Line, { working, why }: LineState, now: Instant) {
    const { since, lastCall } = this.#story.of(line.name)
    const restsUntil = this.#pool.restOf(line.name, now)
    const isKnown = working || why !== NOT_YET
    const state = working ? (restsUntil === null ? 'works' : 'rests') : isKnown ? 'down' : 'starting'
    return {
      state,
      since: state === 'rests' ? (lastCall?.at ?? since) : since,
      restsUntil,
      status: statusIn(why),
      code: working ? null : codeIn(why),
      registrar: exchangeName(sipLineOf(line)),
      transport: line.settings.transport,
      lastCall,
    } as const
  }

  #addLine(line: Line) {
    const { log } = this.#parts
    const options = { ...sipLineOf(line), removesOld: true, ...this.#reachedAt() }
    this.#lines.set(line.name, line)
    this.#story.begins(line.name)
    const { name, tenant, settings } = line
    this.#pool.add(
      {
        name,
        tenant,
        exchange: exchangeName(options),
        calls: settings.calls,
        hasMenu: settings.menu !== undefined,
      },
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
    this.#story.forget(line.name)
    this.#judge.remove(line.name)
    this.#pool.remove(line.name)
    await this.#agent?.removeLine(line.name)
  }

  #healthOf = (name: string) => this.#pool.describe().find((one) => one.name === name)

  #setWorking(name: string, { is, why, isSilent = false, ...fault }: LineVerdict) {
    const line = this.#lines.get(name)
    const working = is === 'working'
    const isNew = this.#healthOf(name)?.working !== working
    // Hearing again that a line works must not erase why it rests.
    if (!line || (working && !isNew)) return
    this.#pool.setWorking(name, working, why, { ...fault, isDead: is === 'dead' })
    if (isSilent) {
      this.#pool.fellSilent(name)
      this.#agent?.exchangeIsAway(name)
    }
    if (isNew) this.#story.turned(name)
    if (isNew) this.#tellLines()
    this.#waiters.tell()
  }

  #tellLines() {
    for (const listener of this.#lineListeners) listener()
  }

  /** What waits for an answer is asked again, and what waits for a line need wait no longer. */
  #areBack(names: readonly string[]) {
    for (const name of names) {
      this.#pool.refresh(name)
      this.#agent?.exchangeIsBack(name)
    }
    for (const listener of this.#backListeners) listener()
    this.#waiters.tell()
  }

  async #prepare(line: Line, taken: TakenLine, order: CallOrder, steps: CallSteps): Promise<PreparedCall> {
    if (!this.#agent) throw new Error('The telephony is not running')
    const { clock } = this.#parts
    const { name } = taken
    const signs = {
      left: () => this.#judge.dialled(name),
      silent: () => {
        this.#pool.miss(name)
        this.#judge.unanswered(name)
      },
      goesWell: () => {
        this.#pool.goesWell(taken, clock.now())
        this.#judge.proven(name)
        // One that is still judged dead has carried a call on trial: it is for others too.
        if (!this.#healthOf(name)?.working) this.#waiters.tellSoon()
      },
      ended: (end: CallEnd) => this.#ended(line, taken, order, end),
    }
    return prepareSipCall({ agent: this.#agent, clock, line, order, steps, signs })
  }

  /** A guest who is to be woken in the next minute has a line before anybody who calls; and one who is to be later, then. */
  #rung(call: IncomingCall) {
    const line = this.#lines.get(call.line)
    const menu = line?.settings.menu
    const held = line && menu && this.#onInbound ? this.spare(line.tenant, line.name) : null
    if (!line || !menu || !held) return call.reject()
    const lent = this.#menuLines.lend(line.name, () => letGo(call))
    void call.ended.finally(() => {
      lent.back()
      held.release()
    })
    this.#onInbound?.(inboundCall(call, line, menu, lent.needed))
  }

  #ended(line: Line, taken: TakenLine, { extension }: CallOrder, end: CallEnd) {
    const now = this.#parts.clock.now()
    this.#story.carried(line.name, end)
    if (end.outcome === 'line-trouble') return this.#failed(line, taken, extension, end)
    if (end.status === null) this.#pool.giveBack(taken)
    else this.#pool.carried(taken, now, end.outcome === 'answered')
    this.#waiters.released()
  }

  #failed(line: Line, taken: TakenLine, extension: string, end: CallEnd) {
    const { name } = line
    const trouble = troubleOf(end, extension, line, this.#judge.standingOf(name))
    this.#pool.failed(taken, this.#parts.clock.now(), trouble)
    this.#tellLines()
    this.#waiters.tellSoon()
    if (trouble.isAccountRefused) this.#judge.refused(name, refusedWords(`${end.status} ${end.reason}`))
    this.#judge.failed(name)
  }
}

/** Picked up or not. */
function letGo(call: IncomingCall) {
  call.reject()
  void call.hangUp()
}

/** Nothing is to be had of it, not even by trying. */
const UNUSABLE = { isDead: false }

const isSecure = ({ settings }: Line) => settings.transport === 'tls'

const isSame = (line: Line, other: Line | undefined) =>
  other !== undefined &&
  line.tenant === other.tenant &&
  JSON.stringify(line.settings) === JSON.stringify(other.settings)
