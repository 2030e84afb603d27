import { Failure } from '../../kernel/failure.ts'
import type { ChargeFacts } from '../inventory/charge-facts.ts'
import type { Item } from '../inventory/charge.ts'
import { formatMoney } from '../inventory/money.ts'
import type { Destination, FiasSettings } from './destination.ts'

/** Whether a text reads the same in the code page of a link. */
export type CanWrite = (text: string, page: FiasSettings['codepage']) => boolean

type Postable = Pick<ChargeFacts, 'room' | 'quantity' | 'total'> & { readonly item: { readonly id: string } }

/** FIAS 2.20, `MA`: four digits. */
const ARTICLE = /^\d{1,4}$/
/** `M#` has two digits: more of the same go out as several pairs, as many as a record of 2,000 characters holds. */
export const MOST_IN_PAIR = 99
const MOST_PAIRS = 145
const MOST_ARTICLES = MOST_IN_PAIR * MOST_PAIRS
/** `M`: with its sign. */
const LONGEST_AMOUNT = 15

/** The number under which a property system knows an item; null if it knows it under none. */
export const articleOf = (item: string, articles: FiasSettings['articles']): string | null =>
  articles[item] ?? (ARTICLE.test(item) ? item : null)

/** FIAS 2.20, framing: the separator and control characters are no part of a value. */
export const isRoomSendable = (room: string) => !/[|\p{Cc}]/u.test(room)

/** The first of these connectors that could never be told of a charge, and why; null when each can. */
export function whyNotPostable(
  charge: Postable,
  destinations: readonly Destination[],
  canWrite: CanWrite,
): Failure | null {
  for (const { name, settings } of destinations) {
    const why = settings.type === 'fias' ? whyNot(charge, settings, canWrite) : null
    if (why !== null) return refusal(name, why, charge)
  }
  return null
}

interface Why {
  readonly text: string
  readonly isCount?: boolean
}

const refusal = (connector: string, { text, isCount = false }: Why, { item, quantity, room }: Postable) =>
  new Failure(
    isCount ? 'quantity.over-max' : 'charge.unpostable',
    `${connector} could not be told of this charge: ${text}`,
    { connector, item: item.id, quantity, room },
  )

function whyNot(charge: Postable, settings: FiasSettings, canWrite: CanWrite): Why | null {
  const { room, item, quantity, total } = charge
  if (!isRoomSendable(room) || !canWrite(room, settings.codepage))
    return { text: `the number of room ${room} has a character that its link cannot carry` }
  if (settings.mode === 'direct') {
    const text = whyNotAmount(total, settings)
    return text === null ? null : { text }
  }
  if (articleOf(item.id, settings.articles) === null) return { text: withoutArticle(item.id) }
  return quantity > MOST_ARTICLES
    ? { text: `at most ${MOST_ARTICLES} of one article can be posted at once`, isCount: true }
    : null
}

const withoutArticle = (item: string) =>
  `item ${item} has no article number there; add it to the articles of the connector`

/** From exact decimal text: what cannot be said without rounding is not said at all. */
export function whyNotAmount(
  total: string,
  { decimals, negative }: Pick<FiasSettings, 'decimals' | 'negative'>,
): string | null {
  const [whole = '', fraction = ''] = total.replace('-', '').split('.')
  if (/[1-9]/.test(fraction.slice(decimals)))
    return `${total} cannot be posted exactly with ${decimals} decimals`
  const digits = (whole + fraction.slice(0, decimals).padEnd(decimals, '0')).replace(/^0+(?=\d)/, '')
  // What is posted may have to be taken back, with a sign.
  return digits.length > LONGEST_AMOUNT - (negative ? 1 : 0) ? `${total} is too large an amount` : null
}

/** Items of which not even one could be posted, in sentences: for those who look after the site. */
export const unpostableItems = (items: readonly Item[], destinations: readonly Destination[]): string[] =>
  destinations.flatMap(({ name, tenant, settings }) => {
    if (settings.type !== 'fias') return []
    const reaching = items.filter((item) => tenant === '' || item.tenant === '' || item.tenant === tenant)
    const found = reaching.flatMap((item) => {
      const one = { item, quantity: 1, total: formatMoney(item.price), room: '' }
      return whyNot(one, settings, () => true)?.text ?? []
    })
    const [first, ...others] = found
    if (first === undefined) return []
    return [`${name}: ${first}${others.length === 0 ? '' : `, and ${others.length} more items like it`}`]
  })

/** One that is changed is refused only for what the change brings: a connector may have come since it was added. */
export function mustBePostable(item: Item, before: Item | undefined, destinations: readonly Destination[]) {
  const known = before === undefined ? [] : unpostableItems([before], destinations)
  const words = unpostableItems([item], destinations).find((one) => !known.includes(one))
  if (words !== undefined)
    throw new Failure('item.unpostable', `This item could not be posted to ${words}`, { item: item.id })
}
