import { plainName, type TenantId } from '../../hotel/accounts/tenancy.ts'
import { type Instant, seconds } from '../../kernel/clock.ts'
import type { LineCapacity, LineWish } from '../caller.ts'
import { LONGEST_WAIT, waitAfterRefusals } from './refused-account.ts'

/** A line, as far as choosing one goes. */
export interface PooledLine {
  readonly name: string
  readonly tenant: TenantId
  /** Where its calls are sent, host and port. */
  readonly exchange: string
  /** How many calls it carries at once. */
  readonly calls: number
  /** Somebody answers who calls it: wake-up calls leave by others while they can. */
  readonly hasMenu?: boolean
}

/** What a line looks like at the moment. */
export interface LineState {
  readonly name: string
  readonly tenant: TenantId
  readonly calls: number
  readonly busy: number
  readonly working: boolean
  /** Why it does not work, or rests; empty when it does neither. */
  readonly why: string
  readonly troubles: number
  /** It does not work, and a call has found it so. */
  readonly missed: boolean
}

/** A line taken for one call. */
export interface TakenLine {
  readonly name: string
  readonly exchange: string
  /** Which use of all lines this is, counted from the first. */
  readonly use: number
  /** It was taken although it rested. */
  readonly resting: boolean
}

/** What is wrong with a call that its line could not carry. */
export interface LineTrouble {
  readonly why: string
  /** How long the exchange asks us to stay away. */
  readonly restMs: number
  /** The number called, when it alone may be at fault; null when the line itself is to blame. */
  readonly number: string | null
  /** The exchange has refused who we are: asking often would lock the account. */
  readonly isAccountRefused?: boolean
  /** Nothing could be said: keys or codecs did not fit. That phones ring on this line says nothing against it. */
  readonly isMute?: boolean
}

/** What is known of a line, where it does not work. */
interface Fault {
  /** Judged not to work. One of which nothing is known yet, or that cannot be used at all, is not. */
  readonly isDead?: boolean
  /** The exchange knows us and does not want us. */
  readonly isUnwanted?: boolean
  /** Nothing but a call can show that it works again. */
  readonly onlyCallsTell?: boolean
}

interface Place {
  readonly line: PooledLine
  /** Registered, or in need of no registration, and its exchange answers. */
  working: boolean
  /** Judged not to work. One of which nothing is known yet, or that cannot be used at all, is not. */
  isDead: boolean
  isUnwanted: boolean
  onlyCallsTell: boolean
  /** From then on a call is to show whether it is still refused. */
  provesFrom: Instant
  /** Calls in a row that were refused for who we are. */
  refusals: number
  /** A call has found it dead. */
  missed: boolean
  why: string
  troubles: number
  /** The last use when trouble was last counted: calls under way by then belong to that trouble. */
  troubledUse: number
  /** The trouble is the line's own, not that of some rooms. */
  isToBlame: boolean
  /** Numbers that have failed since the last good call. */
  readonly suspects: Set<string>
  /** Calls on it come to nothing, until a guest is spoken to over it. */
  isMute: boolean
  /** When a call last went well, and when a guest was last spoken to. */
  provenAt: Instant
  spokenAt: Instant
  restsUntil: Instant
  lastUsed: number
}

/** After trouble a line rests: a moment first, longer when it goes on. */
const FIRST_REST = seconds(2)
const LONGEST_REST = seconds(60)
/** For this long after a good call, a failing one says more about its room than about the line. */
const PROOF_LASTS = seconds(60)

/** A guest waits so long for a sound line: a call takes about as long, and so does a dead line to be silent. */
export const PATIENCE = seconds(30)

/**
 * Which line carries the next call: a free and working one of the tenant's own or of the house. One that is judged dead is
 * tried where nothing better is there, or is free in time: what was judged by may be wrong, and a guest is to be woken.
 */
export class LinePool {
  readonly #places = new Map<string, Place>()
  /** Calls by the name of their line: a line that is changed meanwhile still carries them. */
  readonly #busy = new Map<string, number>()
  /** The most calls on all lines together. */
  readonly #most: () => number
  #busyInAll = 0
  #uses = 0

  constructor(most: () => number = () => Infinity) {
    this.#most = most
  }

  add(line: PooledLine, working: boolean): void {
    const suspects = new Set<string>()
    const never = { provenAt: -Infinity, spokenAt: -Infinity, provesFrom: 0, troubledUse: 0, lastUsed: 0 }
    const found = { isDead: false, isUnwanted: false, onlyCallsTell: false }
    const judged = { working, ...found, refusals: 0, missed: false, why: '' }
    this.#places.set(line.name, { line, suspects, ...judged, ...never, ...NO_TROUBLE })
  }

  remove(name: string): void {
    this.#places.delete(name)
  }

  take(tenant: TenantId, now: Instant, wish: LineWish = {}): TakenLine | null {
    const promised = new Map<Place, number>()
    for (const other of wish.besides ?? []) this.#promise(other, promised, now)
    const best = this.#toProve(tenant, now, wish) ?? this.#best(tenant, promised, now, wish)
    if (!best) return wish.besides ? null : this.#missAll(tenant)
    const { name, exchange } = best.line
    this.#count(name, 1)
    best.lastUsed = ++this.#uses
    best.missed ||= best.isDead
    best.provesFrom = now + LONGEST_WAIT
    return { name, exchange, use: this.#uses, resting: rests(best, now) }
  }

  /** Where nothing works that could carry it, the call waits for each of them. */
  #missAll(tenant: TenantId): null {
    const own = this.#own(tenant)
    if (own.every(({ working }) => !working)) for (const place of own) place.missed = true
    return null
  }

  /**
   * While others are sound, no call would come to a line that only a call can clear: one that was refused is given a
   * guest's call now and then. If it is refused again, that is heard at once, and the call leaves by another.
   */
  #toProve(tenant: TenantId, now: Instant, { besides, mayUse = () => true }: LineWish): Place | undefined {
    if (besides || this.#busyInAll >= this.#most()) return undefined
    return this.#own(tenant).find(
      (place) =>
        isToBeProven(place, now) && this.#busyOf(place.line.name) === 0 && mayUse(place.line.exchange),
    )
  }

  /** Whether there is one. */
  #promise(tenant: TenantId, promised: Map<Place, number>, now: Instant): boolean {
    const place = this.#best(tenant, promised, now)
    if (place) promised.set(place, (promised.get(place) ?? 0) + 1)
    return place !== undefined
  }

  /** Of calls that may be ended, the first ones without which a call of each of these tenants has no line. */
  wantedBack<Lent extends { readonly line: string }>(
    due: readonly TenantId[],
    lent: readonly Lent[],
    now: Instant,
  ): Lent[] {
    const promised = new Map<Place, number>()
    const back = new Set<Lent>()
    for (const tenant of due) {
      if (this.#promise(tenant, promised, now)) continue
      const one = lent.find((other) => !back.has(other) && this.#isOfUse(other.line, tenant, now))
      if (one) back.add(one)
    }
    return [...back]
  }

  #isOfUse(name: string, tenant: TenantId, now: Instant): boolean {
    const place = this.#places.get(name)
    return place !== undefined && serves(place, tenant) && willDo(place, {}, now, () => true)
  }

  #best(
    tenant: TenantId,
    promised: ReadonlyMap<Place, number>,
    now: Instant,
    wish: LineWish = {},
  ): Place | undefined {
    const inAll = this.#busyInAll + Array.from(promised.values()).reduce((sum, calls) => sum + calls, 0)
    if (inAll >= this.#most()) return undefined
    const hasRoom = (place: Place) =>
      this.#busyOf(place.line.name) + (promised.get(place) ?? 0) < mostAtOnce(place)
    const own = this.#own(tenant)
    // Waiting for a sound line mostly takes less time than a dead one takes to be silent.
    const isSoundThere = own.some((place) => isSound(place, now))
    const mayTry = (place: Place) =>
      wish.only !== undefined || !isSoundThere || (isLate(wish, now) && this.#isForTrial(place, now))
    const free = own.filter((place) => hasRoom(place) && willDo(place, wish, now, mayTry))
    return free.toSorted(byPreference(tenant, now, wish.avoid))[0]
  }

  /** A dead exchange takes the time of one guest at a time, until a call there goes well. */
  #isForTrial(place: Place, now: Instant): boolean {
    if (isProven(place, now)) return true
    const there = [...this.#places.values()].filter(({ line }) => line.exchange === place.line.exchange)
    return !there.some((one) => one.isDead && !isProven(one, now) && this.#busyOf(one.line.name) > 0)
  }

  #own = (tenant: TenantId) => [...this.#places.values()].filter((place) => serves(place, tenant))

  /** Not needed after all. */
  giveBack({ name }: TakenLine): void {
    this.#count(name, -1)
  }

  /** The line has carried a call, which is over; whether anybody was spoken to. */
  carried(taken: TakenLine, now: Instant, isSpoken = false): void {
    this.#count(taken.name, -1)
    const place = this.#places.get(taken.name)
    if (place && isSpoken) Object.assign(place, { spokenAt: now, isMute: false })
    this.goesWell(taken, now)
  }

  /** A call goes well so far: something was heard from behind the exchange. */
  goesWell({ name, use }: TakenLine, now: Instant): void {
    const place = this.#places.get(name)
    // Any good call clears trouble with some rooms; the line's own only a call that began after it.
    if (!place || place.isMute || (place.isToBlame && use <= place.troubledUse)) return
    place.provenAt = now
    place.missed = false
    place.refusals = 0
    startAfresh(place)
    if (place.working) place.why = ''
  }

  /** The line could not carry a call. */
  failed(taken: TakenLine, now: Instant, trouble: LineTrouble): void {
    const { why, restMs, number, isAccountRefused, isMute = false } = trouble
    this.#count(taken.name, -1)
    const place = this.#places.get(taken.name)
    if (place && isAccountRefused) return this.#refused(place, taken, now, why)
    // The trouble of a resting line is known: another failed call on it is no news.
    if (!place || taken.resting) return
    const isNews = taken.use > place.troubledUse && !isRoomsOwn(place, trouble, now)
    if (isNews) place.isMute ||= isMute
    if (number === null) place.isToBlame = true
    else place.suspects.add(number)
    if (isNews) this.#countTrouble(place, now)
    else if (restMs === 0) return
    const already = rests(place, now) ? place.restsUntil : 0
    place.restsUntil = Math.max(already, now + Math.min(restMs, LONGEST_REST))
    explain(place, why)
  }

  /** Calls that were under way together are one refusal. */
  #refused(place: Place, { use }: TakenLine, now: Instant, why: string) {
    if (use > place.troubledUse) {
      place.refusals += 1
      place.troubles += 1
      place.troubledUse = this.#uses
    }
    place.isToBlame = true
    place.restsUntil = now + waitAfterRefusals(place.refusals)
    place.provesFrom = now + LONGEST_WAIT
    explain(place, why)
  }

  /** What is known of it now, with the reason. */
  setWorking(name: string, working: boolean, why: string, fault: Fault = {}): void {
    const place = this.#places.get(name)
    if (!place) return
    const { isDead = !working, isUnwanted = false, onlyCallsTell = false } = fault
    // Earlier trouble no longer counts, nor what went well before it was judged dead.
    if (working && !place.working) Object.assign(startAfresh(place), { refusals: 0 })
    if (isDead && !place.isDead) place.provenAt = -Infinity
    const missed = !working && place.missed
    const found = { working, isDead, isUnwanted, onlyCallsTell }
    Object.assign(place, { ...found, missed, why: working ? '' : why })
  }

  /** A call waits for it in vain, whatever is known of it so far. */
  miss(name: string): void {
    const place = this.#places.get(name)
    if (place) place.missed = true
  }

  /** Its exchange says nothing any more: calls that are there are cut off, on whichever line. */
  fellSilent(name: string): void {
    const exchange = this.#places.get(name)?.line.exchange
    const there = [...this.#places.values()].filter(({ line }) => line.exchange === exchange)
    if (there.some(({ line }) => this.#busyOf(line.name) > 0)) this.miss(name)
  }

  /** Its exchange was away and is back: earlier trouble no longer counts, unless it was with who we are. */
  refresh(name: string): void {
    const place = this.#places.get(name)
    if (place && place.refusals === 0) startAfresh(place)
  }

  /** Until when a line rests; null when it does not. */
  restOf(name: string, now: Instant): Instant | null {
    const place = this.#places.get(name)
    return place && rests(place, now) ? place.restsUntil : null
  }

  /** When the next resting line may be tried again; null when none rests. */
  nextAwake(now: Instant): Instant | null {
    const resting = [...this.#places.values()].filter((place) => rests(place, now))
    return resting.length === 0 ? null : Math.min(...resting.map(({ restsUntil }) => restsUntil))
  }

  capacity(tenant: TenantId): LineCapacity {
    const own = this.#own(tenant)
    const calls = own.reduce((sum, { line }) => sum + line.calls, 0)
    const exchanges = new Set(own.map(({ line }) => line.exchange)).size
    return { lines: Math.min(calls, this.#most()), exchanges }
  }

  describe(): LineState[] {
    return Array.from(this.#places.values(), ({ line, working, why, troubles, missed }) => ({
      name: line.name,
      tenant: line.tenant,
      calls: Math.min(line.calls, this.#most()),
      busy: this.#busyOf(line.name),
      working,
      why,
      troubles,
      missed: missed && !working,
    }))
  }

  #busyOf = (name: string) => this.#busy.get(name) ?? 0

  #count(name: string, more: 1 | -1) {
    const calls = this.#busyOf(name) + more
    this.#busyInAll += more
    if (calls > 0) this.#busy.set(name, calls)
    else this.#busy.delete(name)
  }

  #countTrouble(place: Place, now: Instant) {
    place.troubles += 1
    place.troubledUse = this.#uses
    place.restsUntil = now + Math.min(LONGEST_REST, FIRST_REST * 2 ** (place.troubles - 1))
  }
}

const NO_TROUBLE = { troubles: 0, restsUntil: 0, isToBlame: false, isMute: false }

function startAfresh(place: Place): Place {
  place.suspects.clear()
  return Object.assign(place, NO_TROUBLE)
}

/** Of a line that does not work more is known than how one call on it ended. */
function explain(place: Place, why: string) {
  if (place.working) place.why = why
}

/** One that is refused for who we are is tried by one call at a time, until a call goes well. */
const mostAtOnce = ({ line, refusals, isUnwanted, provenAt }: Place): number =>
  refusals > 0 || (isUnwanted && provenAt === -Infinity) ? 1 : line.calls

const serves = ({ line }: Place, tenant: TenantId) => line.tenant === '' || line.tenant === tenant
// Farther ahead than any rest lasts: the clock was set back.
const isAhead = (then: Instant, now: Instant) => then > now && then <= now + LONGEST_WAIT
const rests = ({ restsUntil }: Place, now: Instant) => isAhead(restsUntil, now)
const isSound = (place: Place, now: Instant) => place.working && place.troubles === 0 && !rests(place, now)

const isToBeProven = (place: Place, now: Instant) =>
  place.onlyCallsTell && !rests(place, now) && !isAhead(place.provesFrom, now)
/** It has waited long enough to try a dead line; whom one has failed already is not put off by another. */
const isLate = ({ wantedAt = Infinity, avoid }: LineWish, now: Instant) =>
  avoid === undefined && now - wantedAt >= PATIENCE

/** A dead line that rests was tried a moment ago: that is for nobody, so that it is not tried again and again. */
function willDo(place: Place, wish: LineWish, now: Instant, mayTry: (dead: Place) => boolean): boolean {
  const { evenResting = false, evenDead = true, mayUse = () => true, only = place.line.name } = wish
  if (!mayUse(place.line.exchange) || place.line.name !== only) return false
  const isAwake = !rests(place, now)
  if (place.working) return evenResting || isAwake
  return place.isDead && isAwake && (evenDead || isProven(place, now)) && mayTry(place)
}

const isRecent = (then: Instant, now: Instant) => Math.abs(now - then) < PROOF_LASTS
const isProven = ({ provenAt }: Place, now: Instant) => isRecent(provenAt, now)

/** A room that fails again says nothing new about its line, nor does one that fails while others are reached. */
const isRoomsOwn = (place: Place, { number, isMute = false }: LineTrouble, now: Instant) =>
  number !== null && (place.suspects.has(number) || isRecent(isMute ? place.spokenAt : place.provenAt, now))

/** Those that work first, then those that have not failed this room, then without trouble, without a menu, the tenant's own, the longest idle. */
const byPreference = (tenant: TenantId, now: Instant, avoid?: string) => (a: Place, b: Place) =>
  Number(b.working) - Number(a.working) ||
  Number(rests(a, now)) - Number(rests(b, now)) ||
  Number(plainName(a.line) === avoid) - Number(plainName(b.line) === avoid) ||
  Number(a.troubles > 0) - Number(b.troubles > 0) ||
  Number(a.line.hasMenu ?? false) - Number(b.line.hasMenu ?? false) ||
  Number(a.line.tenant !== tenant) - Number(b.line.tenant !== tenant) ||
  a.troubles - b.troubles ||
  a.lastUsed - b.lastUsed
