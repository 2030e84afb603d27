import type { TenantId } from '../../hotel/accounts/tenancy.ts'
import type { SpokenPrompt } from '../../hotel/wakeups/recording.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import type { Clock, Instant } from '../../kernel/clock.ts'
import { messageOf } from '../../kernel/failure.ts'
import type { Log } from '../../kernel/log.ts'
import type { Voice } from '../../calls/caller.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import { type HeldCall, isVip, prepareOrders, type RoomFacts, type SiteFacts } from './held-call.ts'
import type { OutageSpan } from './outage-journal.ts'
import type { SignOfLife } from './sign-of-life.ts'

interface Parts {
  readonly alive: Pick<SignOfLife, 'heldBackUntil'>
  readonly voice: Voice
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  policy(tenant: TenantId): WakeupPolicy
  site(): SiteFacts
  prompt(tenant: TenantId, id: number): Promise<SpokenPrompt | undefined>
}

/** Takes a call into our hands: with its policy, its room and what will be said. */
export class HeldCallMaker {
  readonly #parts: Parts
  /** What was asked for since then, no process before us knows. */
  #startedAt: Instant
  #lastOutage: OutageSpan = { from: 0, to: 0 }

  constructor(parts: Parts) {
    this.#parts = parts
    this.#startedAt = parts.clock.now()
  }

  /** The time is another by so much: what we have been asked for since our start stays known to us alone. */
  moved(by: number): void {
    this.#startedAt += Math.min(0, by)
  }

  /** What fell due then, and was not known, is late because of it. */
  wasAway(outage: OutageSpan): void {
    this.#lastOutage = outage
  }

  make(
    claimed: ClaimedWakeup,
    room: RoomFacts | undefined,
    now: Instant,
    prompt = this.#promptOf(claimed),
  ): HeldCall {
    const call = this.#heldBack(claimed)
    const policy = this.#parts.policy(call.tenant)
    // Better the usual words than a guest who is not woken.
    const known = prompt.catch(() => undefined)
    const facts = known.then((found) => ({ call, policy, room, prompt: found, site: this.#parts.site() }))
    const { id, dueAt, nextAt, createdAt, attempts, lineTroubles } = call
    // Nor is a line to blame for a call that was held back.
    const awaited = now <= claimed.nextAt && nextAt === claimed.nextAt
    return {
      id,
      dueAt,
      createdAt,
      attempts,
      lineTroubles,
      awaited,
      wasAway: isWithin(this.#lastOutage, claimed.nextAt) && !awaited,
      vip: isVip(room),
      call,
      policy,
      extension: room?.mailbox.extension ?? null,
      room,
      prompt,
      orderAt: this.#tellingOf(
        call,
        prompt,
        prepareOrders(facts, this.#parts.voice, Math.max(dueAt, nextAt)),
      ),
    }
  }

  /** A prompt that could not be read is worth a line when the call is made, not at every look ahead. */
  #tellingOf({ id, prompt }: ClaimedWakeup, read: HeldCall['prompt'], orderAt: HeldCall['orderAt']) {
    const tell = (error: unknown) =>
      this.#parts.log.error(
        { event: 'wakeup.no-prompt', wakeup: id, prompt, error: messageOf(error) },
        'The prompt of a wake-up call could not be read: the usual words are said',
      )
    return (now: Instant) => {
      void read.catch(tell)
      return orderAt(now)
    }
  }

  /** Another process may ring it: not before it can do so no longer. */
  #heldBack(call: ClaimedWakeup): ClaimedWakeup {
    const until = call.createdAt < this.#startedAt ? (this.#parts.alive.heldBackUntil ?? 0) : 0
    return until <= call.nextAt ? call : { ...call, nextAt: until }
  }

  #promptOf = (call: ClaimedWakeup) =>
    call.prompt === 0 ? Promise.resolve(undefined) : this.#parts.prompt(call.tenant, call.prompt)
}

const isWithin = ({ from, to }: OutageSpan, at: Instant) => at >= from && at <= to
