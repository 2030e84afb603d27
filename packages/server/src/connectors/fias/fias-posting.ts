import { MOST_NUMBER, type Posting, type PostingEnd, fiasTime } from '@reveille/fias'
import { Type } from 'typebox'
import type { FiasSettings } from '../../hotel/deliveries/destination.ts'
import { namedGuest } from '../../hotel/deliveries/charged-guests.ts'
import { articleOf, isRoomSendable, MOST_IN_PAIR } from '../../hotel/deliveries/postable.ts'
import { type ChargeTold, isChargeTold } from '../../hotel/inventory/charge-facts.ts'
import { guardOf, number, text } from '../../kernel/schema.ts'
import type { DeliveryAnswer, DeliveryToSend, DeliveryVerdict } from '../connector.ts'

/** What a site says of the postings to its property system. */
export interface PostingRules extends Pick<FiasSettings, 'mode' | 'articles' | 'outlets' | 'decimals'> {
  /** The key of the system, if it tells of guests: those are named by their reservations. */
  readonly guestsOf: string | null
}

/** What must be the same when a posting is sent again. */
export type PostingMemo = Pick<Posting, 'number' | 'date' | 'time'>

const isMemo = guardOf(Type.Object({ number, date: text, time: text }))

export type WrittenPosting =
  | { readonly kind: 'posting'; readonly posting: Posting }
  | { readonly kind: 'refused'; readonly reason: string; readonly unsent: true }
  /** There is nothing to post. */
  | { readonly kind: 'delivered'; readonly reason: string }

/** What was remembered when it was first sent, or what is to be. */
export const memoFor = (delivery: DeliveryToSend): PostingMemo =>
  isMemo(delivery.memo) ? delivery.memo : memoOf(delivery)

/** The posting number is the message's place in the queue, so no other counter is needed. */
export const memoOf = ({
  sequence,
  at,
  zone,
}: Pick<DeliveryToSend, 'sequence' | 'at' | 'zone'>): PostingMemo => ({
  number: ((sequence - 1) % MOST_NUMBER) + 1,
  ...fiasTime(at, zone),
})

/** A charge as the property system takes it, or why it cannot. */
export function postingOf(delivery: DeliveryToSend, memo: PostingMemo, rules: PostingRules): WrittenPosting {
  const { room, payload: charge } = delivery
  if (!isChargeTold(charge)) return refused('The stored message tells of no charge')
  const { item, quantity, user } = charge
  if (!isRoomSendable(room))
    return refused(`Room ${JSON.stringify(room)} has a character that FIAS cannot carry in a room number`)
  // FIAS 2.20 knows no count of 0 either: a folio has no line for a charge of nothing.
  if (rules.mode === 'direct' && isNothing(charge.total))
    return { kind: 'delivered', reason: `Nothing to post: the total is ${charge.total}` }
  const what = contentOf(charge, rules)
  if (what === null)
    return refused(`Item ${item.id} has no article number: add it to the articles of the connector`)
  const outlet = rules.outlets[item.category.id]
  const reservation = namedGuest(charge.guests, rules.guestsOf)?.reservation
  const { number, date, time } = memo
  const texts = { text: item.description, itemText: `${quantity} ${item.description}`, user }
  const posting = {
    number,
    room,
    date,
    time,
    what,
    ...texts,
    ...(outlet === undefined ? {} : { outlet }),
    ...(reservation === undefined ? {} : { reservation }),
  }
  return { kind: 'posting', posting }
}

const refused = (reason: string): WrittenPosting => ({ kind: 'refused', reason, unsent: true })

const isNothing = (total: string) => !/[1-9]/.test(total)

function contentOf({ item, quantity, total }: ChargeTold, rules: PostingRules): Posting['what'] | null {
  if (rules.mode === 'direct') return { amount: total, decimals: rules.decimals }
  const article = articleOf(item.id, rules.articles)
  return article === null ? null : { articles: inParts(article, quantity) }
}

/** As many as the link takes of one article, and again. */
const MOST_OF_ONE = MOST_IN_PAIR * 100

function inParts(article: string, quantity: number) {
  const fulls = Math.max(0, Math.ceil(quantity / MOST_OF_ONE) - 1)
  const counts = [...Array.from({ length: fulls }, () => MOST_OF_ONE), quantity - fulls * MOST_OF_ONE]
  return counts.map((count) => ({ article, count }))
}

/** The property system has, or may have, received it. */
type Sent = Exclude<PostingEnd, { kind: 'not linked' | 'busy' }>

const WRITTEN = 'Written to the link, which counts as delivered where nothing is answered'

/** How a posting ended, in the terms of the delivery queue. */
export function answerTo(end: Sent): DeliveryAnswer {
  const said = 'status' in end ? end.status : ''
  const text = end.kind === 'written' ? WRITTEN : 'text' in end ? end.text : ''
  return {
    verdict: verdictOn(end),
    status: null,
    text: [said, text].filter((part) => part !== '').join(': '),
  }
}

function verdictOn(end: Sent): DeliveryVerdict {
  switch (end.kind) {
    case 'delivered':
    case 'written':
      return { kind: 'delivered' }
    // `RY` names no time, so the list of the destination says when. After `NA` the link itself is not ready until the
    // night audit is over, or for a quarter of an hour: no wait must last beyond that.
    case 'later':
      return end.status === 'NA' ? { kind: 'later', held: true } : { kind: 'later' }
    case 'refused':
      return { kind: 'refused', reason: end.text }
    case 'invalid':
      return { kind: 'refused', reason: end.text, unsent: true }
    case 'uncertain':
      return { kind: 'uncertain', reason: end.text, ...(end.why === 'no answer' && { silent: true }) }
  }
}
