import { Failure } from '../../kernel/failure.ts'
import { type Delivery, INTERRUPTED, isForDesk, overByTakeBack } from './delivery.ts'
import type { DestinationSettings } from './destination.ts'

/** What a message tells of a charge; the format `json` has words of their own for the last two. */
export const CHARGE_MESSAGE = 'inventory.charged'
export const VOID_MESSAGE = 'charge.voided'
export const CORRECT_MESSAGE = 'charge.corrected'

/** About a charge that was taken back: another destination never had it, and has nothing to give back. */
export const isOfTakeBack = ({ kind, withdrawn }: Delivery) => withdrawn || kind === VOID_MESSAGE

/**
 * What is done at a connector about a charge that is taken back. `told`: a message of its own follows. `withdrawn`: it had
 * not been sent, and will not be. `desk`: somebody must take it back there by hand. `none`: it never got there.
 */
export const TAKEN_BACK = ['told', 'withdrawn', 'desk', 'none'] as const
export type TakenBack = (typeof TAKEN_BACK)[number]

interface TakeBack {
  readonly how: TakenBack
  /** The message about the charge, from now on. */
  readonly after: Delivery
}

/**
 * Whether it was sent to another of the name, which was deleted since: what went to a property system has a number to be
 * known by, and nothing else has.
 */
export const wentToAnother = ({ attempts, memo }: Delivery, isPropertySystem: boolean) =>
  isPropertySystem ? attempts > 0 && memo === null : memo !== null

interface TakingBack {
  readonly by: string
  readonly reason: string
  /** Whether a message about the room still reaches those who were charged; always so where messages name charges. */
  readonly isTheirs: boolean
}

/** `now` are the settings of the connector of this name; undefined when there is none any more. */
export function takeBack(
  first: Delivery,
  now: DestinationSettings | undefined,
  { by, reason, isTheirs }: TakingBack,
): TakeBack {
  const settings = now && wentToAnother(first, now.type === 'fias') ? undefined : now
  const kept = { ...first, withdrawn: true }
  const why = `Taken back by ${by}: ${reason}`
  const stopped: Delivery = { ...kept, state: 'dead', note: why }
  switch (first.state) {
    case 'sending':
      throw new Failure(
        'charge.under-way',
        `The charge is being sent to ${first.destination} at this moment: try again in half a minute`,
      )
    case 'waiting':
      if (first.kind !== CORRECT_MESSAGE && !mayHaveArrived(first, settings))
        return { how: 'withdrawn', after: stopped }
      // In its room it comes before what takes it back, and the receiver knows both by the id of the charge. A correction
      // takes another charge back by itself, and so has to go out.
      return namesCharges(settings) ? { how: 'told', after: kept } : { how: 'desk', after: stopped }
    case 'delivered':
      if (isNothing(first, settings)) return { how: 'none', after: kept }
      return { how: isTheirs ? howToTell(settings) : 'desk', after: kept }
    // Nobody knows whether it is there: money is never given back for what was perhaps never charged.
    case 'uncertain':
      return { how: namesCharges(settings) ? 'told' : 'desk', after: kept }
    // Nobody has it sent again from now on: whatever is left to be done is done otherwise.
    case 'refused':
    case 'dead':
      return { how: howToEnd(first, settings), after: overByTakeBack(first, why) }
  }
}

/** It ended without having arrived, as far as is known; an earlier attempt may have. */
function howToEnd(first: Delivery, settings: DestinationSettings | undefined): TakenBack {
  // What it was to take the place of still stands there; or somebody was asked to book it, and may have.
  if (first.kind === CORRECT_MESSAGE || isForDesk(first)) return 'desk'
  const answered = first.state === 'refused' && settings?.type !== 'fias' ? 1 : 0
  if (!mayHaveArrived({ ...first, attempts: first.attempts - answered }, settings)) return 'none'
  return namesCharges(settings) ? 'told' : 'desk'
}

/** A property system answers each posting: without a doubt, what waits is not booked. Over http an answer may be lost. */
const mayHaveArrived = ({ attempts, doubts, note }: Delivery, settings: DestinationSettings | undefined) =>
  settings?.type === 'fias' ? doubts > 0 : attempts > 0 || note === INTERRUPTED

/** The format `json` has events of its own for it; no other has a word for it. */
export const namesCharges = (settings: DestinationSettings | undefined) =>
  settings?.type === 'webhook' && settings.format === 'json'

/** FIAS 2.20, `M#`: a count is more than 0; only totals can be below. */
const howToTell = (settings: DestinationSettings | undefined): TakenBack => {
  if (namesCharges(settings)) return 'told'
  if (!settings?.negative) return 'desk'
  return settings.type === 'fias' && settings.mode === 'minibar' ? 'desk' : 'told'
}

/** A total of nothing is not posted, and counts as delivered. */
export const isNothing = (
  { payload }: Pick<Delivery, 'payload'>,
  settings: DestinationSettings | undefined,
) => settings?.type === 'fias' && settings.mode === 'direct' && !/[1-9]/.test(String(payload['total']))

/** Why what takes a charge back cannot be said there, as after its format was changed; null where it can. */
export function whyNotSayable(
  { kind }: Pick<Delivery, 'kind'>,
  settings: DestinationSettings,
): string | null {
  if (kind === CORRECT_MESSAGE && !namesCharges(settings))
    return 'Its format has no word for a correction: take the charge before it back there by hand, and book this one'
  if (kind === VOID_MESSAGE && howToTell(settings) !== 'told')
    return 'It has no word for what takes a charge back: take it back there by hand'
  return null
}
