import { minuteOf } from '../../hotel/time/calendar.ts'
import { maySnooze, SNOOZE_KEY } from '../../hotel/wakeups/after-call.ts'
import {
  type Announced,
  confirmReplyWords,
  snoozeReplyWords,
  wakeupWords,
} from '../../hotel/wakeups/announcement.ts'
import { beforeCall, type Due, type Precedence } from '../../hotel/wakeups/before-call.ts'
import { offeredKeys } from '../../hotel/wakeups/offered-keys.ts'
import type { WakeupPolicy } from '../../hotel/wakeups/wakeup-policy.ts'
import { wallTimeAt } from '../../hotel/time/local-time.ts'
import { areAlike, recordingFor, type SpokenPrompt } from '../../hotel/wakeups/recording.ts'
import type { Mailbox } from '../../hotel/rooms/room.ts'
import { type Guest, isVipRoom, languageOfRoom } from '../../hotel/rooms/stay.ts'
import type { Wakeup } from '../../hotel/wakeups/wakeup.ts'
import { type Instant, minutes } from '../../kernel/clock.ts'
import type { CallOrder, Voice } from '../../calls/caller.ts'
import type { ClaimedWakeup } from '../../store/stores/wakeup-claims.ts'
import { movedCall } from './journal-calls.ts'

/** A call in our hands, with everything that is needed to ring at its moment. */
export interface HeldCall extends Due, Precedence {
  readonly call: ClaimedWakeup
  readonly policy: WakeupPolicy
  /** Null when the room has no telephone any more. */
  readonly extension: string | null
  readonly room: RoomFacts | undefined
  readonly prompt: Promise<SpokenPrompt | undefined>
  /** What is said when it rings at this moment; ready at once when that is the minute it was meant for. */
  orderAt(now: Instant): Promise<CallOrder>
}

export interface RoomFacts {
  readonly mailbox: Mailbox
  readonly guests: readonly Guest[]
}

export interface OrderFacts {
  readonly call: Wakeup
  readonly policy: WakeupPolicy
  readonly room: RoomFacts | undefined
  readonly prompt: SpokenPrompt | undefined
  readonly site: SiteFacts
}

export interface SiteFacts {
  readonly name: string
  readonly language: string
  /** All that announcements can be in. */
  readonly spoken: readonly string[]
}

/** The time that was `before` is `by` later. */
export function movedHeld(held: HeldCall, by: number, before: Instant): HeldCall {
  const call = movedCall(held.call, by, before)
  return { ...held, dueAt: call.dueAt, call }
}

export const ringsAtItsMoment = (held: HeldCall): boolean =>
  held.extension !== null && beforeCall(held, held.policy, held.call.nextAt).do === 'ring'

/** The announcement is said so often; a guest who is half asleep hears it whole at least once. */
const ROUNDS = 3

export const isVip = (room: RoomFacts | undefined): boolean => isVipRoom(room?.mailbox, room?.guests ?? [])

const languageOf = ({ room, site }: OrderFacts): string =>
  languageOfRoom(room?.guests ?? [], room?.mailbox, site)

/**
 * Everything that will be said, made ahead: at the hour nothing is left to do but to ring. A call that comes later says
 * how late it is.
 */
export function prepareOrders(facts: Promise<OrderFacts>, voice: Voice, due: Instant) {
  const prepare = (at: Instant) => facts.then((known) => prepareOrder(known, voice, at))
  const meant = prepare(due)
  // A failure is reported when the order is used; this only keeps it from counting as unhandled.
  meant.catch(() => {})
  return (now: Instant) => (minuteOf(now) <= minuteOf(due) ? meant : prepare(now))
}

export async function prepareOrder(facts: OrderFacts, voice: Voice, at: Instant): Promise<CallOrder> {
  const { call, policy, room } = facts
  const language = languageOf(facts)
  const snoozes = maySnooze(call, policy)
  const [announcement, snoozed, confirmed] = await Promise.all([
    voice.prepare(wakeupWords(announced(facts, at)), languageOfMessage(facts)),
    voice.prepare(snoozeReplyWords(policy.snooze.delayMs / minutes(1)), language),
    voice.prepare(confirmReplyWords(), language),
  ])
  return {
    extension: room?.mailbox.extension ?? call.room,
    ringMs: policy.ringMs,
    announcement,
    hearsMachines: policy.machines !== 'off',
    rounds: ROUNDS,
    reply: (key) => (snoozes && key === SNOOZE_KEY ? snoozed : confirmed),
  }
}

function announced(facts: OrderFacts, at: Instant): Announced {
  const { call, policy, room, prompt, site } = facts
  const [hour, minute] = wallTimeAt(at, call.zone).slice(11, 16).split(':').map(Number)
  const [guest, ...others] = room?.guests ?? []
  return {
    hour: hour ?? 0,
    minute: minute ?? 0,
    ...offeredKeys(call, policy),
    hotelName: site.name,
    // With several guests in the room it is unknown who will pick up.
    guestName: others.length === 0 ? guest?.name : undefined,
    message: prompt && messageIn(prompt, recordingIn(facts)),
  }
}

/** Among the recordings of the prompt the one for whoever is in the room. */
const recordingIn = (facts: OrderFacts) =>
  facts.prompt && recordingFor(facts.prompt.recordings, languageOf(facts), facts.site.language)

/** What is said around a message is in its language; a guest who has a recording of their own hears all in theirs. */
function languageOfMessage(facts: OrderFacts): string {
  const [language, recording] = [languageOf(facts), recordingIn(facts)]
  return recording && areAlike(recording.language, language) ? language : (facts.prompt?.language ?? language)
}

/** The hotel's own voice, its own words, or neither: then the usual greeting is said. */
function messageIn({ text }: SpokenPrompt, recording: { name: string } | undefined): Announced['message'] {
  if (recording) return { recording: recording.name }
  return text === '' ? undefined : { text }
}
